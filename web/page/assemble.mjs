// Makes the page, one file, of its parts: node assemble.mjs ENGINE.wasm.gz OUT.html
import { readFileSync, writeFileSync } from 'node:fs';

const [, , engine, out] = process.argv;
const read = name => readFileSync(new URL(name, import.meta.url), 'utf8').trim();
const crate = name => read(`../../crates/${name}`);
// The scripts share one scope; each uses what stands before it.
const SCRIPTS = ['base', 'grid', 'play', 'verdict', 'steps', 'hints', 'path', 'share', 'table', 'many', 'start'];
const nine = [...Array(9).keys()];
const cell = k => `<div role="gridcell" tabindex="${k === 40 ? 0 : -1}"><b></b>${nine.map(d => `<i>${d + 1}</i>`).join('')}</div>`;
const parts = {
  'base.css': crate('pipeline/src/walk/base.css'),
  'style.css': crate('engine/src/draw/style.css'),
  'page.css': read('page.css'),
  names: nine.map(k => `<text x="${60 * k + 30}" y="-5">c${k + 1}</text><text x="-9" y="${60 * k + 34}">r${k + 1}</text>`).join(''),
  cells: nine.map(row => `<div role="row">${nine.map(column => cell(9 * row + column)).join('')}</div>`).join(''),
  pad: nine.map(d => `<button type="button" data-digit="${d + 1}">${d + 1}</button>`).join(''),
  'examples.txt': read('examples.txt'),
  'worker.js': read('worker.js'),
  'page.js': `'use strict';\n(() => {\n${SCRIPTS.map(name => read(`script/${name}.js`)).join('\n')}\n})();`,
  engine: readFileSync(engine).toString('base64'),
};
let page = read('index.html');
for (const [name, text] of Object.entries(parts)) {
  const place = `/* ${name} */`;
  if (page.split(place).length !== 2 || text.includes('</script')) throw new Error(`${name} has no place in the page`);
  page = page.replace(place, () => text);
}
writeFileSync(out, `${page}\n`);

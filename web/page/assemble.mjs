// Makes the page, one file, of its parts: node assemble.mjs ENGINE.wasm ENGINE.lzma OUT.html [ESBUILD]
// With esbuild, a program of JavaScript, scripts and styles lose their comments and long names.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';

const [, , plain, packed, out, esbuild] = process.argv;
const read = name => readFileSync(new URL(name, import.meta.url), 'utf8').trim();
const crate = name => read(`../../crates/${name}`);
// The scripts share one scope; each uses what stands before it.
const SCRIPTS = ['base', 'grid', 'play', 'verdict', 'steps', 'hints', 'path', 'board', 'share', 'table', 'many', 'start'];
const nine = [...Array(9).keys()];
const cell = k => `<div role="gridcell" tabindex="${k === 40 ? 0 : -1}"><span class="unseen"></span><b aria-hidden="true"></b>${nine.map(d => `<i aria-hidden="true">${d + 1}</i>`).join('')}</div>`;
function small(text, loader) {
  if (!esbuild) return text;
  return execFileSync('node', [esbuild, '--minify', '--charset=utf8', '--target=es2022', `--loader=${loader}`], { input: text, maxBuffer: 1 << 24 }).toString().trim();
}
const script = `'use strict';\n(() => {\n${SCRIPTS.map(name => read(`script/${name}.js`)).join('\n')}\n})();`;
const own = { 'page.css': small(read('page.css'), 'css'), 'worker.js': small(read('worker.js'), 'js'), 'lzma.js': small(read('lzma.js'), 'js'), 'page.js': small(script, 'js') };
const parts = {
  ...own,
  'base.css': small(crate('pipeline/src/walk/base.css'), 'css'),
  'style.css': small(crate('engine/src/draw/style.css'), 'css'),
  names: nine.map(k => `<text x="${60 * k + 30}" y="-5">c${k + 1}</text><text x="-9" y="${60 * k + 34}">r${k + 1}</text>`).join(''),
  cells: nine.map(row => `<div role="row">${nine.map(column => cell(9 * row + column)).join('')}</div>`).join(''),
  pad: nine.map(d => `<button type="button" data-digit="${d + 1}"${d < 6 ? ` class="colour${d + 1}"` : ''}>${d + 1}</button>`).join(''),
  'examples.txt': read('examples.txt'),
  size: statSync(plain).size,
  engine: readFileSync(packed).toString('base64'),
};
let page = read('index.html');
for (const [name, text] of Object.entries(parts)) {
  const place = `/* ${name} */`;
  if (page.split(place).length !== 2 || String(text).includes('</script')) throw new Error(`${name} has no place in the page`);
  page = page.replace(place, () => text);
}
writeFileSync(out, `${page}\n`);
const bytes = Object.values(own).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(`the page's own script and style: ${bytes} bytes`);
if (esbuild && bytes > 64_000) throw new Error('they have more than 64 kB');

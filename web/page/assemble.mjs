// Makes the page, one file, of its parts: node assemble.mjs ENGINE.wasm.gz OUT.html
import { readFileSync, writeFileSync } from 'node:fs';

const [, , engine, out] = process.argv;
const read = name => readFileSync(new URL(name, import.meta.url), 'utf8').trim();
const parts = {
  'base.css': read('../../crates/pipeline/src/walk/base.css'),
  'page.css': read('page.css'),
  'worker.js': read('worker.js'),
  'page.js': read('page.js'),
  engine: readFileSync(engine).toString('base64'),
};
let page = read('index.html');
for (const [name, text] of Object.entries(parts)) {
  const place = `/* ${name} */`;
  if (page.split(place).length !== 2 || text.includes('</script')) throw new Error(`${name} has no place in the page`);
  page = page.replace(place, () => text);
}
writeFileSync(out, `${page}\n`);

// Copies, pictures, the printer.

// The bare grid in a frame, as forums show it.
function frame(values) {
  const line = row => `|${[0, 3, 6].map(from => values.slice(9 * row + from, 9 * row + from + 3)).join('|')}|`;
  const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(line);
  const edge = '*-----------*';
  const middle = '|---+---+---|';
  return [edge, ...rows.slice(0, 3), middle, ...rows.slice(3, 6), middle, ...rows.slice(6), edge].join('\n');
}

// Packs a text as lz-string does (Lempel, Ziv and Welch with codes that grow), in base64: the links of SudokuPad.
function packLink(text) {
  const bits = [];
  const write = (value, width) => { for (let k = 0; k < width; k++) bits.push(value >> k & 1); };
  const [codes, fresh] = [new Map(), new Set()];
  let [next, width, room, word] = [3, 2, 2, ''];
  const less = () => { if (--room === 0) { room = 2 ** width; width++; } };
  const put = () => {
    if (fresh.delete(word)) {
      write(0, width);
      write(word.charCodeAt(0), 8);
      less();
    } else write(codes.get(word), width);
    less();
  };
  for (const letter of text) {
    if (!codes.has(letter)) { codes.set(letter, next++); fresh.add(letter); }
    if (codes.has(word + letter)) word += letter;
    else {
      put();
      codes.set(word + letter, next++);
      word = letter;
    }
  }
  if (word) put();
  write(2, width);
  while (bits.length % 8) bits.push(0);
  const bytes = [];
  for (let k = 0; k < bits.length; k += 8) bytes.push(bits.slice(k, k + 8).reduce((byte, bit) => byte << 1 | bit, 0));
  return btoa(String.fromCharCode(...bytes, 0));
}

function padLink() {
  const cell = k => game.values[k] ? { value: game.values[k], ...game.clues[k] && { given: true } } : {};
  const rows = DIGITS.map(row => DIGITS.map(column => cell(9 * (row - 1) + column - 1)));
  return `https://sudokupad.app/fpuz${encodeURIComponent(packLink(JSON.stringify({ size: 9, grid: rows })))}`;
}

const shareDesk = new Desk();
async function textFor(kind) {
  if (kind === 'link') return `${location.href.split('#')[0]}#${address(nowText())}`;
  if (kind === 'sudokupad') return padLink();
  if (board.text) return board.cells.map(k => game.values[k] || '.').join('');
  const forms = await shareDesk.ask('forms', { puzzle: nowText() });
  return kind === 'frame' ? frame(forms['81']) : forms[kind];
}

async function copy(kind) {
  const saidAt = find('copied');
  try {
    const text = await textFor(kind);
    find('copy-text').value = text;
    find('copy-text').hidden = false;
    try {
      await navigator.clipboard.writeText(text);
      saidAt.textContent = 'Copied.';
    } catch {
      find('copy-text').select();
      saidAt.textContent = document.execCommand?.('copy') ? 'Copied.' : 'The text is below.';
    }
  } catch (error) { saidAt.textContent = error.message; }
}

// The picture of what is shown: with the step that is drawn, with the candidates or notes.
async function picture() {
  const shown = grid.view;
  const step = shownStep && (path.isOpen ? path.step : shownStep);
  const state = path.isOpen ? { ...blank(), clues: shown.clues, values: shown.values, gone: CELLS.map(k => openMask(shown, k) & ~shown.notes[k]) } : game;
  const title = step ? step.text : 'A sudoku';
  const layers = step ? { under: step.under, over: step.over } : { notes: shown.notes };
  return (await shareDesk.ask('picture', { puzzle: textOf(state), title, ...layers })).svg;
}

async function savePicture(kind) {
  try {
    const svg = await picture();
    if (kind === 'svg') return save(svg, 'sudoku.svg', 'image/svg+xml');
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', '<svg width="1120" height="1120"'))}`;
    await image.decode();
    const canvas = element('canvas', undefined, { width: 1120, height: 1120 });
    canvas.getContext('2d').drawImage(image, 0, 0, 1120, 1120);
    canvas.toBlob(blob => save(blob, 'sudoku.png', 'image/png'));
  } catch (error) { find('copied').textContent = error.message; }
}

async function printPuzzle() {
  const about = find('verdict').textContent.slice(0, 60);
  try {
    print((await shareDesk.ask('sheet', { title: origin.title || 'Sudoku', 'per page': 1, puzzle: origin.text, about, puzzles: [[origin.text, about]] })).html);
  } catch (error) { find('copied').textContent = error.message; }
}

on('panel-share', 'click', event => {
  const { copy: kind, picture: form } = event.target.dataset;
  if (kind) copy(kind);
  if (form) savePicture(form);
});
on('print', 'click', printPuzzle);
on('path-save', 'click', async () => {
  const engine = new Engine();
  try {
    await engine.ask('choose', by().scale);
    const { html } = await engine.ask('explain', `path\n${origin.text}`);
    save(html, 'path.html', 'text/html');
  } catch (error) { fail(error); }
  engine.end();
});

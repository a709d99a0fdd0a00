// The grid: digits, candidates, colours, and what a step draws over them. It knows no rule, only where things stand.
// Cell 9·row + column on every board; a smaller board is the upper left corner.
const CELLS = [...Array(81).keys()];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const rowOf = cell => Math.floor(cell / 9);
const columnOf = cell => cell % 9;
const sees = (a, b) => a !== b && (rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b)
  || Math.floor(a / 27) === Math.floor(b / 27) && Math.floor(a % 9 / 3) === Math.floor(b % 9 / 3));
// The board that is shown. `links` of each cell are pairs: another cell, and the digits there that each digit excludes.
// The plain one is known, all others come from an engine.
let board = { text: '', size: 9, links: CELLS.map(cell => CELLS.filter(other => sees(cell, other)).map(other => [other, DIGITS.map(d => 1 << (d - 1))])) };
const cellName = cell => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;
// The cell and the digit of a name such as n5r1c2.
const candidateOf = label => [9 * (label[3] - 1) + (label[5] - 1), +label[1]];
const has = (mask, digit) => mask >> (digit - 1) & 1;
const digitsOf = mask => DIGITS.filter(digit => has(mask, digit));
const COLOURS = ['none', 'yellow', 'green', 'blue', 'violet', 'red', 'grey'];

const grid = (() => {
  const cells = [...document.querySelectorAll('#grid [role=gridcell]')];
  const parts = cells.map(cell => ({ cell, said: cell.firstElementChild, value: cell.querySelector('b'), notes: [...cell.querySelectorAll('i')] }));
  const [shades, tints, under, lines, over, names] = ['shades', 'tints', 'under', 'lines', 'over', 'names'].map(name => document.querySelector(`#board .${name}`));
  const plain = { ...board, shades: '', lines: lines.innerHTML };
  let at = 40, shown = null, legend = [];

  function label(view, cell) {
    const value = view.values[cell];
    const notes = digitsOf(view.notes[cell]).join(' ');
    const said = value ? `${value}${view.clues[cell] ? ', given' : ''}` : notes ? `candidates ${notes}` : 'empty';
    const colour = view.colours?.[cell] ? `, ${COLOURS[view.colours[cell]]}` : '';
    return `row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}: ${said}${colour}${view.wrong?.has(cell) ? ', wrong' : ''}`;
  }

  // Shows digits and candidates: { clues, values: 81 digits or 0; notes: 81 masks; colours, marks, wrong, differ }.
  function show(view) {
    shown = view;
    parts.forEach(({ cell, said, value, notes }, k) => {
      const text = view.values[k] ? String(view.values[k]) : '';
      if (value.textContent !== text) value.textContent = text;
      cell.className = [view.clues[k] && 'clue', view.wrong?.has(k) && 'wrong', view.differ?.has(k) && 'differ'].filter(Boolean).join(' ');
      notes.forEach((note, d) => {
        const colour = view.marks?.[9 * k + d];
        note.className = (!text && has(view.notes[k], d + 1) ? 'on' : '') + (colour ? ` colour${colour}` : '');
      });
      said.textContent = label(view, k);
    });
    const rect = (k, name) => `<rect class="${name}" x="${60 * columnOf(k)}" y="${60 * rowOf(k)}" width="60" height="60"/>`;
    tints.innerHTML = CELLS.filter(k => view.colours?.[k]).map(k => rect(k, `colour${view.colours[k]}`)).join('');
    ink();
    choose(at, false);
  }

  // Digits on the marks of a step are light on dark marks, bold on others.
  function ink() {
    const dark = new Map();
    for (const mark of over.querySelectorAll('[data-label]'))
      dark.set(mark.dataset.label, dark.get(mark.dataset.label) || mark.matches('.right, .second, .third'));
    for (const [name, isDark] of dark) {
      const [cell, digit] = candidateOf(name);
      parts[cell].notes[digit - 1].classList.add(isDark ? 'inverse' : 'marked');
    }
  }

  // Takes up a board; without one, the plain one.
  function frame(next = plain) {
    const { size } = next;
    board = { ...next, cells: CELLS.filter(k => rowOf(k) < size && columnOf(k) < size) };
    lines.parentNode.setAttribute('viewBox', `-18 -18 ${60 * size + 20} ${60 * size + 20}`);
    find('board').style.setProperty('--n', size);
    shades.innerHTML = next.shades;
    lines.innerHTML = next.lines;
    parts.forEach(({ cell }, k) => { cell.hidden = !board.cells.includes(k); });
    [...find('grid').children].forEach((row, k) => { row.hidden = k >= size; });
    [...names.children].forEach((name, k) => { name.style.display = k >> 1 < size ? '' : 'none'; });
    for (const button of document.querySelectorAll('[data-digit]')) button.hidden = button.dataset.digit > size;
    document.body.classList.toggle('on-board', !!board.text);
    if (!board.cells.includes(at)) at = 0;
  }

  // Draws a step, or takes it away.
  function draw(step) {
    under.innerHTML = step?.under ?? '';
    over.innerHTML = step?.over ?? '';
    over.classList.remove('traced');
    legend = step?.says ?? [];
    for (const { notes } of parts) for (const note of notes) note.classList.remove('inverse', 'marked', 'hot');
    ink();
  }

  // Shows a chain up to its link k, with later links faint; -1 shows all of it.
  function trace(k) {
    const said = legend[k];
    over.classList.toggle('traced', !!said);
    const reached = new Set(legend.slice(0, k + 1).flatMap(one => one.labels));
    const hot = new Set(said?.labels);
    for (const mark of over.querySelectorAll('[data-label]')) {
      mark.classList.toggle('reached', reached.has(mark.dataset.label) || mark.matches('.cross, .placed'));
      mark.classList.toggle('hot', hot.has(mark.dataset.label));
    }
    over.querySelectorAll('.strong, .weak, .implied').forEach((line, at) => {
      for (const one of [line, line.nextElementSibling]) {
        one.classList.toggle('reached', !!said && at < said.lines[1]);
        one.classList.toggle('hot', !!said && at >= said.lines[0] && at < said.lines[1]);
      }
    });
  }

  function choose(cell, isFocused = true) {
    at = cell;
    const digit = shown.values[cell];
    const near = new Set(board.links[cell].map(([other]) => other));
    parts.forEach(({ cell: one }, k) => {
      one.tabIndex = k === cell ? 0 : -1;
      one.setAttribute('aria-selected', k === cell);
      one.classList.toggle('near', near.has(k));
      one.classList.toggle('same', !!digit && shown.values[k] === digit);
    });
    if (isFocused) cells[cell].focus({ preventScroll: true });
  }

  // Shows for a moment where a step has changed something.
  function flash(changed) {
    for (const cell of changed) cells[cell].classList.add('fresh');
    setTimeout(() => cells.forEach(cell => cell.classList.remove('fresh')), 700);
  }

  frame();
  return { frame, flash, show, draw, trace, choose, cells, get at() { return at; }, get view() { return shown; } };
})();

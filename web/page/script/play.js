// Play: the state of one puzzle, what the player does to it, and how it is kept. `gone` are candidates that were removed
// while all are shown, and count for hints; `notes` are the player's own, and do not.
const blank = () => ({
  clues: Array(81).fill(0), values: Array(81).fill(0), notes: Array(81).fill(0), gone: Array(81).fill(0),
  colours: Array(81).fill(0), marks: Array(729).fill(0), all: false,
});
let game = blank();
let origin = { text: '', state: game, title: '' }; // the puzzle as it was opened: its text for the engine, its state
let isSetting = false; // digits that are typed are clues
let [past, future] = [[], []]; // states before and after, packed
let mode = 'digit';
let seconds = 0;
const wish = { check: false, timer: false, ...store.get('wishes') };
let wrong = new Set();
let differ = new Set();

// A state as a short text, to be kept by the thousand.
const two = mask => mask.toString(36).padStart(2, '0');
function pack(state) {
  const sparse = state.marks.flatMap((colour, k) => colour ? [`${k}.${colour}`] : []).join(' ');
  return [state.clues.join(''), state.values.join(''), state.notes.map(two).join(''), state.gone.map(two).join(''),
    state.colours.join(''), +state.all, sparse].join('|');
}
function unpack(text) {
  const [clues, values, notes, gone, colours, all, sparse] = text.split('|');
  const masks = pairs => pairs.match(/../g).map(pair => parseInt(pair, 36));
  const marks = Array(729).fill(0);
  for (const one of sparse.split(' ').filter(Boolean)) {
    const [k, colour] = one.split('.');
    marks[k] = +colour;
  }
  const state = { clues: [...clues].map(Number), values: [...values].map(Number), notes: masks(notes), gone: masks(gone), colours: [...colours].map(Number), marks, all: all === '1' };
  if (Object.values(state).flat().length !== 1135) throw new Error('a damaged state');
  return state;
}

// Digits that no linked value excludes: geometry only. Links are the same both ways.
const openMask = (state, cell) => board.links[cell].reduce((mask, [other, excluded]) => mask & ~excluded[state.values[other] - 1], board.links[cell].length && 2 ** board.size - 1);
const left = (state, cell) => state.values[cell] ? 0 : openMask(state, cell) & ~state.gone[cell];

const isFull = () => board.cells.every(k => game.values[k]);

// The state as the engine reads it: clues alone, or a line of HoDoKu's library.
function textOf(state) {
  const isPlayed = state.values.some((value, k) => value && !state.clues[k]);
  const removed = board.cells.flatMap(k => state.values[k] ? [] : digitsOf(openMask(state, k) & state.gone[k]).map(d => `${d}${rowOf(k) + 1}${columnOf(k) + 1}`));
  if (!isPlayed && !removed.length) return board.cells.map(k => state.values[k] || '.').join('');
  const values = board.cells.map(k => !state.values[k] ? '.' : state.clues[k] || `+${state.values[k]}`).join('');
  return `:0000:x:${values}:${removed.join(' ')}::${removed.length ? '' : ':'}`;
}
const nowText = () => textOf(game);
// The address of a puzzle, after the `#`.
const address = text => `${board.text && `board=${encodeURIComponent(board.text)}&`}puzzle=${encodeURIComponent(text)}`;

function view(state = game) {
  const notes = CELLS.map(k => state.all ? left(state, k) : state.values[k] ? 0 : state.notes[k]);
  return { clues: state.clues, values: state.values, notes, colours: state.colours, marks: state.marks, wrong, differ };
}

// ---- keeping ----

let later = 0;
function keep() {
  clearTimeout(later);
  later = setTimeout(keepNow, 250);
}
function keepNow() {
  clearTimeout(later);
  const text = nowText();
  if (!isMany()) {
    const hash = board.text || /[1-9]/.test(text) ? `#${address(text)}` : '#';
    if (location.hash !== hash && !path.isOpen) history.replaceState(null, '', hash === '#' ? location.pathname + location.search : hash);
  }
  const whole = { text, board: board.text, origin: { ...origin, state: pack(origin.state) }, now: pack(game), isSetting, seconds, past, future };
  // A full storage keeps the state without its past, or nothing.
  if (!store.set('game', whole)) store.set('game', { ...whole, past: past.slice(-20), future: [] });
}

// Takes up the game that was kept, if it is the one of the address.
function resume(text, kept = store.get('game')) {
  try {
    if (!kept || text && kept.text !== text || (kept.board ?? '') !== board.text) return false;
    game = unpack(kept.now);
    origin = { ...kept.origin, state: unpack(kept.origin.state) };
    [past, future] = [kept.past.filter(unpack), kept.future.filter(unpack)];
    isSetting = !!kept.isSetting;
    seconds = +kept.seconds || 0;
  } catch {
    return false;
  }
  changed(true);
  return true;
}

// ---- opening ----

// Digits of all cells, from those of the board in a text.
function digits(text) {
  const all = Array(81).fill(0);
  board.cells.forEach((cell, k) => { all[cell] = +text[k] || 0; });
  return all;
}

// Opens a puzzle that the engine has read by its cells, or a plain line of clues.
function begin(read, title = '') {
  game = blank();
  game.clues = digits(read.clues);
  game.values = digits(read.values);
  if (read.candidates) {
    game.gone = CELLS.map(k => game.values[k] ? 0 : openMask(game, k) & ~read.candidates[k]);
    game.all = game.gone.some(Boolean);
  }
  origin = { text: read.text, state: unpack(pack(game)), title };
  [past, future, seconds, isSetting] = [[], [], 0, false];
  changed(true);
}
const beginLine = (line, title) => begin({ text: line, clues: line, values: line }, title);

function beginNew() {
  beginLine('.'.repeat(board.cells.length));
  isSetting = true;
  changed(true);
  grid.choose(0);
}

function start() {
  if (!isSetting) return;
  isSetting = false;
  origin = { text: nowText(), state: unpack(pack(game)), title: '' };
  [past, future, seconds] = [[], [], 0];
  changed(false);
  grid.choose(grid.at);
}

// ---- moves ----

// Makes a move: what it does is undone as one.
function move(change) {
  if (path.isOpen) return;
  const before = pack(game);
  change(game);
  if (pack(game) === before) return;
  past.push(before);
  future = [];
  changed(isSetting);
}
function goBack(from, to) {
  if (!from.length || path.isOpen) return;
  to.push(pack(game));
  game = unpack(from.pop());
  changed(isSetting);
}
const undo = () => goBack(past, future);
const redo = () => goBack(future, past);

function place(state, cell, digit) {
  state.values[cell] = digit;
  if (isSetting) state.clues[cell] = digit;
  if (!digit) return;
  state.notes[cell] = 0;
  for (const [other, excluded] of board.links[cell]) state.notes[other] &= ~excluded[digit - 1];
}

const toggleMark = (state, cell, digit) => {
  if (state.values[cell]) return;
  const bit = 1 << (digit - 1);
  if (!state.all) state.notes[cell] ^= bit;
  else if (openMask(state, cell) & bit) state.gone[cell] ^= bit;
};

// What a digit does: by the mode, or as a mark.
function enter(digit, as = mode) {
  const cell = grid.at;
  if (as === 'colour') {
    return move(state => { state.colours[cell] = state.colours[cell] === digit ? 0 : digit < COLOURS.length ? digit : 0; });
  }
  if (digit > board.size) return tell(`the last digit is ${board.size}`);
  if (game.clues[cell] && !isSetting) return tell('a given digit stays');
  move(state => as === 'mark' && !isSetting ? toggleMark(state, cell, digit) : place(state, cell, state.values[cell] === digit ? 0 : digit));
}

function erase() {
  const cell = grid.at;
  move(state => {
    state.colours[cell] = 0;
    state.marks.fill(0, 9 * cell, 9 * cell + 9);
    if (state.clues[cell] && !isSetting) return;
    if (state.values[cell]) place(state, cell, 0);
    else if (!state.all) state.notes[cell] = 0;
    if (isSetting) state.clues[cell] = 0;
  });
}

function colourCandidate(cell, digit, colour) {
  move(state => { const k = 9 * cell + digit - 1; state.marks[k] = state.marks[k] === colour ? 0 : colour; });
}

// Applies the conclusions of a step.
function apply({ gone, set }) {
  move(state => {
    state.all = true;
    for (const [cell, digit] of gone.map(candidateOf)) state.gone[cell] |= 1 << (digit - 1);
    for (const [cell, digit] of set.map(candidateOf)) place(state, cell, digit);
  });
  grid.flash([...set, ...gone].map(label => candidateOf(label)[0]));
}

function setMode(name) {
  mode = name;
  for (const button of document.querySelectorAll('#modes button')) button.setAttribute('aria-pressed', button.dataset.mode === name);
  find('pad').dataset.mode = name;
  if (name !== 'colour') return;
  tell('colours: 1 yellow, 2 green, 3 blue, 4 violet, 5 red, 6 grey');
}

// ---- after each change ----

const checker = new Desk();
async function check() {
  wrong = new Set();
  const isDone = isFull();
  if (!wish.check && !isDone || isSetting) return said('');
  const asked = pack(game);
  try {
    const { solutions, mistakes = [], text } = await checker.ask('status', { puzzle: nowText() });
    if (pack(game) !== asked) return;
    // Givens are not at fault.
    wrong = new Set(mistakes.flatMap(one => one.cells).filter(cell => !game.clues[cell]));
    if (!path.isOpen) grid.show(view());
    if (solutions && isDone) return said(`Solved${wish.timer ? ` in ${clock()}` : ''}.`);
    const some = mistakes.slice(0, 2).map(one => one.text).join('; ');
    said(solutions ? '' : sentence(some || text));
  } catch (error) {
    if (pack(game) === asked) said(error.message);
  }
}
function said(text) {
  find('played').textContent = text;
  find('played').classList.toggle('well', text.startsWith('Solved'));
}

// `isPuzzle` says that the puzzle itself has changed, not only how far it is played.
function changed(isPuzzle) {
  if (path.isOpen) path.close();
  if (isSetting) origin = { text: nowText(), state: unpack(pack(game)), title: '' };
  wrong = new Set();
  if (isPuzzle) differ = new Set();
  clearStep();
  resetHint();
  grid.show(view());
  find('undo').disabled = !past.length;
  find('redo').disabled = !future.length;
  find('candidates').setAttribute('aria-pressed', game.all);
  find('setting').hidden = !isSetting;
  find('named').textContent = origin.title;
  if (isPuzzle) judge();
  check();
  keep();
  showClock();
}

// ---- time ----

const clock = () => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
function showClock() {
  find('clock').textContent = wish.timer ? clock() : '';
  find('timer').setAttribute('aria-pressed', wish.timer);
}
setInterval(() => {
  if (!wish.timer || document.hidden || isSetting || isMany() || isFull()) return;
  seconds++;
  showClock();
  if (seconds % 5 === 0) keep();
}, 1000);

function want(name) {
  wish[name] = !wish[name];
  store.set('wishes', wish);
  find(name).setAttribute('aria-pressed', wish[name]);
  if (name === 'check') { grid.show(view()); check(); } else showClock();
}

// ---- keys and fingers ----

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
function pressed(event) {
  const { key, code, shiftKey } = event;
  const typed = /^(Digit|Numpad)[1-9]$/.test(code) ? +code.at(-1) : /^[1-9]$/.test(key) ? +key : 0;
  if (event.ctrlKey || event.metaKey) {
    const does = { z: shiftKey ? redo : undo, y: redo }[key.toLowerCase()];
    if (does) { does(); return true; }
    if (!typed) return false;
    enter(typed, 'mark');
    return true;
  }
  if (event.altKey) return false;
  if (typed) enter(typed, shiftKey ? 'mark' : mode);
  else if (STEPS[key]) {
    const [down, right] = STEPS[key];
    const to = (at, by) => (at + by + board.size) % board.size;
    grid.choose(9 * to(rowOf(grid.at), down) + to(columnOf(grid.at), right));
  } else if (key === 'Home') grid.choose(9 * rowOf(grid.at));
  else if (key === 'End') grid.choose(9 * rowOf(grid.at) + board.size - 1);
  else if (['Backspace', 'Delete', '0', '.'].includes(key)) erase();
  else if (key === 'm' || key === ' ') setMode(mode === 'mark' ? 'digit' : 'mark');
  else if (key === 'c') setMode(mode === 'colour' ? 'digit' : 'colour');
  else if (key === 'h') hint();
  else if (key === 'Enter') start();
  else return false;
  return true;
}
on('grid', 'keydown', event => { if (!path.isOpen && pressed(event)) event.preventDefault(); });
on('grid', 'pointerdown', event => {
  const cell = event.target.closest('[role=gridcell]');
  if (!cell) return;
  grid.choose(grid.cells.indexOf(cell));
  // In the mode of colours a finger on a candidate colours it.
  if (mode === 'colour' && event.target.matches('i.on')) colourCandidate(grid.at, +event.target.textContent, chosenColour);
  event.preventDefault();
  cell.focus({ preventScroll: true });
});
let chosenColour = 1;
let isLong = 0;
on('digits', 'pointerdown', event => {
  const digit = +event.target.closest('button')?.dataset.digit;
  clearTimeout(isLong);
  isLong = 0;
  // A long press is a mark.
  if (digit && mode === 'digit') isLong = setTimeout(() => { isLong = -1; enter(digit, 'mark'); }, 450);
});
on('digits', 'click', event => {
  const digit = +event.target.closest('button')?.dataset.digit;
  const wasLong = isLong === -1;
  clearTimeout(isLong);
  isLong = 0;
  if (!digit || wasLong) return;
  if (mode === 'colour') chosenColour = digit;
  enter(digit);
});
on('digits', 'contextmenu', event => event.preventDefault());
on('modes', 'click', event => { const name = event.target.closest('button')?.dataset.mode; if (name) setMode(name); });
on('undo', 'click', undo);
on('redo', 'click', redo);
on('erase', 'click', erase);
on('candidates', 'click', () => move(state => { state.all = !state.all; }));
on('check', 'click', () => want('check'));
on('timer', 'click', () => want('timer'));
on('restart', 'click', () => move(state => { Object.assign(state, unpack(pack(origin.state)), { all: state.all }); seconds = 0; }));
on('start', 'click', start);
on('solution', 'click', async () => {
  start();
  const { text } = origin;
  const { solution } = await checker.ask('status', { puzzle: text });
  if (solution && text === origin.text) move(state => digits(solution).forEach((digit, cell) => place(state, cell, digit)));
});
find('check').setAttribute('aria-pressed', wish.check);
addEventListener('pagehide', keepNow);

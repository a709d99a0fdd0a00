// Hints in stages, all steps of now, a step of the player's own, and why not.
const helper = new Desk();

// Asks of the state as it is played; an answer that comes when the state is another one is dropped.
async function askNow(place, name, members) {
  const puzzle = nowText();
  const box = find(place);
  box.replaceChildren(element('p', 'Working …', { class: 'soft' }));
  try {
    const answer = await helper.ask(name, { puzzle, ...by(), ...members });
    if (puzzle !== nowText()) { box.replaceChildren(); return null; }
    box.replaceChildren();
    return answer;
  } catch (error) {
    box.replaceChildren(element('p', sentence(error.message), { class: 'no' }));
    tell(error.message);
    return null;
  }
}

// ---- hints ----

let hinted = null; // the hint of this state: its step, its stages, how many of them are told
async function hint() {
  openTab('hint');
  const key = [nowText(), by().scale, by().notation].join();
  if (hinted?.key === key) return tellMore();
  hinted = null;
  clearStep();
  const answer = await askNow('hint-said', 'hint');
  if (!answer) return;
  if (!answer.stages) {
    find('hint-said').append(element('p', answer.solved || isFull() ? 'Nothing is left to do.' : answer.summary));
    return;
  }
  hinted = { key, step: stepsOf(answer)[0], stages: answer.stages, told: 0 };
  tellMore();
}

function tellMore() {
  const { stages, step } = hinted;
  const box = find('hint-said');
  hinted.told = Math.min(hinted.told + 1, 3);
  const texts = [stages.place, sentence(stages.technique)].slice(0, hinted.told);
  box.replaceChildren(...texts.map(text => element('p', text)));
  if (hinted.told === 3) showStep(step);
  find('more').textContent = ['', 'Which technique?', 'Show the step', 'Show the step'][hinted.told];
  find('more').hidden = hinted.told === 3;
  tell(hinted.told === 3 ? stages.step : texts.at(-1));
}

function doStep() {
  const done = shownStep;
  if (!done || path.isOpen) return;
  apply(done);
  const text = `Done: ${removals(done)}.`;
  find('hint-said').replaceChildren(element('p', text, { class: 'soft' }));
  for (const id of ['all-said', 'own-said', 'why-said']) find(id).replaceChildren();
  tell(text);
  find('panel-hint').hidden ? grid.choose(grid.at) : find('more').focus();
}

// Another state needs another hint.
function resetHint() {
  hinted = null;
  find('hint-said').replaceChildren();
  find('more').textContent = 'Where to look?';
  find('more').hidden = false;
}

// ---- all steps ----

async function allSteps() {
  const answer = await askNow('all-said', 'all');
  if (!answer) return;
  const steps = stepsOf(answer);
  const box = find('all-said');
  const instead = answer.scale === by().scale.split('=')[0] ? '' : ` (${by().scale} gives one hint at a time.)`;
  box.append(element('p', answer.summary + instead));
  const groups = new Map();
  for (const step of steps) {
    const what = removals(step);
    groups.set(what, [...groups.get(what) ?? [], step]);
  }
  for (const [what, some] of groups) {
    const group = element('details');
    group.append(element('summary', `${what} · ${some.length > 1 ? `${some.length} ways, ${some[0].name} first` : some[0].name}`));
    group.addEventListener('toggle', () => { if (group.open && group.children.length === 1) { group.append(listOf(some)); group.querySelector('button').click(); } });
    box.append(group);
  }
  tell(answer.summary);
}

// ---- the player's own step ----

async function checkStep() {
  const text = find('own-step').value.trim();
  if (!text) return;
  clearStep();
  const answer = await askNow('own-said', 'check', { step: text });
  if (!answer) return;
  const box = find('own-said');
  box.append(element('p', sentence(answer.text), { class: answer.answer === 'valid' ? 'yes' : 'no' }));
  const from = answer.column - 1;
  if (from >= 0) {
    const marked = element('p', undefined, { class: 'marked-text' });
    const end = answer.part ? from + answer.part.length : text.length;
    marked.append(text.slice(0, from), element('mark', text.slice(from, end) || '…'), text.slice(end));
    box.append(marked);
  }
  if (answer.steps?.length) {
    const [first] = answer.steps;
    const all = name => [...new Set(answer.steps.flatMap(step => step[name]))];
    showStep({ ...first, text: answer.text, gone: all('gone'), set: all('set') }, 'Your step');
  }
  tell(answer.text);
}

// ---- why not ----

// The candidates of the chosen cell, each a question.
function offerWhy() {
  const cell = grid.at;
  // On a board other than the plain one it need not be plain which digits see the cell.
  const digits = digitsOf(board.text ? !game.values[cell] && 2 ** board.size - 1 : left(game, cell));
  find('why-cell').textContent = game.values[cell] ? `${cellName(cell)} has its digit: choose an open cell.` : `Why not, in ${cellName(cell)}:`;
  find('why-digits').replaceChildren(...digits.map(digit => {
    const button = element('button', digit, { type: 'button', 'aria-label': `Why not ${digit} in ${cellName(cell)}?` });
    button.addEventListener('click', () => why(cell, digit));
    return button;
  }));
}

async function why(cell, digit) {
  clearStep();
  const answer = await askNow('why-said', 'why', { claim: `${cellName(cell)}<>${digit}` });
  if (!answer) return;
  const box = find('why-said');
  box.append(element('p', answer.answer === 'false' ? `${cellName(cell)} may well be ${digit}.` : answer.text));
  const steps = answer.data ? stepsOf(answer) : answer.steps ?? [];
  if (steps.length) {
    box.append(listOf(steps));
    box.querySelector('.choose button').click();
  }
  tell(box.textContent);
}

// ---- tabs ----

const TABS = [...document.querySelectorAll('#tabs [role=tab]')];
function openTab(name) {
  for (const tab of TABS) {
    const isIt = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', isIt);
    tab.tabIndex = isIt ? 0 : -1;
    find(tab.getAttribute('aria-controls')).hidden = !isIt;
  }
  if (name !== 'path' && path.isOpen) path.close();
  for (const row of document.querySelectorAll('.by')) row.hidden = name === 'share';
  if (name === 'ask') offerWhy();
}
on('tabs', 'click', event => {
  const tab = event.target.closest('[role=tab]');
  if (!tab) return;
  const name = tab.id.slice(4);
  openTab(name);
  if (name === 'path' && !path.isOpen) path.open();
});
on('tabs', 'keydown', event => {
  const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  const at = TABS.indexOf(document.activeElement);
  const next = TABS[(at + to + TABS.length) % TABS.length];
  next.focus();
  openTab(next.id.slice(4));
});
on('grid', 'focusin', () => { if (!find('panel-ask').hidden) offerWhy(); });
on('more', 'click', hint);
on('do', 'click', doStep);
on('all-now', 'click', allSteps);
on('own-form', 'submit', event => { event.preventDefault(); checkStep(); });
for (const id of ['by', 'notation', 'board-by']) on(id, 'change', () => {
  if (!board.text) store.set('by', by());
  resetHint();
  if (path.isOpen) path.open(); else clearStep();
});

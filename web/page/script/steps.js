// One step: its drawing in the grid, its sentence, what its chain says link by link, what its marks mean.
let shownStep = null;

function clearStep() {
  shownStep = null;
  find('step').hidden = true;
  grid.draw(null);
}

// Shows a step: { name, text, under, over, legend: pairs, says }. The state of the grid stays.
function showStep(step, head = '') {
  shownStep = step;
  // Marks stand on candidates: all are shown meanwhile.
  if (!path.isOpen && !game.all) grid.show({ ...view(), notes: CELLS.map(k => left(game, k)) });
  grid.draw(step);
  find('step').hidden = false;
  find('do').hidden = path.isOpen || !(step.gone.length + step.set.length);
  find('step-name').textContent = head || step.name;
  find('step-text').textContent = step.text;
  find('step-proves').textContent = step.proves ?? '';
  find('says').replaceChildren(...step.says.map(({ words, depth }, k) => {
    const [item, button] = [element('li'), element('button', words, { type: 'button' })];
    item.style.setProperty('--depth', Math.min(depth, 6));
    for (const [event, link] of [['focus', k], ['blur', -1], ['pointerenter', k], ['pointerleave', -1]])
      button.addEventListener(event, () => grid.trace(link));
    button.addEventListener('click', () => { button.focus(); grid.trace(k); });
    item.append(button);
    return item;
  }));
  find('key').replaceChildren(...step.legend.map(([sample, words]) => {
    const item = element('li');
    item.innerHTML = `<svg class="sudoku" viewBox="-2 -10 28 20" aria-hidden="true">${sample}</svg>`;
    item.append(words);
    return item;
  }));
}

// The steps of an answer, each with its drawing and all that is said of it.
const stepsOf = ({ data, steps }) => data.steps.map((drawn, k) => ({
  ...steps[k], text: drawn.text, under: drawn.under, over: drawn.over, says: drawn.says, change: drawn.change, hardest: drawn.hardest,
  proves: data.rules[drawn.rule][1], legend: drawn.legend.map(at => data.legend[at]),
}));

const nameOfLabel = (label, sign) => { const [cell, digit] = candidateOf(label); return `${cellName(cell)}${sign}${digit}`; };
const removals = step => [...step.set.map(label => nameOfLabel(label, '=')), ...step.gone.map(label => nameOfLabel(label, '≠'))].join(', ');

// A list of steps to choose from; the chosen one is drawn.
function listOf(steps, chosen = showStep) {
  const list = element('ol', undefined, { class: 'choose' });
  list.append(...steps.map(step => {
    const [item, button] = [element('li'), element('button', undefined, { type: 'button' })];
    const [name, rest] = [element('b', step.name), step.text.slice(step.name.length)];
    button.append(name, ' ', element('code', /^[:\s]/.test(rest) && step.text.startsWith(step.name) ? rest.replace(/^[:\s]+/, '') : step.text));
    if (step.rating) button.append(element('span', step.rating, { class: 'rating' }));
    button.addEventListener('click', () => {
      for (const other of list.closest('[role=tabpanel]').querySelectorAll('.choose [aria-current]')) other.removeAttribute('aria-current');
      button.setAttribute('aria-current', 'true');
      chosen(step);
    });
    item.append(button);
    return item;
  }));
  return list;
}

// By which scale, in which notation.
const by = () => board.text ? { scale: find('board-by').value, notation: '' } : { scale: find('by').value, notation: find('notation').value };

// The path of the puzzle, beside the grid: each step is drawn in it. While it is shown the keys belong to it.
const path = (() => {
  const PACE = 1200; // milliseconds of a step when it plays
  const desk = new Desk();
  let steps = [], states = [], at = 0, timer = 0, isOpen = false, filter = '';

  // The state before each step, and the last.
  function follow({ data, start }, clues) {
    const values = digits(start.values);
    let state = { clues, values, notes: start.candidates.map((mask, k) => values[k] ? 0 : mask) };
    const by = change => {
      const next = { ...state, values: [...state.values], notes: [...state.notes] };
      for (const label of change.gone.split(' ').filter(Boolean)) { const [cell, digit] = candidateOf(label); next.notes[cell] &= ~(1 << (digit - 1)); }
      for (const label of change.set.split(' ').filter(Boolean)) { const [cell, digit] = candidateOf(label); next.values[cell] = digit; next.notes[cell] = 0; }
      state = next;
      return state;
    };
    // Before each step stands the change since the step before; the first may begin after singles.
    return [...data.steps.map(step => by(step.change)), by(data.end)];
  }

  async function open(scale, step = 1) {
    if (scale) chooseScale(scale);
    isOpen = true;
    find('one').classList.add('pathing');
    openTab('path');
    play(false);
    const isHere = find('from-here').checked;
    const box = find('path-said');
    box.textContent = 'Working …';
    find('path-bar').hidden = find('path-list').hidden = true;
    const asked = { puzzle: isHere ? nowText() : origin.text, ...by() };
    try {
      const answer = await desk.ask('path', asked);
      if (!isOpen) return;
      [steps, states] = [stepsOf(answer), follow(answer, isHere ? game.clues : origin.state.clues)];
      const singles = steps.filter(step => step.single).length;
      box.textContent = `${answer.summary} ${plural(steps.length, 'step', 'steps')}${singles ? `, ${singles === steps.length ? 'all' : `${singles} of them`} singles` : ''}.`;
      list();
      find('path-bar').hidden = find('path-list').hidden = false;
      const hash = `#${address(asked.puzzle)}&scale=${encodeURIComponent(asked.scale)}`;
      if (location.hash !== hash) history.replaceState(null, '', hash);
      go(step - 1 || 0);
    } catch (error) {
      if (!isOpen) return;
      [steps, states] = [[], []];
      box.textContent = sentence(error.message);
      tell(error.message);
    }
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    find('one').classList.remove('pathing');
    desk.end();
    play(false);
    clearStep();
    grid.show(view());
    if (!find('panel-path').hidden) openTab('hint');
    keep();
  }

  function list() {
    const names = [...new Set(steps.map(step => step.name))];
    find('path-filter').replaceChildren(new Option('all steps', ''), new Option('all but singles', '+'), ...names.map(name => new Option(name, name)));
    filter = '';
    find('path-list').replaceChildren(...listOf(steps, step => go(steps.indexOf(step))).children);
    find('path-list').className = 'choose';
  }

  const isListed = step => !filter || (filter === '+' ? !step.single : step.name === filter);
  const after = () => { const next = steps.findIndex((step, k) => k > at && isListed(step)); return next < 0 ? steps.length : next; };
  const before = () => { const last = steps.findLastIndex((step, k) => k < at && isListed(step)); return last < 0 ? 0 : last; };
  function hardest() {
    const hard = steps.flatMap((step, k) => step.hardest ? [k] : []);
    return hard.find(k => k > at) ?? hard[0] ?? at;
  }

  function go(to) {
    at = Math.max(0, Math.min(to, steps.length));
    const step = steps[at];
    grid.show(states[at]);
    if (step) showStep(step); else clearStep();
    find('path-at').textContent = step ? `${at + 1} of ${steps.length}` : 'the end';
    [...find('path-list').children].forEach((item, k) => {
      const button = item.firstElementChild;
      if (k === at) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
    });
    reveal();
    if (!timer) tell(step ? `Step ${at + 1} of ${steps.length}: ${step.text}` : 'The end of the path');
  }

  // Scrolls the list to the step; the page stays.
  function reveal() {
    const [outer, item] = [find('path-list'), find('path-list').children[at]];
    if (!item) return;
    const [box, own] = [outer.getBoundingClientRect(), item.getBoundingClientRect()];
    if (own.top < box.top || own.bottom > box.bottom) outer.scrollTop += own.top - box.top - box.height / 3;
  }

  function play(isOn) {
    clearInterval(timer);
    timer = isOn ? setInterval(() => { if (at < steps.length) go(after()); else play(false); }, PACE) : 0;
    find('path-play').setAttribute('aria-pressed', isOn);
    find('path-play').textContent = isOn ? 'Pause' : 'Play';
  }

  const moves = {
    first: () => go(0), back: () => go(before()), next: () => go(after()), last: () => go(steps.length), hardest: () => go(hardest()),
    play: () => { const isOn = !timer; if (isOn && at === steps.length) go(0); play(isOn); },
  };
  const run = name => { if (name !== 'play') play(false); moves[name](); };
  const KEYS = { ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last', h: 'hardest', H: 'hardest', p: 'play', P: 'play' };
  document.addEventListener('keydown', event => {
    if (!isOpen || isMany() || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') { close(); grid.choose(grid.at); return; }
    const name = KEYS[event.key];
    // A field keeps its keys; a menu does not: focus may stand in it after a choice.
    if (!name || !steps.length || event.target.closest('input, textarea, [role=tablist]')) return;
    event.preventDefault();
    run(name);
  });
  on('path-bar', 'click', event => { const name = event.target.closest('button')?.dataset.go; if (name) run(name); });
  on('path-filter', 'change', event => {
    filter = event.target.value;
    [...find('path-list').children].forEach((item, k) => { item.hidden = !isListed(steps[k]); });
    if (steps[at] && !isListed(steps[at])) go(after());
  });
  on('from-here', 'change', () => open());
  // The state of the step becomes that of the game.
  on('path-take', 'click', () => {
    const state = states[at];
    if (!state) return;
    close();
    move(own => {
      own.all = true;
      own.values = [...state.values];
      own.notes.fill(0);
      own.gone = CELLS.map(k => own.values[k] ? 0 : openMask(own, k) & ~state.notes[k]);
    });
  });
  return { open, close, get isOpen() { return isOpen; }, get step() { return isOpen ? steps[at] : null; }, get state() { return states[at]; } };
})();

'use strict';
// Shows the steps of a path on the grid of its article. The drawings come ready-made with the data: nothing is drawn here.
(() => {
  const PACE = 1200; // milliseconds of a step when it plays
  const parse = JSON.parse;

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return parse(await new Response(plain).text());
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement('textarea');
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand('copy');
      field.remove();
    }
  }

  const element = (name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // Positions are steps from 0; the last one, after all steps, is the end.
  function walker(article, data) {
    const find = selector => article.querySelector(selector);
    const all = selector => [...article.querySelectorAll(selector)];
    const { steps, size = 9 } = data;
    const end = steps.length;
    const name = article.dataset.name;
    const svg = find('.board svg');
    const [under, over] = ['under', 'over'].map(layer => svg.querySelector(`.${layer}`));
    const digits = [...svg.querySelectorAll('text[data-label]')].map(text =>
      ({ text, label: text.dataset.label, isValue: text.parentNode.matches('.values') }));
    const items = all('.steps > li');
    const [live, proves, says, key, at] = ['.live', '.proves', '.says', '.key', '.at'].map(find);
    // Positions at which candidates disappear and values appear.
    const [goneAt, setAt] = [new Map(), new Map()];
    [...steps.map(step => step.change), data.end].forEach(({ gone, set }, when) => {
      gone.split(' ').forEach(label => goneAt.set(label, when));
      set.split(' ').forEach(label => setAt.set(label, when));
    });
    let now = 0, shown = [...steps.keys()], timer = 0, later = 0;

    const hash = position => (name ? `puzzle=${name}&` : '') + `step=${position + 1}`;

    // Returns the candidates and values of a position, by cell.
    function cells(position) {
      const state = Array.from({ length: size * size }, () => ({ value: 0, notes: [] }));
      [...data.start].forEach((digit, cell) => { if (digit !== '.') state[cell].value = +digit; });
      for (const { label, isValue } of digits) {
        const [, digit, row, column] = label.match(/n(.)r(.)c(.)/);
        const cell = state[size * (row - 1) + (column - 1)];
        if (isValue) { if (setAt.get(label) <= position) cell.value = +digit; }
        else if (!(goneAt.get(label) <= position)) cell.notes.push(+digit);
      }
      return state;
    }

    // Returns the grid as people write it, each column as wide as its longest cell.
    function pencilmarks() {
      const texts = cells(now).map(({ value, notes }) => String(value || notes.join('')));
      const width = k => Math.max(...texts.filter((_, cell) => cell % size === k).map(one => one.length));
      const widths = [...Array(size).keys()].map(width);
      if (data.size) return widths.map((_, r) => widths.map((w, k) => texts[size * r + k].padEnd(w)).join(' ')).join('\n');
      const three = (row, stack) => [0, 1, 2].map(k => texts[9 * row + 3 * stack + k].padEnd(widths[3 * stack + k])).join(' ');
      const line = `+${[0, 1, 2].map(s => '-'.repeat(widths.slice(3 * s, 3 * s + 3).reduce((a, b) => a + b) + 4)).join('+')}+`;
      const row = r => `| ${[0, 1, 2].map(s => three(r, s)).join(' | ')} |`;
      return [0, 3, 6].flatMap(band => [line, row(band), row(band + 1), row(band + 2)]).concat(line).join('\n');
    }

    // Returns a line of HoDoKu's library: values, with + before non-clues, and the candidates removed beyond those that the values exclude.
    function library() {
      const state = cells(now);
      const sees = (a, b) => a !== b && (Math.floor(a / 9) === Math.floor(b / 9) || a % 9 === b % 9
        || Math.floor(a / 27) === Math.floor(b / 27) && Math.floor(a % 9 / 3) === Math.floor(b % 9 / 3));
      const values = state.map(({ value }, cell) => !value ? '.' : (data.clues[cell] === '.' ? '+' : '') + value).join('');
      const gone = state.flatMap(({ value, notes }, cell) => value ? [] : [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(d =>
        !notes.includes(d) && !state.some((other, at) => other.value === d && sees(at, cell)))
        .map(d => `${d}${Math.floor(cell / 9) + 1}${cell % 9 + 1}`));
      return `:0000:x:${values}:${gone.join(' ')}::`;
    }

    const text = {
      step: () => now < end ? steps[now].text : 'the end',
      path: () => steps.map(step => step.text).join('\n'),
      81: () => cells(now).map(cell => cell.value || '.').join(''),
      729: () => cells(now).map(({ value, notes }) =>
        [1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, size).map(d => d === value || !value && notes.includes(d) ? d : '.').join('')).join(''),
      marks: pencilmarks,
      library,
      link: () => `${location.href.split('#')[0]}#${hash(now)}`,
    };

    function go(position, moves = true) {
      now = Math.min(Math.max(position, 0), end);
      const step = steps[now];
      for (const { text, label, isValue } of digits)
        text.setAttribute('class', (isValue ? setAt.get(label) <= now : !(goneAt.get(label) <= now)) ? '' : 'gone');
      under.innerHTML = step ? step.under : '';
      over.innerHTML = step ? step.over : '';
      const dark = new Map();
      for (const mark of over.querySelectorAll('[data-label]'))
        dark.set(mark.dataset.label, dark.get(mark.dataset.label) || mark.matches('.right'));
      for (const { text, label, isValue } of digits)
        if (!isValue && dark.has(label) && text.getAttribute('class') === '')
          text.setAttribute('class', dark.get(label) ? 'inverse' : 'marked');
      const words = step ? `Step ${now + 1} of ${end}: ${step.text}` : 'The end';
      live.textContent = step ? step.text : 'The end of the path.';
      live.setAttribute('aria-live', timer ? 'off' : 'polite');
      svg.setAttribute('aria-label', words);
      svg.querySelector('title').textContent = words;
      at.textContent = step ? `${now + 1} of ${end}` : 'end';
      const rule = step && data.rules[step.rule];
      proves.textContent = rule ? rule[1] : '';
      says.replaceChildren(...(step ? step.says : []).map(({ words, depth }, k) => {
        const [item, button] = [element('li'), element('button', words)];
        button.type = 'button';
        item.dataset.depth = Math.min(depth, 6);
        button.addEventListener('focus', () => trace(k));
        button.addEventListener('blur', () => trace(-1));
        button.addEventListener('pointerenter', () => trace(k));
        button.addEventListener('pointerleave', () => trace(-1));
        button.addEventListener('click', () => { button.focus(); trace(k); });
        item.append(button);
        return item;
      }));
      says.hidden = !step || !step.says.length;
      key.replaceChildren(...(step ? step.legend : []).map(entry => {
        const [sample, words] = data.legend[entry];
        const [item, picture] = [element('li'), document.createElementNS('http://www.w3.org/2000/svg', 'svg')];
        for (const [attribute, value] of [['class', 'sudoku'], ['viewBox', '-2 -10 28 20'], ['aria-hidden', 'true']])
          picture.setAttribute(attribute, value);
        picture.innerHTML = sample;
        item.append(picture, element('span', words));
        return item;
      }));
      key.hidden = !step;
      items.forEach((item, k) => {
        const link = item.querySelector('a');
        if (k === now) link.setAttribute('aria-current', 'step'); else link.removeAttribute('aria-current');
      });
      for (const button of all('.bar [data-go]')) {
        const is = { first: now === 0, back: now === 0, next: now === end, last: now === end, hardest: !end };
        button.setAttribute('aria-disabled', !!is[button.dataset.go]);
      }
      if (moves) {
        // Browsers limit how often an address may change. If the user has gone elsewhere in the meantime, that address stays.
        clearTimeout(later);
        const from = location.hash;
        later = setTimeout(() => {
          if (location.hash === from && article.getClientRects().length) history.replaceState(null, '', text.link());
        }, 200);
        reveal();
      }
    }

    // Scrolls the list to the step if the list itself scrolls; the page stays.
    function reveal() {
      const [list, item] = [find('.steps'), items[now]];
      if (!item || list.scrollHeight <= list.clientHeight) return;
      const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom)
        list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 3;
    }

    // Shows the chain up to its link k, with later links faint. -1 shows the whole chain.
    function trace(k) {
      const step = steps[now];
      const all = step ? step.says : [];
      const said = all[k];
      says.querySelectorAll('button').forEach((button, at) => button.classList.toggle('hot', at === k));
      over.classList.toggle('traced', !!said);
      const reached = new Set(all.slice(0, k + 1).flatMap(one => one.labels));
      const hot = new Set(said ? said.labels : []);
      for (const mark of over.querySelectorAll('[data-label]')) {
        mark.classList.toggle('reached', reached.has(mark.dataset.label) || mark.matches('.cross, .placed'));
        mark.classList.toggle('hot', hot.has(mark.dataset.label));
      }
      for (const { text, label } of digits) text.classList.toggle('hot', hot.has(label));
      over.querySelectorAll('.strong, .weak, .implied').forEach((line, at) => {
        for (const one of [line, line.nextElementSibling]) {
          one.classList.toggle('reached', !!said && at < said.lines[1]);
          one.classList.toggle('hot', !!said && at >= said.lines[0] && at < said.lines[1]);
        }
      });
    }

    // Finds the link of the chain that mentions the element under the pointer.
    function pointed(target) {
      const all = now < end ? steps[now].says : [];
      const lines = [...over.querySelectorAll('.strong, .weak, .implied')];
      const line = lines.findIndex(one => one === target || one.nextElementSibling === target);
      const label = target.dataset && target.dataset.label;
      return all.findIndex(({ labels, lines }) =>
        label ? labels.includes(label) : line >= lines[0] && line < lines[1]);
    }

    const after = () => shown.find(position => position > now) ?? end;
    const before = () => [...shown].reverse().find(position => position < now) ?? shown[0] ?? 0;
    const hard = () => {
      const these = [...steps.keys()].filter(position => steps[position].hardest);
      return these.find(position => position > now) ?? these[0] ?? now;
    };

    function play(isOn) {
      clearInterval(timer);
      timer = isOn ? setInterval(() => now < end ? go(after()) : play(false), PACE) : 0;
      const button = find('[data-go=play]');
      button.setAttribute('aria-pressed', isOn);
      button.textContent = isOn ? 'Pause' : 'Play';
    }

    const moves = {
      first: () => go(shown[0] ?? 0), back: () => go(before()), next: () => go(after()), last: () => go(end),
      hardest: () => go(hard()), play: () => { if (!timer && now === end) go(shown[0] ?? 0); play(!timer); },
    };

    function filter(rule) {
      const isShown = step => !rule || (rule === '+' ? !items[steps.indexOf(step)].matches('.single') : data.rules[step.rule][0] === rule);
      shown = [...steps.keys()].filter(position => isShown(steps[position]));
      items.forEach((item, k) => { item.hidden = !shown.includes(k); });
      if (shown.length && !shown.includes(now)) go(after() < end ? after() : shown[0]);
    }

    article.classList.add('walking');
    for (const hidden of all('.bar, .now, .head label')) hidden.hidden = false;
    for (const button of all('[data-go]'))
      button.addEventListener('click', () => {
        if (button.dataset.go !== 'play') play(false);
        moves[button.dataset.go]();
      });
    for (const button of all('[data-copy]'))
      button.addEventListener('click', async () => {
        await copy(text[button.dataset.copy]());
        find('.copied').textContent = 'copied';
        setTimeout(() => { find('.copied').textContent = ''; }, 1500);
      });
    find('select').addEventListener('change', event => filter(event.target.value));
    items.forEach((item, k) => item.querySelector('a').addEventListener('click', event => {
      event.preventDefault();
      play(false);
      go(k);
    }));
    svg.addEventListener('pointerover', event => trace(pointed(event.target)));
    svg.addEventListener('pointerleave', () => trace(-1));

    const keys = {
      ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last', h: 'hardest', H: 'hardest', p: 'play', P: 'play',
    };
    function pressed(event) {
      const move = keys[event.key];
      if (!move || event.target.closest?.('input, select, textarea')) return false;
      if (move !== 'play') play(false);
      moves[move]();
      return true;
    }

    return { go, pressed, stop: () => play(false), end, text: kind => text[kind](), article };
  }

  // ---- the paths of the page ----

  const sources = new Map([...document.querySelectorAll('script.walk-data')].map(source =>
    [source.dataset.walk || '', source]));
  const walkers = new Map();
  let active = null;

  async function walkerOf(name) {
    if (!sources.has(name)) return null;
    if (!walkers.has(name)) {
      walkers.set(name, unpack(sources.get(name).textContent).then(data => {
        let article = name ? document.getElementById(`puzzle=${name}`) : document.querySelector('article.walk');
        if (data.html) {
          const holder = element('div');
          holder.innerHTML = data.html;
          article = holder.firstElementChild;
        }
        return walker(article, data);
      }));
    }
    return walkers.get(name);
  }

  // Goes to the step in the address: #step=12, #puzzle=NAME&step=12.
  async function route() {
    const asked = location.hash;
    const wanted = new URLSearchParams(asked.slice(1));
    const dialog = document.querySelector('dialog.walks');
    let name = wanted.get('puzzle') || '';
    if (!sources.has(name) && !dialog) [name] = sources.keys();
    if (!sources.has(name)) { if (dialog && dialog.open) dialog.close(); return; }
    const opened = await walkerOf(name);
    // The address may have changed while the path was unpacked: only the last request is answered.
    if (location.hash !== asked) return;
    if (active && active !== opened) active.stop();
    active = opened;
    if (dialog) {
      dialog.querySelector('.walk-place').replaceChildren(active.article);
      if (!dialog.open) dialog.showModal();
    } else {
      for (const article of document.querySelectorAll('article.walk')) article.hidden = article !== active.article;
      for (const link of document.querySelectorAll('nav.puzzles a')) {
        if (link.dataset.walk === name) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
      }
    }
    const step = wanted.get('step');
    active.go(step ? (step === 'end' ? active.end : +step - 1 || 0) : 0, !!step);
    // The browser has scrolled to the step in the list, but the grid should be visible.
    if (!dialog) (sources.size > 1 ? active.article : document.documentElement).scrollIntoView();
    document.documentElement.dataset.shown = asked;
  }

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !active || !active.article.isConnected) return;
    const dialog = document.querySelector('dialog.walks');
    if (dialog && !dialog.open) return;
    if (active.pressed(event)) event.preventDefault();
  });
  const dialog = document.querySelector('dialog.walks');
  if (dialog) {
    dialog.addEventListener('close', () => {
      if (active) active.stop();
      history.replaceState(null, '', location.pathname + location.search);
    });
    dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  }
  addEventListener('hashchange', route);
  for (const hint of document.querySelectorAll('.keys')) hint.hidden = false;
  if (sources.size) route();
})();

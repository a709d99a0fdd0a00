'use strict';
// What is chosen and shown. All that is known of puzzles comes from engines, each in a worker of its own.
(async () => {
  const PAGE = 100; // rows of the table that are shown at once
  const BATCH = 60; // milliseconds that an engine should work before it answers
  const MOST = 1024; // rows that it is asked for at most
  const LARGE = 100_000; // characters of a pasted text that is kept beside the field, which would be slow
  const LARGEST = 1 << 28; // bytes of a file
  const SEEN = 400; // milliseconds between two looks at how far it is
  const SAID = 15_000; // as above for those who listen
  const COMMON = ['W', 'H', 'SER', 'S', 'B'];
  const EXAMPLES = [
    '..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75',
    '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1',
    '...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361',
    '12345678.no puzzle',
  ];

  const find = id => document.getElementById(id);
  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return made;
  };
  const count = number => number.toLocaleString('en');
  const plural = (number, one, more) => `${count(number)} ${number === 1 ? one : more}`;
  const bytesOf = text => new TextEncoder().encode(text);
  const fail = error => { find('error').textContent = error ? String(error.message ?? error) : ''; };

  // An engine in a worker. Calls wait for one another.
  class Engine {
    constructor() {
      this.worker = new Worker(Engine.source);
      this.before = Promise.resolve();
    }

    ask(call, argument, ...numbers) {
      const bytes = typeof argument === 'string' ? bytesOf(argument) : argument;
      const asked = () => new Promise((answered, failed) => {
        const ended = why => failed(new Error(`the engine has stopped: ${why}`));
        this.worker.onerror = event => ended(event.message);
        this.worker.onmessage = ({ data }) => {
          if (data.failed) return ended(data.failed);
          const answer = JSON.parse(data.answer);
          if (answer.error && call !== 'count') failed(new Error(answer.error)); else answered(answer);
        };
        this.worker.postMessage({ module: Engine.module, call, bytes, numbers });
      });
      this.before = this.before.then(asked, asked);
      return this.before;
    }

    end() {
      this.worker.terminate();
    }
  }

  // One run: rows come in any order, each has its place.
  let run = null;
  let source = null; // a file, or a large text, in place of the field
  let wanted = null; // rows of one rating only: { column, text }
  let sorted = { column: 0, up: true };
  let order = []; // the rows that are shown, in their order
  let at = 0; // the first of the page

  // Cells of a line of CSV.
  function cells(csv) {
    const found = [];
    for (const [, quoted, plain] of csv.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
      found.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    return found;
  }

  const chosen = () => {
    const names = [...document.querySelectorAll('.choices input:checked')].map(input => input.value);
    const own = find('own').value.split('\n').map(text => text.trim()).filter(Boolean);
    return [...names, ...own.flatMap(text => text.includes('=') ? [text] : text.split(',').map(name => name.trim()))];
  };

  function stop() {
    if (!run || run.ended) return;
    run.ended = true;
    run.stopped = true;
    for (const engine of run.engines) engine.end();
    look(true);
  }

  async function rate(bytes, scales) {
    stop();
    fail('');
    const own = run = {
      scales, engines: [new Engine()], rows: [], done: 0, begun: performance.now(), tallies: [], others: new Map(), next: 0, total: 0,
      ended: false, stopped: false, lines: 1, looked: 0, cost: 0, said: performance.now(),
    };
    [wanted, sorted, order, at] = [null, { column: 0, up: true }, [], 0];
    find('stop').disabled = false;
    for (const id of ['counts', 'rows']) find(id).hidden = true;
    find('progress').hidden = false;
    find('how-far').textContent = 'Reading…';
    try {
      const [first] = own.engines;
      Object.assign(own, await first.ask('choose', scales.join('\n')));
      await first.ask('read', bytes);
      const { lines, skipped, error } = await first.ask('count');
      if (own !== run) return;
      Object.assign(own, { total: lines, skipped, trouble: error, tallies: own.counted.map(() => new Map()) });
      heads();
      for (const id of ['counts', 'rows']) find(id).hidden = !lines;
      find('live').textContent = `Rating ${plural(lines, 'row', 'rows')}`;
      const others = Math.min(navigator.hardwareConcurrency || 2, lines) - 1;
      const begin = async () => {
        const engine = new Engine();
        own.engines.push(engine);
        await engine.ask('choose', scales.join('\n'));
        await engine.ask('read', bytes);
        return work(own, engine);
      };
      await Promise.all([work(own, first), ...Array.from({ length: Math.max(others, 0) }, begin)]);
    } catch (error) {
      if (own !== run || own.stopped) return;
      fail(error);
      own.stopped = true;
    }
    if (own !== run || own.ended) return;
    own.ended = true;
    for (const engine of own.engines) engine.end();
    look(true);
  }

  // Takes the next rows until there are none. A batch is as many as took some milliseconds lately.
  async function work(own, engine) {
    while (own.next < own.total && !own.ended) {
      const from = own.next;
      const rows = Math.min(own.lines, own.total - from);
      own.next += rows;
      const begun = performance.now();
      const rated = await engine.ask('rate', undefined, from, rows);
      if (own.ended) return;
      if (rated.length !== rows) throw new Error(`the engine has rated ${rated.length} of ${rows} rows`);
      rated.forEach((row, k) => add(own, from + k, row));
      const fit = BATCH * rows / Math.max(performance.now() - begun, 0.1);
      own.lines = Math.max(1, Math.floor(Math.min(fit, 2 * rows, MOST)));
      if (performance.now() - own.looked > SEEN + 4 * own.cost) look(false);
    }
  }

  function add(own, place, row) {
    own.rows[place] = row;
    own.done++;
    const [csv, ratings] = row;
    const texts = cells(csv);
    if (!ratings.length) {
      const status = texts[2].split(':')[0];
      own.others.set(status, (own.others.get(status) ?? 0) + 1);
    }
    ratings.forEach((rating, k) => {
      const text = texts[own.own + k];
      if (!own.counted[k]) return;
      const tally = own.tallies[k].get(text);
      if (tally) tally.puzzles++; else own.tallies[k].set(text, { rating: rating ?? Infinity, puzzles: 1 });
    });
  }

  // Shows how far the run is.
  function look(isEnd) {
    const now = performance.now();
    const { done, total, begun, skipped, trouble, stopped, others } = run;
    const seconds = (now - begun) / 1000;
    find('stop').disabled = isEnd;
    const [bar] = find('progress').getElementsByTagName('progress');
    bar.hidden = isEnd && !stopped;
    Object.assign(bar, { max: Math.max(total, 1), value: done });
    const parts = [isEnd && !stopped ? plural(total, 'row', 'rows') : `${count(done)} of ${plural(total, 'row', 'rows')}`];
    if (stopped) parts[0] = `Stopped after ${parts[0]}`;
    if (total === 0 && isEnd) parts[0] = 'No puzzle was found';
    if (isEnd) parts[0] += ` in ${seconds.toFixed(1)} s`;
    else if (seconds > 1) parts.push(`${count(Math.round(done / seconds))} a second`, `about ${count(Math.ceil((total - done) / done * seconds))} s to go`);
    for (const [status, puzzles] of [...others].sort()) parts.push(`${status.replaceAll('-', ' ')}: ${count(puzzles)}`);
    if (skipped && !skipped.startsWith('0 ')) parts.push(skipped);
    find('how-far').textContent = parts.join('; ');
    if (trouble) fail(`The input ends before its end: ${trouble}`);
    if (isEnd || now - run.said > SAID) {
      find('live').textContent = parts.join('; ');
      run.said = now;
    }
    tallies();
    refresh();
    run.looked = performance.now();
    run.cost = run.looked - now;
  }

  // Puzzles by rating, as in report.html: their shares are of the puzzles with one solution.
  function tallies() {
    const tables = run.tallies.flatMap((tally, k) => {
      if (!run.counted[k] || !tally.size) return [];
      const column = run.own + k;
      const rows = [...tally].sort(([a, x], [b, y]) => x.rating - y.rating || a.localeCompare(b));
      const whole = rows.reduce((sum, [, { puzzles }]) => sum + puzzles, 0);
      const most = Math.max(...rows.map(([, { puzzles }]) => puzzles));
      const table = element('table', undefined, { class: 'counts' });
      table.append(element('caption', run.columns[column]));
      const head = table.createTHead().insertRow();
      for (const name of ['Rating', 'Puzzles', '%', ''])
        head.append(name ? element('th', name, { scope: 'col' }) : element('td'));
      const body = table.createTBody();
      for (const [text, { rating, puzzles }] of rows) {
        const row = body.insertRow();
        const name = element('th', undefined, { scope: 'row' });
        const button = element('button', text, { type: 'button', title: 'Show these rows', 'data-column': column, 'data-text': text });
        name.append(button);
        if (rating === Infinity) row.className = 'none';
        const bar = element('td', undefined, { 'aria-hidden': 'true' });
        const share = element('span', undefined, { class: 'share' });
        share.style.width = `${100 * puzzles / most}%`;
        bar.append(share);
        row.append(name, element('td', count(puzzles)), element('td', (100 * puzzles / whole).toFixed(2)), bar);
      }
      return [table];
    });
    keepingFocus(find('counts').querySelector('.columns'), tables);
    find('counts').hidden = !tables.length;
  }

  // Puts other children into a place; what had the focus in it is found again by what it is for.
  function keepingFocus(place, children) {
    const { activeElement } = document;
    const isInside = place.contains(activeElement);
    const same = other => other.textContent === activeElement.textContent && other.dataset.column === activeElement.dataset.column;
    place.replaceChildren(...children);
    if (isInside) [...place.querySelectorAll('button, a')].find(same)?.focus();
  }

  function heads() {
    const cellsOf = run.columns.map((name, column) => {
      const head = element('th', undefined, { scope: 'col' });
      if (column > 0 && column < 3) head.className = 'text';
      const button = element('button', name, { type: 'button' });
      button.addEventListener('click', () => {
        sorted = { column, up: sorted.column === column ? !sorted.up : true };
        at = 0;
        refresh();
      });
      head.append(button);
      return head;
    });
    find('table').tHead.rows[0].replaceChildren(...cellsOf);
    find('table').tBodies[0].replaceChildren();
    find('table').dataset.shown = '';
  }

  // What rows are sorted by: a number, or a text; nothing where a row has none.
  function key(row, place, column) {
    if (column === 0) return place;
    if (column >= run.own) return row[1][column - run.own] ?? undefined;
    const text = cells(row[0])[column];
    return run.columns[column] === 'clues' ? (text === '' ? undefined : +text) : text;
  }

  function refresh() {
    const { column, up } = sorted;
    order = [];
    run.rows.forEach((row, place) => {
      if (!wanted || row[1].length && cells(row[0])[wanted.column] === wanted.text) order.push(place);
    });
    if (column > 0 || !up) {
      const keys = new Map(order.map(place => [place, key(run.rows[place], place, column)]));
      const sign = up ? 1 : -1;
      order.sort((a, b) => {
        const [x, y] = [keys.get(a), keys.get(b)];
        if (x === y) return a - b;
        if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
        return x < y ? -sign : sign;
      });
    }
    [...find('table').tHead.rows[0].cells].forEach((head, k) => {
      if (k === column) head.setAttribute('aria-sort', up ? 'ascending' : 'descending'); else head.removeAttribute('aria-sort');
    });
    draw();
  }

  const link = (puzzle, scale, asked = 'path') => {
    const parts = { puzzle, scale, ...(asked === 'path' ? {} : { show: asked }) };
    return `#${Object.entries(parts).map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')}`;
  };

  // The page of the table. What is there already is left alone: somebody may be reading it.
  function draw() {
    at = Math.max(0, Math.min(at, Math.floor((order.length - 1) / PAGE) * PAGE));
    const places = order.slice(at, at + PAGE);
    const pages = Math.max(1, Math.ceil(order.length / PAGE));
    find('page').textContent = `Page ${count(at / PAGE + 1)} of ${count(pages)}`;
    find('pages').hidden = pages === 1;
    for (const button of find('pages').getElementsByTagName('button'))
      button.disabled = ['first', 'back'].includes(button.dataset.to) ? at === 0 : at + PAGE >= order.length;
    find('all').hidden = !wanted;
    find('shown').textContent = wanted ? `${plural(order.length, 'row', 'rows')} with ${run.columns[wanted.column]} ${wanted.text}` : plural(order.length, 'row', 'rows');
    const shown = places.join(' ');
    if (find('table').dataset.shown === shown) return;
    find('table').dataset.shown = shown;
    keepingFocus(find('table').tBodies[0], places.map(place => {
      const [csv, ratings] = run.rows[place];
      const row = element('tr');
      cells(csv).forEach((text, column) => {
        const cell = element(column ? 'td' : 'th', undefined, column ? {} : { scope: 'row' });
        if (column === 1 || column === 2) cell.className = column === 2 ? 'text status' : 'text';
        if (column === 1 && ratings.length) {
          cell.append(element('a', text, { href: link(text, run.scales[0]) }));
          row.className = 'open';
        } else cell.textContent = text;
        row.append(cell);
      });
      return row;
    }));
  }

  // The path of a puzzle, in a frame that can do nothing to this page.
  let explainer = null;
  let page = null; // what the frame shows: its title and text
  async function explain(puzzle, scale, asked) {
    const dialog = find('walk');
    const scales = [...new Set([scale, ...(run?.scales ?? []), ...COMMON])];
    find('walk-scale').replaceChildren(...scales.map(text => new Option(text.split('=')[0], text, false, text === scale)));
    find('walk-asked').value = asked;
    find('walk-head').textContent = 'The path';
    find('walk-said').textContent = 'Working…';
    find('frame')?.remove();
    page = null;
    find('walk-save').disabled = true;
    if (!dialog.open) dialog.showModal();
    explainer?.end();
    const own = explainer = new Engine();
    try {
      await own.ask('choose', scale);
      const answer = await own.ask('explain', `${asked}\n${puzzle}`);
      if (own !== explainer) return;
      page = answer;
      find('walk-head').textContent = page.title;
      find('walk-said').textContent = '';
      find('walk-save').disabled = false;
      // A frame of its own: another page in the same one would be a place to go back to.
      dialog.append(element('iframe', undefined, {
        id: 'frame', title: 'The path, step by step', sandbox: 'allow-scripts allow-popups allow-downloads', srcdoc: page.html,
      }));
    } catch (error) {
      if (own === explainer) find('walk-said').textContent = String(error.message);
    }
    own.end();
  }

  function save(text, name, type) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    element('a', '', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  const asked = () => {
    const parts = new Map(location.hash.slice(1).split('&').map(part => {
      const [name, text = ''] = part.split(/=(.*)/s);
      try { return [name, decodeURIComponent(text)]; } catch { return [name, '']; }
    }));
    const show = parts.get('show');
    return parts.get('puzzle') && {
      puzzle: parts.get('puzzle'), scale: parts.get('scale') || 'W', asked: ['next', 'all'].includes(show) ? show : 'path',
    };
  };

  // What the address says is what is shown.
  function follow() {
    const to = asked();
    if (to) explain(to.puzzle, to.scale, to.asked);
    else if (find('walk').open) find('walk').close();
  }

  const isOverField = what => { document.body.classList.toggle('dropping', what); };
  async function take(file) {
    if (file.size > LARGEST) return fail(`${file.name} has more than ${LARGEST >> 20} MB: the program takes files of any size`);
    try {
      keep(file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      fail(`${file.name} cannot be read: ${error.message}`);
    }
  }

  function keep(name, bytes) {
    fail('');
    source = bytes;
    find('kept').hidden = !bytes;
    find('puzzles').disabled = !!bytes;
    if (bytes) find('kept').firstElementChild.textContent = `${name}, ${plural(bytes.length, 'byte', 'bytes')}`;
    else find('file').value = '';
  }

  find('ask').addEventListener('submit', event => {
    event.preventDefault();
    const scales = chosen();
    const bytes = source ?? bytesOf(find('puzzles').value);
    if (!scales.length) return fail('Choose a scale.');
    if (!bytes.length) return fail('There is no puzzle yet: paste some, or choose a file.');
    rate(bytes, scales);
  });
  find('puzzles').addEventListener('paste', event => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.length <= LARGE) return;
    event.preventDefault();
    keep('Pasted text', bytesOf(text));
  });
  find('puzzles').addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) find('ask').requestSubmit();
  });
  find('forget').addEventListener('click', () => { keep('', null); find('puzzles').focus(); });
  find('examples').addEventListener('click', () => { keep('', null); find('puzzles').value = EXAMPLES.join('\n'); });
  find('file').addEventListener('change', event => event.target.files[0] && take(event.target.files[0]));
  document.addEventListener('dragover', event => { event.preventDefault(); isOverField(true); });
  document.addEventListener('dragleave', event => { if (!event.relatedTarget) isOverField(false); });
  document.addEventListener('drop', event => {
    event.preventDefault();
    isOverField(false);
    const [file] = event.dataTransfer.files;
    if (file) take(file); else find('puzzles').value = event.dataTransfer.getData('text');
  });
  find('stop').addEventListener('click', stop);
  find('download').addEventListener('click', () => {
    const lines = [run.head];
    run.rows.forEach(([csv]) => lines.push(csv));
    save(`${lines.join('\n')}\n`, 'ratings.csv', 'text/csv');
  });
  find('counts').addEventListener('click', event => {
    const { column, text } = event.target.dataset;
    if (text === undefined) return;
    [wanted, at] = [{ column: +column, text }, 0];
    refresh();
    find('rows').scrollIntoView();
  });
  find('all').addEventListener('click', () => { [wanted, at] = [null, 0]; refresh(); });
  find('pages').addEventListener('click', event => {
    const to = { first: 0, back: at - PAGE, next: at + PAGE, last: order.length }[event.target.dataset.to];
    if (to === undefined) return;
    at = to;
    draw();
    find('rows').scrollIntoView();
  });
  find('table').tBodies[0].addEventListener('click', event => {
    if (!event.target.closest('a') && !String(getSelection())) event.target.closest('tr').querySelector('a')?.click();
  });
  for (const id of ['walk-scale', 'walk-asked'])
    find(id).addEventListener('change', () => { location.hash = link(asked().puzzle, find('walk-scale').value, find('walk-asked').value); });
  find('walk-link').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      find('walk-said').textContent = 'The link is copied.';
    } catch {
      find('walk-said').textContent = location.href;
    }
  });
  find('walk-save').addEventListener('click', () => save(page.html, 'path.html', 'text/html'));
  find('walk-close').addEventListener('click', () => find('walk').close());
  find('walk').addEventListener('close', () => {
    explainer?.end();
    find('frame')?.remove();
    if (asked()) history.pushState(null, '', '#');
  });
  addEventListener('hashchange', follow);

  try {
    const bytes = Uint8Array.from(atob(find('engine').textContent.trim()), c => c.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    Engine.module = await WebAssembly.compile(await new Response(plain).arrayBuffer());
    Engine.source = URL.createObjectURL(new Blob([find('worker').textContent], { type: 'text/javascript' }));
    const engine = new Engine();
    const { version, scales } = await engine.ask('about');
    engine.end();
    const choice = ({ name, about }) => {
      const label = element('label');
      const input = element('input', undefined, { type: 'checkbox', value: name });
      const words = element('span', about);
      words.prepend(Object.assign(element('b', name), { style: 'color: var(--ink)' }), ' ');
      label.append(input, words);
      return label;
    };
    const common = COMMON.map(name => scales.find(scale => scale.name === name));
    find('common').append(...common.map(choice));
    find('others').append(...scales.filter(scale => !common.includes(scale)).map(choice));
    find('common').querySelector('input').checked = true;
    find('version').textContent = version;
    find('rate').disabled = false;
    document.documentElement.dataset.ready = '';
    const to = asked();
    if (to) {
      find('puzzles').value = to.puzzle;
      follow();
      rate(bytesOf(to.puzzle), [to.scale]);
    }
  } catch (error) {
    fail(error);
  }
})();

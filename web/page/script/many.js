// Many puzzles: what is rated, by which scales, how far it is.
const BATCH = 60; // milliseconds that an engine should work before it answers
const MOST = 1024; // rows that it is asked for at most
const LARGE = 100_000; // characters of a pasted text that is kept beside the field, which would be slow
const LARGEST = 1 << 28; // bytes of a file
const SEEN = 400; // milliseconds between two looks at how far it is
const SAID = 15_000; // as above for those who listen
const COMMON = ['H', 'HoDoKu', 'SER', 'minutes'];
const TICKED = ['H', 'HoDoKu', 'SER'];
// What a rating says, by an example.
const SAYS = {
  H: 'level and score by the techniques that players know: Hard 1138', HoDoKu: 'level and score of the program HoDoKu: Hard 1138',
  SER: 'the rating of Sudoku Explainer, 1.0 to 11.9: 7.2 is a puzzle with chains', minutes: 'time of an average player: 25.3',
  W: 'length of the longest whip that is needed: 5',
};

// One run: rows come in any order, each has its place.
let run = null;
let source = null; // a file, or a large text, in place of the field
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
  resetTable();
  find('stop').disabled = false;
  for (const id of ['counts', 'rows']) find(id).hidden = true;
  find('progress').hidden = false;
  find('how-far').textContent = 'Reading…';
  try {
    const [first] = own.engines;
    // All columns beside the puzzle are kept: id, title and the like.
    const { columns } = await first.ask('read', bytes);
    const kept = columns.filter(name => name.trim() && !name.includes('\n') && columns.indexOf(name) === columns.lastIndexOf(name));
    own.begin = async engine => {
      await engine.ask('keep', kept.join('\n'));
      return engine.ask('choose', scales.join('\n'));
    };
    Object.assign(own, await own.begin(first));
    const { lines, skipped, error } = await first.ask('count');
    if (own !== run) return;
    Object.assign(own, { total: lines, skipped, trouble: error, tallies: own.counted.map(() => new Map()) });
    heads();
    for (const id of ['counts', 'rows']) find(id).hidden = !lines;
    tell(`Rating ${plural(lines, 'row', 'rows')}`);
    const others = Math.min(navigator.hardwareConcurrency || 2, lines) - 1;
    const begin = async () => {
      const engine = new Engine();
      own.engines.push(engine);
      await engine.ask('read', bytes);
      await own.begin(engine);
      return work(own, engine);
    };
    await Promise.all([work(own, first), ...Array.from({ length: Math.max(others, 0) }, begin)]);
  } catch (error) {
    if (own !== run || own.stopped) return;
    fail(sentence(String(error.message ?? error)));
    own.stopped = true;
    // Without a scale nothing was looked for.
    if (!own.total) {
      for (const engine of own.engines) engine.end();
      own.ended = true;
      find('stop').disabled = true;
      find('progress').hidden = true;
      return;
    }
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
    tell(parts.join('; '));
    run.said = now;
  }
  tallies();
  if (isEnd) offerFilters();
  refresh();
  run.looked = performance.now();
  run.cost = run.looked - now;
}

const isOverField = what => { document.body.classList.toggle('dropping', what); };
async function take(file) {
  if (file.size > LARGEST) return fail(`${file.name} has more than ${LARGEST >> 20} MB: the program takes files of any size`);
  try {
    hold(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    fail(`${file.name} cannot be read: ${error.message}`);
  }
}

function hold(name, bytes) {
  fail('');
  source = bytes;
  find('kept').hidden = !bytes;
  find('puzzles').disabled = !!bytes;
  if (bytes) find('kept').firstElementChild.textContent = `${name}, ${plural(bytes.length, 'byte', 'bytes')}`;
  else find('file').value = '';
}


on('ask', 'submit', event => {
  event.preventDefault();
  const scales = chosen();
  const bytes = source ?? bytesOf(find('puzzles').value);
  if (!scales.length) return fail('Choose a scale.');
  if (!bytes.length) return fail('There is no puzzle yet: paste some, or choose a file.');
  rate(bytes, scales);
});
on('puzzles', 'paste', event => {
  const text = event.clipboardData?.getData('text') ?? '';
  if (text.length <= LARGE) return;
  event.preventDefault();
  hold('Pasted text', bytesOf(text));
});
on('puzzles', 'keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) find('ask').requestSubmit();
});
on('forget', 'click', () => { hold('', null); find('puzzles').focus(); });
on('examples', 'click', () => { hold('', null); find('puzzles').value = examples().slice(0, 20).join('\n'); });
on('file', 'change', event => event.target.files[0] && take(event.target.files[0]));
document.addEventListener('dragover', event => { event.preventDefault(); isOverField(true); });
document.addEventListener('dragleave', event => { if (!event.relatedTarget) isOverField(false); });
document.addEventListener('drop', event => {
  event.preventDefault();
  isOverField(false);
  const [file] = event.dataTransfer.files;
  const text = event.dataTransfer.getData('text');
  if (file) { location.hash = '#many'; take(file); } else if (!isMany()) openText(text); else find('puzzles').value = text;
});
on('stop', 'click', stop);

// The scales to tick, those that most people know first; and the menu of the workbench.
function offerScales(scales) {
  const choice = ({ name, about }) => {
    const label = element('label');
    const input = element('input', undefined, { type: 'checkbox', value: name });
    const words = element('span', SAYS[name] ?? about);
    words.prepend(element('b', name), ' ');
    input.checked = TICKED.includes(name);
    label.append(input, words);
    return label;
  };
  const common = COMMON.map(name => scales.find(scale => scale.name === name));
  const others = scales.filter(scale => !common.includes(scale)).sort((a, b) => (b.name === 'W') - (a.name === 'W'));
  find('common').append(...common.map(choice));
  find('others').append(...others.map(choice));
  const menu = find('by');
  const { value } = menu;
  const group = element('optgroup', undefined, { label: 'for researchers' });
  group.append(...others.filter(({ name }) => ![...menu.options].some(option => option.value === name)).map(({ name }) => new Option(name, name)));
  menu.append(group);
  menu.value = value;
}

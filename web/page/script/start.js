// The two faces, what the address says, and the begin.
const isMany = () => !find('many').hidden;
let nextTitle = '';
const examples = () => find('list').textContent.trim().split('\n');
const dayOfYear = () => { const now = new Date(); return Math.floor((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - Date.UTC(now.getFullYear(), 0, 1)) / 864e5); };
const LEVELS_IN_TURN = ['easy', 'medium', 'hard', 'unfair', 'extreme']; // of the examples

function face(isManyNow) {
  find('many').hidden = !isManyNow;
  find('one').hidden = isManyNow;
  for (const [id, isIt] of [['to-one', !isManyNow], ['to-many', isManyNow]])
    if (isIt) find(id).setAttribute('aria-current', 'page'); else find(id).removeAttribute('aria-current');
  if (isManyNow && path.isOpen) path.close();
  document.title = isManyNow ? 'sudoscope: many puzzles' : 'sudoscope: play, rate and explain sudoku puzzles';
}

// A scale of the menu, which grows by the user's own.
function chooseScale(scale) {
  const menu = find(board.text ? 'board-by' : 'by');
  const isThere = [...menu.options].some(option => option.value === scale);
  if (!isThere && !board.text) menu.append(new Option(scale.split('=')[0], scale));
  if (isThere || !board.text) menu.value = scale;
}

const asked = () => new Map(location.hash.slice(1).split('&').map(part => {
  const [name, text = ''] = part.split(/=(.*)/s);
  try { return [name, decodeURIComponent(text)]; } catch { return [name, '']; }
}));

// What the address says is what is shown.
async function follow() {
  const to = asked();
  if (location.hash === '#many') return face(true);
  face(false);
  const [text, rules = ''] = [to.get('puzzle'), to.get('board')];
  const isOther = rules !== board.text && (rules || text);
  if (isOther && !await useBoard(rules)) return;
  if (!text) return rules ? beginNew() : keep();
  const title = nextTitle;
  nextTitle = '';
  if ((isOther || text !== nowText() && text !== origin.text) && !resume(text)) {
    if (/^[.1-9]{81}$/.test(text) && !rules) beginLine(text, title); else if (!await openText(text, title)) return;
  }
  show(to);
}

function show(to) {
  const scale = to.get('scale');
  if (scale) chooseScale(scale);
  const what = to.get('show');
  if (what === 'next') hint();
  else if (what === 'all' && !board.text) { openTab('all'); allSteps(); } else if (scale) path.open(scale, to.get('step'));
}

// Opens a pasted text: one puzzle here, several among many.
async function openText(text, title = '') {
  const engine = new Engine();
  try {
    const { puzzles, first, board: own = board.text } = await engine.question('open', { text });
    if (puzzles > 1) {
      location.hash = '#many';
      face(true);
      if (text.length > LARGE) hold('Pasted text', bytesOf(text)); else { hold('', null); find('puzzles').value = text; }
      find('ask').requestSubmit();
      return false;
    }
    if (own !== board.text && !await useBoard(own)) return false;
    begin(first, title);
    return true;
  } catch (error) {
    find('verdict').textContent = sentence(error.message);
    tell(error.message);
    return false;
  } finally { engine.end(); }
}

// Tries are made a few at a time, by as many engines as the machine has threads, until one has found a puzzle.
async function generate() {
  const level = board.text ? '' : find('level').value;
  const [button, symmetry] = [find('generate'), ['rotational-180', 'rotational-180', 'none'][Math.floor(Math.random() * 3)]];
  const seed = Math.floor(Math.random() * 2 ** 50);
  button.disabled = true;
  find('verdict').textContent = `Making a puzzle${level ? ` of level ${level}` : ''} …`;
  const engines = Array.from({ length: Math.min(navigator.hardwareConcurrency || 2, 4) }, () => new Engine());
  let [from, found] = [0, ''];
  const work = async engine => {
    while (!found) {
      const { puzzle } = await engine.question('generate', { seed, from: (from += 4) - 4, tries: 4, level, symmetry });
      found ||= puzzle;
    }
  };
  try {
    await Promise.any(engines.map(work));
    beginLine(found, '');
  } catch (error) { find('verdict').textContent = String(error.errors?.[0]?.message ?? error.message); }
  for (const engine of engines) engine.end();
  button.disabled = false;
}

function example() {
  const level = LEVELS_IN_TURN.indexOf(find('level').value);
  const all = examples().filter((line, k) => (level < 0 || k % 5 === level) && line !== origin.text);
  beginLine(all[Math.floor(Math.random() * all.length)], '');
}

const isField = target => target.closest?.('input, textarea, select');
on('new', 'click', beginNew);
on('example', 'click', example);
on('generate', 'click', generate);
on('paste', 'click', async () => {
  find('pasted').value = '';
  find('paste-box').showModal();
  try { find('pasted').value = await navigator.clipboard.readText(); } catch { /* the field is there */ }
});
on('paste-form', 'submit', () => { const text = find('pasted').value; if (text.trim()) openText(text); });
on('paste-cancel', 'click', () => find('paste-box').close());
document.addEventListener('paste', event => {
  const text = event.clipboardData?.getData('text') ?? '';
  if (isMany() || isField(event.target) || !text.trim()) return;
  event.preventDefault();
  openText(text);
});
addEventListener('hashchange', follow);

const sourceOf = id => URL.createObjectURL(new Blob([find(id).textContent], { type: 'text/javascript' }));

// Unpacks and compiles the engine, in a worker: meanwhile the page answers.
function unpacked() {
  const worker = new Worker(sourceOf('unpacker'));
  const { textContent, dataset } = find('engine');
  return new Promise((done, failed) => {
    worker.onerror = event => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.failed) failed(new Error(`the engine cannot be unpacked: ${data.failed}`)); else done(data);
    };
    worker.postMessage({ packed: textContent.trim(), size: +dataset.size });
  });
}

// The grid is there before the engine: what was played, what the address says, or the example of the day.
(async () => {
  const kept = store.get('by');
  const to = asked();
  const text = to.get('puzzle');
  const last = store.get('game');
  // Another board comes from the engine.
  const rules = to.get('board') ?? (text ? '' : last?.board ?? '');
  if (location.hash === '#many') face(true);
  if (rules) grid.show(view());
  else if (text ? !resume(text) : !resume('')) {
    if (/^[.1-9]{81}$/.test(text ?? '')) beginLine(text, '');
    else if (text) beginLine('.'.repeat(81)); // the engine will read it
    else beginLine(examples()[dayOfYear()], 'Example of the day');
  }
  document.documentElement.dataset.painted = '';
  await new Promise(done => { document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', done) : done(); });
  try {
    Engine.module = await unpacked();
    Engine.source = sourceOf('worker');
    Engine.begin();
    const engine = new Engine();
    const { version, scales, boards } = await engine.ask('about');
    engine.end();
    offerScales(scales);
    offerBoards(boards);
    if (kept) { chooseScale(kept.scale); find('notation').value = kept.notation; }
    find('version').textContent = version;
    find('rate').disabled = false;
    const isThere = !rules || await useBoard(rules);
    if (rules && isThere && !resume(text, last) && !text) beginNew();
    const isOpen = isThere && (!text || text === nowText() || await openText(text));
    document.documentElement.dataset.ready = '';
    if (isOpen) show(to);
  } catch (error) {
    fail(error);
  }
})();

// The table of rated rows: counts by rating, order, pages, filters, choices for a sheet.
const PAGE = 100; // rows of the table that are shown at once
let wanted = null; // rows of one rating only: { column, text }
let picked = null; // places of the rows that were chosen for a sheet
let sorted = { column: 0, up: true };
let order = []; // the rows that are shown, in their order
let pageAt = 0; // the first of the page

function resetTable() {
  [wanted, picked, sorted, order, pageAt] = [null, null, { column: 0, up: true }, [], 0];
  find('filters').reset();
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

// Columns in the order of the table: the line, what was kept, the puzzle, its ratings, the number of clues.
function heads() {
  const all = run.columns.map((_, column) => column);
  const kept = all.slice(all.length - run.kept);
  run.shown = [0, ...kept, 1, 2, ...all.slice(run.own, all.length - run.kept), 3];
  find('table').tHead.rows[0].replaceChildren(...run.shown.map(column => {
    const head = element('th', undefined, { scope: 'col', class: classOf(column), 'data-column': column });
    const button = element('button', run.columns[column], { type: 'button' });
    button.addEventListener('click', () => {
      sorted = { column, up: sorted.column === column ? !sorted.up : true };
      pageAt = 0;
      refresh();
    });
    head.append(button);
    return head;
  }));
  find('table').tBodies[0].replaceChildren();
  find('table').dataset.shown = '';
}
const isKept = column => column >= run.columns.length - run.kept;
const classOf = column => ['line', 'text puzzle', 'text status', 'clues'][column] ?? (isKept(column) ? 'text kept' : 'rating');

// What rows are sorted by: a number, or a text; nothing where a row has none.
function key(row, place, column) {
  if (column === 0) return place;
  if (column >= run.own && !isKept(column)) return row[1][column - run.own] ?? undefined;
  const text = cells(row[0])[column];
  return text === '' ? undefined : isNaN(text) ? text : +text;
}

function refresh() {
  const { column, up } = sorted;
  order = [];
  run.rows.forEach((row, place) => {
    if (picked && !picked.has(place) || !passes(row)) return;
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
  [...find('table').tHead.rows[0].cells].forEach(head => {
    if (+head.dataset.column === column) head.setAttribute('aria-sort', up ? 'ascending' : 'descending'); else head.removeAttribute('aria-sort');
  });
  drawTable();
}

// The page of the table. What is there already is left alone: somebody may be reading it.
function drawTable() {
  pageAt = Math.max(0, Math.min(pageAt, Math.floor((order.length - 1) / PAGE) * PAGE));
  const places = order.slice(pageAt, pageAt + PAGE);
  const pages = Math.max(1, Math.ceil(order.length / PAGE));
  find('page').textContent = `Page ${count(pageAt / PAGE + 1)} of ${count(pages)}`;
  find('pages').hidden = pages === 1;
  for (const button of find('pages').getElementsByTagName('button'))
    button.disabled = ['first', 'back'].includes(button.dataset.to) ? pageAt === 0 : pageAt + PAGE >= order.length;
  const isAll = !wanted && !picked && order.length === run.rows.length;
  find('all').hidden = isAll || run.done < run.total && !wanted && !picked;
  const of = picked ? ' chosen' : isAll || run.done < run.total ? '' : ` of ${count(run.rows.length)}`;
  find('shown').textContent = wanted ? `${plural(order.length, 'row', 'rows')} with ${run.columns[wanted.column]} ${wanted.text}` : `${plural(order.length, 'row', 'rows')}${of}`;
  const shown = places.join(' ');
  if (find('table').dataset.shown === shown) return;
  find('table').dataset.shown = shown;
  keepingFocus(find('table').tBodies[0], places.map(place => {
    const [csv, ratings] = run.rows[place];
    const row = element('tr');
    const texts = cells(csv);
    for (const column of run.shown) {
      const cell = element(column ? 'td' : 'th', undefined, { class: classOf(column), 'data-name': run.columns[column], ...column ? {} : { scope: 'row' } });
      if (column === 1 && ratings.length) {
        const link = element('a', undefined, { href: `#puzzle=${encodeURIComponent(texts[1])}` });
        link.innerHTML = miniature(texts[1]);
        link.append(element('span', texts[1]));
        cell.append(link);
        row.className = 'open';
      } else cell.textContent = texts[column];
      row.append(cell);
    }
    row.dataset.name = named(texts);
    return row;
  }));
}

// The name of a row: its columns that were kept, or its line.
const named = texts => texts.slice(texts.length - run.kept).filter(Boolean).join(' · ').slice(0, 80) || `line ${texts[0]}`;

// A small picture of the clues.
function miniature(text) {
  const values = text.startsWith(':') ? text.split(':')[3].replaceAll('+', '') : text;
  if (!/^[.0-9]{81}$/.test(values)) return '';
  const squares = CELLS.filter(k => /[1-9]/.test(values[k])).map(k => `M${columnOf(k) + 0.15} ${rowOf(k) + 0.15}h.7v.7h-.7z`).join('');
  return `<svg class="mini" viewBox="-.2 -.2 9.4 9.4" aria-hidden="true"><path class="lines" d="M0 0h9v9h-9zM3 0v9M6 0v9M0 3h9M0 6h9"/><path d="${squares}"/></svg>`;
}

// ---- filters and choices ----

// The column of levels, by HoDoKu or else by H.
const levelColumn = () => run.columns.findIndex((name, k) => k >= run.own && !isKept(k) && (name === 'HoDoKu' || name === 'H'));
const techniques = row => (row[3] ?? []).filter(Boolean);
const LEVELS = ['Easy', 'Medium', 'Hard', 'Unfair', 'Extreme'];

function passes(row) {
  const { level, technique, symmetry, least, most } = find('filters').elements;
  const isAny = [level, technique, symmetry, least, most].every(field => !field.value);
  if (isAny) return true;
  if (!row[1].length) return false;
  const texts = cells(row[0]);
  return (!level.value || texts[levelColumn()] === level.value) && (!technique.value || techniques(row).includes(technique.value))
    && (!symmetry.value || row[2] === symmetry.value) && !(+texts[3] < +least.value) && !(most.value && +texts[3] > +most.value);
}

// What the filters offer: what the rows have.
function offerFilters() {
  const [found, symmetries, levels] = [new Set(), new Set(), new Set()];
  const column = levelColumn();
  for (const row of run.rows) {
    if (!row?.[1].length) continue;
    techniques(row).forEach(name => found.add(name));
    symmetries.add(row[2]);
    if (column >= 0) levels.add(cells(row[0])[column]);
  }
  const fill = (field, names) => {
    const { value } = field;
    field.replaceChildren(new Option('any', ''), ...names.map(name => new Option(name, name, false, name === value)));
    field.closest('label').hidden = names.length < 2;
  };
  const { level, technique, symmetry } = find('filters').elements;
  fill(level, LEVELS.filter(name => levels.has(name)));
  fill(technique, [...found].sort());
  fill(symmetry, [...symmetries].sort());
  find('filters').hidden = find('choices').hidden = !run.rows.length;
  find('six').hidden = levels.size < 1;
}

// Chooses 6 rows of each level among the rows that pass the filters.
function chooseSix() {
  picked = null;
  refresh();
  const column = levelColumn();
  const byLevel = new Map(LEVELS.map(name => [name, []]));
  for (const place of order) byLevel.get(cells(run.rows[place][0])[column])?.push(place);
  picked = new Set([...byLevel.values()].flatMap(places => places.slice(0, 6)));
  [wanted, pageAt] = [null, 0];
  refresh();
  tell(`${plural(picked.size, 'puzzle', 'puzzles')} chosen`);
}

async function printSheet() {
  const engine = new Engine();
  const column = levelColumn();
  const rows = order.filter(place => run.rows[place][1].length).slice(0, 600);
  const puzzles = rows.map(place => {
    const texts = cells(run.rows[place][0]);
    return [texts[1], [run.kept ? named(texts) : '', column >= 0 ? texts[column] : ''].filter(Boolean).join(' · ')];
  });
  try {
    print((await engine.question('sheet', { board: '', title: 'Puzzles', 'per page': 6, puzzles })).html);
  } catch (error) { fail(error); }
  engine.end();
}

on('filters', 'input', () => { pageAt = 0; refresh(); });
on('filters', 'submit', event => event.preventDefault());
on('six', 'click', chooseSix);
on('sheet', 'click', printSheet);
on('download', 'click', () => {
  const lines = [run.head];
  run.rows.forEach(([csv]) => lines.push(csv));
  save(`${lines.join('\n')}\n`, 'ratings.csv', 'text/csv');
});
on('counts', 'click', event => {
  const { column, text } = event.target.dataset;
  if (text === undefined) return;
  [wanted, pageAt] = [{ column: +column, text }, 0];
  refresh();
  find('rows').scrollIntoView();
});
on('all', 'click', () => { find('filters').reset(); [wanted, picked, pageAt] = [null, null, 0]; refresh(); });
on('pages', 'click', event => {
  const to = { first: 0, back: pageAt - PAGE, next: pageAt + PAGE, last: order.length }[event.target.dataset.to];
  if (to === undefined) return;
  pageAt = to;
  drawTable();
  find('rows').scrollIntoView();
});
find('table').tBodies[0].addEventListener('click', event => {
  const row = event.target.closest('tr');
  if (!event.target.closest('a')) return String(getSelection()) || row.querySelector('a')?.click();
  nextTitle = row.dataset.name;
});

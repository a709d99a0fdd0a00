'use strict';
// Makes the report comfortable: charts lead to examples, and their table is sorted and searched.
(() => {
  document.documentElement.classList.add('with-script');
  const form = document.querySelector('form.find');
  if (!form) return;
  const { scale, rating, rule, text } = form.elements;
  const table = document.querySelector('table.examples');
  const body = table.tBodies[0];
  const rows = [...body.rows].map(row => {
    const [of, line, rated, clues, last] = [...row.cells].map(cell => cell.textContent.trim());
    const rules = last.split(/\s+/).slice(1).filter(word => word.includes('*')).map(word => word.replace(/\*\d+$/, ''));
    return { row, of, line, rated, clues, rules, all: `${line} ${last}`.toLowerCase() };
  });
  let wanted = {};

  function ratings() {
    const names = [...new Set(rows.filter(row => row.of === scale.value).map(row => row.rated))];
    names.sort((a, b) => (isNaN(a) - isNaN(b)) || a - b || a.localeCompare(b));
    rating.replaceChildren(new Option('all', ''), ...names.map(name => new Option(name, name)));
  }

  function show() {
    const singles = scale.selectedOptions[0].dataset.singles.split(' ');
    const words = text.value.toLowerCase();
    let shown = 0;
    for (const { row, of, line, rated, rules, all } of rows) {
      const beyond = rules.filter(name => !singles.includes(name));
      const isShown = of === scale.value && (!rating.value || rated === rating.value)
        && (!rule.value || rules.includes(rule.value)) && all.includes(words)
        && (wanted.line === undefined || line === wanted.line)
        && (wanted.set === undefined || beyond.join(' ') === wanted.set);
      row.hidden = !isShown;
      shown += isShown;
    }
    const what = [wanted.line && `line ${wanted.line}`, wanted.set !== undefined && `just ${wanted.set || 'singles'}`].filter(Boolean);
    form.querySelector('output').textContent = `${shown} of ${rows.length}${what.length ? `: ${what.join(', ')}` : ''}`;
  }

  form.hidden = false;
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('input', event => {
    wanted = {};
    if (event.target === scale) ratings();
    show();
  });
  form.addEventListener('reset', () => setTimeout(() => { wanted = {}; ratings(); show(); }));
  document.addEventListener('click', event => {
    const part = event.target.closest('.go');
    if (!part) return;
    const to = part.dataset;
    scale.value = to.scale;
    ratings();
    rating.value = to.rating ?? '';
    rule.value = to.rule ?? '';
    text.value = '';
    wanted = { line: to.line, set: to.set };
    show();
    document.getElementById('examples').scrollIntoView();
  });

  const number = value => { const parts = value.split(':'); return parseFloat(parts[parts.length - 1]); };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const up = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const value = ({ row }) => row.cells[column].textContent.trim();
      const order = (a, b) => {
        const [x, y] = [number(a), number(b)];
        return isNaN(x) || isNaN(y) ? (isNaN(x) - isNaN(y)) || a.localeCompare(b) : x - y || a.localeCompare(b);
      };
      const sorted = [...rows].sort((a, b) => (up ? 1 : -1) * order(value(a), value(b)));
      body.replaceChildren(...sorted.map(({ row }) => row));
    });
  });
  ratings();
  show();
})();

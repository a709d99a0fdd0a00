// The line of verdict: how many solutions, how hard by each scale; each part leads to the path that explains it.
const verdictDesk = new Desk();
const SCALES = [['HoDoKu', ({ columns: [[, level], [, score]] }) => `${level} (HoDoKu ${score})`], ['SER', ({ columns: [[, rating]] }) => `SE ${rating}`],
  ['W', ({ columns: [[, rating]] }) => `W ${rating}`], ['minutes', ({ columns: [[, minutes]] }) => `about ${Math.round(minutes) || 1} minute${Math.round(minutes) > 1 ? 's' : ''}`]];

const BOARD_SCALES = ['S', 'W', 'B'].map(scale => [scale, ({ columns: [[, rating]] }) => `${scale} ${rating}`]);

function judge() {
  const { text } = origin;
  const own = judge.now = {};
  const place = find('verdict');
  verdictDesk.end();
  differ = new Set();
  const isSame = () => own === judge.now;
  const clues = origin.state.clues.filter(Boolean).length;
  if (!/[1-9]/.test(text.slice(0, 81)) && !text.startsWith(':')) {
    place.textContent = 'An empty grid: type the clues.';
    return;
  }
  const parts = new Map();
  const write = end => {
    const shown = ['HoDoKu', 'SER', 'S', 'W', 'B', 'hardest', 'minutes'].flatMap(name => parts.get(name) ?? []);
    const nodes = shown.flatMap((part, k) => k ? [' · ', part] : [part]);
    place.replaceChildren(...nodes, ...(end ? [element('span', `${nodes.length ? ' · ' : ''}${end}`, { class: 'soft' })] : []));
  };
  const leads = (words, scale, title) => {
    const button = element('button', words, { type: 'button', class: 'link', title });
    button.addEventListener('click', () => path.open(scale));
    return button;
  };
  const rated = async () => {
    let isAny = false;
    for (const [scale, words] of board.text ? BOARD_SCALES : SCALES) {
      write(`rating by ${scale} …`);
      const answer = await verdictDesk.ask('rate', { puzzle: text, scale });
      if (!isSame()) return;
      if (answer.status !== 'ok') parts.set(scale, element('span', `${scale}: ${answer.status}`, { class: 'soft' }));
      else {
        isAny = true;
        parts.set(scale, leads(words(answer), scale, answer.words ?? `The path by ${scale}`));
        if (/HoDoKu|^S$/.test(scale) && answer.hardest) parts.set('hardest', leads(`hardest: ${answer.hardest}`, scale, 'The path to the hardest step'));
      }
      write('');
    }
    if (isAny) tell(place.textContent);
  };
  place.replaceChildren(element('span', 'Looking …', { class: 'soft' }));
  verdictDesk.ask('status', { puzzle: text }).then(({ solutions, text: why, mistakes = [], differ: cells = [] }) => {
    if (!isSame()) return;
    if (solutions === 1) return rated();
    if (solutions === 0) {
      place.replaceChildren(element('strong', sentence(why)));
      if (isSetting) wrong = new Set(mistakes.flatMap(one => one.cells));
    } else {
      const shown = isSetting && clues < 17 ? `${clues} clues: more than one solution so far` : `More than one solution: they differ in ${plural(cells.length, 'cell', 'cells')}, which are marked`;
      place.replaceChildren(element(isSetting && clues < 17 ? 'span' : 'strong', shown));
      if (!isSetting || clues >= 17) differ = new Set(cells);
    }
    if (!path.isOpen) grid.show(view());
    if (!isSetting) tell(place.textContent);
  }).catch(error => { if (isSame()) place.textContent = error.message; });
}
// Names of cells keep their small letters.
const sentence = text => text && !/^[rcb]\d/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;

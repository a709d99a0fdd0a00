// Boards: the menu of them, and which one is shown. Houses, lines and links come from the engine.
const boardDesk = new Desk();

// Takes up a board by its text, the plain one by none; tells whether there is such a board.
async function useBoard(text) {
  let next;
  try {
    if (text && text !== 'plain') next = await boardDesk.ask('board', { board: text });
  } catch (error) {
    find('verdict').textContent = sentence(error.message);
    tell(error.message);
    return false;
  }
  if (path.isOpen) path.close();
  openTab('hint');
  grid.frame(next);
  const [menu, name] = [find('rules'), board.text || 'plain'];
  if (![...menu.options].some(option => option.value === name)) menu.append(new Option(name.replace(/:\w+/, ''), name));
  menu.value = name;
  find('rules-form').hidden = true;
  find('program').textContent = `sudoscope explain --board ${name} -l H PUZZLE`;
  return true;
}

function offerBoards(boards) {
  const menu = find('rules');
  const options = boards.map(([name, about]) => new Option(about ? `${name}: ${about}` : name, name));
  menu.querySelector('[value="jigsaw:"]').before(...options);
}

on('rules', 'change', async () => {
  const text = find('rules').value;
  const isTyped = ['jigsaw:', '+'].includes(text);
  find('rules-form').hidden = !isTyped;
  if (isTyped) {
    find('rules-text').value = text === '+' ? board.text : text;
    find('rules-text').focus();
  } else if (await useBoard(text)) beginNew();
});
on('rules-form', 'submit', async event => {
  event.preventDefault();
  if (await useBoard(find('rules-text').value.replace(/\s/g, ''))) beginNew();
});

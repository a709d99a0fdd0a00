// Small tools of all parts, and engines: all that is known of puzzles comes from an engine in a worker of its own.
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
// Tells those who listen; the blank makes the same words new words.
const tell = text => { find('live').textContent = find('live').textContent === text ? `${text}\u00a0` : text; };
const on = (id, event, listener) => find(id).addEventListener(event, listener);

// An engine. Calls wait for one another, and for the engine to be unpacked.
class Engine {
  constructor() {
    this.before = Engine.ready.then(() => { if (!this.isEnded) this.worker = new Worker(Engine.source); });
  }

  ask(call, argument, ...numbers) {
    const bytes = typeof argument === 'string' ? bytesOf(argument) : argument;
    const asked = () => new Promise((answered, failed) => {
      if (this.isEnded) return;
      const ended = why => { this.isBroken = true; failed(new Error(`the engine has stopped: ${why}`)); };
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

  // Asks a question of the workbench, about the board that is shown unless it names another.
  question(ask, members) {
    return this.ask('ask', JSON.stringify({ ask, board: board.text, ...members }));
  }

  end() {
    this.isEnded = true;
    this.worker?.terminate();
  }
}
Engine.ready = new Promise(ready => { Engine.begin = ready; });

// Somebody who is asked one thing at a time: a new question ends the one before. An engine that has stopped is replaced.
class Desk {
  async ask(name, members) {
    if (this.isBusy || this.engine?.isBroken) this.end();
    const own = this.engine ??= new Engine();
    this.isBusy = true;
    try {
      return await own.question(name, members);
    } finally {
      if (own === this.engine) this.isBusy = false;
    }
  }

  end() {
    this.engine?.end();
    this.engine = undefined;
    this.isBusy = false;
  }
}

function save(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element('a', '', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Prints a page of its own, which can do nothing to this one.
function print(html) {
  find('printed')?.remove();
  const frame = element('iframe', undefined, { id: 'printed', title: 'For the printer', sandbox: 'allow-same-origin allow-modals' });
  frame.addEventListener('load', () => frame.contentWindow.print());
  frame.srcdoc = html;
  document.body.append(frame);
}

// Storage that may be full, or forbidden: then nothing is kept, and all else works.
const store = {
  get(name) { try { return JSON.parse(localStorage.getItem(`sudoscope.${name}`)); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`sudoscope.${name}`, JSON.stringify(value)); return true; } catch { return false; } },
};

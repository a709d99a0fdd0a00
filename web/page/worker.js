'use strict';
// One engine. It takes calls one after another, and answers each by a text of JSON.
let engine;
onmessage = ({ data: { module, call, bytes, numbers } }) => {
  try {
    engine ??= new WebAssembly.Instance(module).exports;
    if (bytes) {
      // Memory may move when room is made: only then it is looked at.
      const at = engine.room(bytes.length) >>> 0;
      new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    }
    const length = engine[call](...numbers) >>> 0;
    const answer = new Uint8Array(engine.memory.buffer, engine.answer() >>> 0, length);
    postMessage({ answer: new TextDecoder().decode(answer) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};

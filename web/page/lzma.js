'use strict';
// Unpacks LZMA ("The LZMA SDK", lzma-specification): the engine is a quarter smaller than by gzip, which browsers can unpack
// themselves. The probabilities of all bits stand in one array, at these places.
const [MATCH, REP, REP_G0, REP_G1, REP_G2, REP0_LONG, SLOT, SPECIAL, ALIGN, LENGTH, REP_LENGTH, LITERAL] =
  [0, 192, 204, 216, 228, 240, 432, 688, 802, 818, 1332, 1846];

// `size` is the number of bytes that are wanted.
function unlzma(source, size) {
  const literals = source[0] % 9;
  const literalPlaces = Math.floor(source[0] / 9) % 5;
  const places = (1 << Math.floor(source[0] / 45)) - 1;
  const out = new Uint8Array(size);
  const odds = new Uint16Array(LITERAL + (768 << (literals + literalPlaces))).fill(1024);
  let [range, code, from, to, state] = [0xffffffff, 0, 14, 0, 0];
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (let k = 0; k < 4; k++) code = (code << 8 | source[from++]) >>> 0;

  function bit(at) {
    const odd = odds[at];
    const bound = Math.imul(range >>> 11, odd) >>> 0;
    let found = 0;
    if (code < bound) {
      range = bound;
      odds[at] = odd + (2048 - odd >>> 5);
    } else {
      range = range - bound >>> 0;
      code = code - bound >>> 0;
      odds[at] = odd - (odd >>> 5);
      found = 1;
    }
    if (range < 0x1000000) {
      range = range << 8 >>> 0;
      code = (code << 8 | source[from++]) >>> 0;
    }
    return found;
  }
  function tree(at, bits) {
    let found = 1;
    for (let k = 0; k < bits; k++) found = found << 1 | bit(at + found);
    return found - (1 << bits);
  }
  function reversed(at, bits) {
    let [found, node] = [0, 1];
    for (let k = 0; k < bits; k++) {
      const one = bit(at + node);
      node = node << 1 | one;
      found |= one << k;
    }
    return found;
  }
  function direct(bits) {
    let found = 0;
    for (let k = 0; k < bits; k++) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) code = code - range >>> 0;
      found = (found << 1 | isOne) >>> 0;
      if (range < 0x1000000) {
        range = range << 8 >>> 0;
        code = (code << 8 | source[from++]) >>> 0;
      }
    }
    return found;
  }
  const lengthOf = (at, place) => !bit(at) ? tree(at + 2 + (place << 3), 3) : !bit(at + 1) ? 8 + tree(at + 130 + (place << 3), 3) : 16 + tree(at + 258, 8);

  while (to < size) {
    const place = to & places;
    if (!bit(MATCH + (state << 4) + place)) {
      const before = to ? out[to - 1] : 0;
      const at = LITERAL + 768 * (((to & (1 << literalPlaces) - 1) << literals) + (before >> 8 - literals));
      let found = 1;
      if (state >= 7) {
        let byte = out[to - rep0 - 1];
        while (found < 256) {
          const high = byte >> 7 & 1;
          byte <<= 1;
          const one = bit(at + (1 + high << 8) + found);
          found = found << 1 | one;
          if (high !== one) break;
        }
      }
      while (found < 256) found = found << 1 | bit(at + found);
      out[to++] = found;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (bit(REP + state)) {
      if (!bit(REP_G0 + state)) {
        if (!bit(REP0_LONG + (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          out[to] = out[to - rep0 - 1];
          to++;
          continue;
        }
      } else {
        let distance;
        if (!bit(REP_G1 + state)) distance = rep1;
        else {
          if (!bit(REP_G2 + state)) distance = rep2;
          else [distance, rep3] = [rep3, rep2];
          rep2 = rep1;
        }
        [rep1, rep0] = [rep0, distance];
      }
      length = lengthOf(REP_LENGTH, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      length = lengthOf(LENGTH, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(SLOT + (Math.min(length, 3) << 6), 6);
      rep0 = slot;
      if (slot > 3) {
        const bits = (slot >> 1) - 1;
        rep0 = (2 | slot & 1) << bits;
        if (slot < 14) rep0 += reversed(SPECIAL + rep0 - slot - 1, bits);
        else rep0 = (rep0 + (direct(bits - 4) << 4) >>> 0) + reversed(ALIGN, 4);
      }
    }
    const end = Math.min(to + length + 2, size);
    const distance = rep0 + 1;
    if (distance > to) throw new Error('the engine is damaged');
    while (to < end) { out[to] = out[to - distance]; to++; }
  }
  return out;
}

onmessage = async ({ data: { packed, size } }) => {
  try {
    postMessage(await WebAssembly.compile(unlzma(Uint8Array.from(atob(packed), c => c.charCodeAt(0)), size)));
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};

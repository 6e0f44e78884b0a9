// Unpacks the payload of a link: text that lz-string has compressed, in base64.

import { LinkFault } from './description.ts';

/** Characters of the longest text that is unpacked. Published puzzles have some thousand. */
export const MAX_TEXT = 1 << 20;
/** Characters that any payload may unpack to: a grid of 36x36 equal cells, each with some members. */
const FREE_TEXT = 1 << 16;
/** Characters for each one of a longer payload. Published puzzles have up to eight. */
const MAX_GROWTH = 16;

/** Characters that a payload of this length may unpack to, so that a short link takes little time and memory. */
export function mostText(payload: number): number {
  return Math.min(MAX_TEXT, Math.max(FREE_TEXT, MAX_GROWTH * payload));
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS = 6;
/** `=` */
const PAD = 0x3d;
/** By digit: its bits, the highest of which is the lowest here. */
const VALUES = new Uint8Array(128).fill(0xff);
for (let value = 0; value < DIGITS.length; value++) {
  let bits = 0;
  for (let bit = 0; bit < BITS; bit++) bits |= ((value >>> bit) & 1) << (BITS - 1 - bit);
  VALUES[DIGITS.charCodeAt(value)] = bits;
}

/** Codes of lz-string that are no phrases of its dictionary. */
const SHORT_CHARACTER = 0;
const LONG_CHARACTER = 1;
const END = 2;
const FIRST_PHRASE = 3;

/**
 * Unpacks the output of lz-string's `compressToBase64`. Phrases of its dictionary are kept as ranges of the text so far, so time
 * and memory are proportional to the text. The text could be hundreds of times as long as the payload, so its length is bounded.
 * @param most characters of the text
 * @throws LinkFault if it is no such payload, or has a longer text
 */
export function decompressLinkText(payload: string, most: number = mostText(payload.length)): string {
  const bits = new BitReader(payload);
  let text = new Uint16Array(Math.min(most, 4 * payload.length + 16));
  const starts: number[] = new Array<number>(FIRST_PHRASE).fill(0);
  const lengths: number[] = new Array<number>(FIRST_PHRASE).fill(0);
  let filled = 0;
  // the phrase before
  let from = 0;
  let taken = 0;
  let width = 2;
  // codes left until they become one bit wider
  let left = 1;
  const widen = () => {
    if (--left === 0) left = 2 ** width++;
  };
  for (;;) {
    let code = bits.take(width);
    if (code === END) return textOf(text.subarray(0, filled));
    let start = filled;
    let length = 1;
    let character: number | undefined;
    if (code === SHORT_CHARACTER || code === LONG_CHARACTER) {
      character = bits.take(code === SHORT_CHARACTER ? 8 : 16);
      code = starts.push(start) - 1;
      lengths.push(length);
      // lz-string does not count the code of the first character
      if (taken > 0) widen();
    } else if (code < starts.length) {
      start = starts[code]!;
      length = lengths[code]!;
    } else if (code === starts.length && taken > 0) {
      // the phrase that this code completes: the previous one and its own first character
      start = from;
      length = taken + 1;
    } else throw damaged(bits.at);
    if (filled + length > most)
      throw new LinkFault(`expected a link that unpacks to at most ${most} characters, got a longer one`);
    if (filled + length > text.length) {
      const larger = new Uint16Array(Math.min(most, 2 * (filled + length)));
      larger.set(text);
      text = larger;
    }
    if (character !== undefined) text[filled] = character;
    // forwards, as a phrase may overlap what is written
    else for (let i = 0; i < length; i++) text[filled + i] = text[start + i]!;
    if (taken > 0) {
      starts.push(from);
      lengths.push(taken + 1);
    }
    widen();
    from = filled;
    taken = length;
    filled += length;
  }
}

/** Reads numbers of up to 24 bits, lowest bit first, from base64 digits, highest bit first. */
class BitReader {
  readonly #digits: string;
  /** Number of the next digit. */
  #next = 0;
  /** Bits of the digits before it that have not been taken, and how many these are. */
  #bits = 0;
  #left = 0;

  constructor(digits: string) {
    this.#digits = digits;
  }

  /** Number of the digit that is read. */
  get at(): number {
    return Math.floor((this.#next * BITS - this.#left) / BITS);
  }

  take(count: number): number {
    while (this.#left < count) {
      const digit = this.#digits.charCodeAt(this.#next);
      // what follows a pad is not read
      if (Number.isNaN(digit) || digit === PAD)
        throw new LinkFault('expected a complete payload, got one that is cut short');
      const value = VALUES[digit] ?? 0xff;
      if (value === 0xff)
        throw new LinkFault(
          `expected a payload in base64, got ${JSON.stringify(this.#digits[this.#next])} in it`,
        );
      this.#next++;
      this.#bits |= value << this.#left;
      this.#left += BITS;
    }
    const number = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#left -= count;
    return number;
  }
}

function damaged(at: number): LinkFault {
  return new LinkFault(`expected a payload of lz-string, got one that is damaged at its character ${at + 1}`);
}

/** Characters that one call can take as arguments. */
const PIECE = 8192;

function textOf(characters: Uint16Array): string {
  let text = '';
  for (let at = 0; at < characters.length; at += PIECE)
    text += String.fromCharCode.apply(undefined, characters.subarray(at, at + PIECE) as unknown as number[]);
  return text;
}

// Characters that people paste, and the ASCII characters that they stand for.

import { latin1 } from '../../shared/latin1.ts';

/** Digits of other shapes, by the code of their 1 (or 0, where there is one): the rest follow in order. */
const DIGIT_FAMILIES: readonly (readonly [first: number, value: 0 | 1])[] = [
  [0x0660, 0], // Arabic
  [0x06f0, 0], // Persian
  [0x0966, 0], // Devanagari
  [0xff10, 0], // full-width
  [0x2460, 1], // circled
  [0x2474, 1], // in parentheses
  [0x2776, 1], // circled, white on black
  [0x2780, 1], // circled, sans-serif
  [0x1d7ce, 0], // bold
  [0x1d7d8, 0], // double-struck
  [0x1d7e2, 0], // sans-serif
  [0x1d7ec, 0], // sans-serif, bold
  [0x1d7f6, 0], // monospaced
];

/** What else stands for one character: empty cells as `.`, parts of drawings as `|`, `-`, `+`, blanks and quotes. */
const ALIKE: Readonly<Record<string, string>> = {
  '.': '·•∙⋅◦‧・･｡。□■☐▢▫▪◻◼◽◾⬜⬛⬚○●◯⚪⚫⭕◌×✕✖❌❓❔∅␣␢➖░▒🔲🔳🟥🟦🟧🟨🟩🟪🟫⓪',
  '|': '│┃║╎╏┆┇┊┋╵╷╹╻¦｜￨',
  '-': '─━═╌╍┄┅┈┉╴╶╸╺–—−‒―',
  "'": '‘’‚′',
  '"': '“”„″«»',
  ' ': '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
};

/** Characters without a width, such as those that make `5` a keycap. */
const INVISIBLE = [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff, 0xfe0e, 0xfe0f, 0x20e3];

const known = new Map<number, string>(INVISIBLE.map((code) => [code, '']));
for (const [plain, others] of Object.entries(ALIKE))
  for (const other of others) known.set(other.codePointAt(0)!, plain);
for (const [first, value] of DIGIT_FAMILIES)
  for (let digit: number = value; digit <= 9; digit++) known.set(first + digit - value, String(digit));

/** Stands for a character that is part of no grid. */
export const STRANGE = '\x7f';

/** The ASCII character that a character stands for: none if it is invisible, {@link STRANGE} if there is none. */
export function plainCharacter(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  const found = known.get(code);
  if (found !== undefined) return found;
  // full-width forms
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x2500 && code < 0x2580) return '+';
  return STRANGE;
}

/** The digit of a value from 0 to 9 in the shape of another digit; undefined if there is none. */
export function digitLike(model: number, value: number): string | undefined {
  if (model < 0x80) return String(value);
  const family = DIGIT_FAMILIES.find(([first, least]) => model >= first && model <= first + 9 - least);
  if (!family || value < family[1]) return undefined;
  return String.fromCodePoint(family[0] + value - family[1]);
}

/** A text in plain characters. Character `i` stands for the bytes of the original from `starts[i]` to `ends[i]`. */
export interface PlainCharacters {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** 1 for each character that stands for another, or stood beside one that is left out. */
  readonly changed: Uint8Array;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text: UTF-8 if they are valid, else one character a byte. */
export function decodedText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return latin1(bytes, 0, bytes.length);
  }
}

/** Tags of forums, which are left out. */
const TAG =
  /\[\/?(?:code|quote|pre|tt|b|i|u|font|color|size|spoiler|hide|hidden|mono|sudoku|php|table|tr|td|\*)(?:=[^\]\n]{0,80})?\]/iy;

/** Blanks other than the space and the tab. */
const OTHER_BLANKS = new RegExp(`[${ALIKE[' ']}]`);

/** Whether a text has blanks that may be empty cells, as in a table that was copied from a page. */
export function hasOtherBlanks(text: string): boolean {
  return OTHER_BLANKS.test(text);
}

/**
 * Replaces characters by the ASCII characters that they stand for; see {@link plainCharacter}.
 * @param hasBlankCells whether blanks other than the space and the tab are empty cells
 */
export function plainCharacters(bytes: Uint8Array, hasBlankCells = false): PlainCharacters {
  const text = decodedText(bytes);
  const lengthOf = (part: string) => (text.length < bytes.length ? Buffer.byteLength(part) : part.length);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const changed = new Uint8Array(text.length);
  const plain: string[] = [];
  let isLeftOut = false;
  let offset = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    const tag = code === BRACKET ? tagEnd(text, at) : undefined;
    const next = tag ?? at + (code > 0xffff ? 2 : 1);
    const end = offset + (code < 0x80 && tag === undefined ? 1 : lengthOf(text.slice(at, next)));
    const plainSign = tag === undefined ? plainCharacter(code) : '';
    const sign = hasBlankCells && plainSign === ' ' && code >= 0x80 ? '.' : plainSign;
    const count = plain.length;
    if (sign === '') {
      isLeftOut = true;
      if (count > 0) changed[count - 1] = 1;
      // what has no width belongs to the character before it
      if (tag === undefined && count > 0 && ends[count - 1] === offset) ends[count - 1] = end;
    } else {
      starts[count] = offset;
      ends[count] = end;
      changed[count] = isLeftOut || code >= 0x80 ? 1 : 0;
      isLeftOut = false;
      plain.push(sign);
    }
    at = next;
    offset = end;
  }
  return { text: plain.join(''), starts, ends, changed };
}

const BRACKET = 0x5b;

function tagEnd(text: string, at: number): number | undefined {
  TAG.lastIndex = at;
  return TAG.test(text) ? TAG.lastIndex : undefined;
}

import { digitLike, plainCharacter } from './characters.ts';
import { OPEN } from './tokens.ts';
import { plainWord } from './words.ts';

/** Writes a value as another one is written, such as `'5'`, `5.`, `05`, `5.000e+00`, `5️⃣` or `np.int64(5)`. */
type Notation = (value: number) => string;

const EXPONENT = /^(\D*)\d\.?(\d*)([eE])[+-]\d+(.*)$/;

/**
 * The notation of a grid's values.
 * @param given a given cell as it is written, undefined if the grid has none
 * @param symbols the symbols of the values, undefined if cells are numbers
 * @param digits of the longest number that is written with a zero before it; 0 if there is none
 */
function notationOf(given: string | undefined, symbols: string | undefined, digits: number): Notation {
  const plain = (value: number) => symbols?.[value - 1] ?? String(value).padStart(digits, '0');
  if (given === undefined) return plain;
  const power = symbols === undefined ? EXPONENT.exec(given) : null;
  if (power) {
    const [, before, decimals, sign, after] = power;
    return (value) => {
      const [mantissa, exponent] = value.toExponential(decimals!.length).split('e') as [string, string];
      return `${before}${mantissa}${sign}${exponent[0]}${exponent.slice(1).padStart(2, '0')}${after}`;
    };
  }
  const [start, end] = valueIn(given);
  const [before, model, after] = [given.slice(0, start), given.slice(start, end), given.slice(end)];
  const code = model.codePointAt(0) ?? 0;
  return (value) => {
    const text = plain(value);
    const alike = code < 0x80 ? text : likeDigits(text, code);
    return before + (alike ?? text) + after;
  };
}

function likeDigits(text: string, model: number): string {
  let alike = '';
  for (const sign of text) {
    const digit = /\d/.test(sign) ? digitLike(model, Number(sign)) : undefined;
    // full-width letters
    const isWide = model > 0xff00 && model < 0xff5f;
    alike += digit ?? (isWide ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign);
  }
  return alike;
}

/** Where the value is within the text of a cell: its last number before a point, or its only symbol. */
function valueIn(cell: string): readonly [number, number] {
  const signs = Array.from(cell, (sign) => ({ sign, plain: plainCharacter(sign.codePointAt(0)!) }));
  const isDigit = (i: number) => /^\d$/.test(signs[i]?.plain ?? '');
  const call = signs.findIndex(({ plain }) => plain === '(');
  const isCall = call > 0 && plainWord(cell) !== undefined;
  let first = signs.findIndex(({ plain }, i) => i > (isCall ? call : -1) && /^[\dA-Za-z:;<=>@]$/.test(plain));
  if (first < 0) first = 0;
  let last = first + 1;
  while (isDigit(first) && isDigit(last)) last++;
  const offset = (count: number) => signs.slice(0, count).reduce((sum, { sign }) => sum + sign.length, 0);
  return [offset(first), offset(last)];
}

/** A grid as it is written. */
export interface WrittenGrid {
  readonly size: number;
  /** 0 for an empty cell. */
  readonly values: Uint8Array;
  /** The symbols of the values; undefined if cells are numbers. */
  readonly symbols: string | undefined;
  /** The text of a cell, with its quotes. */
  readonly text: (cell: number) => string;
  /** Spaces before a cell that a longer number can take. */
  readonly spareBefore: (cell: number) => number;
}

/** Spaces before a cell, without the one that separates it from another cell. */
export function spareBefore(characterAt: (at: number) => string, start: number): number {
  let at = start;
  while (at > 0 && characterAt(at - 1) === ' ') at--;
  const isFirst = at > 0 && OPEN.includes(characterAt(at - 1));
  return Math.max(0, start - at - (isFirst ? 0 : 1));
}

/** A cell that was empty, with its value; it also replaces some of the spaces before it. */
export interface FilledCell {
  readonly cell: number;
  readonly before: number;
  readonly text: string;
}

/** The empty cells of a grid with their values, written and aligned as the givens are. */
export function* filledCells(grid: WrittenGrid, solution: Uint8Array): Generator<FilledCell> {
  const { size, values, symbols } = grid;
  const texts = Array.from(values, (_, cell) => grid.text(cell));
  const given = texts.find((_, cell) => values[cell] !== 0);
  const digits = texts.find((text) => /^\s{0,9}0\d/.test(text))?.trim().length ?? 0;
  // in columns that are aligned to the right, some given has spaces to spare
  const isAligned = values.some(
    (value, cell) => value !== 0 && cell % size > 0 && grid.spareBefore(cell) > 0,
  );
  const write = notationOf(given?.trim(), symbols, digits);
  const after = given === undefined ? 0 : given.length - given.trimEnd().length;
  for (const [cell, text] of texts.entries()) {
    if (values[cell] !== 0) continue;
    const value = write(solution[cell]!);
    const old = text.trim();
    if (old === '') {
      yield { cell, before: 0, text: inBlank(text, value, after) };
      continue;
    }
    const more = widthOf(value) - widthOf(old);
    const before = isAligned ? Math.max(0, Math.min(more, grid.spareBefore(cell))) : 0;
    const padded = isAligned && more < 0 ? ' '.repeat(-more) + value : value;
    const at = text.indexOf(old);
    yield { cell, before, text: text.slice(0, at) + padded + text.slice(at + old.length) };
  }
}

/** A blank cell with a value, which has as many blanks after it as the givens. */
function inBlank(blank: string, value: string, after: number): string {
  const length = Math.min(widthOf(value), blank.length);
  const before = Math.max(0, blank.length - length - after);
  return blank.slice(0, before) + value + blank.slice(before + length);
}

/** Characters that have a width. */
function widthOf(text: string): number {
  let count = 0;
  for (const sign of text) if (plainCharacter(sign.codePointAt(0)!) !== '') count++;
  return count;
}

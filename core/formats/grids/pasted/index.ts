// Grids as people paste them: in program code, printouts, quoted mail, drawn or labelled. They are recognised by reading the head
// by each set of rules that it may have.

import { SPACE } from '../../../kernel/constants.ts';
import { MAX_SIZE } from '../../../options/options.ts';
import { anyOf, boolean, integer, members } from '../../../options/shape.ts';
import type { BatchResult } from '../../../solver/engine/engine.ts';
import { MARKERS, Status } from '../../../solver/model/status.ts';
import { alphabetNames } from '../../shared/alphabet.ts';
import type { Block } from '../../shared/block.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import type { Format } from '../../shared/format.ts';
import { type Head, headOf } from '../../shared/head.ts';
import { Splicer } from '../../shared/splicer.ts';
import { grids } from '../index.ts';
import { countGrids, isBetter, isConsistent, recogniseGrids, type Trial } from '../recognise.ts';
import {
  decodedText,
  digitLike,
  hasOtherBlanks,
  type PlainCharacters,
  plainCharacter,
  plainCharacters,
} from './characters.ts';
import { plainText } from './plain-text.ts';
import { PastedReader, type PastedState } from './reader.ts';
import { type PasteRules, possibleRules } from './rules.ts';
import { OPEN } from './tokens.ts';
import { plainWord } from './words.ts';

export const pasted: Format<PastedState, CellsLayout> = {
  name: 'pasted',
  recognise: recognisePasted,
  state: members<PastedState>({
    rules: members<PasteRules>({
      quoted: boolean,
      labelled: boolean,
      listed: boolean,
      trailed: boolean,
      headed: integer(0, MAX_SIZE),
      spaced: boolean,
      wrapped: boolean,
      whole: boolean,
      blankCells: boolean,
      cellLines: anyOf('none', 'full', 'blank'),
    }),
    grids: grids.state,
  }),
  splittable: () => false,
  alphabets: (state) => alphabetNames(state.grids),
  reader: (state, options) => new PastedReader(state, options),
  writer: () => ({ batch: writePasted }),
};

/** Bytes of the head that are read by all rules: some grids of the largest size. */
const TRIAL_BYTES = 16 * 1024;

/** Reads the head by each set of rules that it may have, and chooses the one with most grids. */
function recognisePasted(head: Head): PastedState | undefined {
  const { bytes, complete } = head;
  const isShort = bytes.length <= TRIAL_BYTES;
  const cut = bytes.subarray(
    0,
    isShort ? bytes.length : bytes.lastIndexOf(0x0a, TRIAL_BYTES) + 1 || TRIAL_BYTES,
  );
  const isAll = isShort && complete;
  if (cut.includes(0) || isJson(head)) return undefined;
  let best: { readonly state: PastedState; readonly trial: Trial } | undefined;
  for (const [rules, characters] of readings(cut)) {
    const { text, isRewritten, wholes } = plainText(characters, rules, isAll);
    if (!isRewritten) continue;
    const plain = headOf(Buffer.from(text, 'latin1'), isAll, head.name, {
      alphabet: head.alphabet,
      requested: 'grids',
    });
    const grids = recogniseGrids(plain);
    if (!grids) continue;
    const state = { rules, grids };
    const reader = new PastedReader(state, { variant: 'classic' });
    const trial = countGrids(reader.read(cut, isAll), isConsistent);
    const records = trial.grids + trial.markers;
    // some row of a large grid can pass for a small grid
    if (records === 0 || wholes > 2 * records) continue;
    if (!best || isBetter(trial, best.trial)) best = { state, trial };
  }
  return best?.state;
}

/** The rules that a text may have, with its characters as they read them. */
function* readings(bytes: Uint8Array): Generator<readonly [PasteRules, PlainCharacters]> {
  for (const blankCells of hasOtherBlanks(decodedText(bytes)) ? [true, false] : [false]) {
    const characters = plainCharacters(bytes, blankCells);
    for (const rules of possibleRules(characters.text, blankCells)) yield [rules, characters];
  }
}

/** Whether a file is JSON by its name, by its first object, or as a list that closes more brackets than it opens. */
function isJson({ name, text, complete }: Head): boolean {
  const start = /^(?:\xef\xbb\xbf)?\s{0,1000}([[{][[{\s]{0,1000}(?:["}]))?/.exec(text)![1];
  if (/\.(json|jsonl|ndjson|geojson)$/.test(name)) return true;
  // numbers without commas between them are a printout
  if (/^(?:\xef\xbb\xbf)?[[\s]{1,9}[\d.]{1,9}[ \t]{1,9}[\d.]/.test(text)) return false;
  if (start?.endsWith('"') && start.includes('{')) return true;
  if (!/^\s{0,1000}[[{]/.test(text) || !complete) return false;
  let depth = 0;
  for (const sign of text) depth += '[{'.includes(sign) ? 1 : ']}'.includes(sign) ? -1 : 0;
  return depth < 0;
}

/**
 * Writes solutions as the givens are written, and a marker in place of each grid without one. Broken grids are preserved: in
 * a program they may be something else.
 */
function* writePasted(block: Block<CellsLayout>, result: BatchResult): Generator<Uint8Array> {
  const { bytes, count, geometry, layout } = block;
  const { statuses, solutions } = result;
  const cells = geometry?.cells ?? 0;
  const splicer = new Splicer(bytes);
  for (let p = 0; p < count; p++) {
    if (statuses[p] === Status.solved) {
      fillAlike(splicer, block, p, solutions.subarray(p * cells, (p + 1) * cells));
    } else {
      const [start, end] = [layout.tops[p]!, layout.bottoms[p]!];
      splicer.replace(start, end, Buffer.from(markerAt(bytes, start, statuses[p]!)));
    }
  }
  yield splicer.finish();
}

/** A marker, in quotes if it replaces a text or a list of a program. */
function markerAt(bytes: Uint8Array, start: number, status: number): string {
  const first = String.fromCharCode(bytes[start]!);
  const quote = first === "'" ? "'" : '"';
  return /["'[({]/.test(first) ? `${quote}${MARKERS[status]}${quote}` : MARKERS[status]!;
}

/** Writes a value as another one is written. */
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

/** Writes the solution of a grid into its empty cells, as its givens are written and aligned. */
function fillAlike(splicer: Splicer, block: Block<CellsLayout>, p: number, solution: Uint8Array): void {
  const { bytes, geometry, cells, alphabet, layout } = block;
  const first = p * geometry!.cells;
  const values = cells.subarray(first, first + solution.length);
  const starts = layout.cellStarts.subarray(first, first + solution.length);
  const ends = layout.cellEnds.subarray(first, first + solution.length);
  const texts = Array.from(starts, (start, cell) => decodedText(bytes.subarray(start, ends[cell])));
  const given = texts.find((_, cell) => values[cell] !== 0);
  const digits = texts.find((text) => /^\s{0,9}0\d/.test(text))?.trim().length ?? 0;
  // in columns that are aligned to the right, some given has spaces to spare
  const isAligned = values.some(
    (value, cell) => value !== 0 && cell % geometry!.size > 0 && spareBefore(bytes, starts[cell]!) > 0,
  );
  const write = notationOf(given?.trim(), alphabet?.symbols, digits);
  const after = given === undefined ? 0 : given.length - given.trimEnd().length;
  for (const [cell, text] of texts.entries()) {
    if (values[cell] !== 0) continue;
    const value = write(solution[cell]!);
    const old = text.trim();
    const more = widthOf(value) - widthOf(old);
    const isBlank = old === '';
    const before = isAligned && !isBlank ? Math.max(0, Math.min(more, spareBefore(bytes, starts[cell]!))) : 0;
    const padded = isAligned && more < 0 ? ' '.repeat(-more) + value : value;
    const filled = isBlank ? inBlank(text, value, after) : text.replace(old, () => padded);
    splicer.replace(starts[cell]! - before, ends[cell]!, Buffer.from(filled));
  }
}

/** Spaces before a cell that a longer number can take: not the one that separates it from another cell. */
function spareBefore(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at > 0 && bytes[at - 1] === SPACE) at--;
  const isFirst = at > 0 && OPEN.includes(String.fromCharCode(bytes[at - 1]!));
  return Math.max(0, start - at - (isFirst ? 0 : 1));
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

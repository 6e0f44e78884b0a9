// Grids as people paste them: in program code, printouts, quoted mail, drawn or labelled. They are recognised by reading the head
// by each set of rules that it may have. The reader rewrites them as plain grids, reads those, and maps all offsets back.

import { LF, SPACE } from '../../../kernel/constants.ts';
import { members } from '../../../options/shape.ts';
import type { BatchResult } from '../../../solver/engine/engine.ts';
import { brokenRule } from '../../../solver/model/geometry.ts';
import { MARKERS, Status } from '../../../solver/model/status.ts';
import { alphabetNames } from '../../shared/alphabet.ts';
import type { Block, BrokenRecord } from '../../shared/block.ts';
import { isBlank, isCommentAt, lineEnd, lineFeedsIn, skipBlanks } from '../../shared/bytes.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import type { Format, Overlong, OverlongInput, Reader, ReadOptions } from '../../shared/format.ts';
import { type Head, headOf } from '../../shared/head.ts';
import { Splicer } from '../../shared/splicer.ts';
import { unreadRecord } from '../../shared/text-line.ts';
import { type GridsState, gridsState } from '../line.ts';
import { GridsReader } from '../reader.ts';
import { countGrids, isBetter, isConsistent, recogniseGrids, type Trial } from '../recognise.ts';
import {
  decodedText,
  digitLike,
  hasOtherBlanks,
  type PlainCharacters,
  plainCharacter,
  plainCharacters,
} from './characters.ts';
import { type PlainLine, type PlainText, plainText } from './plain-text.ts';
import { type PasteRules, pasteRules, possibleRules } from './rules.ts';
import { OPEN } from './tokens.ts';
import { plainWord } from './words.ts';

/** What recognition finds out about pasted text. Plain JSON. */
interface PastedState {
  readonly rules: PasteRules;
  /** How the plain text is read. */
  readonly grids: GridsState;
}

export const pasted: Format<PastedState, CellsLayout> = {
  name: 'pasted',
  recognise: recognisePasted,
  state: members<PastedState>({ rules: pasteRules, grids: gridsState }),
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

/** Characters of a broken record. A shorter list of numbers can be anything in a program, but for a row below a grid. */
const MIN_BROKEN = 30;
/** The same, where 16 characters can be a grid. */
const MIN_WHOLE = 16;

const DRAWN = '-+=|\n';
const isDrawn = (byte: number) => isBlank(byte) || DRAWN.includes(String.fromCharCode(byte));

/** Reads pasted text: rewrites it as plain grids, which the reader of grids reads. */
class PastedReader implements Reader<CellsLayout> {
  readonly #rules: PasteRules;
  readonly #inner: GridsReader;
  readonly #size: number;
  readonly closesRecords = true;

  constructor({ rules, grids }: PastedState, options: ReadOptions) {
    this.#rules = rules;
    this.#size = grids.size;
    this.#inner = new GridsReader(grids, options, false, { runs: false });
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<CellsLayout>> {
    const stop = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    if (stop === 0) return;
    const characters = plainCharacters(bytes.subarray(0, stop), this.#rules.blankCells);
    const plain = plainText(characters, this.#rules, last);
    const text = Buffer.from(plain.text, 'latin1');
    const end = Math.min(plain.end, stop);
    const map = new OffsetMap(plain, end);
    let done = 0;
    let plainDone = 0;
    for (const block of this.#inner.read(text, last)) {
      const next = plainDone + block.bytes.length;
      const to = next === text.length ? end : map.origin(next);
      if (to === done) {
        plainDone = next;
        continue;
      }
      const bottoms = new Set(block.broken.length > 0 ? block.layout.bottoms.subarray(0, block.count) : []);
      const isRecord = (record: BrokenRecord) => this.#isRecord(record, block.bytes, bottoms);
      const records = { ...block, broken: block.broken.filter(isRecord) };
      const found = mapped(records, map, bytes.subarray(done, to), plainDone, done);
      yield withUnread(found, this.#size);
      done = to;
      plainDone = next;
    }
  }

  /**
   * Whether a broken record was meant as a puzzle, rather than as some other list of numbers.
   * @param bottoms where grids end
   */
  #isRecord(record: BrokenRecord, bytes: Uint8Array, bottoms: ReadonlySet<number>): boolean {
    const { start, end, marker, isInternal, mostlyValid } = record;
    if (marker || isInternal || mostlyValid || end - start >= (this.#rules.whole ? MIN_WHOLE : MIN_BROKEN))
      return true;
    // between a grid and another row can be a drawn line
    let before = start - 1;
    while (before >= 0 && !bottoms.has(before) && isDrawn(bytes[before]!)) {
      const isBlankLine = bytes[before] === LF && bytes[before + 1] === LF;
      if (isBlankLine) return false;
      before--;
    }
    return bottoms.has(before);
  }

  overlong(input: OverlongInput): Overlong<CellsLayout> {
    return this.#inner.overlong(input);
  }
}

/** A block with the runs of cells that no record has as broken records; comments excepted. */
function withUnread(block: Block<CellsLayout>, size: number): Block<CellsLayout> {
  const { bytes, broken, layout } = block;
  const tops = layout.tops.subarray(0, block.count);
  const spans = [...broken, ...Array.from(tops, (start, p) => ({ start, end: layout.bottoms[p]! }))];
  spans.sort((a, b) => a.start - b.start);
  const unread: BrokenRecord[] = [];
  let line = 0;
  let at = 0;
  for (const span of [...spans, { start: bytes.length, end: bytes.length }]) {
    while (at < span.start) {
      // within the stretch: with many records on one line, a search of the rest would be quadratic
      const end = lineEnd(bytes.subarray(0, span.start), at);
      const isComment = isCommentAt(bytes, skipBlanks(bytes, at, end)) && (at === 0 || bytes[at - 1] === LF);
      const found = isComment ? undefined : unreadRecord(bytes, at, end, size, 0, line);
      if (found) unread.push(found);
      if (bytes[end] === LF) line++;
      at = end + 1;
    }
    line += lineFeedsIn(bytes, at, span.end);
    at = Math.max(at, span.end);
  }
  if (unread.length === 0) return block;
  return { ...block, broken: [...broken, ...unread].sort((a, b) => a.start - b.start) };
}

/**
 * A block of plain text as one of the pasted text, from `from` in the plain text and `origin` in the original. Lists of a program
 * that break the rules of sudoku, such as the box of each cell, are no puzzles.
 */
function mapped(
  block: Block<CellsLayout>,
  map: OffsetMap,
  bytes: Uint8Array,
  from: number,
  origin: number,
): Block<CellsLayout> {
  const { geometry, layout, alphabet } = block;
  const size = geometry?.cells ?? 0;
  const all = block.count * size;
  const [starts, lines] = [new Uint32Array(block.count), new Uint32Array(block.count)];
  const [tops, bottoms] = [new Uint32Array(block.count), new Uint32Array(block.count)];
  const cells = new Uint8Array(all);
  const [cellStarts, cellEnds] = [new Uint32Array(all), new Uint32Array(all)];
  const broken = block.broken.map((record) => mappedBroken(record, block.bytes, map, bytes, from, origin));
  let [count, line, to] = [0, 0, 0];
  for (let p = 0, at = 0; p < block.count; p++) {
    const start = Math.max(map.origin(from + block.starts[p]!) - origin, at);
    line += lineFeedsIn(bytes, at, start);
    at = start;
    const top = map.lineAt(from + layout.tops[p]!).start - origin;
    const bottom = map.lineAt(from + layout.bottoms[p]! - 1).end - origin;
    const values = block.cells.subarray(p * size, (p + 1) * size);
    const isList = OPEN.includes(String.fromCharCode(bytes[top]!));
    const conflict = isList && brokenRule(geometry!, values, alphabet?.symbols);
    if (conflict) {
      broken.push({ start: top, end: bottom, line, column: 0, reason: conflict.reason });
      continue;
    }
    starts[count] = start;
    lines[count] = line;
    tops[count] = top;
    bottoms[count++] = bottom;
    cells.set(values, to);
    for (let i = p * size; i < (p + 1) * size; i++, to++) {
      const [first, end] = [layout.cellStarts[i]!, layout.cellEnds[i]!];
      cellStarts[to] = map.start(from + first) - origin;
      cellEnds[to] = end > first ? map.end(from + end - 1) - origin : cellStarts[to]!;
    }
  }
  return {
    ...block,
    bytes,
    lineFeeds: lineFeedsIn(bytes),
    geometry: count > 0 ? geometry : undefined,
    count,
    cells,
    starts,
    lines,
    broken: broken.sort((a, b) => a.start - b.start),
    layout: { kind: layout.kind, cellStarts, cellEnds, tops, bottoms },
  };
}

function mappedBroken(
  record: BrokenRecord,
  plain: Uint8Array,
  map: OffsetMap,
  bytes: Uint8Array,
  from: number,
  origin: number,
): BrokenRecord {
  const start = map.lineAt(from + record.start).start - origin;
  const end = map.lineAt(from + Math.max(record.end - 1, record.start)).end - origin;
  let lineStart = 0;
  for (let line = 0; line < record.line; line++) lineStart = plain.indexOf(LF, lineStart) + 1 || plain.length;
  const fault = lineStart + Math.max(record.column - 1, 0);
  const at = Math.min(map.start(from + fault) - origin, bytes.length);
  const column = record.column === 0 ? 0 : at - bytes.lastIndexOf(LF, at - 1);
  return { ...record, start, end: Math.max(start, end), line: lineFeedsIn(bytes, 0, at), column };
}

/** Maps offsets in the plain text to offsets in the original. */
class OffsetMap {
  readonly #plain: PlainText;
  readonly #end: number;

  constructor(plain: PlainText, end: number) {
    this.#plain = plain;
    this.#end = end;
  }

  start(at: number): number {
    return this.#plain.starts[at] ?? this.#end;
  }

  end(at: number): number {
    return this.#plain.ends[at] ?? this.#end;
  }

  /** Where the source of the line begins that contains an offset. */
  origin(at: number): number {
    return at < this.#plain.text.length ? this.lineAt(at).origin : this.#end;
  }

  /** The line that contains an offset. */
  lineAt(at: number): PlainLine {
    const { lines } = this.#plain;
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lines[middle]!.at <= at) low = middle;
      else high = middle - 1;
    }
    return lines[low]!;
  }
}

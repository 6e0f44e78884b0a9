// Reads pasted text: rewrites it as plain grids, reads those, and maps all offsets back to the original.

import { LF } from '../../../kernel/constants.ts';
import { brokenRule } from '../../../solver/model/geometry.ts';
import type { Block, BrokenRecord } from '../../shared/block.ts';
import { isBlank, isCommentAt, lineEnd, lineFeedsIn, skipBlanks } from '../../shared/bytes.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import type { Overlong, OverlongInput, Reader, ReadOptions } from '../../shared/format.ts';
import { unreadRecord } from '../../shared/text-line.ts';
import type { GridsState } from '../line.ts';
import { GridsReader } from '../reader.ts';
import { plainCharacters } from './characters.ts';
import { type PlainLine, type PlainText, plainText } from './plain-text.ts';
import type { PasteRules } from './rules.ts';
import { OPEN } from './tokens.ts';

/** What recognition finds out about pasted text. Plain JSON. */
export interface PastedState {
  readonly rules: PasteRules;
  /** How the plain text is read. */
  readonly grids: GridsState;
}

/** Characters of a broken record. A shorter list of numbers can be anything in a program, but for a row below a grid. */
const MIN_BROKEN = 30;
/** The same, where 16 characters can be a grid. */
const MIN_WHOLE = 16;

const DRAWN = '-+=|\n';
const isDrawn = (byte: number) => isBlank(byte) || DRAWN.includes(String.fromCharCode(byte));

/** Reads pasted text: rewrites it as plain grids, which the reader of grids reads. */
export class PastedReader implements Reader<CellsLayout> {
  readonly #rules: PasteRules;
  readonly #inner: GridsReader;
  readonly #size: number;
  readonly closesRecords = true;

  constructor({ rules, grids }: PastedState, options: ReadOptions) {
    this.#rules = rules;
    this.#size = grids.size;
    this.#inner = new GridsReader(grids, options, false, { hasKernel: false });
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
    const { start, end, isMarker, isInternal, mostlyValid } = record;
    if (isMarker || isInternal || mostlyValid || end - start >= (this.#rules.whole ? MIN_WHOLE : MIN_BROKEN))
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

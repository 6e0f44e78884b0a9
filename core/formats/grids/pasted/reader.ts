import { LF } from '../../../kernel/constants.ts';
import type { Block, BrokenRecord } from '../../shared/block.ts';
import { isBlank, isCommentAt, lineEnd, skipBlanks } from '../../shared/bytes.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import type { RowKind } from '../../shared/cells.ts';
import type { Overlong, OverlongInput, Reader, ReadOptions } from '../../shared/format.ts';
import { unreadRecord } from '../../shared/text-line.ts';
import type { GridsState } from '../line.ts';
import { GridsReader } from '../reader.ts';
import { plainCharacters } from './characters.ts';
import { type PlainLine, type PlainText, plainText } from './plain-text.ts';
import type { PasteRules } from './rules.ts';

/** What recognition finds out about pasted text. Plain JSON. */
export interface PastedState {
  readonly rules: PasteRules;
  /** How the plain text is read. */
  readonly grids: GridsState;
}

/** Where the cells of a block's grids are in the pasted text. */
export interface PastedLayout {
  readonly kind: RowKind | undefined;
  /** Offsets in the block of each cell, with its quotes. */
  readonly cellStarts: Uint32Array;
  readonly cellEnds: Uint32Array;
  /** Offsets in the block of each grid, with the brackets or quotes of its first and last row. */
  readonly tops: Uint32Array;
  readonly bottoms: Uint32Array;
}

/** Characters of a broken record. A shorter list of numbers can be anything in a program, but for a row below a grid. */
const MIN_BROKEN = 30;
/** The same, where 16 characters can be a grid. */
const MIN_WHOLE = 16;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const DRAWN = '-+=|\n';
const isDrawn = (byte: number) => isBlank(byte) || DRAWN.includes(String.fromCharCode(byte));

/** Reads pasted text: rewrites it as plain grids, which the reader of grids reads. */
export class PastedReader implements Reader<PastedLayout> {
  readonly #rules: PasteRules;
  readonly #inner: GridsReader;
  readonly #size: number;
  readonly closesRecords = true;

  constructor({ rules, grids }: PastedState, options: ReadOptions) {
    this.#rules = rules;
    this.#size = grids.size;
    this.#inner = new GridsReader(grids, options, false, { hasKernel: false });
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<PastedLayout>> {
    const stop = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    if (stop === 0) return;
    const original = new Original(bytes.subarray(0, stop));
    const plain = plainText(plainCharacters(original.text, this.#rules.blankCells), this.#rules, last);
    const text = Buffer.from(plain.text, 'latin1');
    const end = Math.min(original.offset(Math.min(plain.end, original.text.length)), stop);
    const map = new OffsetMap(plain, original, end);
    let done = 0;
    let plainDone = 0;
    // without a row, all of the text is preserved
    if (text.length === 0 && end > 0) yield withUnread(preserved(bytes.subarray(0, end)), this.#size);
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
      yield withUnread(mapped(records, map, bytes.subarray(done, to), plainDone, done), this.#size);
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

  overlong(input: OverlongInput): Overlong<PastedLayout> {
    const { block, open } = this.#inner.overlong(input);
    return { block: { ...block, layout: { ...block.layout } }, open };
  }
}

/** A block without records. */
function preserved(bytes: Uint8Array): Block<PastedLayout> {
  const none = new Uint32Array(0);
  return {
    bytes,
    lineFeeds: lineFeedsIn(bytes, 0, bytes.length),
    geometry: undefined,
    count: 0,
    cells: new Uint8Array(0),
    starts: none,
    lines: none,
    broken: [],
    alphabet: undefined,
    layout: { kind: undefined, cellStarts: none, cellEnds: none, tops: none, bottoms: none },
  };
}

/** A block with the runs of cells that no record has as broken records; comments excepted. */
function withUnread(block: Block<PastedLayout>, size: number): Block<PastedLayout> {
  const { bytes, broken, layout } = block;
  const spans = [...broken, ...Array.from(layout.tops, (start, p) => ({ start, end: layout.bottoms[p]! }))];
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
    line += lineFeedsIn(bytes.subarray(0, span.end), at, span.end);
    at = Math.max(at, span.end);
  }
  if (unread.length === 0) return block;
  return { ...block, broken: [...broken, ...unread].sort((a, b) => a.start - b.start) };
}

/** A block of plain text as one of the pasted text, from `from` in the plain text and `origin` in the original. */
function mapped(
  block: Block<CellsLayout>,
  map: OffsetMap,
  bytes: Uint8Array,
  from: number,
  origin: number,
): Block<PastedLayout> {
  const { count, geometry, layout } = block;
  const cells = count * (geometry?.cells ?? 0);
  const starts = new Uint32Array(count);
  const lines = new Uint32Array(count);
  const tops = new Uint32Array(count);
  const bottoms = new Uint32Array(count);
  const cellStarts = new Uint32Array(cells);
  const cellEnds = new Uint32Array(cells);
  let line = 0;
  for (let p = 0, at = 0; p < count; p++) {
    starts[p] = Math.max(map.origin(from + block.starts[p]!) - origin, at);
    line += lineFeedsIn(bytes, at, starts[p]!);
    at = starts[p]!;
    lines[p] = line;
    tops[p] = map.lineAt(from + layout.tops[p]!).start - origin;
    bottoms[p] = map.lineAt(from + layout.bottoms[p]! - 1).end - origin;
  }
  for (let i = 0; i < cells; i++) {
    cellStarts[i] = map.start(from + layout.cellStarts[i]!) - origin;
    cellEnds[i] =
      layout.cellEnds[i]! > layout.cellStarts[i]!
        ? map.end(from + layout.cellEnds[i]! - 1) - origin
        : cellStarts[i]!;
  }
  return {
    ...block,
    bytes,
    lineFeeds: lineFeedsIn(bytes, 0, bytes.length),
    starts,
    lines,
    broken: block.broken.map((record) => mappedBroken(record, block.bytes, map, bytes, from, origin)),
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

function lineFeedsIn(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

/** The characters of bytes: of UTF-8, or one a byte if they are not valid UTF-8. */
class Original {
  readonly text: string;
  /** Offset of each character; undefined if each is one byte. */
  readonly #offsets: Uint32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.text = decoded(bytes);
    if (this.text.length === bytes.length) return;
    const offsets = new Uint32Array(this.text.length + 1);
    let offset = 0;
    for (let at = 0; at < this.text.length; at++) {
      offsets[at] = offset;
      const code = this.text.charCodeAt(at);
      // each half of a surrogate pair has two of its four bytes
      offset += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
    }
    offsets[this.text.length] = offset;
    this.#offsets = offsets;
  }

  offset(at: number): number {
    return this.#offsets ? this.#offsets[at]! : at;
  }
}

/** Bytes as text: UTF-8 if they are valid, else one character a byte. */
export function decoded(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  }
}

/** Maps offsets in the plain text to offsets in the original bytes. */
class OffsetMap {
  readonly #plain: PlainText;
  readonly #original: Original;
  readonly #end: number;

  constructor(plain: PlainText, original: Original, end: number) {
    this.#plain = plain;
    this.#original = original;
    this.#end = end;
  }

  start(at: number): number {
    return at < this.#plain.starts.length ? this.#original.offset(this.#plain.starts[at]!) : this.#end;
  }

  end(at: number): number {
    return at < this.#plain.ends.length ? this.#original.offset(this.#plain.ends[at]!) : this.#end;
  }

  /** Where the source of the line begins that contains an offset. */
  origin(at: number): number {
    return at < this.#plain.text.length ? this.#original.offset(this.#line(at).origin) : this.#end;
  }

  /** The row of the line that contains an offset. */
  lineAt(at: number): { readonly start: number; readonly end: number } {
    const { start, end } = this.#line(at);
    return { start: this.#original.offset(start), end: this.#original.offset(end) };
  }

  #line(at: number): PlainLine {
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

// The records of a file with all their bytes, for commands that keep, drop or copy whole records.
import { fixedRecords } from '../../core/files/file-plan.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { asBuffer, scanValue } from '../../core/formats/json/scan.ts';
import type { RecordLayout } from '../../core/formats/records/table.ts';
import { unescaped } from '../../core/formats/records/tokens.ts';
import { type Block, type BrokenRecord, recordsOf, textOf } from '../../core/formats/shared/block.ts';
import { bomLength, isCommentAt, lineEnd, skipBlanks } from '../../core/formats/shared/bytes.ts';
import type { IdOf } from '../../core/formats/shared/format.ts';
import { KEY_END, KEY_START, LF, SLOTS_OF_RECORD } from '../../core/kernel/constants.ts';
import { geometryAt } from '../../core/solver/engine/engine.ts';
import { WORDS } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { type PlainGeometry, shapeOf, withoutUsualRegions } from '../../core/solver/model/shape.ts';
import type { PlannedFile } from '../files/inputs.ts';
import { recordBlocks, refuseCandidates } from './records.ts';

/** Consecutive records of a file, as copies. */
export interface RecordBatch {
  readonly bytes: Uint8Array;
  /** Offset of each record. The bytes before the first one belong to the record before the batch. */
  readonly starts: Uint32Array;
  /** Offset after each record; the bytes up to the next one are a comment, blank lines, or punctuation of JSON. */
  readonly ends: Uint32Array;
  /** The number of each record's puzzle; -1 for a record that is none. */
  readonly puzzles: Int32Array;
  /** Lines of the file before each record. */
  readonly lines: Uint32Array;
  /** The records that are no puzzles, by their numbers. */
  readonly faults: ReadonlyMap<number, RecordFault>;
  /** The ids of the records, if they are requested and the file has some. */
  readonly ids: readonly (string | undefined)[] | undefined;
  /** Offsets of the first rows of grids, before which titles stand; of the start of other records. */
  readonly offsets: Uint32Array;
  /** Names of the members that hold the puzzles, in JSON: of each record, undefined for one that is no object. */
  readonly keys: readonly (string | undefined)[] | undefined;
  /** Of the puzzles; undefined if there are none. */
  readonly geometry: Geometry | undefined;
  /** grids one after another, 0 for an empty cell */
  readonly cells: Uint8Array;
  /** The geometries of the puzzles, if they have rules of their own. */
  readonly own: readonly Geometry[] | undefined;
  /** The digits that the cells may have; undefined if puzzles have only givens. */
  readonly allowed: Uint32Array | undefined;
  /** Of the values; undefined where cells are numbers. */
  readonly symbols: string | undefined;
  /** Solutions that the file has beside its puzzles, and what each of them is: a `FieldContent`. */
  readonly solutions: { readonly cells: Uint8Array; readonly contents: Uint8Array } | undefined;
}

/** Puzzles of one geometry as they are sent to a thread. */
export interface SentPuzzles extends Pick<RecordBatch, 'cells'> {
  readonly shape: PlainGeometry;
}

/** Records with their puzzles as they are sent to a thread. */
export interface SentRecords
  extends SentPuzzles,
    Pick<RecordBatch, 'bytes' | 'starts' | 'ends' | 'puzzles' | 'solutions' | 'symbols'> {}

/** A record that is no puzzle. */
export interface RecordFault {
  /** What stands in the place of the puzzle. */
  readonly text: string;
  /** 1-based; 0 if it is not known. */
  readonly column: number;
  /** `expected …, got …` */
  readonly reason: string;
}

/** What to read of records beside puzzles with givens. */
export interface RecordParts {
  /** Puzzles that exclude candidates beside their givens. */
  readonly candidates?: boolean;
  readonly ids?: boolean;
}

/** Whether a file is JSON whose records are separated by punctuation. */
export function isJsonTree({ format, state }: PlannedFile['plan']): boolean {
  return format === 'json' && (state as { layout: string }).layout === 'values';
}

/**
 * All records of a file.
 * @param most records of a batch
 * @throws RejectedFile if it is damaged or not of its format
 */
export async function* wholeRecords(
  file: PlannedFile,
  most: number,
  parts: RecordParts = {},
): AsyncGenerator<RecordBatch> {
  const extent = extentIn(file.plan);
  const idOf = parts.ids ? formatOf(file.plan).ids?.(file.plan.state) : undefined;
  const hasKeys = file.plan.format === 'json';
  let lines = 0;
  for await (const { block } of recordBlocks(file, false)) {
    if (!parts.candidates) refuseCandidates(block, lines);
    const all = batchOf(block, extent, lines, hasKeys, idOf);
    lines += block.lineFeeds;
    for (let from = 0; from === 0 || from < all.starts.length; from += most) yield part(all, from, most);
  }
}

/** The text of a record, with the bytes up to the next one. */
export function recordBytes({ bytes, starts }: RecordBatch, index: number): Uint8Array {
  return bytes.subarray(starts[index]!, starts[index + 1] ?? bytes.length);
}

/** The puzzles of a batch of one geometry; undefined if it has none. */
export function puzzlesIn({ geometry, cells }: RecordBatch): SentPuzzles | undefined {
  return geometry && cells.length > 0 ? { shape: shapeOf(geometry), cells } : undefined;
}

/** The records of a batch of one geometry; undefined if none is a puzzle. */
export function recordsIn(batch: RecordBatch): SentRecords | undefined {
  const { bytes, starts, ends, puzzles, solutions, symbols } = batch;
  const sent = puzzlesIn(batch);
  return sent && { ...sent, bytes, starts, ends, puzzles, solutions, symbols };
}

/** The geometry of a record that is a puzzle, with its rules. */
export function shapeOfRecord({ geometry, own, puzzles }: RecordBatch, record: number): Geometry {
  return geometryAt({ geometry: geometry!, own }, puzzles[record]!);
}

/** The cells of a puzzle. */
export function cellsAt(
  { geometry, cells }: Pick<RecordBatch, 'geometry' | 'cells'>,
  puzzle: number,
): Uint8Array {
  return cells.subarray(puzzle * geometry!.cells, (puzzle + 1) * geometry!.cells);
}

/** @param after offset after the record before */
type Extent = (
  block: Block,
  record: number | BrokenRecord,
  after: number,
) => readonly [start: number, end: number];

function batchOf(
  block: Block,
  extent: Extent,
  linesBefore: number,
  hasKeys: boolean,
  idOf: IdOf | undefined,
): RecordBatch {
  const { geometry, own, count, cells, allowed, fileSolutions, alphabet } = block;
  const starts: number[] = [];
  const ends: number[] = [];
  const puzzles: number[] = [];
  const lines: number[] = [];
  const offsets: number[] = [];
  const faults = new Map<number, RecordFault>();
  const ids: (string | undefined)[] | undefined = idOf && [];
  const keys: (string | undefined)[] | undefined = hasKeys ? [] : undefined;
  let after = 0;
  let slot = 0;
  for (const record of recordsOf(block)) {
    const isPuzzle = typeof record === 'number';
    const ownSlot = slot;
    slot += SLOTS_OF_RECORD;
    if (!isPuzzle && record.continued) continue;
    const [start, end] = extent(block, record, after);
    offsets.push(offsetOf(block, record));
    if (!isPuzzle) {
      const { start: from, end: to, column, reason } = record;
      faults.set(starts.length, { text: textOf(block, from, to).trim(), column, reason });
    }
    ids?.push(idOf!(block, record));
    keys?.push(isPuzzle ? keyOf(block, ownSlot) : undefined);
    starts.push(start);
    ends.push(end);
    puzzles.push(isPuzzle ? record : -1);
    lines.push(linesBefore + (isPuzzle ? block.lines[record]! : record.line));
    after = end;
  }
  const size = count * (geometry?.cells ?? 0);
  return {
    bytes: block.bytes.slice(),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    puzzles: Int32Array.from(puzzles),
    lines: Uint32Array.from(lines),
    offsets: Uint32Array.from(offsets),
    faults,
    ids,
    keys,
    geometry,
    own: own?.slice(0, count),
    cells: cells.slice(0, size),
    allowed: allowed?.slice(0, WORDS * size),
    symbols: alphabet?.symbols,
    solutions: fileSolutions && {
      cells: fileSolutions.cells.slice(0, size),
      contents: fileSolutions.contents.slice(0, count),
    },
  };
}

/**
 * The same records in batches of one geometry each: a puzzle with rules of its own is a batch by itself. A jigsaw whose regions are
 * the boxes is a puzzle without regions.
 */
export function* batchesByRules(batch: RecordBatch): Generator<RecordBatch> {
  const withGeometry = (one: RecordBatch, geometry: Geometry | undefined) => ({
    ...one,
    geometry: geometry && withoutUsualRegions(geometry),
    own: undefined,
  });
  if (!batch.own) {
    yield withGeometry(batch, batch.geometry);
    return;
  }
  for (let i = 0; i < batch.starts.length; i++) {
    const one = part(batch, i, 1);
    yield withGeometry(one, one.own?.[0] ?? one.geometry);
  }
}

/** Records of a batch as a batch. */
function part(batch: RecordBatch, from: number, most: number): RecordBatch {
  const { starts, geometry, solutions } = batch;
  const to = Math.min(from + most, starts.length);
  if (from === 0 && to === starts.length) return batch;
  const [begin, end] = [from === 0 ? 0 : starts[from]!, starts[to] ?? batch.bytes.length];
  const own = batch.puzzles.subarray(from, to);
  const first = Math.max(0, own.find((puzzle) => puzzle >= 0) ?? 0);
  const limit = (own.findLast((puzzle) => puzzle >= 0) ?? first - 1) + 1;
  const size = geometry?.cells ?? 0;
  return {
    bytes: batch.bytes.subarray(begin, end),
    starts: starts.subarray(from, to).map((start) => start - begin),
    ends: batch.ends.subarray(from, to).map((at) => at - begin),
    puzzles: own.map((puzzle) => (puzzle < 0 ? puzzle : puzzle - first)),
    lines: batch.lines.subarray(from, to),
    offsets: batch.offsets.subarray(from, to).map((at) => at - begin),
    faults: batch.faults.size > 0 ? faultsBetween(batch.faults, from, to) : batch.faults,
    ids: batch.ids?.slice(from, to),
    keys: batch.keys?.slice(from, to),
    geometry,
    own: batch.own?.slice(first, limit),
    cells: batch.cells.slice(first * size, limit * size),
    allowed: batch.allowed?.slice(WORDS * first * size, WORDS * limit * size),
    symbols: batch.symbols,
    solutions: solutions && {
      cells: solutions.cells.slice(first * size, limit * size),
      contents: solutions.contents.slice(first, limit),
    },
  };
}

function faultsBetween(faults: RecordBatch['faults'], from: number, to: number): RecordBatch['faults'] {
  const own = [...faults].filter(([record]) => record >= from && record < to);
  return new Map(own.map(([record, fault]) => [record - from, fault]));
}

/** The name of the member that holds a puzzle; undefined if it is in no object. */
function keyOf({ bytes, layout }: Block, slot: number): string | undefined {
  const { slots } = layout as RecordLayout;
  const [start, end] = [slots[slot + KEY_START]!, slots[slot + KEY_END]!];
  if (end === 0) return undefined;
  return unescaped(asBuffer(bytes).toString('utf8', start, end));
}

const offsetOf = (block: Block, record: number | BrokenRecord) =>
  typeof record === 'number' ? block.starts[record]! : (record.recordStart ?? record.start);

const lineStart = (bytes: Uint8Array, at: number) => (at === 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1);

function extentIn(plan: PlannedFile['plan']): Extent {
  const bytes = fixedRecords(plan)?.bytes;
  if (bytes !== undefined) {
    return (block, record) => {
      const start = offsetOf(block, record);
      return [start, Math.min(start + bytes, block.bytes.length)];
    };
  }
  return isJsonTree(plan)
    ? jsonExtent
    : ['grids', 'candidates'].includes(plan.format)
      ? gridExtent
      : lineExtent;
}

/** A record of lines, from the start of the first one; the end is that of the first line, as no more is needed. */
const lineExtent: Extent = (block, record, after) => {
  const start = Math.max(after, lineStart(block.bytes, offsetOf(block, record)));
  return [start, Math.min(lineEnd(block.bytes, start) + 1, block.bytes.length)];
};

/** A grid with the lines directly above it: a title, or the top of its frame. A frame's bottom belongs to the grid above. */
const gridExtent: Extent = (block, record, after) => {
  const { bytes } = block;
  const isPuzzle = typeof record === 'number';
  const bottom = isPuzzle ? (block.layout as { bottoms: Uint32Array }).bottoms[record]! : record.end;
  let start = Math.max(after, lineStart(bytes, offsetOf(block, record)));
  const bom = bomLength(bytes);
  while (start > after) {
    const above = Math.max(after, lineStart(bytes, start - 1));
    const text = skipBlanks(bytes, above === 0 ? bom : above, start);
    if (text >= start - 1 || bytes[text] === LF || isCommentAt(bytes, text)) break;
    // the line after a grid is the bottom of its frame, if it has no letters or digits
    if (above === after && isFrame(bytes, above, start)) break;
    start = above;
  }
  return [start, Math.min(lineEnd(bytes, bottom) + 1, bytes.length)];
};

function isFrame(bytes: Uint8Array, start: number, end: number): boolean {
  return !bytes.subarray(start, end).some((byte) => /[a-z0-9]/i.test(String.fromCharCode(byte)));
}

const jsonExtent: Extent = (block, record, after) => {
  const start = Math.max(after, offsetOf(block, record));
  const end = scanValue(block.bytes, start, block.bytes.length);
  return [start, end < 0 ? block.bytes.length : end];
};

// Fills solutions into the empty cells of a text, which keeps its columns aligned, and puts markers in place of records
// without one.

import { COMMA, LF, PIPE, POINT, SPACE, ZERO } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { MARKERS, Status } from '../../solver/model/status.ts';
import { type Block, type BrokenRecord, recordsOf } from './block.ts';
import { bomLength, skipBlanks, trimmedEnd } from './bytes.ts';
import type { CellsLayout } from './cell-blocks.ts';
import { missingBefore, type RowKind } from './cells.ts';
import type { Writer } from './format.ts';
import { Splicer } from './splicer.ts';

/**
 * Writes solutions into the empty cells, and a marker in place of each record without a solution.
 * @param padded whether a marker is padded or cut to the width of the record
 */
export function* writeBlock(
  read: Block<CellsLayout>,
  result: BatchResult,
  padded: boolean,
): Generator<Uint8Array> {
  const block = filledBlock(read, result);
  const { statuses, solutions } = result;
  let rest = block.broken.length;
  for (let p = 0; p < block.count; p++) {
    // most grids keep their length, and are filled in without copying
    if (statuses[p] !== Status.solved || !fillInPlace(block, p, solutions)) rest++;
  }
  if (rest === 0) return yield block.bytes;

  yield splicedRecords(block, result, padded, (splicer, _, p, solution) => {
    if (!isFixed(block, p)) fillIn(splicer, block, p, solution);
  });
}

/** A block whose solved grids are filled if the kernel has read them. */
export function filledBlock(block: Block<CellsLayout>, result: BatchResult): Block<CellsLayout> {
  const { patternGrids } = block.layout;
  return patternGrids ? { ...block, bytes: patternGrids.fill(block, result) } : block;
}

/** The writer of formats with one record a line, in whose layout markers are padded. */
export const lineWriter: Writer<CellsLayout> = {
  batch: (block, result) => writeBlock(block, result, true),
};

/** Writes the solution of puzzle `p`. */
export type WriteSolution = (
  splicer: Splicer,
  block: Block<CellsLayout>,
  p: number,
  solution: Uint8Array,
) => void;

/** A block with what a function writes for each solved record, and a marker in place of the others. */
export function splicedRecords(
  block: Block<CellsLayout>,
  { statuses, solutions }: BatchResult,
  padded: boolean,
  write: WriteSolution,
): Uint8Array {
  const { layout, geometry, bytes } = block;
  const cells = geometry?.cells ?? 0;
  const splicer = new Splicer(bytes);
  for (const record of recordsOf(block)) {
    if (typeof record !== 'number') markBroken(splicer, record, padded);
    else if (statuses[record] === Status.solved)
      write(splicer, block, record, solutions.subarray(record * cells, (record + 1) * cells));
    else mark(splicer, layout.tops[record]!, layout.bottoms[record]!, statuses[record]!, padded);
  }
  return splicer.finish();
}

/** Replaces a broken record by its marker. */
export function markBroken(splicer: Splicer, record: BrokenRecord, padded: boolean): void {
  const { start, end, marker, isKept, continued } = record;
  if (!marker && !isKept) mark(splicer, start, end, continued ? Status.solved : Status.invalid, padded);
}

/** Replaces a stretch by the marker of a status. */
export function mark(splicer: Splicer, start: number, end: number, status: number, padded: boolean): void {
  const marker = MARKERS[status] ?? '';
  const width = end - start;
  splicer.replace(start, end, Buffer.from(padded ? marker.slice(0, width).padEnd(width) : marker));
}

/** By value, 0 included. */
export const DIGIT_BYTES: Uint8Array = Buffer.from('0123456789');

/** Whether every cell of a grid is one byte before and after it is filled. */
export function isFixed({ layout, cells }: Block<CellsLayout>, p: number): boolean {
  const { kind, cellStarts, cellEnds } = layout;
  if (layout.patternGrids?.has(p)) return true;
  if (kind!.symbolTable) return kind!.style === 'symbols';
  if (kind!.geometry.size > 9) return false;
  const first = p * kind!.geometry.cells;
  for (let i = first; i < first + kind!.geometry.cells; i++) {
    if (cellEnds[i]! - cellStarts[i]! !== 1 || (cells[i] === 0 && isInFields(kind!))) return false;
  }
  return true;
}

/** Fills the empty cells of a grid that {@link isFixed}; returns false for others. Grids of the block's pattern must be written before. */
export function fillInPlace(block: Block<CellsLayout>, p: number, solutions: Uint8Array): boolean {
  if (!isFixed(block, p)) return false;
  if (block.layout.patternGrids?.has(p)) return true;
  const { bytes, cells } = block;
  const { kind, cellStarts } = block.layout;
  const symbols = kind!.symbolTable?.symbols ?? DIGIT_BYTES;
  const first = p * kind!.geometry.cells;
  const end = first + kind!.geometry.cells;
  if (kind!.symbolTable?.areDigits) {
    // overwriting givens with themselves is faster than testing for empty cells
    for (let i = first; i < end; i++) bytes[cellStarts[i]!] = 0x30 + solutions[i]!;
    return true;
  }
  for (let i = first; i < end; i++) {
    if (cells[i] === 0) bytes[cellStarts[i]!] = symbols[solutions[i]!]!;
  }
  return true;
}

/** Writes a solution into the empty cells of puzzle `p`; givens are preserved. */
export function fillIn(splicer: Splicer, block: Block<CellsLayout>, p: number, solution: Uint8Array): void {
  const { kind, cellStarts, cellEnds } = block.layout;
  const first = p * kind!.geometry.cells;
  if (block.layout.patternGrids?.has(p)) block.layout.patternGrids.locate(p, first, cellStarts, cellEnds);
  const symbols = kind!.symbolTable?.symbols;
  if (symbols && !isInFields(kind!)) {
    for (let i = 0; i < solution.length; i++) {
      if (block.cells[first + i] !== 0) continue;
      const value = solution[i]!;
      const [start, end] = [cellStarts[first + i]!, cellEnds[first + i]!];
      if (start === end) putSpaces(splicer, block, start, i % kind!.geometry.size);
      splicer.replace(start, end, symbols.subarray(value, value + 1));
    }
    return;
  }
  const layout = numberLayout(block, p);
  for (let i = 0; i < solution.length; i++) {
    if (block.cells[first + i] !== 0) continue;
    const [start, end] = [cellStarts[first + i]!, cellEnds[first + i]!];
    if (isInFields(kind!)) {
      const text = symbols ? String.fromCharCode(symbols[solution[i]!]!) : layout.number(solution[i]!);
      putInField(splicer, block.bytes, start, end, text, layout);
    } else putNumber(splicer, block.bytes, start, end, solution[i]!, layout);
  }
}

/** Inserts the spaces that a short line lacks before a cell. */
function putSpaces(splicer: Splicer, { bytes, layout }: Block<CellsLayout>, at: number, cell: number): void {
  const missing = missingBefore(bytes, at, layout.columns ?? '', cell);
  if (missing > 0) splicer.replace(at, at, Buffer.alloc(missing, ' '));
}

/** Whether cells are between delimiters, so that empty ones can be blank. */
function isInFields({ style }: RowKind): boolean {
  return style === 'pipes' || style === 'fields';
}

/** Writes a value in place of a field's symbol; in a blank field, aligned as the givens are. */
function putInField(
  splicer: Splicer,
  bytes: Uint8Array,
  start: number,
  end: number,
  text: string,
  { trailing }: NumberLayout,
): void {
  const first = skipBlanks(bytes, start, end);
  if (first < end && trimmedEnd(bytes, first, end) - first === text.length) {
    splicer.replace(first, first + text.length, Buffer.from(text));
    return;
  }
  const width = end - start;
  const after = Math.max(0, Math.min(trailing, width - text.length));
  splicer.replace(start, end, Buffer.from(text.padStart(width - after).padEnd(width)));
}

function putNumber(
  splicer: Splicer,
  bytes: Uint8Array,
  start: number,
  end: number,
  value: number,
  { align, number: textOf }: NumberLayout,
): void {
  const number = textOf(value);
  const text = align === 'left' ? number.padEnd(end - start) : number.padStart(end - start);
  const longer = text.length - (end - start);
  const before = align === 'right' ? Math.min(longer, spacesBefore(bytes, start)) : 0;
  const after = align === 'left' ? Math.min(longer, spacesAfter(bytes, end)) : 0;
  splicer.replace(start - before, end + after, Buffer.from(text));
}

/** How a grid makes room for numbers that are longer than its symbol of empty cells. */
export interface NumberLayout {
  /** Whether a number uses up spaces before it (`right`), after it (`left`), or moves the rest of the row. */
  readonly align: 'right' | 'left' | 'none';
  /** Formats a number as the givens: padded with zeros, or followed by `.0`. */
  readonly number: (value: number) => string;
  /** For cells between delimiters: spaces after the number. */
  readonly trailing: number;
}

/**
 * The layout of one grid of numbers. Columns stay aligned if every empty cell has spaces to spare for the longest number;
 * otherwise separators are preserved.
 */
export function numberLayout(block: Block<CellsLayout>, p: number): NumberLayout {
  const { bytes, cells } = block;
  const { cellStarts, cellEnds, kind } = block.layout;
  const { size, cells: all } = kind!.geometry;
  const longest = size > 9 ? 2 : 1;
  let right = true;
  let left = true;
  let digits = 1;
  let decimals = '';
  let trailing: number | undefined;
  for (let i = p * all; i < (p + 1) * all; i++) {
    const [start, end] = [cellStarts[i]!, cellEnds[i]!];
    const [first, last] = [skipBlanks(bytes, start, end), trimmedEnd(bytes, start, end)];
    if (last - first > 1 && bytes[first] === ZERO && bytes[first + 1] !== POINT) digits = last - first;
    if (cells[i] !== 0) {
      if (bytes[last - 2] === POINT) decimals = '.0';
      if (kind!.style === 'pipes' || kind!.style === 'fields') trailing ??= end - last;
      continue;
    }
    const lack = longest - (end - start);
    right &&= lack <= spacesBefore(bytes, start);
    left &&= lack <= spacesAfter(bytes, end) || (i + 1) % size === 0;
  }
  return {
    align: right ? 'right' : left ? 'left' : 'none',
    number: (value) => String(value).padStart(digits, '0') + decimals,
    trailing: trailing ?? 0,
  };
}

/** Spaces before an offset that can be removed without joining two numbers. */
export function spacesBefore(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at > 0 && bytes[at - 1] === SPACE) at--;
  const isSeparated = at === bomLength(bytes) || isSeparator(bytes[at - 1]!);
  return Math.max(0, start - at - (isSeparated ? 0 : 1));
}

/** Spaces after an offset that can be removed. */
export function spacesAfter(bytes: Uint8Array, end: number): number {
  let at = end;
  while (bytes[at] === SPACE) at++;
  const isSeparated = at === bytes.length || isSeparator(bytes[at]!);
  return Math.max(0, at - end - (isSeparated ? 0 : 1));
}

function isSeparator(byte: number): boolean {
  return byte === LF || byte === COMMA || byte === PIPE || byte === 0x3b;
}

/** Writes solutions or markers in place of the puzzles, whatever their lengths. */
export function replacingWriter(write: WriteSolution): Writer<CellsLayout> {
  return { batch: (block, result) => [splicedRecords(block, result, false, write)] };
}

/** A line's solution has a character for each cell. */
export const writeSolutionLine: WriteSolution = (splicer, { layout }, p, solution) => {
  const { symbols } = layout.kind!.symbolTable!;
  const sink = splicer.open(layout.tops[p]!, layout.bottoms[p]!);
  const bytes = sink.room(solution.length);
  for (let i = 0; i < solution.length; i++) bytes[sink.length + i] = symbols[solution[i]!]!;
  sink.length += solution.length;
};

/** Writes each solution on a line of its own, in place of the puzzle. */
export const solutionLines: Writer<CellsLayout> = replacingWriter(writeSolutionLine);

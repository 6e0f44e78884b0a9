import { COMMA, LF, PIPE, POINT, SPACE, ZERO } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { MARKERS, Status } from '../../solver/status.ts';
import { type Block, type BrokenRecord, recordsOf } from './block.ts';
import { bomLength, skipBlanks, trimmedEnd } from './bytes.ts';
import type { CellsLayout } from './cell-blocks.ts';
import { missingBefore, type RowKind } from './cells.ts';
import { Splicer } from './splicer.ts';

/**
 * Writes solutions into the empty cells, and a marker in place of each record without one.
 * @param padded whether a marker is padded (or cut) to the width of what it replaces
 */
export function* writeBlock(
  block: Block<CellsLayout>,
  result: BatchResult,
  padded: boolean,
): Generator<Uint8Array> {
  const { geometry, layout, bytes, count } = block;
  const { statuses, solutions } = result;
  const cells = geometry?.cells ?? 0;
  let rest = block.broken.length;
  layout.alike?.fill(bytes, count, result);
  for (let p = 0; p < count; p++) {
    // most grids keep their length: they are filled in where they stand
    if (statuses[p] !== Status.solved || !fillInPlace(block, p, solutions)) rest++;
  }
  if (rest === 0) return yield bytes;

  const splicer = new Splicer(bytes);
  for (const record of recordsOf(block)) {
    if (typeof record !== 'number') markBroken(splicer, record, padded);
    else if (statuses[record] !== Status.solved) {
      mark(splicer, layout.tops[record]!, layout.bottoms[record]!, statuses[record]!, padded);
    } else if (!isFixed(block, record)) {
      fillIn(splicer, block, record, solutions.subarray(record * cells, (record + 1) * cells));
    }
  }
  yield splicer.finish();
}

/** Puts the marker of a broken record in its place. */
export function markBroken(splicer: Splicer, record: BrokenRecord, padded: boolean): void {
  const { start, end, kept, continued } = record;
  if (!kept) mark(splicer, start, end, continued ? Status.solved : Status.invalid, padded);
}

/** Puts the marker of a status in place of a stretch. */
export function mark(splicer: Splicer, start: number, end: number, status: number, padded: boolean): void {
  const marker = MARKERS[status] ?? '';
  const width = end - start;
  splicer.replace(start, end, Buffer.from(padded ? marker.slice(0, width).padEnd(width) : marker));
}

const DIGIT_BYTES = Uint8Array.from('0123456789', (digit) => digit.charCodeAt(0));

/** Whether every cell of a grid is a byte, and its value will be. */
export function isFixed({ layout, cells }: Block<CellsLayout>, p: number): boolean {
  const { kind, cellStarts, cellEnds } = layout;
  if (layout.alike?.has(p)) return true;
  if (kind!.symbolTable) return kind!.style === 'symbols';
  if (kind!.geometry.size > 9) return false;
  const first = p * kind!.geometry.cells;
  for (let i = first; i < first + kind!.geometry.cells; i++) {
    if (cellEnds[i]! - cellStarts[i]! !== 1 || (cells[i] === 0 && isInFields(kind!))) return false;
  }
  return true;
}

/** Writes a solution over the empty cells of a grid if that {@link isFixed}; else returns false. Those that are alike are to be written before. */
export function fillInPlace(block: Block<CellsLayout>, p: number, solutions: Uint8Array): boolean {
  if (!isFixed(block, p)) return false;
  // those have been written
  if (block.layout.alike?.has(p)) return true;
  const { bytes, cells } = block;
  const { kind, cellStarts } = block.layout;
  const symbols = kind!.symbolTable?.symbols ?? DIGIT_BYTES;
  const first = p * kind!.geometry.cells;
  const end = first + kind!.geometry.cells;
  if (kind!.symbolTable?.areDigits) {
    // a given one is written as it stands already, which is quicker than to look for the empty ones
    for (let i = first; i < end; i++) bytes[cellStarts[i]!] = 0x30 + solutions[i]!;
    return true;
  }
  for (let i = first; i < end; i++) {
    if (cells[i] === 0) bytes[cellStarts[i]!] = symbols[solutions[i]!]!;
  }
  return true;
}

/** Writes a solution into the empty cells of puzzle `p`; the given ones stay as they are. */
export function fillIn(splicer: Splicer, block: Block<CellsLayout>, p: number, solution: Uint8Array): void {
  const { kind, cellStarts, cellEnds } = block.layout;
  const first = p * kind!.geometry.cells;
  if (block.layout.alike?.has(p)) block.layout.alike.locate(p, first, cellStarts, cellEnds);
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

/** Puts what a line lacks before a cell that it ends before. */
function putSpaces(splicer: Splicer, { bytes, layout }: Block<CellsLayout>, at: number, cell: number): void {
  const missing = missingBefore(bytes, at, layout.columns ?? '', cell);
  if (missing > 0) splicer.replace(at, at, Buffer.alloc(missing, ' '));
}

/** Whether empty cells may be blank, as they stand between delimiters. */
function isInFields({ style }: RowKind): boolean {
  return style === 'pipes' || style === 'fields';
}

/** Puts a value in place of the sign in a field, or, in a blank one, where the given ones stand in theirs. */
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

/** How numbers longer than the sign for empty find room in a grid. */
export interface NumberLayout {
  /** Whether a number takes spaces from before it, from after it, or pushes the rest of the row. */
  readonly align: 'right' | 'left' | 'none';
  /** A number as the given ones are written: padded with zeros, or with `.0` after it. */
  readonly number: (value: number) => string;
  /** For cells between pipes: spaces kept after the number. */
  readonly trailing: number;
}

/**
 * The layout of one grid of numbers. Columns stay aligned where every empty cell has spaces to spare for the longest
 * number; otherwise separators stay as they are.
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

/** Spaces before an offset that may go without joining two numbers. */
export function spacesBefore(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at > 0 && bytes[at - 1] === SPACE) at--;
  const parted = at === bomLength(bytes) || isParting(bytes[at - 1]!);
  return Math.max(0, start - at - (parted ? 0 : 1));
}

/** Spaces after an offset that may go. */
export function spacesAfter(bytes: Uint8Array, end: number): number {
  let at = end;
  while (bytes[at] === SPACE) at++;
  const parted = at === bytes.length || isParting(bytes[at]!);
  return Math.max(0, at - end - (parted ? 0 : 1));
}

function isParting(byte: number): boolean {
  return byte === LF || byte === COMMA || byte === PIPE || byte === 0x3b;
}

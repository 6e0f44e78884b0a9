import type { Block } from '../block.ts';
import { skipBlanks, trimmedEnd } from '../bytes.ts';
import type { Splicer } from '../splicer.ts';
import type { CellsLayout } from './block-builder.ts';
import { missingBefore } from './columns.ts';
import type { RowKind } from './kind.ts';
import { type NumberLayout, numberLayout, spacesAfter, spacesBefore } from './number-layout.ts';

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

import type { Block } from '../block.ts';
import { bomLength, COMMA, LF, PIPE, POINT, SPACE, skipBlanks, trimmedEnd, ZERO } from '../bytes.ts';
import type { CellsLayout } from './block-builder.ts';

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

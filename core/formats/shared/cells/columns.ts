import { bomLength, CR, FF, LF, SPACE } from '../bytes.ts';
import type { Row } from './row.ts';

/** Stands for a cell in what a row looks like; all else in it stands for itself. */
export const CELL = '#';
const CELL_BYTE = CELL.charCodeAt(0);

/**
 * Finds cells by their columns, as empty ones are blank. Cells that a line ends before are empty, at its end.
 * @param columns what a row looks like, one character a byte, with {@link CELL} for each cell
 */
export function scanColumns(bytes: Uint8Array, start: number, columns: string, row: Row): void {
  const from = lineStart(bytes, start);
  let end = from;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  row.count = 0;
  for (let i = 0; i < columns.length; i++) {
    const at = Math.min(from + i, end);
    const sign = columns.charCodeAt(i);
    if (sign === CELL_BYTE) {
      row.starts[row.count] = at;
      row.ends[row.count++] = Math.min(at + 1, end);
    } else if ((from + i < end ? bytes[at] : SPACE) !== sign) {
      row.count = 0;
      return;
    }
  }
  for (let at = from + columns.length; at < end; at++) {
    if (bytes[at] !== SPACE) row.count = 0;
  }
}

/** Spaces that a line lacks before the cell of a column, once those before it are written. */
export function missingBefore(bytes: Uint8Array, lineEnd: number, columns: string, cell: number): number {
  const length = lineEnd - lineStart(bytes, lineEnd);
  const column = columnOf(columns, cell);
  const before = cell === 0 ? 0 : columnOf(columns, cell - 1) + 1;
  return Math.max(0, column - Math.max(length, before));
}

function columnOf(columns: string, cell: number): number {
  let column = columns.indexOf(CELL);
  for (let i = 0; i < cell; i++) column = columns.indexOf(CELL, column + 1);
  return column;
}

/** Where the columns of a line begin: a byte-order mark and a form feed take none. */
function lineStart(bytes: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && bytes[from - 1] !== LF) from--;
  if (from === 0) from = bomLength(bytes);
  while (bytes[from] === FF) from++;
  return from;
}

// Objects of f-puzzles and SudokuPad in JSON: such an object is a puzzle as a whole, and has members of its own.

import { asBuffer, Json, Members, skipSpace } from './scan.ts';

/** Whether a member is the cells of an object of f-puzzles or SudokuPad, rows of objects. */
export function areObjectCells(name: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== Json.open || (name !== 'grid' && name !== 'cells')) return false;
  const row = skipSpace(bytes, start + 1, end);
  return bytes[row] === Json.open && bytes[skipSpace(bytes, row + 1, end)] === Json.openObject;
}

/** Whether a value is such an object. */
export function isPuzzleObject(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== Json.openObject) return false;
  const members = new Members();
  members.begin(asBuffer(bytes), start, end);
  while (members.next()) {
    if (areObjectCells(members.key, bytes, members.valueStart, end)) return true;
    if (members.valueEnd < 0) break;
  }
  return false;
}

/** Whether a value can be meant as a grid: a string, an array without objects, or an object of another program. */
export function isGridLike(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === Json.quote) return true;
  if (bytes[start] === Json.openObject) return isPuzzleObject(bytes, start, end);
  return bytes[start] === Json.open && bytes[skipSpace(bytes, start + 1, end)] !== Json.openObject;
}

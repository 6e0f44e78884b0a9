// Recognises objects of f-puzzles and SudokuPad in JSON. Such an object is one puzzle, with other members than our records.

import { asBuffer, Json, Members, skipSpace } from './scan.ts';

/** Whether a member holds the cells of an object of f-puzzles or SudokuPad: rows of objects. */
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

/** Whether a value may be a grid: a string, an array without objects, or an object of f-puzzles or SudokuPad. */
export function isGridLike(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === Json.quote) return true;
  if (bytes[start] === Json.openObject) return isPuzzleObject(bytes, start, end);
  return bytes[start] === Json.open && bytes[skipSpace(bytes, start + 1, end)] !== Json.openObject;
}

// What spreadsheets make of puzzles that they take for numbers.

import { MAX_SIZE } from '../../options/options.ts';
import { isSize, sideOf } from '../../solver/model/geometry.ts';
import { pencilmarkSize } from './pencilmarks.ts';

/** Digits of a text from which on it is no shorter number: those of 4x4 puzzles without their first givens. */
const MIN_DIGITS = 10;

const FRACTION = /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i;
const DIGITS = /^[1-9]\d*$/;

/** Why a text is no puzzle, if a spreadsheet has most likely taken one for a number; undefined for any other text. */
export function spreadsheetFault(text: string): string | undefined {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const remedy = 'import the column as text, from the file as it was';
  if (FRACTION.test(text)) {
    return `expected a puzzle, got ${shown}, which a spreadsheet has made of one that it took for a number: ${remedy}`;
  }
  const { length } = text;
  const isWhole = sideOf(length) !== undefined || pencilmarkSize(length) !== undefined;
  if (length < MIN_DIGITS || length > MAX_SIZE ** 2 || isWhole || !DIGITS.test(text)) return undefined;
  const cells = nextGrid(length);
  return `expected ${cells} cells, got ${length}: ${shown}; perhaps a spreadsheet took it for a number and dropped the zeros at its front: ${remedy}`;
}

/** Whether a spreadsheet has most likely made a text of a puzzle. */
export const isDamagedText = (text: string): boolean => spreadsheetFault(text) !== undefined;

/** Cells of the smallest grid with more cells. */
function nextGrid(cells: number): number {
  let size = Math.ceil(Math.sqrt(cells));
  while (!isSize(size)) size++;
  // 64 cells are rarer than 81
  return (size === 8 ? 9 : size) ** 2;
}

// The kernel of tables: rows of puzzles whose values are digits. The module has no state but its memory.
import {
  ID_BYTES,
  MAX_TEMPLATE,
  PART_COUNT,
  PART_END,
  PART_GUESSES,
  PART_NUMBER,
  PART_PUZZLE,
  PART_SOLUTION,
  ROWS_AT_A_TIME,
  SLACK,
  UNSOLVED,
  ZERO,
} from '../../../kernel/constants';
import { copy } from '../../records/assembly/memory';
import { writeCells, writeDigits } from '../../shared/assembly/digits';

/** Cells of the largest grid of digits. */
const MAX_TABLE_CELLS: u32 = 81;

/**
 * Rows by their status, each without and with a count beyond the limit. A row is parts: u8 for what follows the text of the
 * part, u8 for the length of the text, the text.
 */
export const TEMPLATES: u32 = 1024;
/** u8 a cell: values of the puzzles and of the solutions */
export const CELLS: u32 = TEMPLATES + 2 * (UNSOLVED + 1) * MAX_TEMPLATE + SLACK;
export const SOLUTIONS: u32 = CELLS + MAX_TABLE_CELLS * ROWS_AT_A_TIME + SLACK;
/** u32 a row */
export const COUNTS: u32 = (SOLUTIONS + MAX_TABLE_CELLS * ROWS_AT_A_TIME + SLACK) & ~15;
export const GUESSES: u32 = COUNTS + 4 * ROWS_AT_A_TIME;
/** u8 a row */
export const STATUSES: u32 = GUESSES + 4 * ROWS_AT_A_TIME;
/** u32 a row: where its id ends */
export const ID_ENDS: u32 = STATUSES + ROWS_AT_A_TIME;
/** Ids one after another, as the format writes them. */
export const IDS: u32 = ID_ENDS + 4 * ROWS_AT_A_TIME;
/** A row has at most the texts of a template, an id, two grids and three numbers. */
export const OUTPUT: u32 = IDS + ID_BYTES + SLACK;

/**
 * Writes rows.
 * @param count of rows
 * @param cells of a grid
 * @param number of the first row
 * @param limit solutions after which counting stops
 * @returns how many bytes it wrote
 */
export function writeRows(count: u32, cells: u32, number: u32, limit: u32): u32 {
  let out = OUTPUT;
  for (let row: u32 = 0; row < count; row++) {
    const found = load<u32>(COUNTS + 4 * row);
    const template = 2 * (load<u8>(STATUSES + row) as u32) + (found > limit ? 1 : 0);
    let part = TEMPLATES + MAX_TEMPLATE * template;
    for (;;) {
      const kind: u32 = load<u8>(part);
      const length: u32 = load<u8>(part + 1);
      copy(part + 2, length, out);
      part += 2 + length;
      out += length;
      if (kind === PART_END) break;
      if (kind === PART_PUZZLE) {
        writeCells(CELLS + row * cells, cells, out);
        out += cells;
      } else if (kind === PART_SOLUTION) {
        writeDigits(SOLUTIONS + row * cells, cells, out);
        out += cells;
      } else if (kind === PART_NUMBER) out = writeNumber(number + row, out);
      else if (kind === PART_COUNT) out = writeNumber(min(found, limit), out);
      else if (kind === PART_GUESSES) out = writeNumber(load<u32>(GUESSES + 4 * row), out);
      else {
        const from: u32 = row === 0 ? 0 : load<u32>(ID_ENDS + 4 * (row - 1));
        const idLength = load<u32>(ID_ENDS + 4 * row) - from;
        copy(IDS + from, idLength, out);
        out += idLength;
      }
    }
  }
  return out - OUTPUT;
}

/** @returns the end of the number */
function writeNumber(value: u32, out: u32): u32 {
  let end = out + 1;
  for (let rest = value / 10; rest > 0; rest /= 10) end++;
  let rest = value;
  for (let at = end - 1; at > out; at--) {
    store<u8>(at, (ZERO + (rest % 10)) as u8);
    rest /= 10;
  }
  store<u8>(out, (ZERO + rest) as u8);
  return end;
}

// The canonical form of a puzzle. Of all puzzles that it becomes by exchanging bands, stacks, rows within a band, columns within
// a stack, and rows with columns, those are kept whose pattern of givens reads lowest, row by row, with 0 for an empty cell and
// 1 for a given. Their digits are renamed 1, 2, 3, … in the order in which they first occur; the form is the one whose digits
// then read lowest.
//
// The search builds the pattern from the top. A table tells, for each box and order of its rows, the lowest box that orders of
// its columns give: the lowest top band follows from comparing 2 x 3 x 6 choices of a band and the order of its rows. Then rows
// are added one by one to all arrangements that are still lowest. An arrangement keeps the *set* of column orders of each stack
// that give the same pattern so far, six bits, so that orders of columns are rarely tried one by one.
//
// Orders of empty rows of a band, empty columns of a stack, empty bands and empty stacks change no given: only the ascending
// one is tried. So each way to arrange the givens is counted once.
import {
  BOXES,
  EMPTY_BANDS,
  EMPTY_COLUMNS,
  EMPTY_ROWS,
  EMPTY_STACKS,
  GIVENS_END,
  ROWS,
  readGivens,
} from './givens';
import { MAP_COLUMNS, MAP_DIGITS, MAP_TRANSPOSED, source } from './layout';
import { ASCENDING, BOX, ROW } from './pattern-tables';

/** u16 a row: the lowest pattern, the first column in the highest of nine bits */
const PATTERN: u32 = GIVENS_END;
/** u8 a given of the form: its digit in the best form so far */
const BEST: u32 = PATTERN + 24;
/** u8 a column of the form: offset of its cells in the puzzle */
const OFFSET: u32 = BEST + 96;
/** Arrangements: choices of the top band, then those that give the lowest rows so far, and those with one more row. */
const MAX_ARRANGEMENTS: u32 = 15552;
const TOPS: u32 = OFFSET + 16;
const ARRANGEMENTS: u32 = (TOPS + 4 * 36 + 7) & ~7;
export const PATTERN_END: u32 = ARRANGEMENTS + 2 * 8 * MAX_ARRANGEMENTS;

// An arrangement in 64 bits: the sets of column orders of the three stacks of the form, 6 bits each; the order of the stacks, 3;
// the orientation, 1; the source of each row of the form, 4 each.
const STACKS_SHIFT: u64 = 18;
const ORIENTATION_SHIFT: u64 = 21;
const ROWS_SHIFT: u64 = 22;

/** Finds the choices of a band and of the order of its rows that give the lowest top band. @returns their number */
function findTops(): u32 {
  let lowest: u32 = 0xffffffff;
  let count: u32 = 0;
  for (let orientation: u32 = 0; orientation < 2; orientation++) {
    const emptyBands: u32 = load<u8>(EMPTY_BANDS + orientation);
    for (let band: u32 = 0; band < 3; band++) {
      // of several empty bands, the first
      if ((emptyBands & ((1 << band) - 1)) !== 0 && ((emptyBands >> band) & 1) !== 0) continue;
      const boxes = BOXES + 18 * orientation + 6 * band;
      const left: u32 = BOX + 4 * <u32>load<u16>(boxes);
      const centre: u32 = BOX + 4 * <u32>load<u16>(boxes + 2);
      const right: u32 = BOX + 4 * <u32>load<u16>(boxes + 4);
      const orders: u32 = load<u8>(ASCENDING + <u32>load<u8>(EMPTY_ROWS + 4 * orientation + band));
      for (let left6 = orders; left6 !== 0; left6 &= left6 - 1) {
        const order = ctz(left6);
        const table = 2048 * order;
        const a = load<u32>(left + table) >> 6;
        const b = load<u32>(centre + table) >> 6;
        const c = load<u32>(right + table) >> 6;
        const low = min(a, b);
        const high = max(a, b);
        const middle = min(high, c);
        const key = (min(low, middle) << 6) | (max(low, middle) << 3) | max(high, c);
        if (key > lowest) continue;
        if (key < lowest) {
          lowest = key;
          count = 0;
        }
        store<u32>(TOPS + 4 * count++, (orientation << 8) | (band << 4) | order);
      }
    }
  }
  store<u16>(PATTERN, (lowest >> 18) as u16);
  store<u16>(PATTERN + 2, ((lowest >> 9) & 0x1ff) as u16);
  store<u16>(PATTERN + 4, (lowest & 0x1ff) as u16);
  return count;
}

/** Stores the arrangements of the top band, with every order of the stacks that gives it. @returns their number */
function arrangeTops(tops: u32): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < tops; i++) {
    const top = load<u32>(TOPS + 4 * i);
    const orientation = top >> 8;
    const band = (top >> 4) & 3;
    const order = top & 15;
    const boxes = BOXES + 18 * orientation + 6 * band;
    const table = BOX + 2048 * order;
    const orders: u32 = load<u8>(ASCENDING + <u32>load<u8>(EMPTY_STACKS + orientation));
    for (let left = orders; left !== 0; left &= left - 1) {
      const stacks = ctz(left);
      const s0 = source(stacks, 0);
      const s1 = source(stacks, 1);
      const s2 = source(stacks, 2);
      const a = load<u32>(table + 4 * <u32>load<u16>(boxes + 2 * s0));
      const b = load<u32>(table + 4 * <u32>load<u16>(boxes + 2 * s1));
      if (a >> 6 > b >> 6) continue;
      const c = load<u32>(table + 4 * <u32>load<u16>(boxes + 2 * s2));
      if (b >> 6 > c >> 6) continue;
      const empty = EMPTY_COLUMNS + 4 * orientation;
      const columns =
        (a & 63 & <u32>load<u8>(ASCENDING + <u32>load<u8>(empty + s0))) |
        ((b & 63 & <u32>load<u8>(ASCENDING + <u32>load<u8>(empty + s1))) << 6) |
        ((c & 63 & <u32>load<u8>(ASCENDING + <u32>load<u8>(empty + s2))) << 12);
      const rows =
        (3 * band + source(order, 0)) |
        ((3 * band + source(order, 1)) << 4) |
        ((3 * band + source(order, 2)) << 8);
      store<u64>(
        ARRANGEMENTS + 8 * count++,
        (columns as u64) |
          ((stacks as u64) << STACKS_SHIFT) |
          ((orientation as u64) << ORIENTATION_SHIFT) |
          ((rows as u64) << ROWS_SHIFT),
      );
    }
  }
  return count;
}

/** The arrangements that are extended, where the extended ones go, their number, and the lowest row so far. */
let current: u32 = 0;
let next: u32 = 0;
let extended: u32 = 0;
let lowestRow: u32 = 0;

/**
 * Adds a row to an arrangement, and keeps the result if no other row is lower.
 * @param row number of the row in the puzzle
 * @param shift of the row in the arrangement
 * @inline
 */
function extend(
  arrangement: u64,
  rows: u32,
  row: u32,
  shift: u64,
  shift0: u32,
  shift1: u32,
  shift2: u32,
): void {
  const bits: u32 = load<u16>(rows + 2 * row);
  const columns = arrangement as u32;
  const a: u32 = load<u16>(ROW + ((((bits >> shift0) & 7) << 7) | ((columns & 63) << 1)));
  const b: u32 = load<u16>(ROW + ((((bits >> shift1) & 7) << 7) | ((columns >> 5) & 126)));
  const c: u32 = load<u16>(ROW + ((((bits >> shift2) & 7) << 7) | ((columns >> 11) & 126)));
  const key = (a & 0x1c0) | ((b >> 3) & 0x38) | (c >> 6);
  if (key > lowestRow) return;
  if (key < lowestRow) {
    lowestRow = key;
    extended = 0;
  }
  store<u64>(
    next + 8 * extended++,
    (arrangement & ~(0x3ffff as u64)) |
      (((a & 63) | ((b & 63) << 6) | ((c & 63) << 12)) as u64) |
      ((row as u64) << shift),
  );
}

/** Adds the rows below the top band to the arrangements. @returns how many arrangements give the lowest pattern */
function addRows(count: u32): u32 {
  current = ARRANGEMENTS;
  next = ARRANGEMENTS + 8 * MAX_ARRANGEMENTS;
  for (let place: u32 = 3; place < 9; place++) {
    const shift = ROWS_SHIFT + 4 * (place as u64);
    extended = 0;
    lowestRow = 0xffffffff;
    for (let i: u32 = 0; i < count; i++) {
      const arrangement = load<u64>(current + 8 * i);
      const orientation = ((arrangement >> ORIENTATION_SHIFT) as u32) & 1;
      const stacks = ((arrangement >> STACKS_SHIFT) as u32) & 7;
      const shift0 = 3 * source(stacks, 0);
      const shift1 = 3 * source(stacks, 1);
      const shift2 = 3 * source(stacks, 2);
      const rows = ROWS + 18 * orientation;
      const empty = EMPTY_ROWS + 4 * orientation;
      const used = (arrangement >> ROWS_SHIFT) as u32;
      const top = (used & 15) / 3;
      if (place === 3) {
        const emptyBands: u32 = load<u8>(EMPTY_BANDS + orientation) & ~(1 << top);
        for (let band: u32 = 0; band < 3; band++) {
          if (band === top) continue;
          if (((emptyBands >> band) & 1) !== 0 && (emptyBands & ((1 << band) - 1)) !== 0) continue;
          let left = firstRows(load<u8>(empty + band));
          for (; left !== 0; left &= left - 1) {
            extend(arrangement, rows, 3 * band + ctz(left), shift, shift0, shift1, shift2);
          }
        }
      } else if (place === 6) {
        const band = 3 - top - ((used >> 12) & 15) / 3;
        let left = firstRows(load<u8>(empty + band));
        for (; left !== 0; left &= left - 1) {
          extend(arrangement, rows, 3 * band + ctz(left), shift, shift0, shift1, shift2);
        }
      } else {
        const inBand = place < 6 ? used >> 12 : ((arrangement >> (ROWS_SHIFT + 24)) as u32);
        const first = inBand & 15;
        const band = first / 3;
        if (place === 4 || place === 7) {
          let left: u32 = 7 & ~(1 << (first - 3 * band));
          // of two empty rows, the first
          if ((left & ~(<u32>load<u8>(empty + band))) === 0) left &= -left;
          for (; left !== 0; left &= left - 1) {
            extend(arrangement, rows, 3 * band + ctz(left), shift, shift0, shift1, shift2);
          }
        } else {
          const last = 9 * band + 3 - first - ((inBand >> 4) & 15);
          extend(arrangement, rows, last, shift, shift0, shift1, shift2);
        }
      }
    }
    store<u16>(PATTERN + 2 * place, lowestRow as u16);
    const swapped = current;
    current = next;
    next = swapped;
    count = extended;
  }
  return count;
}

/** The rows of a band that may come first, as bits: all but an empty one after another empty one. @inline */
function firstRows(empty: u32): u32 {
  return (7 & ~empty) | (empty & -empty);
}

/** The arrangement and the orders of columns of the best form so far. */
let bestArrangement: u64 = 0;
let bestColumns: u32 = 0;

/**
 * Finds the canonical form of the puzzle at an address.
 * @param form 81 bytes
 * @param map what makes the form of the puzzle, as in layout.ts
 * @returns the number of automorphisms: the ways to map the givens to the givens of the form
 */
export function canonicalPuzzle(cells: u32, form: u32, map: u32): u32 {
  const givens = readGivens(cells);
  const count = addRows(arrangeTops(findTops()));
  let automorphisms: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const arrangement = load<u64>(current + 8 * i);
    const columns = arrangement as u32;
    for (let left0 = columns & 63; left0 !== 0; left0 &= left0 - 1) {
      for (let left1 = (columns >> 6) & 63; left1 !== 0; left1 &= left1 - 1) {
        for (let left2 = (columns >> 12) & 63; left2 !== 0; left2 &= left2 - 1) {
          const orders = ctz(left0) | (ctz(left1) << 4) | (ctz(left2) << 8);
          const order = compareDigits(cells, arrangement, orders, automorphisms === 0);
          if (order > 0) continue;
          if (order === 0) automorphisms++;
          else {
            automorphisms = 1;
            bestArrangement = arrangement;
            bestColumns = orders;
          }
        }
      }
    }
  }
  write(cells, form, map);
  // exchanging rows with columns fixes all givens, so each way was found twice
  if (givens <= 9 && isFixedByTransposition(cells)) automorphisms /= 2;
  return automorphisms;
}

/** Stores the offsets of the columns of the form for an arrangement. */
function placeColumns(arrangement: u64, orders: u32): void {
  const stacks = ((arrangement >> STACKS_SHIFT) as u32) & 7;
  const factor: u32 = ((arrangement >> ORIENTATION_SHIFT) & 1) !== 0 ? 9 : 1;
  for (let stack: u32 = 0; stack < 3; stack++) {
    const from = 3 * source(stacks, stack);
    const order = (orders >> (4 * stack)) & 15;
    const to = OFFSET + 3 * stack;
    store<u8>(to, (factor * (from + source(order, 0))) as u8);
    store<u8>(to + 1, (factor * (from + source(order, 1))) as u8);
    store<u8>(to + 2, (factor * (from + source(order, 2))) as u8);
  }
}

/**
 * Compares the digits of an arrangement with the best, and makes it the best if it reads lower or is the first.
 * @returns below 0 if it does, 0 if it reads the same
 */
function compareDigits(cells: u32, arrangement: u64, orders: u32, isFirst: bool): i32 {
  placeColumns(arrangement, orders);
  const factor: u32 = ((arrangement >> ORIENTATION_SHIFT) & 1) !== 0 ? 1 : 9;
  /** four bits a digit of the puzzle: its digit in the form, 0 if it did not occur yet */
  let names: u64 = 0;
  let unused: u64 = 1;
  let at = BEST;
  let isBetter = isFirst;
  let rows = arrangement >> ROWS_SHIFT;
  for (let row: u32 = 0; row < 9; row++, rows >>= 4) {
    const from = cells + factor * ((rows as u32) & 15);
    // the first column in the highest bit
    let left: u32 = (<u32>load<u16>(PATTERN + 2 * row)) << 23;
    while (left !== 0) {
      const column = clz(left);
      left &= ~(0x80000000 >> column);
      const shift: u64 = (<u64>load<u8>(from + <u32>load<u8>(OFFSET + column))) << 2;
      let name = (names >> shift) & 15;
      if (name === 0) {
        name = unused++;
        names |= name << shift;
      }
      if (!isBetter) {
        const best = <u64>load<u8>(at);
        if (name > best) return 1;
        isBetter = name < best;
      }
      store<u8>(at++, name as u8);
    }
  }
  return isBetter ? -1 : 0;
}

/** Writes the best form, and what makes it of the puzzle. */
function write(cells: u32, form: u32, map: u32): void {
  placeColumns(bestArrangement, bestColumns);
  const isTransposed = ((bestArrangement >> ORIENTATION_SHIFT) & 1) !== 0;
  let names: u64 = 0;
  let at = BEST;
  let rows = bestArrangement >> ROWS_SHIFT;
  let digits: u32 = 0;
  memory.fill(form, 0, 81);
  for (let row: u32 = 0; row < 9; row++, rows >>= 4) {
    const fromRow = (rows as u32) & 15;
    store<u8>(map + row, fromRow as u8);
    const column = load<u8>(OFFSET + row);
    store<u8>(map + MAP_COLUMNS + row, isTransposed ? column / 9 : column);
    const from = cells + (isTransposed ? fromRow : 9 * fromRow);
    let left: u32 = (<u32>load<u16>(PATTERN + 2 * row)) << 23;
    while (left !== 0) {
      const place = clz(left);
      left &= ~(0x80000000 >> place);
      const name: u32 = load<u8>(at++);
      store<u8>(form + 9 * row + place, name as u8);
      names |= (name as u64) << ((<u64>load<u8>(from + <u32>load<u8>(OFFSET + place))) << 2);
      digits = max(digits, name);
    }
  }
  store<u8>(map + MAP_TRANSPOSED, isTransposed ? 1 : 0);
  store<u8>(map + MAP_DIGITS, 0);
  // digits that do not occur follow in ascending order
  for (let digit: u32 = 1; digit <= 9; digit++) {
    let name = ((names >> (4 * (digit as u64))) as u32) & 15;
    if (name === 0) name = ++digits;
    store<u8>(map + MAP_DIGITS + digit, name as u8);
  }
}

/**
 * Whether an exchange of rows with columns fixes all givens: no two share a row or column, and those that share a band are
 * those that share a stack.
 */
function isFixedByTransposition(cells: u32): bool {
  for (let a: u32 = 0; a < 81; a++) {
    if (load<u8>(cells + a) === 0) continue;
    for (let b: u32 = a + 1; b < 81; b++) {
      if (load<u8>(cells + b) === 0) continue;
      if (a / 9 === b / 9 || a % 9 === b % 9) return false;
      if ((a / 27 === b / 27) !== ((a % 9) / 3 === (b % 9) / 3)) return false;
    }
  }
  return true;
}

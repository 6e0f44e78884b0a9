// The canonical form of a full grid: of all grids that it becomes by the symmetries of sudoku, the one that reads lowest.
//
// Its first row is 123456789 whatever row is first and however the columns stand, as digits are renamed. Its second row then
// depends on the two rows of the grid and on the order of the columns only. Let s be the permutation of columns that takes each
// column to the one where the first row has the digit of the second: an order p of the columns gives the second row p^-1 s p.
// So a table of all 12,096 permutations s tells the lowest second row that the 1,296 orders of columns give, and which orders
// give it: one of them, times the orders that leave the lowest row as it is. 36 ordered pairs of rows are looked up; the few
// that give the lowest second row are completed and compared.
//
// Permutations are vectors of bytes, and `swizzle` composes them.
import { MAP_COLUMNS, MAP_DIGITS, MAP_TRANSPOSED, source } from './layout';
import { PATTERN_END } from './pattern';

/** Orders of nine columns that keep stacks together. */
const COLUMN_ORDERS: u32 = 1296;
/** Second rows that a first row can have. */
const SECOND_ROWS: u32 = 12096;
/** Lowest second rows, and orders of columns that leave one of them as it is. */
const RANKS: u32 = 15;
const STABLE_ORDERS: u32 = 59;
/** Sets of three of nine columns. */
const SETS: u32 = 84;

/** 16 bytes an order of columns: source of each place, and its inverse */
const COLUMNS: u32 = (PATTERN_END + 15) & ~15;
const INVERSES: u32 = COLUMNS + 16 * COLUMN_ORDERS;
/** u16 by three columns, four bits each: eight times the number of their set, and the number of their order */
const TRIPLES: u32 = INVERSES + 16 * COLUMN_ORDERS;
/** u8 by the sets of columns that a permutation takes the first and the second stack to: a number */
const SET_PAIRS: u32 = TRIPLES + 2 * 4096;
/** u32 by number of a permutation: the rank of its lowest second row, shifted by 16, and an order of columns that gives it */
const LOWEST: u32 = (SET_PAIRS + SETS * SETS + 3) & ~3;
/** u16 by rank: where the orders of columns that leave the second row as it is begin in `STABLE`; u16 their numbers */
const FIRST_STABLE: u32 = LOWEST + 4 * SECOND_ROWS;
const STABLE: u32 = FIRST_STABLE + 2 * (RANKS + 1);

/** 16 bytes a row: its digits from 0, and the column of each digit; first nine rows, then nine columns */
const DIGITS: u32 = (STABLE + 2 * STABLE_ORDERS + 15) & ~15;
const PLACES: u32 = DIGITS + 18 * 16;
/** u32 a pair of rows that gives the lowest second row: first row, second row, order of columns */
const PAIRS: u32 = PLACES + 18 * 16;
/** 16 bytes a row: the third to ninth row of the best form so far; then those of the one that is compared */
const BEST: u32 = (PAIRS + 4 * 36 + 15) & ~15;
/** u8 a row of the form: its number in `DIGITS` */
const ROWS: u32 = BEST + 7 * 16;
const BEST_ROWS: u32 = ROWS + 16;
const BEST_COLUMNS: u32 = BEST_ROWS + 16;
const BEST_NAMES: u32 = BEST_COLUMNS + 16;
/** a permutation of which tables are made */
const PERMUTATION: u32 = BEST_NAMES + 16;

let hasTables = false;

/**
 * Finds the canonical form of the full grid at an address.
 * @param form 81 bytes
 * @param map what makes the form of the grid, as in layout.ts
 * @returns the number of automorphisms, or 0 if a unit has a digit twice
 */
export function canonicalGrid(cells: u32, form: u32, map: u32): u32 {
  if (!hasTables) makeTables();
  const pairs = readRows(cells) ? findPairs() : 0;
  if (pairs === 0) return 0;
  const rank = lowestRank;
  let automorphisms: u32 = 0;
  const firstStable: u32 = load<u16>(FIRST_STABLE + 2 * rank);
  const endStable: u32 = load<u16>(FIRST_STABLE + 2 * rank + 2);
  for (let i: u32 = 0; i < pairs; i++) {
    const pair = load<u32>(PAIRS + 4 * i);
    const first = pair >> 24;
    const second = (pair >> 16) & 0xff;
    const band = first - (first % 3);
    const third = 3 * band + 3 - first - second;
    const columns = v128.load(COLUMNS + 16 * (pair & 0xffff));
    const inverse = v128.load(INVERSES + 16 * (pair & 0xffff));
    const places = v128.load(PLACES + 16 * first);
    const thirdDigits = v128.load(DIGITS + 16 * third);
    for (let j = firstStable; j < endStable; j++) {
      const stable: u32 = 16 * <u32>load<u16>(STABLE + 2 * j);
      const order = i8x16.swizzle(columns, v128.load(COLUMNS + stable));
      const names = i8x16.swizzle(i8x16.swizzle(v128.load(INVERSES + stable), inverse), places);
      const row = i8x16.swizzle(names, i8x16.swizzle(thirdDigits, order));
      const comparison = automorphisms === 0 ? -1 : compareRows(row, v128.load(BEST));
      if (comparison > 0) continue;
      store<u8>(ROWS, first as u8);
      store<u8>(ROWS + 1, second as u8);
      store<u8>(ROWS + 2, third as u8);
      sortRows(band, names, order);
      const whole = compareRest(comparison < 0, names, order);
      if (whole > 0) continue;
      if (whole === 0) {
        automorphisms++;
        continue;
      }
      automorphisms = 1;
      v128.store(BEST, row);
      v128.store(BEST_ROWS, v128.load(ROWS));
      v128.store(BEST_COLUMNS, order);
      v128.store(BEST_NAMES, names);
    }
  }
  write(form, map);
  return automorphisms;
}

/** Stores rows and columns of the grid with the places of their digits. @returns whether each has every digit */
function readRows(cells: u32): bool {
  const one = i8x16.splat(1);
  for (let row: u32 = 0; row < 9; row++) {
    v128.store(DIGITS + 16 * row, i8x16.sub(v128.load(cells + 9 * row), one));
    for (let column: u32 = 0; column < 9; column++) {
      const digit: u32 = load<u8>(DIGITS + 16 * row + column);
      store<u8>(DIGITS + 16 * (9 + column) + row, digit as u8);
      store<u8>(PLACES + 16 * row + digit, column as u8);
      store<u8>(PLACES + 16 * (9 + column) + digit, row as u8);
    }
  }
  const identity = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (let line: u32 = 0; line < 18; line++) {
    // the place of a digit that is missing is of an earlier grid, where now another digit stands
    const digits = i8x16.swizzle(v128.load(DIGITS + 16 * line), v128.load(PLACES + 16 * line));
    if (compareRows(digits, identity) !== 0) return false;
  }
  return true;
}

let lowestRank: u32 = 0;

/**
 * Finds the ordered pairs of rows that give the lowest second row, whose rank is `lowestRank`.
 * @returns their number, or 0 if a box has a digit twice
 */
function findPairs(): u32 {
  let count: u32 = 0;
  lowestRank = 0xffff;
  for (let first: u32 = 0; first < 18; first++) {
    const places = v128.load(PLACES + 16 * first);
    const band = first - (first % 3);
    for (let second = band; second < band + 3; second++) {
      if (second === first) continue;
      const permutation = i8x16.swizzle(places, v128.load(DIGITS + 16 * second));
      const number = numberOf(permutation);
      if (number >= SECOND_ROWS) return 0;
      const entry = load<u32>(LOWEST + 4 * number);
      const rank = entry >> 16;
      if (rank > lowestRank) continue;
      if (rank < lowestRank) {
        lowestRank = rank;
        count = 0;
      }
      store<u32>(PAIRS + 4 * count++, (first << 24) | (second << 16) | (entry & 0xffff));
    }
  }
  return count;
}

/** The number of a permutation, below `SECOND_ROWS` if it takes each stack to columns of other stacks. */
function numberOf(permutation: v128): u32 {
  const low = i64x2.extract_lane(permutation, 0) as u64;
  const a: u32 = load<u16>(TRIPLES + 2 * nibbles(low as u32));
  const b: u32 = load<u16>(TRIPLES + 2 * nibbles((low >> 24) as u32));
  const last = ((low >> 48) as u32) | ((i8x16.extract_lane_u(permutation, 8) as u32) << 16);
  const c: u32 = load<u16>(TRIPLES + 2 * nibbles(last));
  const sets: u32 = load<u8>(SET_PAIRS + (a >> 3) * SETS + (b >> 3));
  return ((sets * 6 + (a & 7)) * 6 + (b & 7)) * 6 + (c & 7);
}

/** Packs the low three bytes into four bits each. @inline */
function nibbles(bytes: u32): u32 {
  return (bytes & 15) | ((bytes >> 4) & 0xf0) | ((bytes >> 8) & 0xf00);
}

/** Compares the first nine bytes. @returns below 0 if `a` is lower, 0 if they are equal @inline */
function compareRows(a: v128, b: v128): i32 {
  const different = i8x16.bitmask(i8x16.ne(a, b)) & 0x1ff;
  if (different === 0) return 0;
  const first = different & -different;
  return (i8x16.bitmask(i8x16.lt_u(a, b)) & first) !== 0 ? -1 : 1;
}

/** Stores the order of the rows of the other two bands: by their first digits, as are the bands. */
function sortRows(band: u32, names: v128, order: v128): void {
  const column = DIGITS + (i8x16.extract_lane_u(order, 0) as u32);
  const base: u32 = band < 9 ? 0 : 9;
  const x = base + (band === base ? 3 : 0);
  const y = base + (band === base + 6 ? 3 : 6);
  const starts = PERMUTATION;
  for (let i: u32 = 0; i < 3; i++) {
    store<u8>(starts + i, load<u8>(column + 16 * (x + i)));
    store<u8>(starts + 3 + i, load<u8>(column + 16 * (y + i)));
  }
  v128.store(starts, i8x16.swizzle(names, v128.load(starts)));
  const a = sortThree(x, starts);
  const b = sortThree(y, starts + 3);
  // four bits of the first digit, then of the row, three times
  const isOrdered = (a & 0xf) < (b & 0xf);
  storeThree(ROWS + 3, isOrdered ? a : b);
  storeThree(ROWS + 6, isOrdered ? b : a);
}

/** @returns three rows, ascending by their first digits: a byte each, the digit in the low four bits, the row in the others */
function sortThree(row: u32, starts: u32): u32 {
  // rows are below 18: the row in the band fits
  const a: u32 = load<u8>(starts);
  const b: u32 = load<u8>(starts + 1);
  const c: u32 = load<u8>(starts + 2);
  const keyA = (a << 8) | row;
  const keyB = (b << 8) | (row + 1);
  const keyC = (c << 8) | (row + 2);
  const low = min(keyA, keyB);
  const high = max(keyA, keyB);
  const middle = min(high, keyC);
  const lowest = min(low, middle);
  return (
    (lowest >> 8) |
    ((lowest & 0xff) << 8) |
    ((max(low, middle) & 0xff) << 16) |
    ((max(high, keyC) & 0xff) << 24)
  );
}

/** @inline */
function storeThree(at: u32, rows: u32): void {
  store<u8>(at, (rows >> 8) as u8);
  store<u8>(at + 1, (rows >> 16) as u8);
  store<u8>(at + 2, (rows >> 24) as u8);
}

/** Compares the fourth to ninth row with the best, and stores them if they are lower. */
function compareRest(isLower: bool, names: v128, order: v128): i32 {
  for (let i: u32 = 3; i < 9; i++) {
    const digits = v128.load(DIGITS + 16 * <u32>load<u8>(ROWS + i));
    const row = i8x16.swizzle(names, i8x16.swizzle(digits, order));
    const best = BEST + 16 * (i - 2);
    if (!isLower) {
      const comparison = compareRows(row, v128.load(best));
      if (comparison > 0) return 1;
      isLower = comparison < 0;
    }
    if (isLower) v128.store(best, row);
  }
  return isLower ? -1 : 0;
}

/** Writes the best form, and what makes it of the grid. */
function write(form: u32, map: u32): void {
  const one = i8x16.splat(1);
  const names = v128.load(BEST_NAMES);
  const order = v128.load(BEST_COLUMNS);
  const firstRow: u32 = load<u8>(BEST_ROWS);
  const base: u32 = firstRow < 9 ? 0 : 9;
  for (let row: u32 = 0; row < 9; row++) {
    const from: u32 = load<u8>(BEST_ROWS + row);
    const digits = i8x16.swizzle(names, i8x16.swizzle(v128.load(DIGITS + 16 * from), order));
    const renamed = i8x16.add(digits, one);
    // nine bytes, since a form ends where the next begins
    v128.store64_lane(form + 9 * row, renamed, 0);
    store<u8>(form + 9 * row + 8, i8x16.extract_lane_u(renamed, 8));
    store<u8>(map + row, (from - base) as u8);
    store<u8>(map + MAP_COLUMNS + row, load<u8>(BEST_COLUMNS + row));
    store<u8>(map + MAP_DIGITS + 1 + row, load<u8>(BEST_NAMES + row) + 1);
  }
  store<u8>(map + MAP_TRANSPOSED, base === 0 ? 0 : 1);
  store<u8>(map + MAP_DIGITS, 0);
}

let ranks: u32 = 0;
let stables: u32 = 0;

function makeTables(): void {
  hasTables = true;
  makeColumnOrders();
  makeTriples();
  memory.fill(LOWEST, 0xff, 4 * SECOND_ROWS);
  // ascending, so that the first permutation of a kind is its lowest second row
  enumerate(0, 0);
  store<u16>(FIRST_STABLE + 2 * ranks, stables as u16);
}

function makeColumnOrders(): void {
  for (let number: u32 = 0; number < COLUMN_ORDERS; number++) {
    const stacks = number / 216;
    for (let place: u32 = 0; place < 9; place++) {
      const within = place < 3 ? (number / 36) % 6 : place < 6 ? (number / 6) % 6 : number % 6;
      const from = 3 * source(stacks, place / 3) + source(within, place % 3);
      store<u8>(COLUMNS + 16 * number + place, from as u8);
      store<u8>(INVERSES + 16 * number + from, place as u8);
    }
  }
}

function makeTriples(): void {
  let sets: u32 = 0;
  for (let a: u32 = 0; a < 9; a++) {
    for (let b = a + 1; b < 9; b++) {
      for (let c = b + 1; c < 9; c++) {
        const columns = a | (b << 8) | (c << 16);
        for (let order: u32 = 0; order < 6; order++) {
          let key: u32 = 0;
          for (let i: u32 = 0; i < 3; i++) key |= ((columns >> (8 * source(order, i))) & 15) << (4 * i);
          store<u16>(TRIPLES + 2 * key, ((sets << 3) | order) as u16);
        }
        sets++;
      }
    }
  }
  memory.fill(SET_PAIRS, 0xff, SETS * SETS);
  let pairs: u32 = 0;
  let first: u32 = 0;
  for (let a: u32 = 0; a < 9; a++) {
    for (let b = a + 1; b < 9; b++) {
      for (let c = b + 1; c < 9; c++) {
        const one: u32 = (1 << a) | (1 << b) | (1 << c);
        let second: u32 = 0;
        for (let d: u32 = 0; d < 9; d++) {
          for (let e = d + 1; e < 9; e++) {
            for (let f = e + 1; f < 9; f++) {
              const two: u32 = (1 << d) | (1 << e) | (1 << f);
              const rest: u32 = 0x1ff & ~one & ~two;
              const isPossible =
                (one & two) === 0 && (one & 7) === 0 && (two & 0x38) === 0 && (rest & 0x1c0) === 0;
              if (isPossible) store<u8>(SET_PAIRS + first * SETS + second, pairs++ as u8);
              second++;
            }
          }
        }
        first++;
      }
    }
  }
}

/** Classifies all permutations that begin with those of the columns below `column`. */
function enumerate(column: u32, used: u32): void {
  if (column === 9) {
    classify(v128.load(PERMUTATION));
    return;
  }
  const stack: u32 = 7 << (3 * (column / 3));
  for (let left: u32 = 0x1ff & ~used & ~stack; left !== 0; left &= left - 1) {
    store<u8>(PERMUTATION + column, ctz(left) as u8);
    enumerate(column + 1, used | (left & -left));
  }
}

/** Gives all permutations of a kind their lowest second row, unless it is known. */
function classify(lowest: v128): void {
  if (load<u32>(LOWEST + 4 * numberOf(lowest)) !== 0xffffffff) return;
  store<u16>(FIRST_STABLE + 2 * ranks, stables as u16);
  for (let number: u32 = 0; number < COLUMN_ORDERS; number++) {
    // of the permutation p s p^-1, the order p of columns gives the second row s
    const columns = v128.load(COLUMNS + 16 * number);
    const permutation = i8x16.swizzle(i8x16.swizzle(columns, lowest), v128.load(INVERSES + 16 * number));
    if (compareRows(permutation, lowest) === 0) store<u16>(STABLE + 2 * stables++, number as u16);
    const entry = LOWEST + 4 * numberOf(permutation);
    if (load<u32>(entry) === 0xffffffff) store<u32>(entry, (ranks << 16) | number);
  }
  ranks++;
}

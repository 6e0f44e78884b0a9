// Scores placements, so that branch.ts can choose a guess. The worth of a digit in a cell has two parts: the weights of the
// peers that would lose the digit, which are greater for cells with few candidates, as those are likely to be solved next;
// and a bonus for the other candidates that the digit removes from its own cell.
//
// Works on the saved grid of one lane, 81 candidate sets one after another. A vector has a byte for each digit. The weights of
// a cell's peers are sums of triads: those of the rest of its row, of the rest of its column, and of its box.

/** weight of a cell for each of its candidates, by their number; ../experiments.md lists others that were tried */
const WEIGHT_OF: usize = memory.data<u8>([0, 0, 5, 2, 1, 1, 1, 1, 1, 1]);
/** bonus of a digit for removing the others from its cell, by the number of candidates */
const BONUS_OF: usize = memory.data<u8>([0, 0, 0, 4, 5, 6, 7, 8, 9, 10]);
/**
 * Added to the worth of each placement, so that the sum over a unit shows how many places a digit has. Three places reach
 * FULL: each is worth at least 2, because two other open cells of the unit can have the digit. Two places reach it only if
 * they are worth more than 88 together, and most are worth less than half of that.
 */
export const PLACED: i32 = 83;
/** the greatest value of a byte */
export const FULL: i32 = 255;
/** more than the greatest bonus and PLACED together; added to BESIDE_ROWS and to COSTS, so that no cost is below zero */
const BIAS: i32 = 96;
const BIASES: usize = memory.data<u8>([96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96], 16);

// by candidate set, a vector each
/** weights of the cell: 0 if it is solved */
const WEIGHTS: usize = memory.data(512 * 16, 16);
/**
 * what `worth` subtracts from BESIDE_ROWS and BESIDE_COLUMNS: BIAS and the cell's own weight, less its bonus and PLACED; FULL
 * for digits that are not its candidates, and for all digits if it is solved
 */
const COSTS: usize = memory.data(512 * 16, 16);

/** what `worthOfTwo` subtracts for each candidate: BIAS and the cell's own weight */
const COST_OF_TWO: i32 = BIAS + 5;

// by triad, a vector each: row by row and stack by stack; column by column and band by band
/** at first the weights of the triad, after `weigh` those of the rest of its row and of its box, and BIAS */
export const BESIDE_ROWS: usize = memory.data(27 * 16, 16);
/** at first the weights of the triad, after `weigh` those of the rest of its column */
export const BESIDE_COLUMNS: usize = memory.data(27 * 16, 16);
const BOXES: usize = memory.data(9 * 16, 16);

// by cell, u16: where its triads are in BESIDE_ROWS and in BESIDE_COLUMNS
const ROW_TRIAD: usize = memory.data(81 * 2, 2);
const COLUMN_TRIAD: usize = memory.data(81 * 2, 2);

export function initPlacements(): void {
  for (let set: u32 = 0; set < 512; set++) {
    const candidates = popcnt(set);
    const weight: i32 = load<u8>(candidates, WEIGHT_OF);
    const bonus: i32 = load<u8>(candidates, BONUS_OF);
    for (let digit: u32 = 0; digit < 16; digit++) {
      const isOpen = candidates > 1 && ((set >> digit) & 1) === 1;
      store<u8>((set << 4) + digit, (isOpen ? weight : 0) as u8, WEIGHTS);
      store<u8>((set << 4) + digit, (isOpen ? BIAS + weight - bonus - PLACED : FULL) as u8, COSTS);
    }
  }
  for (let cell: i32 = 0; cell < 81; cell++) {
    const row = cell / 9;
    const column = cell % 9;
    store<u16>(cell << 1, ((row * 3 + column / 3) * 16) as u16, ROW_TRIAD);
    store<u16>(cell << 1, ((column * 3 + row / 3) * 16) as u16, COLUMN_TRIAD);
  }
}

/** Fills BESIDE_ROWS and BESIDE_COLUMNS. */
export function weigh(grid: usize): void {
  for (let band: usize = 0; band < 3; band++) {
    for (let stack: usize = 0; stack < 3; stack++) sumBox(grid + (band * 27 + stack * 3) * 2, band, stack);
  }
  for (let band: usize = 0; band < 3; band++) sumLines(band);
}

/** @inline */
function sumBox(from: usize, band: usize, stack: usize): void {
  const a0 = weight(load<u16>(from));
  const a1 = weight(load<u16>(from, 2));
  const a2 = weight(load<u16>(from, 4));
  const b0 = weight(load<u16>(from, 18));
  const b1 = weight(load<u16>(from, 20));
  const b2 = weight(load<u16>(from, 22));
  const c0 = weight(load<u16>(from, 36));
  const c1 = weight(load<u16>(from, 38));
  const c2 = weight(load<u16>(from, 40));
  const a = i8x16.add(i8x16.add(a0, a1), a2);
  const b = i8x16.add(i8x16.add(b0, b1), b2);
  const c = i8x16.add(i8x16.add(c0, c1), c2);
  const rows = (band * 9 + stack) * 16;
  v128.store(rows, a, BESIDE_ROWS);
  v128.store(rows, b, BESIDE_ROWS + 48);
  v128.store(rows, c, BESIDE_ROWS + 96);
  const columns = (stack * 9 + band) * 16;
  v128.store(columns, i8x16.add(i8x16.add(a0, b0), c0), BESIDE_COLUMNS);
  v128.store(columns, i8x16.add(i8x16.add(a1, b1), c1), BESIDE_COLUMNS + 48);
  v128.store(columns, i8x16.add(i8x16.add(a2, b2), c2), BESIDE_COLUMNS + 96);
  v128.store((band * 3 + stack) * 16, i8x16.add(i8x16.add(a, b), c), BOXES);
}

/** The three rows of a band, and the three columns of the stack of the same number. @inline */
function sumLines(band: usize): void {
  const bias = v128.load(BIASES);
  const box0 = i8x16.add(v128.load(band * 48, BOXES), bias);
  const box1 = i8x16.add(v128.load(band * 48, BOXES + 16), bias);
  const box2 = i8x16.add(v128.load(band * 48, BOXES + 32), bias);
  const end = band * 144 + 144;
  for (let line = band * 144; line < end; line += 48) {
    const a = v128.load(line, BESIDE_ROWS);
    const b = v128.load(line, BESIDE_ROWS + 16);
    const c = v128.load(line, BESIDE_ROWS + 32);
    v128.store(line, i8x16.add(i8x16.add(b, c), box0), BESIDE_ROWS);
    v128.store(line, i8x16.add(i8x16.add(a, c), box1), BESIDE_ROWS + 16);
    v128.store(line, i8x16.add(i8x16.add(a, b), box2), BESIDE_ROWS + 32);
    const d = v128.load(line, BESIDE_COLUMNS);
    const e = v128.load(line, BESIDE_COLUMNS + 16);
    const f = v128.load(line, BESIDE_COLUMNS + 32);
    v128.store(line, i8x16.add(e, f), BESIDE_COLUMNS);
    v128.store(line, i8x16.add(d, f), BESIDE_COLUMNS + 16);
    v128.store(line, i8x16.add(d, e), BESIDE_COLUMNS + 32);
  }
}

/** @inline */
function weight(set: u32): v128 {
  return v128.load(set << 4, WEIGHTS);
}

/**
 * What the placements in a cell are worth, and PLACED for each; 0 for digits that are not its candidates, and for all digits if
 * it is solved.
 * @param besideRow, besideColumn of the cell's two triads
 * @inline
 */
export function worth(besideRow: v128, besideColumn: v128, set: u32): v128 {
  return i8x16.sub_sat_u(i8x16.add(besideRow, besideColumn), v128.load(set << 4, COSTS));
}

/** What the two placements in a cell with two candidates are worth together. @inline */
export function worthOfTwo(cell: i32, set: u32): i32 {
  const low: usize = ctz(set);
  const high: usize = 31 - clz(set);
  const row: usize = load<u16>(cell << 1, ROW_TRIAD);
  const column: usize = load<u16>(cell << 1, COLUMN_TRIAD);
  return (
    (load<u8>(row + low, BESIDE_ROWS) as i32) +
    (load<u8>(row + high, BESIDE_ROWS) as i32) +
    (load<u8>(column + low, BESIDE_COLUMNS) as i32) +
    (load<u8>(column + high, BESIDE_COLUMNS) as i32) -
    2 * COST_OF_TWO
  );
}

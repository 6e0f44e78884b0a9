// The open cells of a leaf side by side, one in each 16-bit lane of four vectors, and for each of them a mask of the
// others that share a unit with it.
import { ALL } from './layout';
import { isOne } from './sets';

/** open cells that four vectors hold */
export const LEAF_CELLS: i32 = 32;
/** bytes of four vectors */
export const WIDE: i32 = 64;

// of the open cells, in reading order
/** candidate sets: u16 */
export const SETS: usize = memory.data(WIDE, 16);
/** cell numbers: u8 */
export const CELLS: usize = memory.data(LEAF_CELLS);
/** masks of the cells that share a unit with each: u16 */
export const PEER_MASKS: usize = memory.data(LEAF_CELLS * WIDE, 16);
/** masks of each alone */
export const SELF_MASKS: usize = memory.data(LEAF_CELLS * WIDE, 16);
/** numbers of their rows, columns, boxes and diagonals, equal where two cells share one: u8 */
const KEYS: usize = memory.data(5 * LEAF_CELLS, 16);
/** by cell: its five KEYS */
const KEYS_OF: usize = memory.data(81 * 5);

/** by candidate set, u32: a set of one digit, and above it a 1 that counts cells; 0 for other sets */
const SINGLES: usize = memory.data((ALL + 1) * 4, 4);
const COUNTED: u32 = 1 << 16;
/** sums of SINGLES over each row, box and diagonal */
const HELD: usize = memory.data(20 * 4, 4);
const BOX_BYTES: i32 = 9 * 4;
const DIAGONAL_BYTES: i32 = 18 * 4;
/** by cell: offsets of its row and its box in HELD, a byte each */
const UNITS_OF: usize = memory.data(81 * 2, 2);

export function initLeafCells(): void {
  for (let set: u32 = 1; set <= (ALL as u32); set++)
    if (isOne(set)) store<u32>(SINGLES + (set << 2), set | COUNTED);
  for (let i: i32 = 0; i < LEAF_CELLS; i++) store<u16>(SELF_MASKS + i * (WIDE + 2), 0xffff);
  for (let cell: i32 = 0; cell < 81; cell++) {
    const row = cell / 9;
    const column = cell % 9;
    const box = (row / 3) * 3 + column / 3;
    store<u16>(UNITS_OF + (cell << 1), ((row << 2) | ((BOX_BYTES + (box << 2)) << 8)) as u16);
    const keys = KEYS_OF + cell * 5;
    store<u8>(keys, row as u8);
    store<u8>(keys, column as u8, 1);
    store<u8>(keys, box as u8, 2);
    // cells that are not on a diagonal have numbers of their own
    store<u8>(keys, (row === column ? 0 : 100 + cell) as u8, 3);
    store<u8>(keys, (row + column === 8 ? 0 : 100 + cell) as u8, 4);
  }
}

/**
 * Puts the open cells of a saved grid side by side, and removes the digits of solved cells from them: a grid may stall one step
 * before its fixpoint. Columns need no check: as the stacks changed nothing, the digit of a solved cell can only be left in
 * cells of its column that are in its box, too.
 * @param front, back the open cells: the two words of a board
 * @returns the number of open cells, or -1 if two solved cells of a unit have the same digit
 */
export function gatherCells(frame: usize, front: u64, back: u64, diagonals: bool): i32 {
  if (!sumSingles(frame, diagonals)) return -1;
  v128.store(SETS, i16x8.splat(0));
  v128.store(SETS, i16x8.splat(0), 16);
  v128.store(SETS, i16x8.splat(0), 32);
  v128.store(SETS, i16x8.splat(0), 48);
  let open: i32 = 0;
  for (let cells = front; cells; cells &= cells - 1) gather(frame, ctz(cells) as i32, open++, diagonals);
  for (let cells = back; cells; cells &= cells - 1)
    gather(frame, 64 + (ctz(cells) as i32), open++, diagonals);
  for (let i: i32 = 0; i < open; i++) {
    const low = sharing(KEYS, KEYS + i, diagonals);
    const high = sharing(KEYS + 16, KEYS + i, diagonals);
    const mask = PEER_MASKS + i * WIDE;
    const self = SELF_MASKS + i * WIDE;
    v128.store(mask, v128.xor(i16x8.extend_low_i8x16_s(low), v128.load(self)));
    v128.store(mask, v128.xor(i16x8.extend_high_i8x16_s(low), v128.load(self, 16)), 16);
    v128.store(mask, v128.xor(i16x8.extend_low_i8x16_s(high), v128.load(self, 32)), 32);
    v128.store(mask, v128.xor(i16x8.extend_high_i8x16_s(high), v128.load(self, 48)), 48);
  }
  return open;
}

/** Fills HELD. False if two solved cells of a row, box or diagonal have the same digit. */
function sumSingles(frame: usize, diagonals: bool): bool {
  let bad: u32 = 0;
  let from = frame;
  for (let band: usize = 0; band < 3; band++) {
    let box0: u32 = 0;
    let box1: u32 = 0;
    let box2: u32 = 0;
    for (let row: usize = 0; row < 3; row++, from += 18) {
      const triad0 = sumTriad(from, 0);
      const triad1 = sumTriad(from, 3);
      const triad2 = sumTriad(from, 6);
      box0 += triad0;
      box1 += triad1;
      box2 += triad2;
      const sum = triad0 + triad1 + triad2;
      store<u32>(HELD + (band * 3 + row) * 4, sum);
      bad |= repeats(sum);
    }
    const boxes = HELD + BOX_BYTES + band * 12;
    store<u32>(boxes, box0);
    store<u32>(boxes, box1, 4);
    store<u32>(boxes, box2, 8);
    bad |= repeats(box0) | repeats(box1) | repeats(box2);
  }
  if (diagonals) {
    let falling: u32 = 0;
    let rising: u32 = 0;
    for (let i: usize = 0; i < 9; i++) {
      falling += singleAt(frame + i * 20);
      rising += singleAt(frame + 16 + i * 16);
    }
    store<u32>(HELD + DIAGONAL_BYTES, falling);
    store<u32>(HELD + DIAGONAL_BYTES, rising, 4);
    bad |= repeats(falling) | repeats(rising);
  }
  return bad === 0;
}

/** @inline */
function sumTriad(line: usize, i: usize): u32 {
  return singleAt(line + i * 2) + singleAt(line + i * 2 + 2) + singleAt(line + i * 2 + 4);
}

/** @inline */
function singleAt(cell: usize): u32 {
  return load<u32>(SINGLES + ((load<u16>(cell) as usize) << 2));
}

/** 0 if the digits of a sum all differ: two equal ones carry, so that the sum has fewer bits than cells. @inline */
function repeats(sum: u32): u32 {
  return popcnt(sum & (COUNTED - 1)) ^ (sum >> 16);
}

/** Takes a cell of the grid as the `i`th open one. @inline */
function gather(frame: usize, cell: i32, i: i32, diagonals: bool): void {
  const units = load<u16>(UNITS_OF + (cell << 1)) as u32;
  let held = load<u32>(HELD + (units & 0xff)) | load<u32>(HELD + (units >> 8));
  const keys = KEYS_OF + cell * 5;
  store<u8>(CELLS + i, cell as u8);
  store<u8>(KEYS + i, load<u8>(keys));
  store<u8>(KEYS + i, load<u8>(keys, 1), LEAF_CELLS);
  store<u8>(KEYS + i, load<u8>(keys, 2), 2 * LEAF_CELLS);
  if (diagonals) {
    const falling = load<u8>(keys, 3);
    const rising = load<u8>(keys, 4);
    store<u8>(KEYS + i, falling, 3 * LEAF_CELLS);
    store<u8>(KEYS + i, rising, 4 * LEAF_CELLS);
    if (falling === 0) held |= load<u32>(HELD + DIAGONAL_BYTES);
    if (rising === 0) held |= load<u32>(HELD + DIAGONAL_BYTES, 4);
  }
  store<u16>(SETS + (i << 1), (load<u16>(frame + (cell << 1)) & ~held) as u16);
}

/** Which of sixteen cells share a unit with the one at `key`. @inline */
function sharing(keys: usize, key: usize, diagonals: bool): v128 {
  let mask = v128.or(
    v128.or(
      i8x16.eq(v128.load(keys), v128.load8_splat(key)),
      i8x16.eq(v128.load(keys, LEAF_CELLS), v128.load8_splat(key, LEAF_CELLS)),
    ),
    i8x16.eq(v128.load(keys, 2 * LEAF_CELLS), v128.load8_splat(key, 2 * LEAF_CELLS)),
  );
  if (diagonals) {
    mask = v128.or(mask, i8x16.eq(v128.load(keys, 3 * LEAF_CELLS), v128.load8_splat(key, 3 * LEAF_CELLS)));
    mask = v128.or(mask, i8x16.eq(v128.load(keys, 4 * LEAF_CELLS), v128.load8_splat(key, 4 * LEAF_CELLS)));
  }
  return mask;
}

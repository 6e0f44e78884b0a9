// The open cells of a leaf side by side, a byte each in three vectors, and for each of them a mask of the others that share a
// unit with it.
import { RULES_TABLES, RULES_X } from '../../../kernel/constants';
import { peersOf } from './boards';
import { ALL } from './layout';
import { hasBoxes } from './rule-tables';
import { isOne } from './sets';

/** open cells that two vectors hold, and three */
export const LEAF_CELLS: i32 = 32;
export const WIDE_LEAF_CELLS: i32 = 48;
/** bytes of three vectors */
export const WIDE: i32 = 48;

// of the open cells, in reading order; a byte each, with room for the eight that are written at a time
const ROOM: i32 = 64;
/** digits 1 to 8, a bit each */
export const LOWS: usize = memory.data(ROOM, 16);
/** all ones for cells that can be 9 */
export const NINES: usize = memory.data(ROOM, 16);
/** cell numbers */
export const CELLS: usize = memory.data(ROOM, 16);
// numbers of their units, equal where two cells share one
const ROW: usize = memory.data(ROOM, 16);
const COLUMN: usize = memory.data(ROOM, 16);
const BOX: usize = memory.data(ROOM, 16);
const FALLING: usize = memory.data(ROOM, 16);
const RISING: usize = memory.data(ROOM, 16);
/** masks of the cells that share a unit with each; behind the last, room for a store that begins in it */
export const PEER_MASKS: usize = memory.data(WIDE_LEAF_CELLS * WIDE + 16, 16);
/** masks of each alone */
export const SELF_MASKS: usize = memory.data(WIDE_LEAF_CELLS * WIDE, 16);

// Eight cells at a time are packed: those that are open come first.
/** by open cells of eight, as bits: their numbers, u8, and from the ninth byte on the same plus 8 */
const PACKED: usize = memory.data(256 * 16, 16);
/** by eight bits: eight bytes, all ones for each bit */
const SPREAD: usize = memory.data(256 * 8, 16);
/** by eight cells: rows, columns; boxes, cell numbers; numbers on the diagonals */
const GROUPS: i32 = 11;
const ROWS_COLUMNS: usize = memory.data(GROUPS * 16, 16);
const BOXES_NUMBERS: usize = memory.data(GROUPS * 16, 16);
const DIAGONALS: usize = memory.data(GROUPS * 16, 16);

/** by candidate set, u32: a set of one digit, and above it a 1 that counts cells; 0 for other sets */
const SINGLES: usize = memory.data((ALL + 1) * 4, 4);
const COUNTED: u32 = 1 << 16;
/** digits of the solved cells of each row and box: those up to 8, and all ones for a 9; a byte each */
const ROW_LOWS: usize = memory.data(16, 16);
const ROW_NINES: usize = memory.data(16, 16);
const BOX_LOWS: usize = memory.data(16, 16);
const BOX_NINES: usize = memory.data(16, 16);
/** the same of the diagonals; only the first byte may be other than 0, as cells on a diagonal have the number 0 */
const FALLING_LOWS: usize = memory.data(16, 16);
const FALLING_NINES: usize = memory.data(16, 16);
const RISING_LOWS: usize = memory.data(16, 16);
const RISING_NINES: usize = memory.data(16, 16);

export function initLeafCells(): void {
  for (let set: u32 = 1; set <= (ALL as u32); set++)
    if (isOne(set)) store<u32>(SINGLES + (set << 2), set | COUNTED);
  for (let i: i32 = 0; i < WIDE_LEAF_CELLS; i++) store<u8>(SELF_MASKS + i * (WIDE + 1), 0xff);
  for (let open: i32 = 0; open < 256; open++) {
    let to = PACKED + (open << 4);
    for (let i: i32 = 0; i < 8; i++) {
      if (((open >> i) & 1) === 0) continue;
      store<u8>(SPREAD + (open << 3) + i, 0xff);
      store<u8>(to, i as u8);
      store<u8>(to++, (i + 8) as u8, 8);
    }
  }
  for (let cell: i32 = 0; cell < 81; cell++) {
    const row = cell / 9;
    const column = cell % 9;
    const at = ((cell >> 3) << 4) + (cell & 7);
    store<u8>(ROWS_COLUMNS + at, row as u8);
    store<u8>(ROWS_COLUMNS + at, column as u8, 8);
    store<u8>(BOXES_NUMBERS + at, ((row / 3) * 3 + column / 3) as u8);
    store<u8>(BOXES_NUMBERS + at, cell as u8, 8);
    // cells that are not on a diagonal have numbers of their own
    store<u8>(DIAGONALS + at, (row === column ? 0 : 100 + cell) as u8);
    store<u8>(DIAGONALS + at, (row + column === 8 ? 0 : 100 + cell) as u8, 8);
  }
}

/**
 * Puts the open cells of a saved grid side by side, and removes the digits of solved cells from them: a grid may stall one step
 * before its fixpoint. Columns need no check: as the stacks changed nothing, the digit of a solved cell can only be left in
 * cells of its column that are in its box, too.
 * @param front, back the open cells: the two words of a board
 * @returns the number of open cells, or -1 if two solved cells of a unit have the same digit
 */
export function gatherCells(frame: usize, front: u64, back: u64, rules: i32): i32 {
  const diagonals = rules === RULES_X;
  // where nothing but tables has narrowed the cells, nothing is left to remove
  const hasBands = rules <= RULES_X || (rules === RULES_TABLES && hasBoxes);
  if (hasBands && !sumSingles(frame, diagonals)) return -1;
  let open: i32 = 0;
  let cells = front;
  for (let group: i32 = 0; group < 8 * 16; group += 16, cells >>= 8) {
    pack(frame, group, (cells & 0xff) as usize, open, diagonals);
    open += popcnt(cells & 0xff) as i32;
  }
  cells = back;
  for (let group: i32 = 8 * 16; group < GROUPS * 16; group += 16, cells >>= 8) {
    pack(frame, group, (cells & 0xff) as usize, open, diagonals);
    open += popcnt(cells & 0xff) as i32;
  }
  if (hasBands) {
    strikeSolved(0, diagonals);
    strikeSolved(16, diagonals);
    if (open > LEAF_CELLS) strikeSolved(32, diagonals);
  }
  if (rules > RULES_X) {
    maskByTable(front, back, open);
    return open;
  }
  if (open > LEAF_CELLS) maskWide(open);
  else maskNarrow(open);
  if (diagonals) addDiagonals(open);
  return open;
}

/** Fills the digits of solved cells. False if two solved cells of a row, box or diagonal have the same digit. */
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
      hold(ROW_LOWS, ROW_NINES, band * 3 + row, sum);
      bad |= repeats(sum);
    }
    hold(BOX_LOWS, BOX_NINES, band * 3, box0);
    hold(BOX_LOWS, BOX_NINES, band * 3 + 1, box1);
    hold(BOX_LOWS, BOX_NINES, band * 3 + 2, box2);
    bad |= repeats(box0) | repeats(box1) | repeats(box2);
  }
  if (diagonals) {
    let falling: u32 = 0;
    let rising: u32 = 0;
    for (let i: usize = 0; i < 9; i++) {
      falling += singleAt(frame + i * 20);
      rising += singleAt(frame + 16 + i * 16);
    }
    hold(FALLING_LOWS, FALLING_NINES, 0, falling);
    hold(RISING_LOWS, RISING_NINES, 0, rising);
    bad |= repeats(falling) | repeats(rising);
  }
  return bad === 0;
}

/** @inline */
function hold(lows: usize, nines: usize, unit: usize, sum: u32): void {
  store<u8>(lows + unit, sum as u8);
  store<u8>(nines + unit, (0 - ((sum >> 8) & 1)) as u8);
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

/** Packs the open ones of eight cells, from the `to`th open cell on. @inline */
function pack(frame: usize, group: usize, open: usize, to: usize, diagonals: bool): void {
  const order = v128.load(PACKED + (open << 4));
  const sets = v128.load(frame + group);
  const parts = i8x16.swizzle(
    i8x16.shuffle(sets, sets, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15),
    order,
  );
  v128.store64_lane(LOWS + to, parts, 0);
  v128.store64_lane(NINES + to, i8x16.neg(parts), 1);
  const lines = i8x16.swizzle(v128.load(ROWS_COLUMNS + group), order);
  v128.store64_lane(ROW + to, lines, 0);
  v128.store64_lane(COLUMN + to, lines, 1);
  const boxes = i8x16.swizzle(v128.load(BOXES_NUMBERS + group), order);
  v128.store64_lane(BOX + to, boxes, 0);
  v128.store64_lane(CELLS + to, boxes, 1);
  if (!diagonals) return;
  const numbers = i8x16.swizzle(v128.load(DIAGONALS + group), order);
  v128.store64_lane(FALLING + to, numbers, 0);
  v128.store64_lane(RISING + to, numbers, 1);
}

/** Removes the digits of solved cells from sixteen open cells. @inline */
function strikeSolved(at: usize, diagonals: bool): void {
  const row = v128.load(ROW + at);
  const box = v128.load(BOX + at);
  let lows = v128.or(i8x16.swizzle(v128.load(ROW_LOWS), row), i8x16.swizzle(v128.load(BOX_LOWS), box));
  let nines = v128.or(i8x16.swizzle(v128.load(ROW_NINES), row), i8x16.swizzle(v128.load(BOX_NINES), box));
  if (diagonals) {
    const falling = v128.load(FALLING + at);
    const rising = v128.load(RISING + at);
    lows = v128.or(
      lows,
      v128.or(i8x16.swizzle(v128.load(FALLING_LOWS), falling), i8x16.swizzle(v128.load(RISING_LOWS), rising)),
    );
    nines = v128.or(
      nines,
      v128.or(
        i8x16.swizzle(v128.load(FALLING_NINES), falling),
        i8x16.swizzle(v128.load(RISING_NINES), rising),
      ),
    );
  }
  v128.store(LOWS + at, v128.andnot(v128.load(LOWS + at), lows));
  v128.store(NINES + at, v128.andnot(v128.load(NINES + at), nines));
}

/** Fills PEER_MASKS from the peers of each cell. */
function maskByTable(front: u64, back: u64, open: i32): void {
  for (let i: usize = 0; i < (open as usize); i++) {
    const peers = peersOf(load<u8>(CELLS + i));
    let to = PEER_MASKS + i * WIDE;
    let cells = front;
    for (let group: usize = 0; group < (GROUPS as usize); group++, cells >>= 8) {
      if (group === 8) cells = back;
      const set = (cells & 0xff) as usize;
      const bytes = v128.load64_zero(SPREAD + ((load<u8>(peers + group) as usize) << 3));
      v128.store64_lane(to, i8x16.swizzle(bytes, v128.load(PACKED + (set << 4))), 0);
      to += popcnt(set);
    }
  }
}

function maskNarrow(open: i32): void {
  maskPeers(open, false);
}

function maskWide(open: i32): void {
  maskPeers(open, true);
}

/** Fills PEER_MASKS, but for diagonals. @inline */
function maskPeers(open: i32, wide: bool): void {
  const rowA = v128.load(ROW);
  const rowB = v128.load(ROW, 16);
  const rowC = v128.load(ROW, 32);
  const columnA = v128.load(COLUMN);
  const columnB = v128.load(COLUMN, 16);
  const columnC = v128.load(COLUMN, 32);
  const boxA = v128.load(BOX);
  const boxB = v128.load(BOX, 16);
  const boxC = v128.load(BOX, 32);
  for (let i: usize = 0, to: usize = 0; i < (open as usize); i++, to += WIDE) {
    const row = v128.load8_splat(ROW + i);
    const column = v128.load8_splat(COLUMN + i);
    const box = v128.load8_splat(BOX + i);
    storeMask(to, v128.or(v128.or(i8x16.eq(row, rowA), i8x16.eq(column, columnA)), i8x16.eq(box, boxA)));
    storeMask(to + 16, v128.or(v128.or(i8x16.eq(row, rowB), i8x16.eq(column, columnB)), i8x16.eq(box, boxB)));
    if (wide)
      storeMask(
        to + 32,
        v128.or(v128.or(i8x16.eq(row, rowC), i8x16.eq(column, columnC)), i8x16.eq(box, boxC)),
      );
  }
}

/** @inline */
function storeMask(at: usize, sharing: v128): void {
  v128.store(PEER_MASKS + at, v128.xor(sharing, v128.load(SELF_MASKS + at)));
}

/** Adds cells on the same diagonal to PEER_MASKS. */
function addDiagonals(open: i32): void {
  for (let i: usize = 0; i < (open as usize); i++) {
    const falling = v128.load8_splat(FALLING + i);
    const rising = v128.load8_splat(RISING + i);
    for (let at: usize = 0; at < (WIDE as usize); at += 16) {
      const mask = PEER_MASKS + i * WIDE + at;
      const sharing = v128.or(
        i8x16.eq(falling, v128.load(FALLING + at)),
        i8x16.eq(rising, v128.load(RISING + at)),
      );
      v128.store(mask, v128.or(v128.load(mask), v128.andnot(sharing, v128.load(SELF_MASKS + i * WIDE + at))));
    }
  }
}

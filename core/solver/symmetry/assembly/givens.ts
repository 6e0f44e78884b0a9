// Which cells of a puzzle are given, in both orientations: 0 as it is, 1 with rows and columns exchanged.
import { TABLES_END, TRANSPOSED } from './pattern-tables';

/** u16, nine an orientation: patterns of boxes */
export const BOXES: u32 = TABLES_END;
/** u16, nine an orientation: patterns of rows, three bits a box */
export const ROWS: u32 = BOXES + 2 * 2 * 9;
/** u8, three a set, four sets an orientation: empty rows of each band, empty columns of each stack; then the empty bands and stacks */
export const EMPTY_ROWS: u32 = ROWS + 2 * 2 * 9;
export const EMPTY_COLUMNS: u32 = EMPTY_ROWS + 8;
export const EMPTY_BANDS: u32 = EMPTY_COLUMNS + 8;
export const EMPTY_STACKS: u32 = EMPTY_BANDS + 2;
export const GIVENS_END: u32 = (EMPTY_STACKS + 2 + 7) & ~7;

/** Reads the givens of the puzzle at an address. @returns their number */
export function readGivens(cells: u32): u32 {
  const zero = i8x16.splat(0);
  let low: u64 = i8x16.bitmask(i8x16.ne(v128.load(cells), zero)) as u64;
  low |= (i8x16.bitmask(i8x16.ne(v128.load(cells + 16), zero)) as u64) << 16;
  low |= (i8x16.bitmask(i8x16.ne(v128.load(cells + 32), zero)) as u64) << 32;
  low |= (i8x16.bitmask(i8x16.ne(v128.load(cells + 48), zero)) as u64) << 48;
  let high: u32 = i8x16.bitmask(i8x16.ne(v128.load(cells + 64), zero));
  if (load<u8>(cells + 80) !== 0) high |= 1 << 16;

  const middle = ((low >> 63) as u32) | (high << 1);
  readBand(0, low as u32);
  readBand(1, (low >> 27) as u32);
  readBand(2, (((low >> 54) as u32) & 0x1ff) | ((middle & 0x3ffff) << 9));
  for (let band: u32 = 0; band < 3; band++) {
    for (let stack: u32 = 0; stack < 3; stack++) {
      const box: u32 = load<u16>(TRANSPOSED + 2 * <u32>load<u16>(BOXES + 2 * (3 * stack + band)));
      store<u16>(BOXES + 18 + 2 * (3 * band + stack), box as u16);
    }
    const left: u32 = load<u16>(BOXES + 18 + 6 * band);
    const centre: u32 = load<u16>(BOXES + 20 + 6 * band);
    const right: u32 = load<u16>(BOXES + 22 + 6 * band);
    for (let row: u32 = 0; row < 3; row++) {
      const shift = 3 * row;
      const cellsOfRow =
        ((left >> shift) & 7) | (((centre >> shift) & 7) << 3) | (((right >> shift) & 7) << 6);
      store<u16>(ROWS + 18 + 2 * (3 * band + row), cellsOfRow as u16);
    }
  }
  findEmpty();
  return <u32>popcnt(low) + popcnt(high);
}

/** Stores the rows and boxes of a band from its 27 bits, the first cell in the lowest. */
function readBand(band: u32, bits: u32): void {
  const a = bits & 0x1ff;
  const b = (bits >> 9) & 0x1ff;
  const c = (bits >> 18) & 0x1ff;
  const rows = ROWS + 6 * band;
  store<u16>(rows, a as u16);
  store<u16>(rows + 2, b as u16);
  store<u16>(rows + 4, c as u16);
  const boxes = BOXES + 6 * band;
  store<u16>(boxes, ((a & 7) | ((b & 7) << 3) | ((c & 7) << 6)) as u16);
  store<u16>(boxes + 2, (((a >> 3) & 7) | (b & 0x38) | ((c & 0x38) << 3)) as u16);
  store<u16>(boxes + 4, ((a >> 6) | ((b >> 6) << 3) | (c & 0x1c0)) as u16);
}

/** Finds the empty rows, columns, bands and stacks. What is a row in one orientation is a column in the other. */
function findEmpty(): void {
  for (let orientation: u32 = 0; orientation < 2; orientation++) {
    let emptyBands: u32 = 0;
    for (let band: u32 = 0; band < 3; band++) {
      const rows = ROWS + 18 * orientation + 6 * band;
      let empty: u32 = load<u16>(rows) === 0 ? 1 : 0;
      if (load<u16>(rows + 2) === 0) empty |= 2;
      if (load<u16>(rows + 4) === 0) empty |= 4;
      store<u8>(EMPTY_ROWS + 4 * orientation + band, empty as u8);
      store<u8>(EMPTY_COLUMNS + 4 * (1 - orientation) + band, empty as u8);
      if (empty === 7) emptyBands |= 1 << band;
    }
    store<u8>(EMPTY_BANDS + orientation, emptyBands as u8);
    store<u8>(EMPTY_STACKS + 1 - orientation, emptyBands as u8);
  }
}

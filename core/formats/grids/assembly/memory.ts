// Where everything lies in memory, which never grows.

/** Bytes that a buffer may have: what MAX_RECORD_BYTES says. */
export const MAX_BYTES: u32 = 1 << 20;
/** Grids of 16 cells that a buffer may have, and one. */
export const MAX_GRIDS: u32 = MAX_BYTES / 16 + 1;
/** Bytes of a look. */
export const MAX_LOOK: u32 = 2048;

// vectors may reach over the end of what is read or written by less than one of them
const SLACK: u32 = 64;

/** u8 a byte: the value of the cell that it is, above all sizes for none. */
export const VALUES: u32 = 1024;
/** u8 a value: the byte that is written for it. */
export const SYMBOLS: u32 = VALUES + 256;

// A look, in vectors of 16 bytes: what is no cell, as a mask and as bytes; of the cells, the places that they are taken
// from, and, for each place, the number of the cell that is put there; and how many cells there are (u32 a vector).
export const MASKS: u32 = SYMBOLS + 16;
export const EXPECTED: u32 = MASKS + MAX_LOOK;
export const TAKEN: u32 = EXPECTED + MAX_LOOK;
export const PUT: u32 = TAKEN + MAX_LOOK;
export const COUNTS: u32 = PUT + MAX_LOOK;

/** u16 a cell of the look: its offset */
export const PLACES: u32 = COUNTS + MAX_LOOK;

/** A copy of the bytes that are read. */
export const BUFFER: u32 = PLACES + 2 * 81 + SLACK;
/** u8 a cell: values of the puzzles, and of their solutions. */
export const CELLS: u32 = BUFFER + MAX_BYTES + SLACK;
export const SOLUTIONS: u32 = CELLS + MAX_BYTES + 36 * 36 + SLACK;
/** u32 a grid: offset of its first line, line feeds before it, offsets of its first row and after its last */
export const STARTS: u32 = (SOLUTIONS + MAX_BYTES + 36 * 36 + SLACK) & ~15;
export const LINES: u32 = STARTS + 4 * MAX_GRIDS;
export const TOPS: u32 = LINES + 4 * MAX_GRIDS;
export const BOTTOMS: u32 = TOPS + 4 * MAX_GRIDS;
/** u8 a grid: 1 for those that have the look; Status codes */
export const ALIKE: u32 = BOTTOMS + 4 * MAX_GRIDS;
export const STATUSES: u32 = ALIKE + MAX_GRIDS;

// The memory layout. Memory never grows.
//
// Eight puzzles are solved side by side, one in each 16-bit lane of the vectors. A cell is one v128:
//
//            lane 0    lane 1    ...   lane 7
//   cell   +---------+---------+-----+---------+
//          | puzzle a| puzzle b|     | puzzle h|     each lane: bit d - 1 set if the cell can still be digit d
//          +---------+---------+-----+---------+
//
// A grid is 81 such vectors, kept twice: by rows (cell (r, c) is vector 9r + c of ROWS) and by columns (vector 9c + r
// of COLUMNS). A pass reads three lines of one and writes them, narrowed, as parts of lines of the other.

import { MAX_DERIVED_SETS, MAX_UNIONS } from '../../../kernel/constants';

/** bytes of a cell: a vector of eight lanes */
export const CELL: i32 = 16;
/** bytes of a line, nine cells */
export const LINE: i32 = 9 * CELL;
/** bytes of a grid, nine lines */
const GRID: i32 = 9 * LINE;
/** the nine candidates of an empty cell */
export const ALL: i32 = 0x1ff;

export const LANES: i32 = 8;
/** guesses that can be open at once in a lane: each has placed a digit of its own */
export const LEVELS: i32 = 81;
/** bytes of a saved grid of one lane: 81 candidate sets of 16 bits, then 15 that stay zero, for whole vectors */
export const FRAME: i32 = 192;

/** Puzzles are read and solutions written in pages, so that a slow puzzle delays its own page only. */
export const PAGE_PUZZLES: i32 = 256;
/** one for each lane, one being read, and a spare one */
export const PAGES: i32 = 10;
export const SLOTS: i32 = PAGES * PAGE_PUZZLES;

export const ROWS: usize = memory.data(GRID, 16);
export const COLUMNS: usize = memory.data(GRID, 16);
/** candidates of several cells together, for rules in tables, and what follows from them; these name all sets as byte offsets in ROWS */
export const UNIONS: usize = memory.data((MAX_UNIONS + MAX_DERIVED_SETS) * CELL, 16);
/** one frame for each level of each lane */
export const STACKS: usize = memory.data(LANES * LEVELS * FRAME, 16);

/** 81 bytes a slot: first the givens, later the solution */
export const SLOT_CELLS: usize = memory.data(SLOTS * 81, 16);
/** u16 a cell, 81 a slot: the digits that it may have, bit d - 1 for digit d; read if the job restricts cells */
export const SLOT_ALLOWED: usize = memory.data(SLOTS * 162, 16);
/** 81 bytes a slot: the region of each cell, from 0; read if lanes have regions of their own */
export const SLOT_REGIONS: usize = memory.data(SLOTS * 81, 16);
/** a Status byte a slot */
export const SLOT_STATUS: usize = memory.data(SLOTS);
/** solutions found, u32 a slot */
export const SLOT_COUNT: usize = memory.data(SLOTS * 4, 4);
/** guesses made, u32 a slot */
export const SLOT_GUESSES: usize = memory.data(SLOTS * 4, 4);
/** u32 a page: its puzzles that are not done */
export const PAGE_PENDING: usize = memory.data(PAGES * 4, 4);

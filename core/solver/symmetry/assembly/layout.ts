// Memory of the kernel, and the tables that both searches share. All tables are computed once, when the module starts.
import { SLACK } from '../../../kernel/constants';

/** Most grids of a call. */
export const MAX_GRIDS: u32 = 1024;

/** u8 a cell, row by row: the digit, 0 for empty */
export const CELLS: u32 = 1024;
/** the canonical forms, in the same layout */
export const FORMS: u32 = CELLS + MAX_GRIDS * 81 + SLACK;
/**
 * What makes each form of its grid, `MAP_BYTES` a grid: the source row of each row of the form, the source column of each
 * column, whether the grid is transposed first (1), and the digit of the form for each digit of the grid, 0 for digit 0.
 */
export const MAPS: u32 = FORMS + MAX_GRIDS * 81 + SLACK;
export const MAP_BYTES: u32 = 32;
export const MAP_COLUMNS: u32 = 9;
export const MAP_TRANSPOSED: u32 = 18;
export const MAP_DIGITS: u32 = 19;
/** u32 a grid: automorphisms */
export const AUTOMORPHISMS: u32 = MAPS + MAX_GRIDS * MAP_BYTES;

/** The six orders of three things: u8 `ORDER + 4 * order + i` is the source of place `i`. */
export const ORDER: u32 = AUTOMORPHISMS + 4 * MAX_GRIDS;
/** Free memory after the shared tables. */
export const SHARED_END: u32 = ORDER + 32;

store<u32>(ORDER, 0x020100);
store<u32>(ORDER + 4, 0x010200);
store<u32>(ORDER + 8, 0x020001);
store<u32>(ORDER + 12, 0x000201);
store<u32>(ORDER + 16, 0x010002);
store<u32>(ORDER + 20, 0x000102);

/**
 * Source of a place.
 * @inline
 */
export function source(order: u32, place: u32): u32 {
  return load<u8>(ORDER + 4 * order + place);
}

// The memory layout. Memory never grows. links.ts numbers the candidates.
//
// A matrix has a row of bits for each candidate, one bit a source. Its rows are kept in columns of 128 sources, a vector each, so
// that all of a column can be worked on with plain vectors:
//
//                sources 0 to 127    sources 128 to 255   ...
//   candidate 0  vector 0            vector MAX
//   candidate 1  vector 1            vector MAX + 1

/** candidates of a grid at most */
export const MAX: i32 = 729;
/** bytes of a vector */
export const VECTOR: i32 = 16;
/** columns of a matrix at most */
export const COLUMNS: i32 = 6;
/** bytes of a column, and of a matrix */
export const COLUMN: i32 = MAX * VECTOR;
const MATRIX: i32 = COLUMNS * COLUMN;

/**
 * Links: those of candidate i are at WEAK_FROM[i] up to WEAK_FROM[i + 1] (i32), and of these the ones before WEAK_UNITS[i] are within
 * its cell. WEAK lists candidates, u16. The same for strong links.
 */
export const WEAK_FROM: usize = memory.data((MAX + 1) * 4, 4);
export const WEAK_UNITS: usize = memory.data(MAX * 4, 4);
export const WEAK: usize = memory.data(MAX * 32 * 2, 4);
export const STRONG_FROM: usize = memory.data((MAX + 1) * 4, 4);
export const STRONG_UNITS: usize = memory.data(MAX * 4, 4);
export const STRONG: usize = memory.data(MAX * 6 * 2, 4);
/** cell, and digit from 0, of each candidate */
export const CELL: usize = memory.data(MAX);
export const DIGIT: usize = memory.data(MAX);

/** sources from which each candidate is true so far; is true since the last step; is false one link after the last step */
export const REACHED: usize = memory.data(MATRIX, 16);
export const LAST: usize = memory.data(MATRIX, 16);
export const OFF: usize = memory.data(MATRIX, 16);
/** weak and strong links of each candidate, by the bits of the others as sources */
export const SEES: usize = memory.data(MATRIX, 16);
export const BONDS: usize = memory.data(MATRIX, 16);

/** bit of each candidate as a source, u16; NO_SOURCE for those that no chain along the chosen links can start from */
export const LOCAL: usize = memory.data(MAX * 2, 2);
export const NO_SOURCE: i32 = 0xffff;

/** Candidates that have strong links, as only those are ever reached: offsets of their vectors in a column, u16. */
export const BOUND: usize = memory.data(MAX * 2, 2);
/** links between them, as such offsets; the ranges, i32, in the order of BOUND */
export const BOUND_WEAK_FROM: usize = memory.data((MAX + 1) * 4, 4);
export const BOUND_WEAK: usize = memory.data(MAX * 32 * 2, 4);
export const BOUND_STRONG_FROM: usize = memory.data((MAX + 1) * 4, 4);
export const BOUND_STRONG: usize = memory.data(MAX * 6 * 2, 4);

/** by group (a digit for X links, else all candidates together): bits of sources that have the flag */
export const CLOSING: usize = memory.data(9 * COLUMNS * VECTOR, 16);
export const CONTRADICTING: usize = memory.data(9 * COLUMNS * VECTOR, 16);
/** the same flag as a byte of each candidate */
export const AFFIRMED: usize = memory.data(MAX);

/** results of `flag`: sources, ascending, u16; and their flags CHAIN_…, a byte each */
export const FLAGGED: usize = memory.data(MAX * 2, 2);
export const FLAGS: usize = memory.data(MAX);

/** sources of which one is true, i16 */
export const SOURCES: usize = memory.data(32 * 2, 2);

/** Sets of cells are three words of 27 bits, a band each, in a vector: what each cell sees, the cell itself, and where each digit is. */
export const PEERS: usize = memory.data(81 * VECTOR, 16);
export const SELF: usize = memory.data(81 * VECTOR, 16);
export const HAS: usize = memory.data(9 * VECTOR, 16);

/** A chain that was found: i16 signed candidates, number * 2, plus 1 if true; from the assumption on. */
export const PATH: usize = memory.data((2 * MAX + 2) * 2, 2);

/** A board: candidates of each cell, then places at 81 + unit * 9 + digit, u16; as it is, and in WORK without what is false by now. */
export const BOARD_SETS: i32 = 81 + 29 * 9;
export const BOARD: usize = memory.data(BOARD_SETS * 2 + VECTOR, 16);
export const WORK: usize = memory.data(BOARD_SETS * 2 + VECTOR, 16);
/** what is known of each node under the current assumption: bits as in outcomes.ts */
export const STATE: usize = memory.data(MAX * 2 + VECTOR, 16);
/** number of a candidate at cell * 9 + digit, u16 */
export const NUMBER: usize = memory.data(MAX * 2, 2);
/** units of a cell at most */
export const UNITS_EACH: i32 = 5;
/** those of each cell, u32: its number in the high half, the bit of the cell's position in the low one; then 0 */
export const UNITS: usize = memory.data(81 * UNITS_EACH * 4, 4);
/** for each of them, u16: the positions that the cell sees and that none of its units before had */
export const ADDED: usize = memory.data(81 * UNITS_EACH * 2, 2);
/** cells of each unit */
export const UNIT_CELLS: usize = memory.data(29 * 9);
/** by assumption: whether it was followed; how many nodes are false, and how many true, if it holds, u16 each */
export const KNOWN: usize = memory.data(MAX * 2);
export const COUNTERS: usize = memory.data(MAX * 8, 4);
/** by assumption: the address of its lists of causes, i32 */
export const POOL_FROM: usize = memory.data(MAX * 2 * 4, 4);

/** Assumptions of which one is true, and those of the choice: u16 signed candidates. */
export const ASSUMED: usize = memory.data(9 * 2, 2);
export const CHOSEN: usize = memory.data(9 * 2, 2);
/**
 * By assumption: whether it leads to a contradiction; and if so, the candidate that is both true and false, i32: its true node,
 * where the causes of that are listed, its false node, and where those of that are
 */
export const IS_FALSE: usize = memory.data(MAX * 2);
export const CLASHES: usize = memory.data(MAX * 2 * 16, 4);

/** Cells that have changed since a search that found nothing: a set as in PEERS. */
export const CHANGED: usize = memory.data(VECTOR, 16);
/** Aligned cells, two or three, the digits of each that are possible, i32; and the cells that all of them see: a set. */
export const ALIGNED: usize = memory.data(3 * 4, 4);
export const POSSIBLE: usize = memory.data(3 * 4, 4);
export const SHARED: usize = memory.data(VECTOR, 16);

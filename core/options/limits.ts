// Limits of grids and counters, in a file without imports: bundlers then inline them, and a bundle that needs one does not
// contain the table of options.

/** Cells in a row, column or box of the smallest and of the largest grid. */
export const MIN_SIZE = 4;
export const MAX_SIZE = 36;

/** Counters of solutions and guesses have 32 bits. */
export const MAX_COUNT = 2 ** 32 - 1;

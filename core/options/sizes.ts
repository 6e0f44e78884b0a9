/** Cells in a row, column or box of the smallest and of the largest grid. */
export const MIN_SIZE = 4;
export const MAX_SIZE = 36;

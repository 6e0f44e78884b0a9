/** Rows of a block at most. */
export const MAX_ROWS = 8192;

/** Numbers kept of a row, by their place in {@link Slots}. Starts and ends are offsets in the block's bytes, without quotes. */
export const Slot = {
  puzzleStart: 0,
  puzzleEnd: 1,
  solutionStart: 2,
  solutionEnd: 3,
  statusStart: 4,
  statusEnd: 5,
  countStart: 6,
  countEnd: 7,
  /** before the line ending; {@link UNTOUCHED} for a row that stays as it is */
  rowEnd: 8,
  /** fields that the row has */
  fields: 9,
  /** 1 if the puzzle is quoted: then what is added is, too */
  quoted: 10,
} as const;

export const STRIDE = 11;

export const UNTOUCHED = 0xffffffff;

/** Where a block's rows (puzzles and broken ones alike, in the order of the file) hold what concerns the result. */
export type Slots = Uint32Array;

/** Records of a block at most. */
export const MAX_RECORDS = 8192;

/**
 * Numbers kept of a record, by their place in {@link Slots}. Starts and ends are offsets in the block's bytes, without
 * the quotes of a field or string; both are 0 for what a record does not have.
 */
export const Slot = {
  /** of the field or member that is the puzzle, or of the record itself, where that is one */
  puzzleStart: 0,
  puzzleEnd: 1,
  /** of what the file brings */
  solutionStart: 2,
  solutionEnd: 3,
  statusStart: 4,
  statusEnd: 5,
  countStart: 6,
  countEnd: 7,
  /** of the puzzle's key in an object */
  keyStart: 8,
  keyEnd: 9,
  /** of a row, before its line ending */
  rowEnd: 10,
  /** number of fields of a row */
  fields: 11,
  /** 1 for a record that stays as it is */
  untouched: 12,
  /** number of the look that a record was read by, 0 where it was read otherwise */
  look: 13,
} as const;

export const STRIDE = 14;

/** Where a block's records (puzzles and broken ones alike, in the order of the file) hold what concerns the result. */
export type Slots = Uint32Array;

/** Records of a block at most. */
export const MAX_RECORDS = 8192;

/** Numbers kept of a record, by their place in {@link Slots}: offsets in the block's bytes. Values are meant with their quotes or brackets. */
export const Slot = {
  /** of the record itself, or its member that is the puzzle; both 0 where there is none */
  puzzleStart: 0,
  puzzleEnd: 1,
  /** of members that are there already; both 0 for those that are not */
  solutionStart: 2,
  solutionEnd: 3,
  statusStart: 4,
  statusEnd: 5,
  /** of the puzzle's key, between its quotes; both 0 where the record is no object */
  keyStart: 6,
  keyEnd: 7,
  /** 1 for a record that stays as it is */
  untouched: 8,
} as const;

export const STRIDE = 9;

/** Where a block's records (puzzles and broken ones alike, in the order of the file) hold what concerns the result. */
export type Slots = Uint32Array;

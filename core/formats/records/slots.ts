import {
  COUNT_END,
  COUNT_START,
  FIELDS,
  KEY_END,
  KEY_START,
  PATTERN,
  PUZZLE_END,
  PUZZLE_START,
  ROW_END,
  SOLUTION_END,
  SOLUTION_START,
  STATUS_END,
  STATUS_START,
  UNTOUCHED,
} from '../../kernel/constants.ts';

/** Numbers that are stored for a record, by their place in {@link Slots}: described in kernel/constants.ts. */
export const Slot = {
  puzzleStart: PUZZLE_START,
  puzzleEnd: PUZZLE_END,
  solutionStart: SOLUTION_START,
  solutionEnd: SOLUTION_END,
  statusStart: STATUS_START,
  statusEnd: STATUS_END,
  countStart: COUNT_START,
  countEnd: COUNT_END,
  keyStart: KEY_START,
  keyEnd: KEY_END,
  rowEnd: ROW_END,
  fields: FIELDS,
  untouched: UNTOUCHED,
  look: PATTERN,
} as const;

/** Where a block's records (puzzles and broken ones alike, in the order of the file) hold what concerns the result. */
export type Slots = Uint32Array;

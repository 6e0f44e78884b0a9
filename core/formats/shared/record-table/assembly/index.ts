// The module has no state but its memory, the columns of the file that it works on, and what the last call left.

export { compareSolutions } from './compare';
export {
  BUFFER,
  CELLS,
  CONTENTS,
  FILE_CELLS,
  LINES,
  MAX_BYTES,
  MAX_RECORDS,
  OUTPUT,
  SLOTS,
  SOLUTIONS,
  STARTS,
  STATUSES,
  STRIDE,
  VERDICTS,
} from './memory';
export { outputLength, readRows, setColumns, stoppedAt, writeRows, writtenTo } from './rows';

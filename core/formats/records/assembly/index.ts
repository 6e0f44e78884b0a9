// The module has no state but its memory, the columns of the file that it works on, and what the last call left.

export { setColumns } from './columns';
export { compareSolutions } from './compare';
export {
  BUFFER,
  CELLS,
  CONTENTS,
  FILE_CELLS,
  LINES,
  MAX_BYTES,
  MAX_RECORDS,
  MAX_TEXT,
  MAX_VALUES,
  OUTPUT,
  SLOTS,
  SOLUTION_TEXT,
  SOLUTIONS,
  STARTS,
  STATUS_TEXT,
  STATUSES,
  STRIDE,
  TEXT,
  TEXT_ENDS,
  VALUE_KINDS,
  VERDICTS,
} from './memory';
export {
  objectsLength,
  objectsStoppedAt,
  objectsWrittenTo,
  readObjects,
  setLook,
  writeObjects,
} from './objects';
export { outputLength, readRows, stoppedAt, writeRows, writtenTo } from './rows';

// Where everything lies in memory, which never grows. slots.ts says what the slots of a record are.

/** Bytes that a buffer may have: what MAX_RECORD_BYTES says. */
export const MAX_BYTES: u32 = 1 << 20;
export const MAX_RECORDS: u32 = 8192;
/** Slots of a record. */
export const STRIDE: u32 = 14;

// vectors may reach over the end of what is read or written by less than one of them
const SLACK: u32 = 64;
/** The largest grid, which is read before it is known to be one. */
const GRID: u32 = 36 * 36;

/** Bytes of the texts of a look, and its values. */
export const MAX_TEXT: u32 = 1024;
export const MAX_VALUES: u32 = 32;

// A look: what stands before each value and after the last, one after another; where each of these texts ends (u32); what
// each value is (u8); what comes before a solution that is added, and what holds the status.
export const TEXT: u32 = 1024;
export const TEXT_ENDS: u32 = TEXT + MAX_TEXT + SLACK;
export const VALUE_KINDS: u32 = TEXT_ENDS + 4 * (MAX_VALUES + 1);
export const SOLUTION_TEXT: u32 = VALUE_KINDS + MAX_VALUES;
export const STATUS_TEXT: u32 = SOLUTION_TEXT + 2 * MAX_TEXT + SLACK;

/** Columns that a table may have whose rows are plain. */
export const MAX_COLUMNS: u32 = 256;
/** u8 a column: bytes to its slot; u32 a column: how long its field was in the last row */
export const COLUMN_SLOTS: u32 = STATUS_TEXT + 2 * MAX_TEXT + SLACK;
export const FIELD_LENGTHS: u32 = (COLUMN_SLOTS + MAX_COLUMNS + 3) & ~3;

/** A copy of the bytes that are read. */
export const BUFFER: u32 = (FIELD_LENGTHS + 4 * MAX_COLUMNS + 15) & ~15;
/** Values of the puzzles, of the solutions that the file brings, and of those that were found. */
export const CELLS: u32 = BUFFER + MAX_BYTES + SLACK;
export const FILE_CELLS: u32 = CELLS + MAX_BYTES + GRID + SLACK;
export const SOLUTIONS: u32 = FILE_CELLS + MAX_BYTES + GRID + SLACK;
/** u32 a slot */
export const SLOTS: u32 = (SOLUTIONS + MAX_BYTES + GRID + SLACK) & ~15;
/** u32 a puzzle: offset of its record, line feeds before it */
export const STARTS: u32 = SLOTS + 4 * STRIDE * MAX_RECORDS + SLACK;
export const LINES: u32 = STARTS + 4 * MAX_RECORDS;
/** u8 a puzzle: FieldContent, Verdict and Status codes */
export const CONTENTS: u32 = LINES + 4 * MAX_RECORDS;
export const VERDICTS: u32 = CONTENTS + MAX_RECORDS;
export const STATUSES: u32 = VERDICTS + MAX_RECORDS;
/** What records become. */
export const OUTPUT: u32 = STATUSES + MAX_RECORDS;
export const OUTPUT_BYTES: u32 = 2 * MAX_BYTES;

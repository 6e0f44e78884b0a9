// What the kernels of CSV and JSON share: where everything lies in memory, which never grows, and what the last call left.
import {
  MAX_RECORD_BYTES,
  MAX_RECORDS,
  MAX_SIZE,
  SLACK,
  SLOTS_OF_RECORD,
  VERDICT_ANOTHER,
  VERDICT_RIGHT,
} from '../../../kernel/constants';
import { readDigits } from '../../shared/assembly/digits';

/** Cells of the largest grid: bytes are written as cells before they are known to be cells. */
const MAX_CELLS: u32 = MAX_SIZE * MAX_SIZE;

/** Memory that each format uses for its own data. */
export const OWN: u32 = 1024;
const OWN_BYTES: u32 = 8192;

/** A copy of the bytes that are read. */
export const BUFFER: u32 = OWN + OWN_BYTES;
/** u8 a cell: values of the puzzles, of the solutions that the file has, and of those that were found */
export const CELLS: u32 = BUFFER + MAX_RECORD_BYTES + SLACK;
export const FILE_CELLS: u32 = CELLS + MAX_RECORD_BYTES + MAX_CELLS + SLACK;
export const SOLUTIONS: u32 = FILE_CELLS + MAX_RECORD_BYTES + MAX_CELLS + SLACK;
/** u32 a slot */
export const SLOTS: u32 = (SOLUTIONS + MAX_RECORD_BYTES + MAX_CELLS + SLACK) & ~15;
/** u32 a puzzle: offset of its record, line feeds before it */
export const STARTS: u32 = SLOTS + 4 * SLOTS_OF_RECORD * MAX_RECORDS + SLACK;
export const LINES: u32 = STARTS + 4 * MAX_RECORDS;
/** u8 a puzzle: contents, verdicts, outcomes */
export const CONTENTS: u32 = LINES + 4 * MAX_RECORDS;
export const VERDICTS: u32 = CONTENTS + MAX_RECORDS;
export const STATUSES: u32 = VERDICTS + MAX_RECORDS;
/** Bytes of the records that were written. */
export const OUTPUT: u32 = STATUSES + MAX_RECORDS;
export const OUTPUT_BYTES: u32 = 2 * MAX_RECORD_BYTES;

/** Offset in the buffer of the first record that the last call for reading left. */
export let stoppedAt: u32 = 0;
/** Bytes that the last call for writing wrote, and the offset in the block up to which they replace it. */
export let outputLength: u32 = 0;
export let writtenTo: u32 = 0;

export function stopAt(offset: u32): void {
  stoppedAt = offset;
}

export function endOutput(end: u32, done: u32): void {
  outputLength = end - OUTPUT;
  writtenTo = done;
}

/** Copies bytes. Overwrites up to 15 bytes after them, too. */
export function copy(from: u32, count: u32, to: u32): void {
  for (let i: u32 = 0; i < count; i += 16) v128.store(to + i, v128.load(from + i));
}

/** Address of a record's slots. @inline */
export function slotsOf(record: u32): u32 {
  return SLOTS + 4 * SLOTS_OF_RECORD * record;
}

/** @inline */
export function clearSlots(slots: u32): void {
  for (let i: u32 = 0; i < 4 * SLOTS_OF_RECORD; i += 16) v128.store(slots + i, i32x4.splat(0));
}

/** @inline */
export function slot(slots: u32, number: u32): u32 {
  return load<u32>(slots + 4 * number);
}

/** @inline */
export function setSlot(slots: u32, number: u32, value: u32): void {
  store<u32>(slots + 4 * number, value);
}

/** Whether the file's own solution of a puzzle is preserved. @inline */
export function keepsSolution(puzzle: u32): bool {
  const verdict: u32 = load<u8>(VERDICTS + puzzle);
  return verdict === VERDICT_RIGHT || verdict === VERDICT_ANOTHER;
}

/** Reads the digits of a grid. @returns whether all are valid; otherwise the values are undefined */
export function readCells(from: u32, cells: u32, size: u32, to: u32): bool {
  return !v128.any_true(i8x16.gt_u(readDigits(from, cells, to), i8x16.splat(size as i8)));
}

import type { Block, BrokenRecord } from '../formats/shared/block.ts';
import { LF } from '../formats/shared/bytes.ts';
import type { Reader } from '../formats/shared/format.ts';
import type { Head } from '../formats/shared/head.ts';
import { givensAreConsistent } from '../solver/givens.ts';
import { conflictIn } from './conflict.ts';

/** How well a format reads the head of a file. */
export interface HeadCount {
  readonly puzzles: number;
  /** Records that are none, without the markers of an earlier run. */
  readonly broken: number;
  readonly firstBroken: { readonly line: number; readonly reason: string } | undefined;
}

/**
 * Counts the records of the head as a reader finds them, and conflicts as far as it takes to tell whether they are doubtful.
 * @param areRows whether records are put together from rows: then one that gives a value twice was rather put together wrongly
 */
export function countRecords(reader: Reader, { bytes, complete }: Head, areRows: boolean): HeadCount {
  const whole = complete ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1 || bytes.length);
  const broken: (BrokenRecord & { fileLine: number })[] = [];
  const conflicts: { line: number; reason: string }[] = [];
  let puzzles = 0;
  let line = 1;
  let rest = whole.length;
  for (const block of reader.read(whole, true)) {
    rest -= block.bytes.length;
    // what stands in a record of its own is taken as it is
    if (!areRows) puzzles += block.count;
    for (let p = 0; areRows && p < block.count; p++) {
      // to look for conflicts is dear, and what comes may no longer make most of them broken: a record is a byte at least
      const mayCome = block.count - p + block.broken.length + rest;
      const isSettled = puzzles > broken.length + conflicts.length + mayCome;
      const conflict = isSettled ? undefined : conflictOf(block, p);
      if (conflict === undefined) puzzles++;
      else conflicts.push({ line: line + block.lines[p]!, reason: conflict });
    }
    for (const record of block.broken) broken.push({ ...record, fileLine: line + record.line });
    line += block.lineFeeds;
  }
  reader.release?.();
  // what the head cuts is not to blame
  if (!complete) broken.pop();
  const ours = broken.filter(({ isMarker }) => !isMarker);
  const faults = [...ours.map(({ fileLine, reason }) => ({ line: fileLine, reason })), ...conflicts];
  const [first] = faults.sort((a, b) => a.line - b.line);
  return { puzzles, broken: faults.length, firstBroken: first };
}

/** Why a puzzle is surely none: it gives a value twice in a unit. */
function conflictOf({ geometry, cells, alphabet }: Block, p: number): string | undefined {
  const from = p * geometry!.cells;
  if (givensAreConsistent(geometry!, cells, from)) return undefined;
  const puzzle = cells.subarray(from, from + geometry!.cells);
  return `expected different digits in each unit, got ${conflictIn(geometry!, puzzle, alphabet?.symbols)}`;
}

/** Whether most of what a format takes for records is none: the file is rather of another format. */
export function isDoubtful({ puzzles, broken }: HeadCount): boolean {
  return broken > 1 && broken > puzzles;
}

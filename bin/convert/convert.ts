// Writes the puzzles of a file in another format, without solving them.

import { contentOf } from '../../core/files/compression.ts';
import { type PartialOptions, RECOGNISED_BYTES } from '../../core/files/index.ts';
import { roleOf } from '../../core/formats/records/recognise.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import { Exit } from '../cli/exit.ts';
import { counted, number, printable } from '../cli/terminal.ts';
import {
  cellsAt,
  type Fields,
  fieldReader,
  type RecordBatch,
  recordBytes,
  wholeRecords,
} from '../records/whole-records.ts';
import { type PlannedFile, planInput } from '../solve/inputs.ts';
import type { Target } from './targets.ts';

const RECORDS_PER_BATCH = 4096;

/** Records that are no puzzles and are listed; all are counted. */
const MAX_LISTED = 10;

/**
 * Writes the puzzles of a file to a target. Records that are no puzzles are reported and left out.
 * @throws RejectedFile if the file cannot be read, or the target cannot hold its puzzles
 */
export async function convert(
  path: string,
  given: PartialOptions,
  target: Target,
  quiet: boolean,
): Promise<Exit> {
  const report = (text: string) => process.stderr.write(`${printable(text)}\n`);
  let puzzles = 0;
  let invalid = 0;
  const file = await planInput({ path }, given);
  try {
    const othersOf = otherFields(file);
    for await (const batch of wholeRecords(file, RECORDS_PER_BATCH)) {
      for (const [index, puzzle] of batch.puzzles.entries()) {
        const line = batch.lines[index]! + 1;
        if (puzzle < 0) {
          if (++invalid <= MAX_LISTED) report(`${path}:${line}: invalid: left out`);
          continue;
        }
        puzzles++;
        await target.write({
          line,
          geometry: batch.geometry!,
          cells: cellsAt(batch, puzzle),
          solution: solutionAt(batch, puzzle),
          others: othersOf(recordBytes(batch, index)),
        });
      }
    }
    await target.commit();
  } catch (error) {
    target.discard();
    throw error;
  } finally {
    await file.input.close();
  }
  if (!quiet)
    report(`${counted(puzzles, 'puzzle')}${invalid > 0 ? `, ${number(invalid)} invalid left out` : ''}`);
  return invalid > 0 ? Exit.someUnsolved : Exit.allSolved;
}

function solutionAt({ solutions, geometry }: RecordBatch, puzzle: number): Uint8Array | undefined {
  if (!solutions || solutions.contents[puzzle] !== FieldContent.grid) return undefined;
  const solution = solutions.cells.subarray(puzzle * geometry!.cells, (puzzle + 1) * geometry!.cells);
  return solution.includes(0) ? undefined : solution;
}

const NONE: Fields = new Map();

/** The fields of records that are neither the puzzle nor its solution. */
function otherFields({ plan, head, complete }: PlannedFile): (record: Uint8Array) => Fields {
  const front = contentOf({ bytes: head, complete }, plan.compression, RECOGNISED_BYTES);
  const read = fieldReader(plan, front.bytes);
  if (!read) return () => NONE;
  const isOther = (name: string) => !['puzzle', 'solution'].includes(roleOf(name) ?? '');
  return (record) => new Map([...read(record)].filter(([name]) => isOther(name)));
}

import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import { isNothing } from '../shared/field/reader.ts';
import { FieldWriter } from '../shared/field/writer.ts';
import { Verdict } from '../shared/file-solutions.ts';
import { markerIn } from '../shared/markers.ts';
import { Slot } from './slots.ts';
import type { RecordLayout } from './table.ts';

/** What a record gets. */
export interface Answer {
  /** A Status code. */
  readonly status: number;
  /** Whether the solution that the file brings stays. */
  readonly stays: boolean;
  /** The solution as the puzzle is written, valid until the next answer; undefined where there is none, or none is needed. */
  readonly solution: Uint8Array | undefined;
}

/** Tells what the records of a block get. */
export class AnswerWriter {
  readonly #fields = new FieldWriter();

  /** @param record number of a puzzle, or a broken record, whose slots begin at `slot` */
  answer(
    block: Block<RecordLayout>,
    result: BatchResult,
    record: number | BrokenRecord,
    slot: number,
  ): Answer {
    if (typeof record !== 'number') return invalidAnswer(block, slot);
    const status = result.statuses[record]!;
    const verdict = block.fileSolutions ? block.fileSolutions.verdicts[record]! : Verdict.fill;
    const stays = verdict === Verdict.right || verdict === Verdict.another;
    if (stays || status !== Status.solved) return { status, stays, solution: undefined };
    const { slots, kind } = block.layout;
    const [start, end] = [slots[slot + Slot.puzzleStart]!, slots[slot + Slot.puzzleEnd]!];
    const from = record * kind!.geometry.cells;
    return {
      status,
      stays,
      solution: this.#fields.write(block.bytes, start, end, kind!, result.solutions, from),
    };
  }
}

/** For a record without a puzzle that can be read: what it brings as its solution may be right, and stays. */
function invalidAnswer({ bytes, layout }: Block<RecordLayout>, slot: number): Answer {
  const [start, end] = [layout.slots[slot + Slot.solutionStart]!, layout.slots[slot + Slot.solutionEnd]!];
  const stays = !isNothing(bytes, start, end) && !markerIn(bytes, start, end);
  return { status: Status.invalid, stays, solution: undefined };
}

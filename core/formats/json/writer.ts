import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { type Block, recordsOf } from '../shared/block.ts';
import { CR, SPACE, TAB } from '../shared/bytes.ts';
import { isNothing } from '../shared/field/reader.ts';
import { FieldWriter } from '../shared/field/writer.ts';
import { Verdict } from '../shared/file-solutions.ts';
import type { Writer } from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { Splicer } from '../shared/splicer.ts';
import { isStatusOrBlank, STATUSES } from '../shared/status-field.ts';
import type { JsonLayout } from './reader.ts';
import { content } from './record.ts';
import { Json } from './scan.ts';
import { Slot, STRIDE } from './slots.ts';

const QUOTE = Buffer.from('"');
const MARKS: readonly Uint8Array[] = STATUSES.map((status) => Buffer.concat([QUOTE, status, QUOTE]));

/** Bytes that replace others. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Adds the answer to objects, beside the puzzle; puts it in place of puzzles that stand alone. */
export class JsonWriter implements Writer<JsonLayout> {
  readonly #fields = new FieldWriter();

  *batch(block: Block<JsonLayout>, result: BatchResult): Generator<Uint8Array> {
    const splicer = new Splicer(block.bytes);
    const { slots } = block.layout;
    let slot = 0;
    for (const record of recordsOf(block)) {
      if (slots[slot + Slot.untouched] === 0) {
        const edits =
          typeof record === 'number' ? this.#solved(block, result, record, slot) : this.#invalid(block, slot);
        edits.sort((a, b) => a.start - b.start);
        for (const { start, end, bytes } of edits) splicer.replace(start, end, bytes);
      }
      slot += STRIDE;
    }
    yield splicer.finish();
  }

  #solved(block: Block<JsonLayout>, result: BatchResult, p: number, slot: number): Edit[] {
    const { slots } = block.layout;
    const verdict = block.fileSolutions!.verdicts[p]!;
    const stays = verdict === Verdict.right || verdict === Verdict.another;
    if (slots[slot + Slot.keyEnd] === 0) {
      return [puzzleReplaced(block, slot, this.#solution(block, result, p, slot))];
    }
    const solution = stays ? undefined : this.#solution(block, result, p, slot);
    return answered(block, slot, solution, MARKS[result.statuses[p]!]!);
  }

  #invalid(block: Block<JsonLayout>, slot: number): Edit[] {
    const { slots } = block.layout;
    const invalid = MARKS[Status.invalid]!;
    if (slots[slot + Slot.keyEnd] === 0) return [puzzleReplaced(block, slot, invalid)];
    const [start, end] = content(
      block.bytes,
      slots[slot + Slot.solutionStart]!,
      slots[slot + Slot.solutionEnd]!,
    );
    const stays = end > 0 && !isNothing(block.bytes, start, end) && !markerIn(block.bytes, start, end);
    return answered(block, slot, stays ? undefined : invalid, invalid);
  }

  /** The solution as the puzzle is written, or a marker; with quotes or brackets. */
  #solution(
    block: Block<JsonLayout>,
    { statuses, solutions }: BatchResult,
    p: number,
    slot: number,
  ): Uint8Array {
    if (statuses[p] !== Status.solved) return MARKS[statuses[p]!]!;
    const { slots, kind } = block.layout;
    const [from, to] = [slots[slot + Slot.puzzleStart]!, slots[slot + Slot.puzzleEnd]!];
    const [start, end] = content(block.bytes, from, to);
    const grid = this.#fields.write(block.bytes, start, end, kind!, solutions, p * kind!.geometry.cells);
    return start > from ? Buffer.concat([QUOTE, grid, QUOTE]) : Buffer.from(grid);
  }
}

function puzzleReplaced({ layout }: Block<JsonLayout>, slot: number, bytes: Uint8Array): Edit {
  return { start: layout.slots[slot + Slot.puzzleStart]!, end: layout.slots[slot + Slot.puzzleEnd]!, bytes };
}

/** Members that are there are filled in; those that are not follow the puzzle, spaced as it is. */
function answered(
  { bytes, layout }: Block<JsonLayout>,
  slot: number,
  solution: Uint8Array | undefined,
  status: Uint8Array,
): Edit[] {
  const { slots } = layout;
  const edits: Edit[] = [];
  const keyStart = slots[slot + Slot.keyStart]!;
  const [puzzleStart, puzzleEnd] = [slots[slot + Slot.puzzleStart]!, slots[slot + Slot.puzzleEnd]!];
  const before = spaceBefore(bytes, keyStart - 1);
  const between = bytes.subarray(slots[slot + Slot.keyEnd]! + 1, puzzleStart);
  const add = (name: string, at: number, value: Uint8Array | undefined) => {
    const [start, end] = [slots[slot + at]!, slots[slot + at + 1]!];
    if (!value) return;
    if (end === 0) {
      const parts = [Buffer.from(','), before, Buffer.from(`"${name}"`), between, value];
      // a status stands after the solution
      const place = (at === Slot.statusStart && slots[slot + Slot.solutionEnd]) || puzzleEnd;
      edits.push({ start: place, end: place, bytes: Buffer.concat(parts) });
    } else if (at !== Slot.statusStart || isOurs(bytes, start, end)) edits.push({ start, end, bytes: value });
  };
  add('solution', Slot.solutionStart, solution);
  add('status', Slot.statusStart, status);
  return edits;
}

/** The white space before a key, or, for the first one in its object, the one that Python writes there: a space if one follows the colon. */
function spaceBefore(bytes: Uint8Array, quote: number): Uint8Array {
  let start = quote;
  while (start > 0 && (bytes[start - 1] === SPACE || (bytes[start - 1]! >= TAB && bytes[start - 1]! <= CR)))
    start--;
  const isSpaced = bytes[bytes.indexOf(Json.colon, quote) + 1] === SPACE;
  if (start === quote && bytes[start - 1] === Json.openObject && isSpaced) return Uint8Array.of(SPACE);
  return bytes.subarray(start, quote);
}

/** Whether a status is one that an earlier run wrote, or none. */
function isOurs(bytes: Uint8Array, start: number, end: number): boolean {
  const [from, to] = content(bytes, start, end);
  return isStatusOrBlank(bytes, from, to) || (bytes[start] !== Json.quote && isNothing(bytes, from, to));
}

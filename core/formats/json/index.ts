import { SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import { anyOf, count, members, optional, text } from '../../options/shape.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { isNothing } from '../records/field-reader.ts';
import { symbolsBySize } from '../records/recognise.ts';
import { Slot } from '../records/slots.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import { type Answer, AnswerWriter, RecordRuns } from '../records/writer.ts';
import { alphabetNames } from '../shared/alphabet.ts';
import { type Block, type BrokenRecord, puzzleRuns } from '../shared/block.ts';
import type { Format, Writer } from '../shared/format.ts';
import { isStatusOrBlank, STATUSES } from '../shared/markers.ts';
import { noRoomYet, Splicer } from '../shared/splicer.ts';
import { JsonReader } from './reader.ts';
import { idOf, type JsonState, recogniseJson } from './recognise.ts';
import { Json, spaceBefore } from './scan.ts';

/** JSON Lines, or an array: of objects with a puzzle each, of strings, of grids as arrays. */
export const json: Format<JsonState, RecordLayout> = {
  name: 'json',
  recognise: recogniseJson,
  state: members<JsonState>({
    alphabets: symbolsBySize,
    empties: optional(symbolsBySize),
    layout: anyOf('lines', 'values'),
    start: count,
    puzzle: optional(text()),
    identified: optional(anyOf(true)),
    all: optional(anyOf(true)),
  }),
  splittable: ({ layout }) => layout === 'lines',
  holds: ['first', 'unique'],
  alphabets: alphabetNames,
  ids: ({ identified }) => (identified ? idOf : undefined),
  earlierResult,
  reader: (state, options, first) => new JsonReader(state, options, first),
  writer: () => new JsonWriter(),
};

const NOTHING = new Uint8Array(0);
const [QUOTE, COMMA, SOLUTION, STATUS] = ['"', ',', '"solution"', '"status"'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer];
const QUOTED_STATUSES: readonly Uint8Array[] = STATUSES.map((status) =>
  Buffer.concat([QUOTE, status, QUOTE]),
);

/** Bytes that replace others. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Adds the answer to objects, beside the puzzle; puts it in place of puzzles that stand alone. */
export class JsonWriter implements Writer<RecordLayout> {
  readonly #answers = new AnswerWriter();
  readonly #room = noRoomYet();

  *batch(block: Block<RecordLayout>, result: BatchResult, lent = false): Generator<Uint8Array> {
    const splicer = new Splicer(block.bytes, 0, block.bytes.length, lent ? this.#room : undefined);
    const runs = block.layout.kind?.digits ? new RecordRuns(block, result, false) : undefined;
    const whole = lent ? runs?.whole() : undefined;
    if (whole) {
      yield whole;
      return;
    }
    let slot = 0;
    for (const { first, limit, broken } of puzzleRuns(block)) {
      for (let p = first; p < limit; ) {
        const written = runs?.write(splicer, p, limit, slot) ?? 0;
        if (written === 0) this.#writeRecord(splicer, block, result, p, slot);
        const records = Math.max(written, 1);
        p += records;
        slot += records * SLOTS_OF_RECORD;
      }
      if (broken) {
        this.#writeRecord(splicer, block, result, broken, slot);
        slot += SLOTS_OF_RECORD;
      }
    }
    yield splicer.finish();
  }

  #writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    result: BatchResult,
    record: number | BrokenRecord,
    slot: number,
  ): void {
    if (block.layout.slots[slot + Slot.untouched] !== 0) return;
    const answer = this.#answers.answer(block, result, record, slot);
    if (isAnsweredInOnePlace(block, slot)) {
      addAnswer(splicer, block, slot, answer);
      return;
    }
    const edits = editsFor(block, slot, answer);
    edits.sort((a, b) => a.start - b.start);
    for (const { start, end, bytes } of edits) splicer.replace(start, end, bytes);
  }
}

/** Whether the record is an object without a status: then all that it gets stands after its puzzle or its solution. */
function isAnsweredInOnePlace({ layout }: Block<RecordLayout>, slot: number): boolean {
  return layout.slots[slot + Slot.keyEnd]! > 0 && layout.slots[slot + Slot.statusEnd] === 0;
}

/** As {@link answered}, for such a record. */
function addAnswer(splicer: Splicer, block: Block<RecordLayout>, slot: number, answer: Answer): void {
  const { bytes, layout } = block;
  const { slots } = layout;
  const puzzle = valueAt(block, slot + Slot.puzzleStart);
  const before = spaceBefore(bytes, slots[slot + Slot.keyStart]! - 1);
  const between = bytes.subarray(slots[slot + Slot.keyEnd]! + 1, puzzle.start);
  const isString = bytes[puzzle.start] === Json.quote;
  const status = QUOTED_STATUSES[answer.status]!;
  const insertSolution = () => {
    if (!answer.solution) return splicer.insert(status);
    if (isString) splicer.insert(QUOTE);
    splicer.insert(answer.solution);
    if (isString) splicer.insert(QUOTE);
  };
  if (slots[slot + Slot.solutionEnd]! > 0) {
    const solution = valueAt(block, slot + Slot.solutionStart);
    if (answer.stays) splicer.copyTo(solution.end);
    else {
      splicer.replace(solution.start, solution.end, NOTHING);
      insertSolution();
    }
  } else {
    splicer.copyTo(puzzle.end);
    if (!answer.stays) {
      insertMember(splicer, before, SOLUTION, between);
      insertSolution();
    }
  }
  insertMember(splicer, before, STATUS, between);
  splicer.insert(status);
}

function insertMember(splicer: Splicer, before: Uint8Array, name: Uint8Array, between: Uint8Array): void {
  splicer.insert(COMMA);
  splicer.insert(before);
  splicer.insert(name);
  splicer.insert(between);
}

function editsFor(block: Block<RecordLayout>, slot: number, answer: Answer): Edit[] {
  const { slots } = block.layout;
  const puzzle = valueAt(block, slot + Slot.puzzleStart);
  const status = QUOTED_STATUSES[answer.status]!;
  const grid = answer.solution;
  const isString = puzzle.start < slots[slot + Slot.puzzleStart]!;
  const solution = grid ? (isString ? Buffer.concat([QUOTE, grid, QUOTE]) : Buffer.from(grid)) : status;
  if (slots[slot + Slot.keyEnd] === 0) return [{ ...puzzle, bytes: solution }];
  return answered(block, slot, answer.stays ? undefined : solution, status);
}

/** Where the value is whose content is in these slots: a string with its quotes. */
function valueAt({ bytes, layout }: Block<RecordLayout>, at: number): { start: number; end: number } {
  const [start, end] = [layout.slots[at]!, layout.slots[at + 1]!];
  const isString = bytes[start - 1] === Json.quote;
  return isString ? { start: start - 1, end: end + 1 } : { start, end };
}

/** Members that are there are filled in; those that are not follow the puzzle, spaced as it is. */
function answered(
  block: Block<RecordLayout>,
  slot: number,
  solution: Uint8Array | undefined,
  status: Uint8Array,
): Edit[] {
  const { bytes, layout } = block;
  const { slots } = layout;
  const edits: Edit[] = [];
  const puzzle = valueAt(block, slot + Slot.puzzleStart);
  const before = spaceBefore(bytes, slots[slot + Slot.keyStart]! - 1);
  const between = bytes.subarray(slots[slot + Slot.keyEnd]! + 1, puzzle.start);
  const add = (name: string, at: number, value: Uint8Array | undefined) => {
    if (!value) return;
    const there = valueAt(block, slot + at);
    if (slots[slot + at + 1] === 0) {
      const parts = [Buffer.from(','), before, Buffer.from(`"${name}"`), between, value];
      // a status stands after the solution
      const hasSolution = at === Slot.statusStart && slots[slot + Slot.solutionEnd]! > 0;
      const place = (hasSolution ? valueAt(block, slot + Slot.solutionStart) : puzzle).end;
      edits.push({ start: place, end: place, bytes: Buffer.concat(parts) });
    } else if (at !== Slot.statusStart || isOurs(bytes, there)) edits.push({ ...there, bytes: value });
  };
  add('solution', Slot.solutionStart, solution);
  add('status', Slot.statusStart, status);
  return edits;
}

/** Whether a status is one that an earlier run wrote, or none. */
function isOurs(bytes: Uint8Array, { start, end }: { start: number; end: number }): boolean {
  const isString = bytes[start] === Json.quote;
  return isString
    ? isStatusOrBlank(bytes, start + 1, end - 1)
    : isStatusOrBlank(bytes, start, end) || isNothing(bytes, start, end);
}

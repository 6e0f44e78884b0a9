import {
  KEY_END,
  KEY_START,
  PUZZLE_START,
  SOLUTION_END,
  SOLUTION_START,
  STATUS_END,
  STATUS_START,
} from '../../kernel/constants.ts';
import { anyOf, count, listOf, members, optional, text } from '../../options/shape.ts';
import { isMissingValue } from '../records/field-reader.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import { type RecordResult, RecordWriter } from '../records/writer.ts';
import { RECORD_MEMBERS } from '../rules/members.ts';
import { alphabetNames, symbolsBySize } from '../shared/alphabet.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import type { Format } from '../shared/format.ts';
import { isStatusOrBlank, STATUSES } from '../shared/markers.ts';
import { MAX_PLACE_LENGTH, MAX_PLACES, parsePath } from '../shared/place.ts';
import type { Splicer } from '../shared/splicer.ts';
import { JsonReader } from './reader.ts';
import { idOf, type JsonState, placeFault, recogniseJson } from './recognise.ts';
import { Json, spaceBefore } from './scan.ts';

/** JSON Lines, or JSON values that hold records: objects with a puzzle each, strings, grids as arrays. */
export const json: Format<JsonState, RecordLayout> = {
  name: 'json',
  recognise: recogniseJson,
  state: members<JsonState>({
    alphabets: symbolsBySize,
    empties: optional(symbolsBySize),
    layout: anyOf('lines', 'values'),
    start: count,
    places: listOf(
      text('a place', (place) => place.length <= MAX_PLACE_LENGTH && parsePath(place) !== undefined),
      MAX_PLACES,
    ),
    byShape: optional(anyOf(true)),
    identified: optional(anyOf(true)),
    ruled: optional(anyOf(true)),
  }),
  splittable: ({ layout }) => layout === 'lines',
  fault: placeFault,
  places: ({ places, byShape }) => ({ names: places, byShape: byShape === true }),
  holds: ['first', 'unique'],
  alphabets: alphabetNames,
  rules: ({ ruled }) => (ruled ? RECORD_MEMBERS : []),
  ids: ({ identified }) => (identified ? idOf : undefined),
  earlierResult,
  reader: (state, options, first) => new JsonReader(state, options, first),
  writer: () => new JsonWriter(),
};

const NOTHING = new Uint8Array(0);
const QUOTE = Buffer.from('"');
const COMMA = Buffer.from(',');
const SOLUTION = Buffer.from('"solution"');
const STATUS = Buffer.from('"status"');

const quotedStatuses: Uint8Array[] = [];

function quotedStatus(status: number): Uint8Array {
  quotedStatuses[status] ??= Buffer.concat([QUOTE, STATUSES[status]!, QUOTE]);
  return quotedStatuses[status];
}

/** A replacement of bytes. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Adds the result to objects, after the puzzle; replaces puzzles that are not in an object. */
class JsonWriter extends RecordWriter {
  protected override readonly writesPlainly = true;

  protected override writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    slot: number,
    _record: number | BrokenRecord,
    result: RecordResult,
  ): void {
    if (isWrittenInOnePlace(block, slot)) {
      addResult(splicer, block, slot, result);
      return;
    }
    const edits = editsFor(block, slot, result);
    edits.sort((a, b) => a.start - b.start);
    for (const { start, end, bytes } of edits) splicer.replace(start, end, bytes);
  }
}

/** Whether the record is an object without a status: then its result is written after its puzzle or its solution. */
function isWrittenInOnePlace({ layout }: Block<RecordLayout>, slot: number): boolean {
  return layout.slots[slot + KEY_END]! > 0 && layout.slots[slot + STATUS_END] === 0;
}

/** Adds the result to such a record. Does what {@link resultEdits} does, without a list of edits. */
function addResult(splicer: Splicer, block: Block<RecordLayout>, slot: number, result: RecordResult): void {
  const { bytes, layout } = block;
  const { slots } = layout;
  const puzzle = valueAt(block, slot + PUZZLE_START);
  const before = spaceBefore(bytes, slots[slot + KEY_START]! - 1);
  const between = bytes.subarray(slots[slot + KEY_END]! + 1, puzzle.start);
  const status = quotedStatus(result.status);
  const insertSolution = () => {
    if (!result.solution) return splicer.insert(status);
    const isString = isText(bytes, puzzle.start, result.solution);
    if (isString) splicer.insert(QUOTE);
    splicer.insert(result.solution);
    if (isString) splicer.insert(QUOTE);
  };
  if (slots[slot + SOLUTION_END]! > 0) {
    const solution = valueAt(block, slot + SOLUTION_START);
    if (result.isPreserved) splicer.copyTo(solution.end);
    else {
      splicer.replace(solution.start, solution.end, NOTHING);
      insertSolution();
    }
  } else {
    splicer.copyTo(puzzle.end);
    if (!result.isPreserved) {
      insertMember(splicer, before, SOLUTION, between);
      insertSolution();
    }
  }
  insertMember(splicer, before, STATUS, between);
  splicer.insert(status);
}

/** Whether a solution is a string: its puzzle is one, or an object of another program, whose solution is symbols. */
function isText(bytes: Uint8Array, puzzleStart: number, solution: Uint8Array): boolean {
  return bytes[puzzleStart] === Json.quote || solution[0] !== Json.open;
}

function insertMember(splicer: Splicer, before: Uint8Array, name: Uint8Array, between: Uint8Array): void {
  splicer.insert(COMMA);
  splicer.insert(before);
  splicer.insert(name);
  splicer.insert(between);
}

function editsFor(block: Block<RecordLayout>, slot: number, result: RecordResult): Edit[] {
  const { slots } = block.layout;
  const puzzle = valueAt(block, slot + PUZZLE_START);
  const status = quotedStatus(result.status);
  const grid = result.solution;
  const isString = grid !== undefined && isText(block.bytes, puzzle.start, grid);
  const solution = grid ? (isString ? Buffer.concat([QUOTE, grid, QUOTE]) : Buffer.from(grid)) : status;
  if (slots[slot + KEY_END] === 0) return [{ ...puzzle, bytes: solution }];
  return resultEdits(block, slot, result.isPreserved ? undefined : solution, status);
}

/** The stretch of a value whose content is in these slots: a string with its quotes. */
function valueAt({ bytes, layout }: Block<RecordLayout>, at: number): { start: number; end: number } {
  const [start, end] = [layout.slots[at]!, layout.slots[at + 1]!];
  const isString = bytes[start - 1] === Json.quote;
  return isString ? { start: start - 1, end: end + 1 } : { start, end };
}

/** Fills existing members in; new ones follow the puzzle, with its spacing. */
function resultEdits(
  block: Block<RecordLayout>,
  slot: number,
  solution: Uint8Array | undefined,
  status: Uint8Array,
): Edit[] {
  const { bytes, layout } = block;
  const { slots } = layout;
  const edits: Edit[] = [];
  const puzzle = valueAt(block, slot + PUZZLE_START);
  const before = spaceBefore(bytes, slots[slot + KEY_START]! - 1);
  const between = bytes.subarray(slots[slot + KEY_END]! + 1, puzzle.start);
  const add = (name: string, at: number, value: Uint8Array | undefined) => {
    if (!value) return;
    const own = valueAt(block, slot + at);
    if (slots[slot + at + 1] === 0) {
      const parts = [Buffer.from(','), before, Buffer.from(`"${name}"`), between, value];
      // the status follows the solution
      const hasSolution = at === STATUS_START && slots[slot + SOLUTION_END]! > 0;
      const place = (hasSolution ? valueAt(block, slot + SOLUTION_START) : puzzle).end;
      edits.push({ start: place, end: place, bytes: Buffer.concat(parts) });
    } else if (at !== STATUS_START || canReplaceStatus(bytes, own)) edits.push({ ...own, bytes: value });
  };
  add('solution', SOLUTION_START, solution);
  add('status', STATUS_START, status);
  return edits;
}

/** Whether a status was written by an earlier run, or is missing. */
function canReplaceStatus(bytes: Uint8Array, { start, end }: { start: number; end: number }): boolean {
  const isString = bytes[start] === Json.quote;
  return isString
    ? isStatusOrBlank(bytes, start + 1, end - 1)
    : isStatusOrBlank(bytes, start, end) || isMissingValue(bytes, start, end);
}

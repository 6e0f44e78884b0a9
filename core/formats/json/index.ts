// The format of JSON: its stored state, and the writer that adds results to objects or replaces values.

import {
  CR,
  KEY_END,
  KEY_START,
  PUZZLE_START,
  SOLUTION_START,
  SPACE,
  STATUS_START,
  TAB,
} from '../../kernel/constants.ts';
import { isMissingValue } from '../records/field-reader.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import { type RecordResult, RecordWriter } from '../records/writer.ts';
import { RECORD_MEMBERS } from '../rules/members.ts';
import { alphabetNames } from '../shared/alphabet.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import type { Format } from '../shared/format.ts';
import { isStatusOrBlank, STATUSES } from '../shared/markers.ts';
import type { Splicer } from '../shared/splicer.ts';
import { JsonReader, type JsonState, jsonState } from './reader.ts';
import { idReader, placeFault, recogniseJson } from './recognise.ts';
import { Json } from './scan.ts';

/** JSON Lines, or JSON values that hold records: objects with a puzzle each, strings, grids as arrays. */
export const json: Format<JsonState, RecordLayout> = {
  name: 'json',
  recognise: recogniseJson,
  state: jsonState,
  splittable: ({ layout }) => layout === 'lines',
  fault: placeFault,
  places: ({ places, byShape }) => ({ names: places, byShape: byShape === true }),
  alphabets: alphabetNames,
  unquoted: textOfString,
  rules: ({ ruled }) => (ruled ? RECORD_MEMBERS : []),
  ids: ({ identified }) => (identified ? idReader() : undefined),
  earlierResult,
  reader: (state, options, first) => new JsonReader(state, options, first),
  writer: () => new JsonWriter(),
};

/** What the content of a JSON string says; what is none stays as it is. */
function textOfString(content: string): string {
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return content;
  }
}

const NOTHING = new Uint8Array(0);
const QUOTE = Buffer.from('"');
const COMMA = Buffer.from(',');
const SOLUTION = Buffer.from('"solution"');
const STATUS = Buffer.from('"status"');

/** By Status code. */
const QUOTED_STATUSES = STATUSES.map((status) => Buffer.concat([QUOTE, status, QUOTE]));

/** A stretch of bytes. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Adds the result to objects, after the puzzle; replaces puzzles that are not in an object. */
class JsonWriter extends RecordWriter {
  protected override readonly writesPlainly = true;

  protected override writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    slot: number,
    _record: number | BrokenRecord,
    { solution, status, isPreserved }: RecordResult,
  ): void {
    const { bytes, layout } = block;
    const puzzle = valueAt(block, slot + PUZZLE_START)!;
    const code = QUOTED_STATUSES[status]!;
    const answer = solution === undefined ? [code] : asValue(solution, bytes[puzzle.start]!);
    const keyEnd = layout.slots[slot + KEY_END]!;
    if (keyEnd === 0) {
      write(splicer, puzzle, answer);
      return;
    }
    // existing members are filled in; new ones follow the puzzle, with its spacing
    const before = spaceBefore(bytes, layout.slots[slot + KEY_START]! - 1);
    const between = bytes.subarray(keyEnd + 1, puzzle.start);
    const put = (own: Stretch | undefined, { end }: Stretch, name: Uint8Array, value: Uint8Array[]) => {
      if (own) write(splicer, own, value);
      else write(splicer, { start: end, end }, [COMMA, before, name, between, ...value]);
    };
    const ownSolution = valueAt(block, slot + SOLUTION_START);
    const ownStatus = valueAt(block, slot + STATUS_START);
    const putStatus = () => {
      if (!ownStatus || canReplaceStatus(bytes, ownStatus))
        put(ownStatus, ownSolution ?? puzzle, STATUS, [code]);
    };
    const isStatusFirst = ownStatus !== undefined && ownStatus.start < (ownSolution ?? puzzle).end;
    if (isStatusFirst) putStatus();
    if (!isPreserved) put(ownSolution, puzzle, SOLUTION, answer);
    if (!isStatusFirst) putStatus();
  }
}

/** Writes parts in place of a stretch. */
function write(splicer: Splicer, { start, end }: Stretch, parts: readonly Uint8Array[]): void {
  splicer.replace(start, end, NOTHING);
  for (const part of parts) splicer.insert(part);
}

/** A solution as JSON: a string if its puzzle is one, or is an object of another program, whose solution is symbols. */
function asValue(solution: Uint8Array, first: number): Uint8Array[] {
  return first === Json.quote || solution[0] !== Json.open ? [QUOTE, solution, QUOTE] : [solution];
}

/** The stretch of a value whose content is in these slots, a string with its quotes; undefined if there is none. */
function valueAt({ bytes, layout }: Block<RecordLayout>, at: number): Stretch | undefined {
  const [start, end] = [layout.slots[at]!, layout.slots[at + 1]!];
  if (end === 0) return undefined;
  return bytes[start - 1] === Json.quote ? { start: start - 1, end: end + 1 } : { start, end };
}

/** Whether a status was written by an earlier run, or is missing. */
function canReplaceStatus(bytes: Uint8Array, { start, end }: Stretch): boolean {
  const isString = bytes[start] === Json.quote;
  return isString
    ? isStatusOrBlank(bytes, start + 1, end - 1)
    : isStatusOrBlank(bytes, start, end) || isMissingValue(bytes, start, end);
}

/** The white space before a key. For an object's first key: the space that Python writes before others, if one follows the colon. */
function spaceBefore(bytes: Uint8Array, quote: number): Uint8Array {
  let start = quote;
  while (start > 0 && (bytes[start - 1] === SPACE || (bytes[start - 1]! >= TAB && bytes[start - 1]! <= CR)))
    start--;
  const isSpaced = bytes[bytes.indexOf(Json.colon, quote) + 1] === SPACE;
  if (start === quote && bytes[start - 1] === Json.openObject && isSpaced) return Uint8Array.of(SPACE);
  return bytes.subarray(start, quote);
}

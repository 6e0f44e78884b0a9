// A puzzle in a text, which is read and written as a file of one record.

import { blockReader, swapLineEnds, withSwappedLineEnds } from '../files/block-reader.ts';
import { type FilePlan, InternalError, RejectedFile } from '../files/file-plan.ts';
import { type PlannedText, planText } from '../files/recognise.ts';
import { formatOf } from '../formats/formats.ts';
import { type Alphabet, defaultAlphabet, lineOf } from '../formats/shared/alphabet.ts';
import { OnlyRecord, type ReadRecord } from '../formats/shared/text-record.ts';
import type { Boxes, Variant } from '../options/options.ts';
import { batchResult } from '../solver/engine/engine.ts';
import { type Geometry, geometry, isSize, sideOf } from '../solver/model/geometry.ts';
import { Status } from '../solver/model/status.ts';

/** A value that holds no puzzle. The message says what was expected, what came, and where. */
export class PuzzleError extends RangeError {
  /** `PuzzleError` */
  override readonly name = 'PuzzleError';
}

/** A puzzle that was found in a text. */
export interface TextPuzzle {
  /** Values row by row, 0 for empty. */
  readonly cells: Uint8Array;
  /** The digits that the cells may have, as in a solver's batch. */
  readonly allowed?: Uint32Array | undefined;
  /** Undefined if the cells are numbers. */
  readonly alphabet: Alphabet | undefined;
  /** The text with a solution in place of the puzzle; a line of symbols if the text has other members or columns. */
  readonly write: (values: Uint8Array) => string;
  /** If the text has rules of its own. */
  readonly geometry?: Geometry | undefined;
  /** Options in force: the text's own first line overrides those of the call. */
  readonly options: TextOptions;
}

/** The options that concern a single puzzle. */
export interface TextOptions {
  readonly variant?: Variant | undefined;
  readonly boxes?: Boxes | undefined;
  /** As the user writes it: `1-9A-G`. */
  readonly alphabet?: string | undefined;
  /** A symbol for each cell. */
  readonly regions?: string | undefined;
}

/** Characters of the longest text: the bytes of a record in a file. */
const MAX_LENGTH = 1 << 20;

/**
 * Finds the only puzzle in a text of any format that files can have.
 * @param isJigsaw whether the puzzle has regions, so that its size need not have boxes
 * @throws PuzzleError if there is none, or more than one
 */
export function readPuzzleText(
  text: string,
  given: TextOptions,
  isJigsaw: boolean,
  name: string,
): TextPuzzle {
  if (given.alphabet === undefined && PLAIN.test(text)) return plainDigits(text, given);
  if (text.length > MAX_LENGTH) {
    throw new PuzzleError(
      `${name}: expected one puzzle, got a text of ${text.length} characters: solveText and solveFile solve files`,
    );
  }
  const regions = given.regions ?? (isJigsaw ? rowsAsRegions(text) : undefined);
  if (regions !== undefined && /\s/.test(text)) return rowsOfJigsaw(text, given, name);
  const bytes = new TextEncoder().encode(text);
  const planned = plannedAlike(text, bytes, { ...given, regions }, name);
  const { plan } = planned;
  const { variant, boxes, alphabet: symbols, regions: drawn } = plan.options;
  const { geometry: shape, cells, allowed, alphabet, ...found } = onlyPuzzle(planned, bytes, name);
  const isOwn = found.isOwn || shape.variant !== variant;
  return {
    cells,
    allowed,
    alphabet,
    write: (values) => written(plan, bytes, shape, values, alphabet),
    geometry: isOwn ? shape : undefined,
    options: {
      variant,
      boxes,
      alphabet: symbols,
      regions: drawn === regions ? given.regions : drawn,
    },
  };
}

/** The texts that are most frequent by far: 81 digits and points in one line, or in nine. */
const PLAIN = /^(?:\s*[\d.]{81}\s*|[ \t\r\n]*[\d.]{9}(?:\r?\n[\d.]{9}){8}[ \t\r\n]*)$/;

/** What the formats read in such a text. */
function plainDigits(text: string, options: TextOptions): TextPuzzle {
  const digits = text.replace(/\s+/g, '');
  const cells = Uint8Array.from(digits, (digit) => (digit === '.' ? 0 : Number(digit)));
  const write = (values: Uint8Array) => {
    const solution = values.join('');
    let at = 0;
    return text.replace(/\S+/g, ({ length }) => {
      at += length;
      return solution.slice(at - length, at);
    });
  };
  return { cells, alphabet: defaultAlphabet(9), write, options };
}

/** Rows of a size without boxes, which no file can have without the regions, are read as one line. */
function rowsOfJigsaw(text: string, given: TextOptions, name: string): TextPuzzle {
  const { write, ...read } = readPuzzleText(text.replace(/\s+/g, ''), given, true, name);
  return {
    ...read,
    write: (values) => {
      const symbols = write(values)[Symbol.iterator]();
      return text.replace(/\S/g, () => symbols.next().value!);
    },
  };
}

/** Regions with which grids of a size without boxes are read; undefined for other texts. */
function rowsAsRegions(text: string): string | undefined {
  const cells = text.replace(/\s+/g, '').length;
  const size = isSize(Math.sqrt(cells)) ? undefined : sideOf(cells);
  if (size === undefined) return undefined;
  return Array.from({ length: cells }, (_, cell) => Math.floor(cell / size).toString(36)).join('');
}

/** A packed puzzle in quotes, as records have it: nothing but the places of its digits differs from one puzzle to the next. */
const QUOTED = /(?<=")[\d.]{81}(?=")/;
/** What may be another puzzle, or the solution. */
const OTHER_RUN = /[\d.]{16}/;
/** Characters around the puzzle, and plans, that are kept at most. */
const MAX_AROUND = 1000;
const MAX_PLANS = 64;

/** Plans of texts, by all of them but the digits of the puzzle, and by the options. */
const plans = new Map<string, FilePlan>();

/** As {@link planOf}: texts that differ only in the digits of their puzzle are recognised once. */
function plannedAlike(text: string, bytes: Uint8Array, options: TextOptions, name: string): PlannedText {
  const key = planKey(text, options);
  const known = key === undefined ? undefined : plans.get(key);
  if (known) {
    const record = recordOf(known, bytes);
    if (record.puzzle) return { plan: known, record };
  }
  const planned = planOf(bytes, options, name);
  if (key !== undefined && planned.record?.puzzle) {
    if (plans.size === MAX_PLANS) plans.clear();
    plans.set(key, planned.plan);
  }
  return planned;
}

/** What the plan of a text depends on, without the digits of its only puzzle; undefined for most texts. */
function planKey(text: string, options: TextOptions): string | undefined {
  if (text.length > MAX_AROUND) return undefined;
  const found = QUOTED.exec(text);
  if (!found) return undefined;
  const { 0: cells, index } = found;
  const [before, after] = [text.slice(0, index), text.slice(index + cells.length)];
  if (OTHER_RUN.test(before) || OTHER_RUN.test(after)) return undefined;
  const empties = ['.', '0'].filter((sign) => cells.includes(sign));
  const isPuzzle = empties.length > 0 && /[1-9]/.test(cells);
  return isPuzzle ? JSON.stringify([before, after, empties, options]) : undefined;
}

function planOf(
  bytes: Uint8Array,
  { variant, boxes, alphabet, regions }: TextOptions,
  name: string,
): PlannedText {
  const given = {
    ...(variant !== undefined && { variant }),
    ...(boxes && { boxes }),
    ...(alphabet !== undefined && { alphabet }),
    ...(regions !== undefined && { regions }),
  };
  try {
    return planText({ head: bytes, complete: true, name: '', given: [given] });
  } catch (error) {
    if (error instanceof RejectedFile && !(error instanceof InternalError))
      throw new PuzzleError(`${name}: ${error.message}`);
    throw error;
  }
}

/** The blocks of a text, each valid until the next one; writers overwrite them. */
function blocksOf(plan: FilePlan, bytes: Uint8Array) {
  const own = bytes.slice();
  return blockReader(plan).all(plan.lineEnd === 'cr' ? swapLineEnds(own) : own);
}

function recordOf(plan: FilePlan, bytes: Uint8Array): OnlyRecord {
  const record = new OnlyRecord();
  for (const block of blocksOf(plan, bytes)) record.add(block);
  return record;
}

/** The puzzle of a text, which must have no other record. */
function onlyPuzzle({ plan, record: read }: PlannedText, bytes: Uint8Array, name: string): ReadRecord {
  const { puzzle, fault, records } = read ?? recordOf(plan, bytes);
  if (puzzle) return puzzle;
  const several = records > 1 ? `expected one puzzle, got ${records}: solveText solves many` : undefined;
  const reason = fault && `${fault.reason}${placeIn(fault)}`;
  throw new PuzzleError(`${name}: ${reason ?? several ?? 'expected a puzzle, got none'}`);
}

/** Where a fault is in a text, unless it is at its front. */
function placeIn({ line, column }: { readonly line: number; readonly column: number }): string {
  if (line === 1 && column <= 1) return '';
  return ` in line ${line}${column > 1 ? `, column ${column}` : ''}`;
}

/** The text with a solution, as the writer of its format writes it. */
function written(
  plan: FilePlan,
  bytes: Uint8Array,
  shape: Geometry,
  values: Uint8Array,
  alphabet: Alphabet | undefined,
): string {
  const format = formatOf(plan);
  // other formats have the solution beside the puzzle
  if (format.name === 'csv' || (format.name === 'json' && bytes.includes(0x7b))) {
    return lineOf(values, alphabet);
  }
  const plain = format.writer(plan.state, plan.options);
  const writer = plan.lineEnd === 'cr' ? withSwappedLineEnds(plain) : plain;
  const [result, none] = [batchResult(shape, 1), batchResult(geometry(4), 0)];
  result.statuses[0] = Status.solved;
  result.counts[0] = 1;
  result.solutions.set(values);
  const pieces: Buffer[] = [];
  for (const block of blocksOf(plan, bytes))
    for (const piece of writer.batch(block, block.count > 0 ? result : none)) pieces.push(Buffer.from(piece));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces));
}

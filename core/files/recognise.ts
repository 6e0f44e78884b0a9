// Plans how to solve a file from its head: compression, options, and the first format that recognises the head and can
// read most of its records.

import { FORMATS, formatOf } from '../formats/formats.ts';
import { lines } from '../formats/lines/index.ts';
import { recognisePlainLines } from '../formats/lines/recognise.ts';
import { textReader } from '../formats/one-text.ts';
import { isWholeNumber } from '../formats/parquet/schema.ts';
import { type Block, type BrokenRecord, recordsOf } from '../formats/shared/block.ts';
import { isComment } from '../formats/shared/bytes.ts';
import type { Format } from '../formats/shared/format.ts';
import { type Head, type HeadLine, headOf } from '../formats/shared/head.ts';
import { OnlyRecord } from '../formats/shared/text-record.ts';
import { isZipArchive } from '../formats/signatures.ts';
import { unsupportedKind, unsupportedReason } from '../formats/unsupported.ts';
import { LF } from '../kernel/constants.ts';
import { faultHook } from '../kernel/internal-error.ts';
import {
  checkBoolean,
  checkBytes,
  checkObject,
  checkText,
  describeValue,
} from '../options/describe-value.ts';
import { checkOptions, mergeOptions } from '../options/option-text.ts';
import { DEFAULT_OPTIONS, expandAlphabet, type Options, type PartialOptions } from '../options/options.ts';
import { givensAreConsistent } from '../solver/model/geometry.ts';
import { blockReader, endsInCarriageReturns, readOptionsOf, swapLineEnds } from './block-reader.ts';
import { type Compression, type Content, compressionOf, contentOf, refuseContent } from './compression.ts';
import {
  asRejection,
  type FilePlan,
  type FileSource,
  RejectedFile,
  refuseOtherLength,
  splitObstacles,
} from './file-plan.ts';
import { HEAD_BYTES, headBytes } from './head-extent.ts';
import { readOptionsLine, refuseLateOptions } from './options-line.ts';
import { conflictReason } from './problems.ts';
import { EXPECTED, noPuzzleFile, otherKind } from './unrecognised.ts';

/**
 * Decides from a file's head how to solve the file: its compression, its format and the options in force.
 *
 * @param source the file's first bytes, its name, and options from outside the file
 * @throws RejectedFile if the file holds no puzzles, has an unsupported format, or requests an unknown option; InternalError,
 *   which is one, if a defect of this package keeps the file from being recognised
 * @throws OptionError if a given option or value is unknown
 * @example
 * import { planFile } from 'sudoku-batch';
 *
 * const head = new TextEncoder().encode('#! sudoku solutions=unique\n12.434..2.4343.1\n');
 * const plan = planFile({ head, complete: true, name: 'puzzles.txt', given: [{ variant: 'x' }] });
 * plan.format; // => 'lines'
 * [plan.options.variant, plan.options.solutions]; // => ['x', 'unique']
 */
export function planFile(source: FileSource): FilePlan {
  checkSource(source);
  return planText(source).plan;
}

/** A text that is a file, and what its records are; undefined for an archive. */
export interface PlannedText {
  readonly plan: FilePlan;
  readonly record?: OnlyRecord;
}

/** As {@link planFile}, with what the records of the head are. */
export function planText(source: FileSource): PlannedText {
  const given = source.given.map((options) => checkOptions(options));
  try {
    return planWith(source, given);
  } catch (error) {
    throw asRejection(error);
  }
}

function planWith(source: FileSource, given: readonly PartialOptions[]): PlannedText {
  if (isZipArchive(source.head)) return { plan: archivePlan(mergeOptions(given, DEFAULT_OPTIONS)) };
  const compression = compressionOf(source.head);
  const content = recognisedContent({ bytes: source.head, complete: source.complete }, compression);
  refuseContent(content.bytes, compression);
  const isCr = endsInCarriageReturns(content.bytes);
  const bytes = isCr ? swapLineEnds(Uint8Array.from(content.bytes)) : content.bytes;
  const options: Options = mergeOptions([readOptionsLine(bytes), ...given], DEFAULT_OPTIONS);
  refuseLateOptions(bytes, true, options);
  const alphabet = options.alphabet === undefined ? undefined : expandAlphabet(options.alphabet);
  const plainName = source.name.replace(/\.(gz|gzip|zst|zstd)$/i, '');
  const head = headOf(bytes, content.complete, plainName, {
    alphabet,
    requested: options.format,
    place: options.puzzle,
    jigsawCells: options.regions?.length,
    readText: textReader(readOptionsOf(options)),
  });
  const { format, state, record } = recognise(head, options);
  const plan = {
    format: format.name,
    compression,
    options,
    ...(isCr && { lineEnd: 'cr' as const }),
    state,
  };
  const size = source.complete ? source.head.length : source.bytes;
  if (compression === 'none' && size !== undefined) refuseOtherLength(plan, size);
  const whole = withResultType({ ...plan, splittable: splitObstacles(plan).length === 0 }, bytes);
  return { plan: whole, ...(record && { record }) };
}

/**
 * The plan with what a result of one type must know: the size of all grids for an array, and whether ids are numbers for a
 * Parquet file.
 * @param content from the front of the file
 * @throws RejectedFile if an array cannot hold the result
 */
export function withResultType(plan: FilePlan, content: Uint8Array): FilePlan {
  const { options, state } = plan;
  const format = formatOf(plan);
  if (options.output === 'parquet')
    return hasNumberedIds(plan, content) ? { ...plan, hasNumberedIds: true } : plan;
  if (options.output !== 'npy') return plan;
  if (options.solutions === 'count' || options.solutions === 'all') {
    throw new RejectedFile(
      `expected solutions=first or unique with output=npy, which has one solution a puzzle, got ${options.solutions}`,
    );
  }
  let size: number | undefined;
  for (const { geometry } of blocksOf(format, state, options, content)) size ??= geometry?.size;
  if (size === undefined) {
    throw new RejectedFile(
      'expected a puzzle at the front of the file, whose size that of output=npy is, got none',
    );
  }
  return { ...plan, gridSize: size };
}

/** Whether the records at the front of a file have ids, all of which are numbers. */
function hasNumberedIds({ format: name, state, options }: FilePlan, content: Uint8Array): boolean {
  const format = formatOf({ format: name });
  const idOf = format.ids?.(state);
  if (!idOf) return false;
  let found = false;
  let areNumbers = true;
  for (const block of blocksOf(format, state, options, content)) {
    for (const record of recordsOf(block)) {
      const id = idOf(block, record);
      if (!id) continue;
      found = true;
      areNumbers &&= isWholeNumber(id);
    }
  }
  return found && areNumbers;
}

/** @throws RejectedFile if most records at the front of a file are no puzzles */
export function refuseMostlyBroken({ format: name, state, options }: FilePlan, content: Uint8Array): void {
  const format = formatOf({ format: name });
  const score = recognitionScore({ format, state }, options, { bytes: content, complete: true });
  if (isUnlikely(score) && !isNamed(format, state, score)) throw noPuzzles(score);
}

/** The files in an archive have plans of their own, which these options are given to. */
function archivePlan(options: Options): FilePlan {
  if (options.output === 'parquet' || options.output === 'npy') {
    throw new RejectedFile(
      `expected a file by itself for output=${options.output}, got a zip archive: unpack it, or use output=csv`,
    );
  }
  return { format: 'zip', compression: 'none', options, splittable: false, state: {} };
}

/** @throws TypeError */
function checkSource(source: FileSource): void {
  checkObject(source, 'source', 'an object with head, complete, name and given');
  checkBytes(source.head, 'source.head');
  checkBoolean(source.complete, 'source.complete');
  checkText(source.name, 'source.name');
  if (!Array.isArray(source.given)) {
    throw new TypeError(`source.given: expected an array of options, got ${describeValue(source.given)}`);
  }
}

/** The content that recognition looks at: as much of it as {@link headBytes} requires. */
function recognisedContent(stored: Content, compression: Compression): Content {
  let content = contentOf(stored, compression, HEAD_BYTES);
  for (;;) {
    const { bytes, complete } = content;
    const wanted = headBytes(bytes);
    if (complete || wanted <= bytes.length) return content;
    content = contentOf(stored, compression, wanted);
    if (content.bytes.length === bytes.length) return content;
  }
}

interface Recognised {
  readonly format: Format;
  readonly state: unknown;
  /** Of the head, where it was read. */
  readonly record?: OnlyRecord;
}

/** The format that the options name, or the first one that recognises the head and can read most of its records. */
function recognise(head: Head, options: Options): Recognised {
  faultHook()?.('recognise', head.bytes, 0, head.bytes.length);
  const isUsual = [options.format, options.alphabet, options.boxes, options.puzzle].every(
    (option) => option === undefined,
  );
  const plain = isUsual ? recognisePlainLines(head) : undefined;
  if (plain) return { format: lines as Format, state: plain };
  for (const format of FORMATS) {
    const fault = format.fault?.(head);
    if (fault !== undefined) throw new RejectedFile(fault);
  }
  if (options.format !== undefined) {
    const format = formatOf({ format: options.format });
    if (options.puzzle !== undefined && !format.places) throw withoutPlaces(options.puzzle, format);
    const state = format.recognise(head);
    const unplaced = state === undefined ? format.unplaced?.(head) : undefined;
    if (unplaced !== undefined) throw new RejectedFile(unplaced);
    if (state === undefined || hasOnlyTitles({ format, state }, options, head))
      throw notOfFormat(head, options.format);
    return { format, state };
  }
  const binary = FORMATS.find((format) => format.isBinary && format.recognise(head) !== undefined);
  const unsupported = binary ? undefined : unsupportedKind(head);
  if (unsupported) throw new RejectedFile(unsupportedReason(unsupported));
  let unlikely: { format: Format; score: RecognitionScore } | undefined;
  let doubtful: Recognised | undefined;
  for (const format of binary ? [binary] : FORMATS) {
    if (doubtful && format.name !== 'pasted') continue;
    const state = format.recognise(head);
    const unplaced = state === undefined ? format.unplaced?.(head) : undefined;
    if (unplaced !== undefined) throw new RejectedFile(unplaced);
    if (state === undefined) continue;
    if (options.puzzle !== undefined && !format.places) throw withoutPlaces(options.puzzle, format);
    const score = recognitionScore({ format, state }, options, head);
    if (isUnlikely(score) && options.puzzle !== undefined && score.puzzles === 0)
      throw mostlyBroken(format, score, `Read at ${options.puzzle}, as the option puzzle says`);
    if (isUnlikely(score) && !isNamed(format, state, score)) unlikely ??= { format, score };
    else if (!isDoubtful(score)) return { format, state, record: score.record };
    else doubtful ??= { format, state, record: score.record };
  }
  if (doubtful) return doubtful;
  if (!unlikely) throw noPuzzleFile(head);
  if (binary) throw noPuzzles(unlikely.score);
  throw otherKind(head) ?? mostlyBroken(unlikely.format, unlikely.score);
}

/** Whether a name says where the puzzles are, which decides, and the user's word all the more. */
function isNamed(format: Format, state: unknown, score: RecognitionScore): boolean {
  return score.puzzles > 0 && format.places?.(state).byShape === false;
}

/** How well a format reads the head of a file. */
interface RecognitionScore {
  readonly puzzles: number;
  /** Records that are no puzzles, except markers written by an earlier run. */
  readonly broken: number;
  /** These markers. */
  readonly markers: number;
  readonly firstBroken: { readonly line: number; readonly reason: string } | undefined;
  readonly record: OnlyRecord;
}

/** Whether a format takes mostly non-puzzles for records, so that the file probably has another format. */
function isUnlikely({ puzzles, broken }: RecognitionScore): boolean {
  return broken > 1 && broken > puzzles;
}

/** Whether a format finds only one broken record, or markers, so that the file may be puzzles with other text around them. */
function isDoubtful({ puzzles, broken, markers }: RecognitionScore): boolean {
  return puzzles === 0 && broken <= 1 && broken + markers > 0;
}

/** Whether a text that must have a format has nothing but titles in it: then it would pass unread. */
function hasOnlyTitles(found: Recognised, options: Options, head: Head): boolean {
  // empty tables and lists are sets without puzzles
  if (found.format.isBinary || found.format.places) return false;
  const { puzzles, broken, markers } = recognitionScore(found, options, head);
  const isText = ({ text, length }: HeadLine) => length > 0 && !isComment(text) && !/^\s*\d{1,9}$/.test(text);
  return puzzles + broken + markers === 0 && head.lines.some(isText);
}

/** The blocks of the front of a file. */
function blocksOf({ name: format }: Format, state: unknown, options: Options, front: Uint8Array) {
  return blockReader({ format, state, options }).all(front);
}

/**
 * Reads the head by a format and counts its puzzles and broken records.
 * @param recognised where records are assembled from rows, a puzzle that repeats a value in a unit counts as broken, since it was
 *   probably assembled from rows of different grids
 */
function recognitionScore(
  { format, state }: Recognised,
  options: Options,
  { bytes, complete }: Pick<Head, 'bytes' | 'complete'>,
): RecognitionScore {
  const { name, isBinary } = format;
  const areRows = name === 'grids' || name === 'pasted';
  const lines = complete || isBinary ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1 || bytes.length);
  const broken: (BrokenRecord & { fileLine: number })[] = [];
  const conflicts: { line: number; reason: string }[] = [];
  const only = new OnlyRecord();
  let puzzles = 0;
  let line = 1;
  let unread = lines.length;
  for (const block of blocksOf(format, state, options, lines)) {
    unread -= block.bytes.length;
    only.add(block);
    // a record that stands by itself is taken as it is
    if (!areRows) puzzles += block.count;
    for (let p = 0; areRows && p < block.count; p++) {
      // Finding conflicts is slow. Skip it once the remaining records, of at least a byte each, cannot change the verdict.
      const remaining = block.count - p + block.broken.length + unread;
      const isSettled = puzzles > broken.length + conflicts.length + remaining;
      const reason = isSettled ? undefined : conflictOf(block, p);
      if (reason === undefined) puzzles++;
      else conflicts.push({ line: line + block.lines[p]!, reason });
    }
    for (const record of block.broken) broken.push({ ...record, fileLine: line + record.line });
    line += block.lineFeeds;
  }
  // the last record may only be broken because the head ends there
  if (!complete) broken.pop();
  // what a spreadsheet has damaged shows where the puzzles are, if not all are so
  const found = broken.filter(({ marker, isDamaged }) => !marker && !(isDamaged && puzzles > 0));
  const faults = [...found.map(({ fileLine, reason }) => ({ line: fileLine, reason })), ...conflicts];
  const [first] = faults.sort((a, b) => a.line - b.line);
  const markers = broken.length - found.length;
  return { puzzles, broken: faults.length, markers, firstBroken: first, record: only };
}

/** Why a puzzle is surely invalid: a unit repeats a value. Undefined if none does. */
function conflictOf({ geometry, cells, alphabet }: Block, p: number): string | undefined {
  const from = p * geometry!.cells;
  if (givensAreConsistent(geometry!, cells, from)) return undefined;
  return conflictReason(geometry!, cells.subarray(from, from + geometry!.cells), alphabet?.symbols);
}

/**
 * Why a file is rejected that one format recognises but mostly cannot read, and that no other format recognises.
 * @param remedy what to do, or why it is read so
 */
function mostlyBroken(
  format: Format,
  { puzzles, broken, firstBroken }: RecognitionScore,
  remedy = format.places ? `${NAME_THE_FORMAT}, or the place of the puzzles: puzzle=quiz` : NAME_THE_FORMAT,
): RejectedFile {
  return new RejectedFile(
    `${EXPECTED}; got what looks like ${format.name}, but ${broken} of ${puzzles + broken} records at its front are no puzzles` +
      ` (line ${firstBroken?.line}: ${firstBroken?.reason}). ${remedy}`,
    firstBroken?.line,
  );
}

/** Why a file of a binary format is rejected whose records are mostly broken. */
function noPuzzles({ puzzles, broken, firstBroken }: RecognitionScore): RejectedFile {
  return new RejectedFile(
    `expected puzzles, but ${broken} of ${puzzles + broken} records at the front are none (number ${firstBroken?.line}: ${firstBroken?.reason})`,
    firstBroken?.line,
  );
}

const NAME_THE_FORMAT =
  'To override, name the format: format=lines, number-lines, links, grids, pencilmarks, candidates, csv or json (on the command line --format)';

/** Why a file is rejected whose format has no place that the option `puzzle` could name. */
function withoutPlaces(place: string, { name }: Format): RejectedFile {
  return new RejectedFile(
    `expected columns or members, one of which is ${place}, as the option puzzle says, got ${name}, which has none: leave the option out`,
  );
}

/** Why a file is rejected that does not have the format that the options name. */
function notOfFormat(head: Head, format: string): RejectedFile {
  const { message, line } = noPuzzleFile(head);
  return new RejectedFile(`${message}; read as ${format}, as the option format says`, line);
}

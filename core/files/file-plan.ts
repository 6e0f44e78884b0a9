// What the head of a file decides for the rest of it, as plain JSON that manifests store; and the errors by which a
// file is rejected.

import { ALL_FORMATS, formatOf, isNumbered, tableOf } from '../formats/formats.ts';
import type { FixedRecords } from '../formats/shared/format.ts';
import { internalReason } from '../kernel/internal-error.ts';
import { checkObject, describeValue } from '../options/describe-value.ts';
import { checkOptions, mergeOptions, OptionError } from '../options/option-text.ts';
import {
  DEFAULT_OPTIONS,
  inWords,
  MAX_SIZE,
  MIN_SIZE,
  type Options,
  type PartialOptions,
} from '../options/options.ts';
import {
  anyOf,
  boolean,
  integer,
  members,
  object,
  optional,
  type Shape,
  ShapeError,
} from '../options/shape.ts';

/** What is known about a file before its format is recognised. */
export interface FileSource {
  /**
   * The first {@link HEAD_BYTES} of the (still compressed) file, or all of it if it is shorter. A file that begins with more
   * comments and blank lines than that needs a longer head: {@link headBytes} says how long.
   */
  readonly head: Uint8Array;
  /** Whether `head` is the entire file. */
  readonly complete: boolean;
  /** Key or path. Its extension only breaks ties. */
  readonly name: string;
  /** Options from outside the file, strongest first: flags or object metadata, then the stack's defaults. The file's own `#!` line overrides them. */
  readonly given: readonly PartialOptions[];
  /** Bytes of the (still compressed) file, if they are known: a file whose header says how long it is must have that length. */
  readonly bytes?: number | undefined;
}

/** Everything that the head decides for the rest of the file. Plain JSON, so that a job's manifest can carry it to other functions. */
export interface FilePlan {
  /** Name of the format, as docs/formats.md lists it and the report shows it. */
  readonly format: string;
  /** Of the file, and of its result. */
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** Of the result, if it is another: then whoever writes the result compresses all of it, and its pieces are not. */
  readonly resultCompression?: FilePlan['compression'];
  /** Options in force: those of the file's first line override the given ones, which override the defaults. */
  readonly options: Options;
  /** Whether records are lines or equally long in an uncompressed file, so that any piece that begins and ends between them can be solved by itself. */
  readonly splittable: boolean;
  /** Set if lines end in a carriage return alone. */
  readonly lineEnd?: 'cr';
  /** Rows of each grid, if the result is an array: the size of the first puzzle. */
  readonly gridSize?: number;
  /** Set if the result is a Parquet file whose ids are numbers, as those of the first records are. */
  readonly hasNumberedIds?: true;
  /** What the format needs to read from the middle of the file: alphabet, delimiter, columns, … */
  readonly state: unknown;
}

/** A file that cannot be solved: it holds no puzzles, has an unsupported format, or requests an unknown option. */
export class RejectedFile extends Error {
  /** `RejectedFile` */
  override readonly name: string = 'RejectedFile';
  /** 1-based; undefined if the error concerns no single line */
  readonly line: number | undefined;
  /** @param message what was expected, and what the file has */
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** A file that a defect of this package keeps from being solved. */
export class InternalError extends RejectedFile {
  /** `InternalError` */
  override readonly name = 'InternalError';

  /** @param cause the unexpected error, or its message if it was met in another thread or process */
  constructor(cause: unknown) {
    super(typeof cause === 'string' ? cause : internalReason(cause));
    this.cause = cause;
  }
}

/** An error as a file's fault, or as the option's that the file was given: any other than these is a defect of this package. */
export function asRejection(error: unknown): RejectedFile | OptionError {
  return error instanceof RejectedFile || error instanceof OptionError ? error : new InternalError(error);
}

/** The same error with its line counted from the start of the file, of which `lines` lines precede the bytes that were read. */
export function below(lines: number, error: RejectedFile): RejectedFile {
  if (error instanceof InternalError) return error;
  const { message, line } = error;
  return new RejectedFile(message, line === undefined ? undefined : line + lines);
}

/**
 * Checks that an argument is a plan, before it is used.
 * @throws TypeError
 */
export function checkPlanArgument(plan: FilePlan): void {
  checkObject(plan, 'plan', 'a plan, which planFile returns');
  const names: readonly string[] = ALL_FORMATS.map(({ name }) => name);
  if (!names.includes(plan.format)) {
    throw new TypeError(`plan.format: expected ${inWords(names)}, got ${describeValue(plan.format)}`);
  }
  checkObject(plan.options, 'plan.options');
}

/** Where the records of a file are, if they are equally long; undefined if they end in line feeds. */
export function fixedRecords(plan: Pick<FilePlan, 'format' | 'state'>): FixedRecords | undefined {
  return formatOf(plan).records?.(plan.state);
}

/** Where the puzzles of a file are, as its report states it; nothing for formats that have no other values. */
export function placesOf(plan: Pick<FilePlan, 'format' | 'state'>): {
  places?: readonly string[];
  placesByShape?: true;
} {
  const found = formatOf(plan).places?.(plan.state);
  return found ? { places: found.names, ...(found.byShape && { placesByShape: true }) } : {};
}

/**
 * Refuses a file that is longer or shorter than its header says.
 * @param bytes of the file, uncompressed
 * @throws RejectedFile
 */
export function refuseOtherLength(plan: Pick<FilePlan, 'format' | 'state'>, bytes: number): void {
  const records = fixedRecords(plan);
  if (!records) return;
  const expected = records.start + records.count * records.bytes;
  if (bytes === expected) return;
  throw new RejectedFile(
    `expected ${expected} bytes for ${records.count} puzzles, as the header says, got ${bytes}`,
  );
}

/** Whether any piece of a file's result has the place in the result that the piece of the file has in the file. */
export function keepsPlaces(plan: FilePlan): boolean {
  const format = formatOf(plan);
  const isSame = plan.splittable && tableOf(format, plan.options) === undefined;
  return isSame && format.keepsPlaces?.(plan.state) === true;
}

/** Whether the result of a file is binary: it has no lines, and no other result can follow it. */
export function hasBinaryResult(plan: Pick<FilePlan, 'format' | 'options'>): boolean {
  const format = formatOf(plan);
  if (format.isArchive) return true;
  const table = tableOf(format, plan.options);
  return table === undefined
    ? format.isBinary === true || format.isRanged === true
    : table === 'parquet' || table === 'npy';
}

/** A property of a file because of which it cannot be solved in pieces. */
export interface SplitObstacle {
  /** Completes a sentence that ends in "as". */
  readonly cause: string;
  /** Completes a sentence that ends in "give it". */
  readonly remedy: string;
}

/** Why a file cannot be cut between its records; empty if it can. */
export function splitObstacles(plan: Omit<FilePlan, 'splittable'>): SplitObstacle[] {
  const { format: name, compression, options, lineEnd, state } = plan;
  const format = formatOf(plan);
  if (format.isArchive) return [{ cause: `it is an archive (${name})`, remedy: 'as the files in it' }];
  const found: (SplitObstacle | false)[] = [
    compression !== 'none' && { cause: `it is compressed (${compression})`, remedy: 'uncompressed' },
    !format.splittable(state) && {
      cause: `its puzzles are not one a line (${name})`,
      remedy: 'with one puzzle a line',
    },
    // pieces are cut at line feeds
    lineEnd === 'cr' && {
      cause: 'its lines end in carriage returns alone',
      remedy: 'with a line feed at the end of each line',
    },
    // a piece does not know how many records precede it
    isNumbered(format, options) && {
      cause: `solutions=${options.solutions} numbers the rows of its result`,
      remedy: 'with solutions=first or unique',
    },
  ];
  return found.filter((obstacle) => obstacle !== false);
}

/** A plan's options, validated like those of a caller. */
const options: Shape<Options> = (value, name) => {
  try {
    return mergeOptions([checkOptions(object(value, name))], DEFAULT_OPTIONS);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new ShapeError(`${name}: ${error.message}`);
  }
};

const withoutState = members<Omit<FilePlan, 'state' | 'resultCompression'>>({
  format: anyOf(...ALL_FORMATS.map((format) => format.name)),
  compression: anyOf('none', 'gzip', 'zstd'),
  options,
  splittable: boolean,
  lineEnd: optional(anyOf('cr')),
  gridSize: optional(integer(MIN_SIZE, MAX_SIZE)),
  hasNumberedIds: optional(anyOf(true)),
});

/**
 * Validates a plan that was stored or sent as JSON.
 * @throws ShapeError that names the member, the expected value and the actual one
 */
export const checkPlan: Shape<FilePlan> = (value, name) => {
  const checked = withoutState(value, name);
  const state = formatOf(checked).state((value as Partial<FilePlan>).state, `${name}.state`);
  const { compression, lineEnd, splittable } = checked;
  if (splittable && (compression !== 'none' || lineEnd !== undefined)) {
    throw new ShapeError(
      `${name}.splittable: expected false, as lines end in "cr" or the file is compressed, got true`,
    );
  }
  return { ...checked, state };
};

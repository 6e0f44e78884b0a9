// Writes the puzzles of files in another format, without solving them.
import { contentOf } from '../../core/files/compression.ts';
import {
  InternalError,
  type PartialOptions,
  RECOGNISED_BYTES,
  RejectedFile,
  rejection,
} from '../../core/files/index.ts';
import { isRuleMember, membersOf, textsOf } from '../../core/formats/rules/members.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import type { Options } from '../../core/options/options.ts';
import { geometryAt } from '../../core/solver/engine/engine.ts';
import { WORDS } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { RULE_KINDS } from '../../core/solver/model/rule-kinds.ts';
import { regionSymbols, regionsIn } from '../../core/solver/model/variants.ts';
import { fileError } from '../cli/defects.ts';
import { Exit, ReaderGone, UsageError } from '../cli/exit.ts';
import { reporterFor } from '../cli/reporter.ts';
import { countText, number, printable } from '../cli/terminal.ts';
import { type FileWithin, filesOf } from '../files/archive-files.ts';
import type { InputFile, PlannedFile } from '../files/inputs.ts';
import { type Fields, type OtherFields, otherFields } from '../records/fields.ts';
import { openSolutions, pairArrays, type Solutions } from '../records/solution-arrays.ts';
import { isJsonTree, type RecordBatch, wholeRecords } from '../records/whole-records.ts';
import { Losses } from './losses.ts';
import type { Puzzles, Target, TargetFormat } from './target.ts';

const RECORDS_PER_BATCH = 4096;

/** Why records are left out: they are no puzzles, have a rule that is not known, or one that the format has no place for. */
const OMISSIONS = {
  invalid: 'invalid',
  unsupported: 'unsupported',
  withoutPlace: 'with rules that the format has no place for',
} as const;
type Omission = keyof typeof OMISSIONS;

/** Records left out that are listed for each reason; all are counted. */
const MAX_LISTED = 10;

type WithFile = Extract<FileWithin, { file: PlannedFile }>;

type Holds = Pick<TargetFormat, 'name' | 'holdsSolutions' | 'holdsFields' | 'holdsCandidates' | 'missing'>;

/**
 * Writes the puzzles of files to one target. Records that are no puzzles, and what the target has no place for, are reported
 * and left out. So are files that cannot be read, unless some of their puzzles have been written already, and the rest of a file
 * after an unexpected error.
 * @throws UsageError if the target cannot hold the puzzles, or a file is damaged in its middle
 */
export async function convert(
  all: readonly InputFile[],
  given: PartialOptions,
  format: Holds,
  target: Target,
  quiet: boolean,
): Promise<Exit> {
  const report = (text: string) => process.stderr.write(`${printable(text)}\n`);
  const reporter = reporterFor({ quiet });
  const losses = new Losses(format);
  let count = 0;
  const omitted: Record<Omission, number> = { invalid: 0, unsupported: 0, withoutPlace: 0 };
  const leaveOut = (why: Omission, text: string) => {
    if (++omitted[why] <= MAX_LISTED) report(`${text}; left out`);
  };
  const { inputs, labels } = pairArrays(all);
  let worst: Exit = Exit.allSolved;
  try {
    for (const input of inputs) {
      const skipped: string[] = [];
      let isRead = false;
      for await (const within of readable(input, given)) {
        const { path } = within.input;
        if ('file' in within) isRead = (await convertFile(path, within)) || isRead;
        else if ('isSkipped' in within) skipped.push(path);
        else leaveOutFile(path, within.rejected);
      }
      if (!isRead) for (const path of skipped) reporter.note('an array of solutions is left out', path);
    }
    // an empty file would look like a result
    if (count > 0 || worst === Exit.allSolved) await target.commit();
    else target.discard();
  } catch (error) {
    target.discard();
    if (error instanceof ReaderGone) return Exit.allSolved;
    throw error instanceof RejectedFile ? new UsageError(error.message) : error;
  }
  const reasons = Object.keys(OMISSIONS) as Omission[];
  const parts = reasons
    .filter((why) => omitted[why] > 0)
    .map((why) => `${number(omitted[why])} ${OMISSIONS[why]}`);
  if (!quiet && (count > 0 || worst === Exit.allSolved)) {
    report(`${countText(count, 'puzzle')}${parts.length > 0 ? `, ${parts.join(', ')} left out` : ''}`);
    const lost = losses.describe(target.omitted);
    if (lost !== undefined) report(lost);
  }
  return worst || (parts.length > 0 ? Exit.someUnsolved : Exit.allSolved);

  function leaveOutFile(path: string, error: RejectedFile): void {
    worst = Exit.usage;
    reporter.file(rejection({ key: path }, error));
  }

  /** @returns whether solutions have been read from another array */
  async function convertFile(path: string, within: WithFile): Promise<boolean> {
    const { file } = within;
    let solutions: Solutions | undefined;
    try {
      solutions = await openSolutions(within, labels, given, RECORDS_PER_BATCH);
      losses.options(file.plan.options);
      const others = fieldsOf(file);
      for await (const own of wholeRecords(file, RECORDS_PER_BATCH, { candidates: format.holdsCandidates })) {
        const batch = solutions ? await solutions.beside(own) : own;
        for (const [record, { column, reason }] of batch.faults) {
          const line = batch.lines[record]! + 1;
          const place = column > 0 ? `${line}:${column}` : line;
          leaveOut('invalid', `${path}:${place}: invalid: ${reason}`);
        }
        const all = puzzlesOf(batch, others);
        const puzzles =
          all &&
          heldOf(all, format, file.plan.options, (p, reason) => {
            const isUnsupported = all.shape(p).unsupported !== undefined;
            leaveOut(isUnsupported ? 'unsupported' : 'withoutPlace', `${path}:${all.line(p)}: ${reason}`);
          });
        count += puzzles?.count ?? 0;
        losses.add(batch, puzzles, others, isJsonTree(file.plan));
        if (puzzles) await target.write(puzzles);
      }
      await solutions?.end();
      if (others.names) target.columns?.(others.names, others.hasSolutions === true);
      return solutions !== undefined;
    } catch (error) {
      const fault = fileError(error);
      if (!(fault instanceof InternalError)) {
        const place = fault.line === undefined ? '' : `:${fault.line}`;
        throw new UsageError(`${path}${place}: ${fault.message}`);
      }
      leaveOutFile(path, fault);
      return false;
    } finally {
      await solutions?.close();
    }
  }
}

/** The files of an input, and why it is none. @throws UsageError for an archive that is damaged behind its first files */
async function* readable(input: InputFile, given: PartialOptions): AsyncGenerator<FileWithin> {
  let isBegun = false;
  try {
    for await (const within of filesOf(input, given)) {
      isBegun ||= 'file' in within;
      yield within;
    }
  } catch (error) {
    const rejected = fileError(error);
    if (isBegun && !(rejected instanceof InternalError)) {
      throw new UsageError(`${input.path}: ${rejected.message}`);
    }
    yield { input, rejected };
  }
}

/** The puzzles of a batch; undefined if it has none. */
function puzzlesOf(batch: RecordBatch, others: OtherFields): Puzzles | undefined {
  const { geometry, own, cells, solutions, lines, puzzles } = batch;
  if (!geometry || cells.length === 0) return undefined;
  const { cells: size } = geometry;
  // without broken records, each record is the puzzle of its number
  const records = batch.faults.size === 0 ? undefined : [...puzzles.keys()].filter((i) => puzzles[i]! >= 0);
  const recordOf = (puzzle: number) => records?.[puzzle] ?? puzzle;
  return {
    geometry,
    shape: (puzzle) => geometryAt({ geometry, own }, puzzle),
    count: cells.length / size,
    cells,
    allowed: batch.allowed,
    line: (puzzle) => lines[recordOf(puzzle)]! + 1,
    solution(puzzle) {
      if (solutions?.contents[puzzle] !== FieldContent.grid) return undefined;
      const solution = solutions.cells.subarray(puzzle * size, (puzzle + 1) * size);
      return solution.includes(0) ? undefined : solution;
    },
    fields: (puzzle) => others.of(batch, recordOf(puzzle)),
    areJson: others.areJson,
  };
}

function fieldsOf({ plan, head, complete }: PlannedFile): OtherFields {
  return otherFields(plan, contentOf({ bytes: head, complete }, plan.compression, RECOGNISED_BYTES).bytes);
}

/**
 * Leaves out the puzzles that a format cannot express: without one of its rules, a puzzle would be a different one.
 * @param options of the file; a format without rules relies on them when its result is read
 * @param leaveOut called for each of them, with its number and the reason
 */
function heldOf(
  puzzles: Puzzles,
  format: Pick<TargetFormat, 'name' | 'holdsFields' | 'holdsRegions' | 'missing'>,
  options: Pick<Options, 'variant' | 'regions'>,
  leaveOut: (puzzle: number, reason: string) => void,
): Puzzles | undefined {
  const missing =
    format.missing?.bind(format) ?? ((shape: Geometry) => ruleBeside(shape, options, format.holdsRegions));
  const reasons = new Map<Geometry, string | undefined>();
  const kept: number[] = [];
  for (let p = 0; p < puzzles.count; p++) {
    const shape = puzzles.shape(p);
    // nearly all puzzles share theirs
    if (!reasons.has(shape)) reasons.set(shape, reasonFor(shape, format.name, missing));
    const reason = reasons.get(shape);
    if (reason === undefined) kept.push(p);
    else leaveOut(p, reason);
  }
  const held = kept.length === puzzles.count ? puzzles : kept.length > 0 ? only(puzzles, kept) : undefined;
  const isTable = format.missing !== undefined && format.holdsFields === 'all';
  return held && isTable ? withRuleFields(held, format.name.startsWith('json')) : held;
}

function reasonFor(
  shape: Geometry,
  format: string,
  missing: (shape: Geometry) => string | undefined,
): string | undefined {
  if (shape.unsupported !== undefined)
    return `unsupported: expected rules that are known, got ${shape.unsupported}`;
  const found = missing(shape);
  return found === undefined ? undefined : `${format} has no place for ${found}`;
}

/** A rule that neither the options of the file nor a line with regions say. */
function ruleBeside(
  { rules, regions, variant, size }: Geometry,
  options: Pick<Options, 'variant' | 'regions'>,
  holdsRegions: boolean | undefined,
) {
  if (rules.length > 0) return withArticle(RULE_KINDS[rules[0]!.kind].label);
  if (variant !== options.variant) return `the variant ${variant}`;
  if (!regions || holdsRegions) return undefined;
  const given = options.regions === undefined ? '' : regionsIn(options.regions, size);
  return typeof given !== 'string' && regionSymbols(given) === regionSymbols(regions) ? undefined : 'regions';
}

/** `a cage`, `an arrow`, `an X` */
const withArticle = (label: string) => `${/^[aeioX]/.test(label) ? 'an' : 'a'} ${label}`;

/** Some of the puzzles. */
function only(puzzles: Puzzles, kept: readonly number[]): Puzzles {
  const { cells: size } = puzzles.geometry;
  const cells = new Uint8Array(kept.length * size);
  const allowed = puzzles.allowed && new Uint32Array(WORDS * cells.length);
  for (const [i, p] of kept.entries()) {
    cells.set(puzzles.cells.subarray(p * size, (p + 1) * size), i * size);
    allowed?.set(puzzles.allowed!.subarray(WORDS * p * size, WORDS * (p + 1) * size), WORDS * i * size);
  }
  return {
    geometry: puzzles.geometry,
    shape: (p) => puzzles.shape(kept[p]!),
    count: kept.length,
    cells,
    allowed,
    line: (p) => puzzles.line(kept[p]!),
    solution: (p) => puzzles.solution(kept[p]!),
    fields: (p) => puzzles.fields(kept[p]!),
    areJson: puzzles.areJson,
  };
}

/** Puzzles whose rules are fields, in place of those that the file had. @param inJson whether values are written as JSON */
function withRuleFields(puzzles: Puzzles, inJson: boolean): Puzzles {
  const fields = (p: number): Fields => {
    const others = puzzles.fields(p);
    const shape = puzzles.shape(p);
    const isPlain = shape.variant === 'classic' && !shape.regions && shape.rules.length === 0;
    if (isPlain && ![...others.keys()].some(isRuleMember)) return others;
    const all = new Map([...others].filter(([name]) => !isRuleMember(name)));
    const written = puzzles.areJson && inJson ? membersOf(shape) : textsOf(shape);
    for (const [name, value] of Object.entries(written))
      all.set(name, puzzles.areJson ? JSON.stringify(value) : (value as string));
    return all;
  };
  return { ...puzzles, fields };
}

// Writes the puzzles of files in another format, without solving them.
import { InternalError, type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import { isRuleMember, membersOf, textsOf } from '../../core/formats/rules/members.ts';
import type { Options } from '../../core/options/options.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { RULE_KINDS } from '../../core/solver/model/rule-kinds.ts';
import { regionSymbols, regionsIn } from '../../core/solver/model/variants.ts';
import { fileError } from '../cli/defects.ts';
import { Exit, UsageError } from '../cli/exit.ts';
import { countText, number, printable } from '../cli/terminal.ts';
import { FileRun, type ReadableFile } from '../files/file-run.ts';
import type { InputFile } from '../files/inputs.ts';
import { type Fields, type OtherFields, otherFields } from '../records/fields.ts';
import { openSolutions, pairArrays, recordsBeside } from '../records/solution-arrays.ts';
import { isJsonTree, type RecordBatch, shapeOfRecord } from '../records/whole-records.ts';
import { Losses } from './losses.ts';
import type { HeldRecords, Target, TargetFormat } from './target.ts';

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
  const run = new FileRun({ given, quiet, json: false });
  const losses = new Losses(format);
  let count = 0;
  const omitted: Record<Omission, number> = { invalid: 0, unsupported: 0, withoutPlace: 0 };
  const leaveOut = (why: Omission, text: string) => {
    if (++omitted[why] <= MAX_LISTED) process.stderr.write(`${printable(`${text}; left out`)}\n`);
  };
  const { inputs, labels } = pairArrays(all);
  /** whether those of the last input have been read from another array */
  let areSolutionsRead = false;
  return run.end(async () => {
    try {
      for (const input of inputs) {
        const skipped: string[] = [];
        areSolutionsRead = false;
        await run.eachFile([input], convertFile, fault, ({ path }) => skipped.push(path));
        if (areSolutionsRead) continue;
        for (const path of skipped) run.reporter.note('an array of solutions is left out', path);
      }
      // an empty file would look like a result
      if (count > 0 || run.worst === Exit.allSolved) await target.commit();
      else target.discard();
      if (count === 0 && given.format === format.name)
        run.reporter.note(
          '--format is the format of the files to read; --output, or an ending, that to write',
        );
    } catch (error) {
      target.discard();
      throw error instanceof RejectedFile ? new UsageError(error.message) : error;
    }
    const parts = Object.entries(OMISSIONS)
      .filter(([why]) => omitted[why as Omission] > 0)
      .map(([why, text]) => `${number(omitted[why as Omission])} ${text}`);
    const text = `${countText(count, 'puzzle')}${parts.length > 0 ? `, ${parts.join(', ')} left out` : ''}`;
    const lost = losses.describe(target.omitted);
    const isShown = count > 0 || run.worst === Exit.allSolved;
    return {
      lines: isShown ? [text, ...(lost === undefined ? [] : [lost])] : [],
      isGood: parts.length === 0,
    };
  });

  async function convertFile(within: ReadableFile): Promise<void> {
    const { file } = within;
    const { path } = within.input;
    const { options } = file.plan;
    const solutions = await openSolutions(within, labels, given, RECORDS_PER_BATCH);
    losses.options(options);
    const others = otherFields(file);
    const parts = { candidates: format.holdsCandidates === true };
    for await (const batch of recordsBeside(file, solutions, RECORDS_PER_BATCH, parts)) {
      for (const [record, { column, reason }] of batch.faults) {
        const line = batch.lines[record]! + 1;
        const place = column > 0 ? `${line}:${column}` : line;
        leaveOut('invalid', `${path}:${place}: invalid: ${reason}`);
      }
      const held = heldOf(batch, others, format, options, (record, reason) => {
        const isUnsupported = shapeOfRecord(batch, record).unsupported !== undefined;
        const why = isUnsupported ? 'unsupported' : 'withoutPlace';
        leaveOut(why, `${path}:${batch.lines[record]! + 1}: ${reason}`);
      });
      count += held?.records.length ?? 0;
      losses.add(batch, held, others, isJsonTree(file.plan));
      if (held) await target.write(held);
    }
    if (others.names) target.columns?.(others.names, others.hasSolutions === true);
    areSolutionsRead ||= solutions !== undefined;
  }
}

/** A file whose first puzzles may have been written ends the run, unless an unexpected error is the reason. */
function fault(error: unknown, { path }: InputFile, isBegun: boolean): RejectedFile {
  const found = fileError(error);
  if (!isBegun || found instanceof InternalError) return found;
  throw new UsageError(`${path}${found.line === undefined ? '' : `:${found.line}`}: ${found.message}`);
}

/**
 * The puzzles of a batch that a format can express: without one of its rules, a puzzle would be a different one.
 * @param options of the file; a format without rules relies on them when its result is read
 * @param leaveOut called for each of the others, with the number of its record and the reason
 */
function heldOf(
  batch: RecordBatch,
  others: OtherFields,
  format: Pick<TargetFormat, 'name' | 'holdsFields' | 'holdsRegions' | 'missing'>,
  options: Pick<Options, 'variant' | 'regions'>,
  leaveOut: (record: number, reason: string) => void,
): HeldRecords | undefined {
  const { geometry, puzzles } = batch;
  const missing =
    format.missing?.bind(format) ?? ((shape: Geometry) => ruleBeside(shape, options, format.holdsRegions));
  const reasons = new Map<Geometry, string | undefined>();
  const records: number[] = [];
  for (let record = 0; record < puzzles.length; record++) {
    if (puzzles[record]! < 0) continue;
    const shape = shapeOfRecord(batch, record);
    // nearly all puzzles share theirs
    if (!reasons.has(shape)) reasons.set(shape, reasonFor(shape, format.name, missing));
    const reason = reasons.get(shape);
    if (reason === undefined) records.push(record);
    else leaveOut(record, reason);
  }
  if (!geometry || records.length === 0) return undefined;
  const fields = (record: number) => others.of(batch, record);
  const held = { ...batch, geometry, records, fields, areJson: others.areJson };
  const isTable = format.missing !== undefined && format.holdsFields === 'all';
  return isTable ? withRuleFields(held, format.name.startsWith('json')) : held;
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

/** Puzzles whose rules are fields, in place of those that the file had. @param inJson whether values are written as JSON */
function withRuleFields(held: HeldRecords, inJson: boolean): HeldRecords {
  const fields = (record: number): Fields => {
    const others = held.fields(record);
    const shape = shapeOfRecord(held, record);
    const isPlain = shape.variant === 'classic' && !shape.regions && shape.rules.length === 0;
    if (isPlain && ![...others.keys()].some(isRuleMember)) return others;
    const all = new Map([...others].filter(([name]) => !isRuleMember(name)));
    const written = held.areJson && inJson ? membersOf(shape) : textsOf(shape);
    for (const [name, value] of Object.entries(written))
      all.set(name, held.areJson ? JSON.stringify(value) : (value as string));
    return all;
  };
  return { ...held, fields };
}

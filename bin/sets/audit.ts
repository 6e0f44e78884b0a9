// Finds what is wrong with sets of puzzles: duplicates within files, symmetry classes that two files share, and wrong
// records.
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import { roleOf } from '../../core/formats/shared/roles.ts';
import {
  type Audit,
  duplicatesLabel,
  FAULTS,
  type Fault,
  type FaultyRecord,
  type FileAudit,
  findingsIn,
  leaksIn,
  type Meeting,
  type Place,
  type Repetition,
} from '../../core/report/audit.ts';
import { binsOf } from '../../core/report/audit-bins.ts';
import { OUTCOMES, Status } from '../../core/solver/model/status.ts';
import type { Exit } from '../cli/exit.ts';
import { isStandardOutput, STANDARD } from '../cli/paths.ts';
import { countText, number, printable } from '../cli/terminal.ts';
import { filesOf } from '../files/archive-files.ts';
import { countsEnd } from '../files/file-run.ts';
import { type InputFile, inputName, inputPaths, inputsOf } from '../files/inputs.ts';
import { openNamed } from '../files/output.ts';
import { formatFor } from '../files/output-name.ts';
import { refuseCollisions } from '../files/output-paths.ts';
import { openAuditPage } from '../files/report-page.ts';
import { fieldReader } from '../records/fields.ts';
import { openSolutions, pairArrays } from '../records/solution-arrays.ts';
import { cellsAt, puzzlesIn, type RecordBatch, recordBytes, wholeRecords } from '../records/whole-records.ts';
import type { AuditTask } from '../threads/audit-records.ts';
import { hasAllRules, KEY_WORDS } from '../threads/class-keys.ts';
import { SLOW_PER_TASK } from '../threads/computed-fields.ts';
import { CLASS_KINDS, ClassesInMemory, EXAMPLES, type RecordPair, type SetClasses } from './audit-classes.ts';
import { auditMemory, ClassesOnDisk } from './audit-log.ts';
import { placeOfRecord } from './duplicates.ts';
import { estimatedRecords, RECORDS_PER_TASK, type SetOptions, SetReader } from './read-sets.ts';

export interface AuditOptions extends SetOptions {
  /** Undefined for that of the output's name, or text. */
  readonly output: 'text' | 'json' | undefined;
  /** Where a page of the audit is written; undefined for none. */
  readonly report: string | undefined;
  /** What alone decides the exit code; undefined for all findings. */
  readonly only: 'leaks' | undefined;
  /** Bytes for the classes of puzzles, beyond which they go to disk. */
  readonly memory: number;
  /** Whether to rate puzzles of files without a column for ratings. */
  readonly grade: boolean;
}

/** Names of columns with ratings, beside those that have this role elsewhere. */
const RATING_NAMES = ['difficulty', 'se'];
const isRatingName = (name: string) => roleOf(name) === 'rating' || RATING_NAMES.includes(name.toLowerCase());
/** Whether a value is an object or a list of JSON. */
const isNested = (value: string | number) => /^[[{]/.test(`${value}`);
/** Characters that are shown of a record that is no puzzle. */
const MAX_RECORD = 200;

/** Prints what is wrong with files, and how clues and ratings are distributed. */
export async function audit(paths: readonly string[], options: AuditOptions): Promise<Exit> {
  const { out, output, report, memory } = options;
  const format = formatFor(out, { writes: ['text', 'json'], given: output });
  const { inputs, labels } = pairArrays(inputsOf(paths, out));
  const pages = report === undefined ? [] : [{ path: report, what: 'the page' }];
  refuseCollisions(inputPaths(inputs), [{ path: out, what: 'the audit' }, ...pages]);
  const reader = new SetReader(options);
  // opened before the work, so that an unwritable path fails first
  const page = report === undefined ? undefined : await openAuditPage(report);
  return reader.end(async () => {
    const isOnDisk = auditMemory(estimatedRecords(inputs)) > memory;
    const folder = isStandardOutput(out) ? tmpdir() : dirname(out);
    const classes = isOnDisk ? new ClassesOnDisk(memory, folder) : new ClassesInMemory();
    try {
      const result = await auditFiles(inputs, labels, reader, options, classes);
      const text = format === 'json' ? `${JSON.stringify(result, undefined, 2)}\n` : auditText(result);
      const to = await openNamed(out);
      try {
        await to.write(Buffer.from(text));
        await to.commit();
      } finally {
        to.discard();
      }
      await page?.write(result);
      const sum = (key: 'puzzles' | 'cellByCell') => result.files.reduce((all, file) => all + file[key], 0);
      const [findings, leaks] = [findingsIn(result), leaksIn(result.meetings)];
      const counts = {
        files: result.files.length,
        findings,
        ...(options.only && { leaks }),
        comparedCellByCell: sum('cellByCell'),
      };
      const notes = findings === 0 ? ['no findings'] : options.only && leaks === 0 ? ['no leaks'] : [];
      return countsEnd(sum('puzzles'), counts, (options.only ? leaks : findings) === 0, notes);
    } finally {
      classes.close();
      page?.discard();
    }
  });
}

const NO_KEYS = { puzzle: undefined, grid: undefined };

/** A file whose records have been read. */
interface AuditedFile {
  /** Number of its input; files of an archive have the same. */
  readonly index: number;
  readonly found: FileAudit;
}

async function auditFiles(
  inputs: readonly InputFile[],
  labels: ReadonlyMap<string, string>,
  reader: SetReader,
  { given, grade }: AuditOptions,
  classes: SetClasses,
): Promise<Audit> {
  const audited: AuditedFile[] = [];
  await reader.eachFile(inputs, async (within, index) => {
    const { file, input } = within;
    const found = newAudit(inputName(input));
    audited.push({ index, found });
    classes.beginFile();
    const solutions = await openSolutions(within, labels, given, RECORDS_PER_TASK);
    const fieldsOf = fieldReader(file);
    let column: string | undefined;
    let isColumnKnown = false;
    const batches = reader.batches<AuditTask>(
      file,
      (batch) => {
        if (!isColumnKnown && batch.puzzles.length > 0) {
          isColumnKnown = true;
          const fields = [...(fieldsOf?.(recordBytes(batch, 0)) ?? [])];
          column = fields.find(([name, value]) => isRatingName(name) && !isNested(value))?.[0];
        }
        const puzzles = puzzlesIn(batch);
        const isGraded = grade && column === undefined;
        return puzzles && { kind: 'audit', ...puzzles, solutions: batch.solutions, grade: isGraded };
      },
      grade ? SLOW_PER_TASK : undefined,
      { solutions },
    );
    for await (const [batch, results] of batches) {
      for (const [i, p] of batch.puzzles.entries()) {
        const place = () => placeOfRecord(batch, i, input);
        const line = batch.lines[i]! + 1;
        found.puzzles++;
        const status = p < 0 || !results ? Status.invalid : results.statuses[p]!;
        if (status !== Status.solved) addFault(found, OUTCOMES[status as 1 | 2 | 3 | 4 | 5].key, place);
        if (p < 0 || !results) {
          classes.add(NO_KEYS, 0, line, place);
          continue;
        }
        if (results.wrong[p]) addFault(found, 'wrongSolutions', place, solutionText(batch, p));
        countIn(found.clues, `${results.clues[p]!}`);
        const rating =
          column === undefined ? results.ratings?.[p] : fieldsOf!(recordBytes(batch, i)).get(column);
        if (rating !== undefined && rating !== '' && !isNested(rating))
          countRating(found.ratings, ratingText(rating));
        if (results.byCells[p]) found.cellByCell++;
        const keys = {
          puzzle: hasAllRules(batch.geometry!) ? results.puzzleKeys : undefined,
          grid: status === Status.solved ? results.gridKeys : undefined,
        };
        classes.add(keys, p * KEY_WORDS, line, place);
      }
    }
  });
  return withExamples(audited, classes, inputs, given);
}

/** The audit of files, whose examples of duplicates have the puzzle that they repeat, which is read again. */
async function withExamples(
  audited: readonly AuditedFile[],
  classes: SetClasses,
  inputs: readonly InputFile[],
  given: AuditOptions['given'],
): Promise<Audit> {
  const { repeats, shared: sharedBy } = classes.find();
  const shared = CLASS_KINDS.flatMap((by) => sharedBy[by].map((group) => ({ group, by })));
  const examples = [
    ...repeats.flatMap(({ pairs }) => pairs),
    ...shared.flatMap(({ group }) => group.examples),
  ];
  const puzzles = await puzzlesAt(
    examples.flatMap(({ record, first, place }) => (place ? [first] : [first, record])),
    classes,
    inputs,
    audited.map(({ index }) => index),
    given,
  );
  const placeAt = (record: number): Place => ({
    file: audited[classes.fileOf(record)]!.found.file,
    line: classes.lineOf(record),
    puzzle: puzzles.get(record) ?? '',
  });
  const repetition = ({ record, first, place = placeAt(record) }: RecordPair): Repetition => ({
    ...place,
    ofFile: audited[classes.fileOf(first)]!.found.file,
    ofLine: classes.lineOf(first),
    ...(puzzles.has(first) && { ofPuzzle: puzzles.get(first)! }),
  });
  return {
    files: audited.map(({ found }, i) => {
      const { count, pairs } = repeats[i]!;
      const counts = { duplicates: count.puzzle, sameGrid: count.grid };
      return { ...found, ...counts, examples: pairs.map(repetition) };
    }),
    meetings: shared.map(
      ({ group, by }): Meeting => ({
        files: group.files.map((file) => audited[file]!.found.file),
        by,
        classes: group.classes,
        ...(by === 'grid' && { ofOtherPuzzles: group.unmarked }),
        examples: group.examples.map(repetition),
      }),
    ),
  };
}

/**
 * Reads the puzzles of some records again; those of standard input are missing.
 * @param indices of the input of each file, which may be one of several in an archive
 */
async function puzzlesAt(
  records: readonly number[],
  classes: SetClasses,
  inputs: readonly InputFile[],
  indices: readonly number[],
  given: AuditOptions['given'],
): Promise<ReadonlyMap<number, string>> {
  const puzzles = new Map<number, string>();
  const wanted = Map.groupBy(new Set(records), (record) => classes.fileOf(record));
  /** by input: the number of its first file */
  const firstFile = new Map<number, number>();
  for (const [file, index] of indices.entries()) if (!firstFile.has(index)) firstFile.set(index, file);
  for (const index of new Set([...wanted.keys()].map((file) => indices[file]!))) {
    const input = inputs[index]!;
    if (input.path === STANDARD) continue;
    let number = firstFile.get(index)!;
    for await (const within of filesOf(input, given)) {
      if (!('file' in within)) continue;
      const own = new Set(wanted.get(number));
      let record = classes.starts[number++]!;
      const last = Math.max(...own);
      if (own.size === 0) continue;
      for await (const batch of wholeRecords(within.file, RECORDS_PER_TASK)) {
        for (let i = 0; i < batch.starts.length; i++, record++)
          if (own.has(record)) puzzles.set(record, placeOfRecord(batch, i, within.input).puzzle);
        if (record > last) break;
      }
    }
  }
  return puzzles;
}

function newAudit(file: string): FileAudit {
  const none = Object.fromEntries(FAULTS.map(([key]) => [key, 0])) as Record<Fault, number>;
  const lists = { clues: noCounts(), ratings: noCounts(), examples: [], faulty: [] };
  return { file, puzzles: 0, cellByCell: 0, ...none, sameGrid: 0, ...lists };
}

function addFault(
  found: FileAudit,
  fault: FaultyRecord['fault'],
  place: () => Place,
  solution?: string,
): void {
  found[fault]++;
  if (found.faulty.filter((record) => record.fault === fault).length >= EXAMPLES) return;
  const { file, line, puzzle } = place();
  const shown =
    puzzle.length > MAX_RECORD && fault === 'invalid' ? `${puzzle.slice(0, MAX_RECORD)}…` : puzzle;
  found.faulty.push({ fault, file, line, puzzle: shown, ...(solution !== undefined && { solution }) });
}

/** The solution beside a puzzle; undefined if it is no grid. */
function solutionText({ geometry, solutions }: RecordBatch, puzzle: number): string | undefined {
  if (!solutions || solutions.contents[puzzle] !== FieldContent.grid) return undefined;
  return lineOf(cellsAt({ geometry, cells: solutions.cells }, puzzle));
}

/** Without a prototype, as names of ratings come from files. */
const noCounts = () => Object.create(null) as Record<string, number>;

/** Different ratings that are counted; a column of texts might have one a record. */
const MOST_RATINGS = 1000;

function countRating(counts: Record<string, number>, rating: string): void {
  const isKnown = counts[rating] !== undefined || Object.keys(counts).length < MOST_RATINGS;
  countIn(counts, isKnown ? rating : 'other');
}

function countIn(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** A rating to a tenth; whole numbers, as of other scales, and texts as they are, but not of any length. */
function ratingText(rating: string | number): string {
  const number = Number(rating);
  if (typeof rating === 'number' || (!Number.isNaN(number) && !Number.isInteger(number))) {
    return Number.isNaN(number) ? `${rating}` : number.toFixed(1);
  }
  return rating.slice(0, 40);
}

/** An audit for people to read. */
function auditText({ files, meetings }: Audit): string {
  const parts = [...files.map(fileText), ...meetings.map(meetingText)];
  if (files.length > 1 && meetings.length === 0)
    parts.push('No class of puzzles or solutions is in several files.\n');
  return printable(parts.join('\n'));
}

function fileText(audit: FileAudit): string {
  const lines = [`${audit.file}: ${countText(audit.puzzles, 'puzzle')}`];
  const faults = FAULTS.filter(([key]) => audit[key] > 0);
  for (const [key, label, singular = label] of faults) {
    const shown = key === 'duplicates' ? duplicatesText(audit) : audit[key] === 1 ? singular : label;
    lines.push(row(shown, audit[key]));
    if (key === 'duplicates') lines.push(...audit.examples.map(exampleText));
    const own = audit.faulty.filter(({ fault }) => fault === key);
    lines.push(...own.map(({ line, puzzle }) => `    line ${line}: ${puzzle}`));
  }
  if (faults.length === 0) lines.push('  no faults');
  if (audit.cellByCell > 0) lines.push(row('compared cell by cell', audit.cellByCell));
  if (audit.sameGrid > 0) lines.push(row('with the solution of an earlier one', audit.sameGrid));
  lines.push(...distribution('clues', audit.clues), ...distribution('rating', audit.ratings));
  return `${lines.join('\n')}\n`;
}

function duplicatesText(audit: FileAudit): string {
  return `${audit.duplicates === 1 ? 'duplicate' : 'duplicates'} ${duplicatesLabel(audit)}`;
}

/** Names of files in a line. */
const MOST_NAMES = 4;

function meetingText({ files, by, classes, ofOtherPuzzles = 0, examples }: Meeting): string {
  const what = by === 'puzzle' ? 'puzzles' : 'solutions';
  const omitted = files.length - MOST_NAMES;
  const last = omitted > 0 ? `${number(omitted)} more` : files.at(-1)!;
  const names = `${files.slice(0, omitted > 0 ? MOST_NAMES : -1).join(', ')} and ${last}`;
  const where = files.length === 2 ? 'both' : `all ${number(files.length)}`;
  const others =
    by === 'grid' && ofOtherPuzzles < classes ? `, ${number(ofOtherPuzzles)} of other puzzles` : '';
  const lines = [
    `${names}: ${countText(classes, 'class', 'classes')} of ${what} in ${where}${others}`,
    ...examples.map(exampleText),
  ];
  return `${lines.join('\n')}\n`;
}

function exampleText({ file, line, puzzle, ofFile, ofLine }: Repetition): string {
  const other = ofFile === file ? '' : `${ofFile} `;
  return `    ${file} line ${line} and ${other}line ${ofLine}: ${puzzle}`;
}

function row(label: string, count: number): string {
  return `  ${number(count).padStart(12)} ${label}`;
}

function distribution(name: string, counts: Readonly<Record<string, number>>): string[] {
  const bins = binsOf([counts]).map(({ label, counts: [count] }) => ({ label, count: count! }));
  const most = Math.max(...bins.map(({ count }) => count));
  return bins.map(({ label, count }) => {
    const bar = '#'.repeat(Math.ceil((30 * count) / most));
    return `${row(`${name} ${label}`.padEnd(16), count)} ${bar}`;
  });
}

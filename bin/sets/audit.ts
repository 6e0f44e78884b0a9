// Finds what is wrong with sets of puzzles: duplicates within files, classes that meet across files, wrong records.
import { OUTCOMES, Status } from '../../core/solver/status.ts';
import { Exit } from '../cli/exit.ts';
import { refuseCollisions } from '../cli/output-paths.ts';
import { STANDARD } from '../cli/paths.ts';
import { fieldReader } from '../records/fields.ts';
import { recordBytes } from '../records/whole-records.ts';
import { inputsOf } from '../solve/inputs.ts';
import { openOutput, ReaderGone } from '../solve/output.ts';
import type { AuditTask } from '../threads/audit-records.ts';
import { type Audit, auditText, type FileAudit, type Meeting } from './audit-text.ts';
import { type Place, placeOf } from './duplicates.ts';
import { NumberList } from './key-log.ts';
import { KEY_WORDS, KeySet } from './key-set.ts';
import { puzzlesOf, type SetOptions, SetReader } from './read-sets.ts';
import { headOf } from './split.ts';

export interface AuditOptions extends SetOptions {
  readonly output: 'text' | 'json';
  /** Whether to rate puzzles of files without a column for ratings. */
  readonly grade: boolean;
}

/** Examples that are listed of each kind. */
const EXAMPLES = 5;

/** Names of columns with ratings. */
const RATING_NAMES = ['er', 'rating', 'difficulty', 'se'];

/** Prints what is wrong with files, and how clues and ratings are distributed. */
export async function audit(paths: readonly string[], options: AuditOptions): Promise<Exit> {
  const { out, output, grade, quiet, json } = options;
  const inputs = inputsOf(paths, out);
  const what = 'the audit';
  refuseCollisions(
    inputs.filter(({ puzzle }) => puzzle === undefined).map(({ path }) => path),
    [{ path: out, what }],
  );
  const reader = new SetReader(options);
  const files: FileAudit[] = [];
  const classes = { puzzle: new Classes('puzzle', files), grid: new Classes('grid', files) };
  try {
    await reader.eachFile(inputs, async (file, input) => {
      const found = newAudit(input.path === STANDARD ? 'standard input' : input.path);
      const number = files.push(found) - 1;
      const fieldsOf = fieldReader(file.plan, await headOf(file));
      let column: string | undefined;
      let isColumnKnown = false;
      const batches = reader.batches<AuditTask>(
        file,
        (batch) => {
          if (!isColumnKnown && batch.puzzles.length > 0) {
            isColumnKnown = true;
            const names = [...(fieldsOf?.(recordBytes(batch, 0)).keys() ?? [])];
            column = names.find((name) => RATING_NAMES.includes(name.toLowerCase()));
          }
          const puzzles = puzzlesOf(batch);
          const isGraded = grade && column === undefined;
          return puzzles && { kind: 'audit', ...puzzles, solutions: batch.solutions, grade: isGraded };
        },
        grade ? 64 : undefined,
      );
      for await (const [batch, results] of batches) {
        for (const [i, p] of batch.puzzles.entries()) {
          found.puzzles++;
          if (p < 0 || !results) {
            found.invalid++;
            continue;
          }
          const status = results.statuses[p]!;
          if (status !== Status.solved) found[OUTCOMES[status as 1 | 2 | 3 | 4].key]++;
          found.wrongSolutions += results.wrong[p]!;
          countIn(found.clues, `${results.clues[p]!}`);
          const rating =
            column === undefined ? results.ratings?.[p] : fieldsOf!(recordBytes(batch, i)).get(column);
          if (rating !== undefined && rating !== '') countRating(found.ratings, ratingText(rating));
          const place = () => placeOf(batch, i, input);
          const at = p * KEY_WORDS;
          const line = batch.lines[i]! + 1;
          const first = classes.puzzle.add(results.puzzleKeys, at, number, line, place);
          if (first !== undefined) {
            found.duplicates++;
            if (found.examples.length < EXAMPLES) found.examples.push({ ...place(), ...first });
          }
          if (status !== Status.solved) continue;
          if (classes.grid.add(results.gridKeys, at, number, line, place) !== undefined) found.sameGrid++;
        }
      }
    });
    const result: Audit = { files, meetings: [...classes.puzzle.meetings, ...classes.grid.meetings] };
    const text = output === 'json' ? `${JSON.stringify(result, undefined, 2)}\n` : auditText(result);
    const to = await openOutput(out);
    try {
      await to.write(Buffer.from(text));
      await to.commit();
    } finally {
      to.discard();
    }
    const total = files.reduce((sum, { puzzles }) => sum + puzzles, 0);
    const faults = faultsIn(result);
    if (!quiet || json) reader.summary(total, { files: files.length, findings: faults });
    return reader.worst || (faults > 0 ? Exit.someUnsolved : Exit.allSolved);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    return Exit.allSolved;
  } finally {
    await reader.close();
  }
}

function newAudit(file: string): FileAudit {
  const none = {
    duplicates: 0,
    sameGrid: 0,
    wrongSolutions: 0,
    invalid: 0,
    noSolution: 0,
    notUnique: 0,
    unsolved: 0,
  };
  return { file, puzzles: 0, ...none, clues: noCounts(), ratings: noCounts(), examples: [] };
}

/** Records that a data set should not have. The same solution is no fault within a file. */
function faultsIn({ files, meetings }: Audit): number {
  const within = files.map(
    ({ duplicates, wrongSolutions, invalid, noSolution, notUnique, unsolved }) =>
      duplicates + wrongSolutions + invalid + noSolution + notUnique + unsolved,
  );
  return [...within, ...meetings.map(({ classes }) => classes)].reduce((sum, count) => sum + count, 0);
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

/** The classes of a set: where each occurs first, and which files have it. */
class Classes {
  readonly #by: 'puzzle' | 'grid';
  readonly #audits: readonly FileAudit[];
  readonly #classes = new KeySet();
  /** each class in each file */
  readonly #inFiles = new KeySet();
  readonly #firstLines = new NumberList();
  readonly #firstFiles = new NumberList();
  /** first lines in files, by {@link #inFiles} */
  readonly #lines = new NumberList();
  /** files of the classes that several files have */
  readonly #files = new Map<number, number[]>();
  readonly #meetings = new Map<string, Meeting>();

  constructor(by: 'puzzle' | 'grid', audits: readonly FileAudit[]) {
    this.#by = by;
    this.#audits = audits;
  }

  get meetings(): Meeting[] {
    return [...this.#meetings.values()];
  }

  /** @returns the first record of its class in the same file; undefined if it is that record */
  add(
    keys: Uint32Array,
    at: number,
    file: number,
    line: number,
    place: () => Place,
  ): { ofFile: string; ofLine: number } | undefined {
    const before = this.#inFiles.size;
    const own = Uint32Array.of(
      keys[at]!,
      keys[at + 1]!,
      keys[at + 2]!,
      keys[at + 3]! ^ Math.imul(file + 1, 0x9e3779b1),
    );
    const entry = this.#inFiles.add(own, 0);
    if (entry < before) return { ofFile: this.#audits[file]!.file, ofLine: this.#lines.at(entry) };
    this.#lines.push(line);
    const known = this.#classes.size;
    const one = this.#classes.add(keys, at);
    if (one === known) {
      this.#firstLines.push(line);
      this.#firstFiles.push(file);
      return undefined;
    }
    const firstFile = this.#firstFiles.at(one);
    const files = this.#files.get(one) ?? [firstFile];
    for (const other of files)
      this.#meet(other, file, other === firstFile ? this.#firstLines.at(one) : 0, place);
    this.#files.set(one, [...files, file]);
    return undefined;
  }

  #meet(other: number, file: number, line: number, place: () => Place): void {
    const names = [this.#audits[other]!.file, this.#audits[file]!.file] as const;
    const key = `${other} ${file}`;
    const meeting = this.#meetings.get(key) ?? { files: names, by: this.#by, classes: 0, examples: [] };
    this.#meetings.set(key, meeting);
    meeting.classes++;
    // the line is known of the first file of a class
    if (meeting.examples.length < EXAMPLES && line > 0)
      meeting.examples.push({ ...place(), ofFile: names[0], ofLine: line });
  }
}

import {
  type FilePlan,
  MAX_PROBLEMS,
  type PartialOptions,
  planFile,
  RejectedFile,
} from '../../core/files/index.ts';
import { UsageError } from '../cli/exit.ts';
import { type OpenedFile, openPath, planPath } from '../solve/plan.ts';
import { type FileRecord, Records } from './records.ts';
import { type ProofOptions, verdict } from './verdict.ts';

/** A record of a result that is wrong. */
export interface Wrong {
  /** 1-based, in the result; in the puzzles where the result has ended */
  readonly line: number;
  /** what was expected, what came */
  readonly reason: string;
}

/** Counts of the records of a result. */
export interface Checked {
  records: number;
  right: number;
  wrong: number;
  /** `unsolved` by their own word, or not proved within the budget */
  undecided: number;
  /** the first hundred */
  readonly problems: Wrong[];
}

/**
 * Checks a result against the puzzles that it should answer, record by record, in bounded memory.
 * @throws UsageError if one of them cannot be read, or if no such result can be asked for
 */
export async function check(
  resultPath: string,
  puzzlesPath: string,
  given: PartialOptions,
): Promise<Checked> {
  const puzzles = await named(puzzlesPath, planPath(puzzlesPath, [given]));
  const { solutions, budget } = puzzles.plan.options;
  if (solutions === 'count' || solutions === 'all') {
    throw new UsageError(`expected options that give one record a puzzle, got solutions=${solutions}`);
  }
  const opened = await named(resultPath, openPath(resultPath));
  const result = { ...opened, plan: planOfResult(resultPath, opened, puzzles.plan, given) };
  try {
    const [asked, answered] = [new Records(puzzles, false), new Records(result, true)];
    return await compare(
      { next: () => asked.nextInBlock() ?? named(puzzlesPath, asked.next()) },
      { next: () => answered.nextInBlock() ?? named(resultPath, answered.next()) },
      { solutions, budget },
    );
  } finally {
    await puzzles.input.close();
    await opened.input.close();
  }
}

/** Formats whose results hold solutions in place of the puzzles. */
const IN_PLACE = ['lines', 'number-lines', 'grids'];

/**
 * A result that holds solutions in place of the puzzles is read as its puzzles are: full grids alone might be taken for
 * another alphabet. One that holds them beside the puzzles has columns or members that the puzzles lack.
 */
function planOfResult(
  path: string,
  { head, complete }: OpenedFile,
  puzzles: FilePlan,
  given: PartialOptions,
): FilePlan {
  try {
    const own = planFile({ head, complete, name: path, given: [given] });
    return IN_PLACE.includes(own.format) ? puzzles : own;
  } catch (error) {
    if (error instanceof RejectedFile) return puzzles;
    throw error;
  }
}

/** Gives records; a promise only where it has to read on. */
interface RecordSource {
  next(): FileRecord | Promise<FileRecord | undefined>;
}

async function compare(asked: RecordSource, answered: RecordSource, options: ProofOptions): Promise<Checked> {
  const checked: Checked = { records: 0, right: 0, wrong: 0, undecided: 0, problems: [] };
  for (;;) {
    const [puzzle, result] = [await asked.next(), await answered.next()];
    if (!puzzle && !result) return checked;
    checked.records++;
    const outcome = puzzle && result ? verdict(puzzle, result, options) : unpaired(puzzle);
    checked[outcome.kind]++;
    if (outcome.kind === 'wrong' && checked.problems.length < MAX_PROBLEMS) {
      checked.problems.push({ line: (result ?? puzzle)!.line, reason: outcome.wrong });
    }
  }
}

function unpaired(puzzle: FileRecord | undefined): { kind: 'wrong'; wrong: string } {
  const wrong = puzzle
    ? `expected a record for line ${puzzle.line} of the puzzles, got the end of the result`
    : 'expected the end, as there are no more puzzles; got a record';
  return { kind: 'wrong', wrong };
}

/** Says which file it is that cannot be read. */
async function named<T>(path: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    const line = error.line === undefined ? '' : `:${error.line}`;
    throw new UsageError(`${path}${line}: ${error.message}`);
  }
}

import { MAX_PROBLEMS, type PartialOptions, RejectedFile } from '../../lambda/files/index.ts';
import { UsageError } from '../cli/exit.ts';
import { openPath, planPath } from '../solve/plan.ts';
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
 * Checks a result against the puzzles that it should answer, record by record, in bounded memory. The result is read
 * as what it has to be: a file in the puzzles' format, with their alphabet, compressed as they are.
 * @throws UsageError if one of them cannot be read, or if no such result can be asked for
 */
export async function check(
  resultPath: string,
  puzzlesPath: string,
  given: PartialOptions,
): Promise<Checked> {
  const puzzles = await named(puzzlesPath, planPath(puzzlesPath, [given]));
  const { solutions, output, budget } = puzzles.plan.options;
  if (output !== 'same' || solutions === 'count' || solutions === 'all') {
    throw new UsageError(
      `expected options whose result has the layout of the puzzles, got output=${output} solutions=${solutions}`,
    );
  }
  const opened = await named(resultPath, openPath(resultPath));
  try {
    const asked = new Records(puzzles);
    const answered = new Records({ ...opened, plan: puzzles.plan });
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

/** Tells which file it is that cannot be read. */
async function named<T>(path: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    const line = error.line === undefined ? '' : `:${error.line}`;
    throw new UsageError(`${path}${line}: ${error.message}`);
  }
}

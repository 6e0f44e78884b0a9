import { UsageError } from '../cli/exit.ts';
import { statOfInput } from '../cli/paths.ts';
import { inputsOf } from '../solve/inputs.ts';

/** A result and the puzzles that it answers, as paths. */
export interface Pair {
  readonly result: string;
  readonly against: string;
  /** Why one of them cannot be read, where the walk through the directories has found that out. */
  readonly unreadable?: string;
}

/** What is paired with what. */
export interface Pairs {
  /** Whether directories were given, so that trouble with one pair is none of the others'. */
  readonly areMany: boolean;
  readonly pairs: readonly Pair[];
  /** Among the results, what answers no puzzles or cannot be read, and that in words. */
  readonly unasked: readonly { readonly result: string; readonly reason: string }[];
}

/** What `solve`, `submit` and `local` write beside results. */
const REPORT = /(^|[/.])report\.(json|html)$/;

/**
 * Two files are a pair; of two directories, each file of puzzles and the result of the same name, as `solve -o` names it.
 * @throws UsageError if only one is a directory
 */
export function pairsOf(result: string, against: string): Pairs {
  const areMany = [result, against].map((path) => statOfInput(path)?.isDirectory() === true);
  if (!areMany.includes(true)) return { areMany: false, pairs: [{ result, against }], unasked: [] };
  if (areMany.includes(false)) {
    const [directory, file] = areMany[0] ? [result, against] : [against, result];
    throw new UsageError(
      `expected two files, or two directories with files of the same names, got the directory ${directory} and ${file}`,
    );
  }
  const puzzles = inputsOf([against], result);
  const names = new Set(puzzles.map(({ name }) => name));
  const results = new Map(inputsOf([result], against).map((input) => [input.name, input]));
  return {
    areMany: true,
    pairs: puzzles.map((puzzle) => {
      const answer = results.get(puzzle.name);
      const fault = [puzzle, answer].find((input) => input?.unreadable !== undefined);
      return {
        result: answer?.path ?? `${result.replace(/\/$/, '')}/${puzzle.name}`,
        against: puzzle.path,
        ...(fault && { unreadable: `${fault.path}: cannot be read: ${fault.unreadable}` }),
      };
    }),
    unasked: [...results.values()]
      .filter(({ name }) => !names.has(name) && !REPORT.test(name))
      .map(({ path, unreadable }) => ({
        result: path,
        reason:
          unreadable === undefined
            ? 'expected puzzles of the same name, got none'
            : `cannot be read: ${unreadable}`,
      })),
  };
}

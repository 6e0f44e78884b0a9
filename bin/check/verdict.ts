import type { SolutionsWanted } from '../../core/options/options.ts';
import { type SolveResult, solve } from '../../core/solver/solve.ts';
import { MARKERS } from '../../core/solver/status.ts';
import type { FileRecord, Grid } from './records.ts';
import { solutionFault } from './solution-fault.ts';

export interface ProofOptions {
  /** With `unique`, a solved grid says that there is no other. */
  readonly solutions: SolutionsWanted;
  /** Guesses for proving what a marker says. @default by size */
  readonly budget: number | undefined;
}

/** Outcome for one record; `wrong` tells what was expected and what came. */
export type Verdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'wrong'; readonly wrong: string };

/** Compares a record of a result with the puzzle that it answers. Solves only where it cannot be seen. */
export function verdict(puzzle: FileRecord, result: FileRecord, options: ProofOptions): Verdict {
  if ('text' in puzzle) return brokenVerdict(puzzle.text, result);
  if ('text' in result) return markerVerdict(puzzle, result.text, options);
  const fault = solutionFault(puzzle, result);
  if (fault !== undefined) return wrong(fault);
  return options.solutions === 'unique' ? proved(puzzle, 'solved', options) : RIGHT;
}

const RIGHT: Verdict = { kind: 'right' };
const UNDECIDED: Verdict = { kind: 'undecided' };
/** All markers but `unsolved`, which claims nothing. */
const PROVABLE: readonly string[] = MARKERS.filter((marker) => marker !== '' && marker !== 'unsolved');

/** What is no puzzle is `invalid`, as much of it as fits in place of the record; a marker of an earlier run stays. */
function brokenVerdict(text: string, result: FileRecord): Verdict {
  const isInvalid = (answer: string) => answer === 'invalid'.slice(0, Math.max(text.length, answer.length));
  if ('text' in result && (isInvalid(result.text) || result.text === text)) return RIGHT;
  const got = 'text' in result ? shown(result.text) : 'a grid';
  return wrong(`expected invalid, as ${shown(text)} is no puzzle; got ${got}`);
}

function markerVerdict(puzzle: Grid, marker: string, options: ProofOptions): Verdict {
  if (marker === '') return unansweredVerdict(puzzle, options);
  if (marker === 'unsolved') return UNDECIDED;
  if (PROVABLE.includes(marker)) return proved(puzzle, marker, options);
  return wrong(`expected a solution or a marker, got ${shown(marker)}`);
}

/** Beside the puzzle stands a marker, or nothing: right if there is no solution that should stand there. */
function unansweredVerdict(puzzle: Grid, options: ProofOptions): Verdict {
  const status = statusOf(puzzle, options);
  if (status === 'unsolved') return UNDECIDED;
  if (status === 'solved' || (status === 'not-unique' && options.solutions !== 'unique')) {
    return wrong('expected a solution beside the puzzle, got none');
  }
  return RIGHT;
}

function proved(puzzle: Grid, claim: string, options: ProofOptions): Verdict {
  const status = statusOf(puzzle, options);
  if (status === claim) return RIGHT;
  return status === 'unsolved' ? UNDECIDED : wrong(`expected ${EXPECTED[status]}, got ${claim}`);
}

function statusOf({ geometry, cells }: Grid, { budget }: ProofOptions): SolveResult['status'] {
  const { variant, boxRows: rows, boxColumns: columns } = geometry;
  const limit = budget === undefined ? {} : { budget };
  return solve(cells, { variant, boxes: { rows, columns }, solutions: 'unique', ...limit }).status;
}

/** What was expected of a puzzle by its status. */
const EXPECTED: Record<SolveResult['status'], string> = {
  solved: 'the one solution that there is',
  'no-solution': 'no-solution',
  'not-unique': 'not-unique or one of the solutions',
  invalid: 'invalid, as equal givens share a unit',
  unsolved: 'unsolved',
  interrupted: 'interrupted',
};

function wrong(reason: string): Verdict {
  return { kind: 'wrong', wrong: reason };
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

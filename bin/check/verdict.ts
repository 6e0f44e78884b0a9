import type { SolutionsWanted } from '../../core/options/options.ts';
import { MARKERS, type OutcomeName } from '../../core/solver/status.ts';
import type { FileRecord } from './records.ts';
import { sameCellsFault, solutionFault } from './solution-fault.ts';

/** What is true of a puzzle with solutions=unique. */
export type Proof = OutcomeName | 'interrupted';

/** Outcome for one record; `wrong` tells what was expected and what came. */
export type Verdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'wrong'; readonly wrong: string };

/** What has to be proved by solving: that the puzzle has this status. */
export interface ClaimMade {
  readonly kind: 'claim';
  readonly claim: string;
  /** The number of solutions that the record gives, if that has to be proved too. */
  readonly count?: string;
}

/** Compares a record of a result with the puzzle that it answers. */
export function verdict(
  puzzle: FileRecord,
  result: FileRecord,
  solutions: SolutionsWanted,
): Verdict | ClaimMade {
  if ('text' in puzzle) return brokenVerdict(puzzle.text, result);
  const other = result.puzzle && sameCellsFault(puzzle, result.puzzle);
  if (other !== undefined) return wrong(other);
  if ('text' in result) return markerVerdict(result.text || (result.status ?? ''));
  const fault = solutionFault(puzzle, result);
  if (fault !== undefined) return wrong(fault);
  // beside a solution that the puzzles brought, the solver's own search may have been cut
  if (result.status === 'unsolved') return UNDECIDED;
  if (result.status !== undefined && result.status !== 'solved' && !isCountedOut(result.status, solutions))
    return wrong(`expected the status solved beside a solution, got ${result.status}`);
  if (result.status === 'not-unique') return { kind: 'claim', claim: 'not-unique' };
  return solutions === 'unique' ? { kind: 'claim', claim: 'solved' } : RIGHT;
}

/** With solutions=unique, a solution that the puzzles brought stays beside `not-unique`. */
function isCountedOut(status: string, solutions: SolutionsWanted): boolean {
  return status === 'not-unique' && solutions === 'unique';
}

/**
 * What a record of a table is, by how many solutions it says that there are, too. With `solutions=count` that is proved;
 * otherwise its status tells.
 */
export function countVerdict(
  outcome: Verdict | ClaimMade,
  { text, status, count }: { text?: string; status?: string | undefined; count?: string | undefined },
  solutions: SolutionsWanted,
): Verdict | ClaimMade {
  if (count === undefined || outcome.kind === 'wrong' || outcome.kind === 'undecided') return outcome;
  const claim = outcome.kind === 'claim' ? outcome.claim : '';
  if (solutions === 'count') return { kind: 'claim', claim: claim || (text ? '' : 'solved'), count };
  const said = claim || text || status || 'solved';
  const expected = said === 'not-unique' ? '2' : said === 'solved' ? '1' : '0';
  return count === expected ? outcome : wrong(`expected the count ${expected}, got ${shown(count)}`);
}

const RIGHT: Verdict = { kind: 'right' };
const UNDECIDED: Verdict = { kind: 'undecided' };
/** All markers but `unsolved`, which claims nothing. */
const PROVABLE: readonly string[] = MARKERS.filter((marker) => marker !== '' && marker !== 'unsolved');

/** What is no puzzle is `invalid`, as much of it as fits in place of the record; a marker of an earlier run stays. */
function brokenVerdict(text: string, result: FileRecord): Verdict {
  const isInvalid = (answer: string) => answer === 'invalid'.slice(0, Math.max(text.length, answer.length));
  if ('text' in result) {
    const answer = result.text || (result.status ?? '');
    if (isInvalid(answer) || answer === text || isRowAnswered(text, answer)) return RIGHT;
  }
  const got = 'text' in result ? shown(result.text) : 'a grid';
  return wrong(`expected invalid, as ${shown(text)} is no puzzle; got ${got}`);
}

/** What follows a row of a table whose fields do not fit its header: its answers, below no column. */
const ROW_ANSWERS = /^[,;\t| "]*invalid(?:[,;\t| "]|invalid)*$/;

function isRowAnswered(row: string, answer: string): boolean {
  return answer.startsWith(row) && ROW_ANSWERS.test(answer.slice(row.length));
}

function markerVerdict(marker: string): Verdict | ClaimMade {
  if (marker === 'unsolved') return UNDECIDED;
  if (marker === '' || marker === 'solved' || PROVABLE.includes(marker))
    return { kind: 'claim', claim: marker === 'solved' ? '' : marker };
  return wrong(`expected a solution or a marker, got ${shown(marker)}`);
}

/**
 * What a claim is worth.
 * @param claim a status; empty where neither a solution nor a marker stands beside the puzzle
 */
export function judge(claim: string, proof: Proof, solutions: SolutionsWanted): Verdict {
  if (proof === 'unsolved') return UNDECIDED;
  if (claim !== '') return proof === claim ? RIGHT : wrong(`expected ${EXPECTED[proof]}, got ${claim}`);
  // right if there is no solution that should stand there
  const isSolvable = proof === 'solved' || (proof === 'not-unique' && solutions !== 'unique');
  return isSolvable ? wrong('expected a solution beside the puzzle, got none') : RIGHT;
}

/**
 * What a claim is worth that says how many solutions there are, too.
 * @param found solutions, counted to one more than the limit: so it is known whether there are more
 */
export function judgeCount(
  { claim, count }: { claim: string; count: string },
  proof: Proof,
  found: number,
  limit: number,
): Verdict {
  const isAtLimit = count === `${limit}+`;
  const isComplete = proof !== 'unsolved';
  if (claim !== '' && isComplete && proof !== claim) return judge(claim, proof, 'count');
  // where the budget ends the search for one more, nobody knows whether there is one
  if (isAtLimit && found >= (isComplete ? limit + 1 : limit)) return RIGHT;
  // what the budget left may be more, but not less
  if (!isComplete && (isAtLimit || Number(count) >= found)) return UNDECIDED;
  if (isComplete && found <= limit && count === String(found)) return RIGHT;
  const expected = found > limit ? `${limit}+` : isComplete ? String(found) : `${found} or more`;
  return wrong(`expected the count ${expected}, got ${shown(count)}`);
}

/** What was expected of a puzzle by its status. */
const EXPECTED: Record<Proof, string> = {
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

export function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

// Judges a record of a result: it is right or wrong, or it claims something, such as that there is no solution, that
// only solving can prove.
import { conflictReason } from '../../core/files/problems.ts';
import type { SolutionsWanted } from '../../core/options/options.ts';
import { isAllowed } from '../../core/solver/model/allowed.ts';
import { cellName, type Geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';
import { shapeOf } from '../../core/solver/model/shape.ts';
import { MARKERS, type OutcomeName } from '../../core/solver/model/status.ts';
import type { FileRecord, Grid } from '../records/records.ts';
import type { ProveTask } from '../threads/tasks.ts';

/** The status of a puzzle, as solving proves it with solutions=unique. */
export type Proof = OutcomeName | 'interrupted';

/** The outcome of one record; `wrong` is "expected …, got …". */
export type Verdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'wrong'; readonly wrong: string };

/** Solving has to prove that the puzzle has this status. */
export interface OpenClaim {
  readonly kind: 'claim';
  readonly claim: string;
  /** The number of solutions in the record, if that has to be proved too. */
  readonly count?: string;
}

/** Compares a record of a result with the puzzle that it answers. */
export function compareRecords(
  puzzle: FileRecord,
  result: FileRecord,
  solutions: SolutionsWanted,
): Verdict | OpenClaim {
  if ('text' in puzzle) return invalidRecordVerdict(puzzle.text, result);
  const other = result.puzzle && differentPuzzleFault(puzzle, result.puzzle);
  if (other !== undefined) return wrong(other);
  if ('text' in result) return markerVerdict(result.text || (result.status ?? ''));
  const fault = solutionFault(puzzle, result);
  if (fault !== undefined) return wrong(fault);
  // the solution may come from the file of puzzles, while the solver's own search exceeded its budget
  if (result.status === 'unsolved') return { kind: 'claim', claim: 'unsolved' };
  if (result.status !== undefined && result.status !== 'solved' && !mayHaveSolution(result.status, solutions))
    return wrong(`expected the status solved beside a solution, got ${result.status}`);
  if (result.status === 'not-unique') return { kind: 'claim', claim: 'not-unique' };
  return solutions === 'unique' ? { kind: 'claim', claim: 'solved' } : RIGHT;
}

/** With solutions=unique, a solution that was in the file of puzzles may be marked `not-unique`. */
function mayHaveSolution(status: string, solutions: SolutionsWanted): boolean {
  return status === 'not-unique' && solutions === 'unique';
}

/**
 * Adds the number of solutions in a record of our table to its outcome. With `solutions=count` the number has to be proved;
 * otherwise it follows from the status.
 */
export function withCount(
  outcome: Verdict | OpenClaim,
  { text, status, count }: { text?: string; status?: string | undefined; count?: string | undefined },
  solutions: SolutionsWanted,
): Verdict | OpenClaim {
  if (count === undefined || outcome.kind === 'wrong' || outcome.kind === 'undecided') return outcome;
  const claim = outcome.kind === 'claim' ? outcome.claim : '';
  if (claim === 'unsolved') return outcome;
  if (solutions === 'count') return { kind: 'claim', claim: claim || (text ? '' : 'solved'), count };
  const answer = claim || text || status || 'solved';
  const expected = answer === 'not-unique' ? '2' : answer === 'solved' ? '1' : '0';
  return count === expected ? outcome : wrong(`expected the count ${expected}, got ${quotedExcerpt(count)}`);
}

const RIGHT: Verdict = { kind: 'right' };
const UNDECIDED: Verdict = { kind: 'undecided' };
/** All markers. `unsolved` claims that the puzzle needs a search, whose budget may have been too small. */
const PROVABLE: readonly string[] = MARKERS.filter((marker) => marker !== '');

/**
 * The result of an invalid record is `invalid`, cut to the length of the record; a marker of an earlier run is preserved. A table
 * has the record beside it, in a field that doubles quotes or a string of JSON.
 */
function invalidRecordVerdict(text: string, result: FileRecord): Verdict {
  const isInvalid = (answer: string) => answer === 'invalid'.slice(0, Math.max(text.length, answer.length));
  if ('text' in result) {
    if (result.isEmptied) return RIGHT;
    const answer = result.text || (result.status ?? '');
    const isPreserved = [answer, answer.replaceAll('""', '"'), unescaped(answer)].some(
      (said) => said === text || (said !== undefined && said === unescaped(text)),
    );
    if (isInvalid(answer) || isPreserved || isRowAnswered(text, answer)) return RIGHT;
  }
  const got = 'text' in result ? quotedExcerpt(result.text) : 'a grid';
  return wrong(`expected invalid, as ${quotedExcerpt(text)} is not a puzzle; got ${got}`);
}

/** What a string of JSON says, of which this is the text between the quotes; undefined if it is none. */
function unescaped(text: string): string | undefined {
  if (!text.includes('\\')) return undefined;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

/** The answers that follow a row whose number of fields differs from the header's, so that they belong to no column. */
const ROW_ANSWERS = /^[,;\t| "]*invalid(?:[,;\t| "]|invalid)*$/;

function isRowAnswered(row: string, answer: string): boolean {
  return answer.startsWith(row) && ROW_ANSWERS.test(answer.slice(row.length));
}

function markerVerdict(marker: string): Verdict | OpenClaim {
  if (marker === '' || marker === 'solved' || PROVABLE.includes(marker))
    return { kind: 'claim', claim: marker === 'solved' ? '' : marker };
  return wrong(`expected a solution or a marker, got ${quotedExcerpt(marker)}`);
}

/**
 * Compares a claim with its proof.
 * @param claim a status; empty if neither a solution nor a marker is beside the puzzle
 */
export function judgeClaim(claim: string, proof: Proof, solutions: SolutionsWanted): Verdict {
  if (proof === 'unsolved' || (claim === 'unsolved' && proof === 'not-unique')) return UNDECIDED;
  if (claim !== '') return proof === claim ? RIGHT : wrong(`expected ${EXPECTED[proof]}, got ${claim}`);
  // an answer without solution and marker is right if the puzzle has no single solution to give
  const isSolvable = proof === 'solved' || (proof === 'not-unique' && solutions !== 'unique');
  return isSolvable ? wrong('expected a solution beside the puzzle, got none') : RIGHT;
}

/**
 * Compares a claim and its number of solutions with their proof.
 * @param found number of solutions, counted to one more than the limit, which shows whether there are more
 */
export function judgeCount(
  { claim, count }: { claim: string; count: string },
  proof: Proof,
  found: number,
  limit: number,
): Verdict {
  const isAtLimit = count === `${limit}+`;
  const isComplete = proof !== 'unsolved';
  if (claim !== '' && isComplete && proof !== claim) return judgeClaim(claim, proof, 'count');
  // if the budget ended the search for one more, it is unknown whether there is one
  if (isAtLimit && found >= (isComplete ? limit + 1 : limit)) return RIGHT;
  // the rest of the search may find more, but not fewer
  if (!isComplete && (isAtLimit || Number(count) >= found)) return UNDECIDED;
  if (isComplete && found <= limit && count === String(found)) return RIGHT;
  const expected = found > limit ? `${limit}+` : isComplete ? String(found) : `${found} or more`;
  return wrong(`expected the count ${expected}, got ${quotedExcerpt(count)}`);
}

/** The expected answer to a puzzle, by its status. */
const EXPECTED: Record<Proof, string> = {
  solved: 'the only solution',
  'no-solution': 'no-solution',
  'not-unique': 'not-unique or one of the solutions',
  invalid: 'invalid, as its givens or rules contradict each other',
  unsolved: 'unsolved',
  unsupported: 'unsupported, as it has a rule that is not known',
  interrupted: 'interrupted',
};

export function wrong(reason: string): Verdict {
  return { kind: 'wrong', wrong: reason };
}

/** Text in quotes, cut to 40 characters. */
export function quotedExcerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** Why a grid is not a solution of a puzzle: "expected …, got …". Undefined if it is one. */
export function solutionFault(puzzle: Grid, { geometry: { size }, cells }: Grid): string | undefined {
  // the rules are those of the puzzle; a table of results does not contain them
  const { geometry } = puzzle;
  if (size === geometry.size && extendsGivens(puzzle, cells) && givensAreConsistent(geometry, cells))
    return undefined;
  if (size !== geometry.size) return `expected a grid ${sizeText(geometry.size)}, got one ${sizeText(size)}`;
  for (let cell = 0; cell < geometry.cells; cell++) {
    const value = cells[cell]!;
    const given = puzzle.cells[cell]!;
    if (value === 0) return `expected a solved grid, got an empty cell in ${cellName(geometry, cell)}`;
    if (given !== 0 && given !== value)
      return `expected the given ${given} in ${cellName(geometry, cell)}, got ${value}`;
    if (puzzle.allowed && !isAllowed(puzzle.allowed, cell, value))
      return `expected a candidate in ${cellName(geometry, cell)}, got ${value}`;
  }
  return conflictReason(geometry, cells);
}

/** Whether a grid is full, has all givens of a puzzle, and only candidates that the puzzle has. */
function extendsGivens({ geometry, cells: givens, allowed }: Grid, cells: Uint8Array): boolean {
  let differing = 0;
  let empty = 0;
  for (let cell = 0; cell < geometry.cells; cell++) {
    const value = cells[cell]!;
    const given = givens[cell]!;
    // no branch, as givens cannot be predicted
    differing |= given * (given ^ value);
    empty |= value - 1; // negative for 0
  }
  if (differing !== 0 || empty < 0) return false;
  return !allowed || cells.every((value, cell) => isAllowed(allowed, cell, value));
}

/** How the puzzle beside an answer differs from the puzzle in the file; undefined if it does not. */
export function differentPuzzleFault(
  { geometry, cells }: Pick<Grid, 'geometry' | 'cells'>,
  beside: Uint8Array,
): string | undefined {
  const cell = cells.findIndex((value, i) => value !== beside[i]);
  if (cell < 0 && cells.length === beside.length) return undefined;
  const where = cell < 0 ? '' : `: ${valueText(cells[cell]!)} in ${cellName(geometry, cell)}`;
  return `expected its puzzle beside the answer${where}, got ${cell < 0 ? 'one of another size' : valueText(beside[cell])}`;
}

function valueText(value: number | undefined): string {
  return value === undefined ? 'nothing' : value === 0 ? 'an empty cell' : String(value);
}

function sizeText(size: number): string {
  return `of ${size}x${size}`;
}

/** Maximum puzzles per task. */
const PUZZLES_PER_TASK = 64;

interface Claim {
  /** of its record */
  readonly line: number;
  readonly claim: string;
  /** the claimed number of solutions, if that has to be proved */
  readonly count: string | undefined;
  /** set on a list that ends at the limit in a layout that does not say whether there are more */
  readonly isOpen?: boolean;
}

/** Collects claims into tasks for threads, which prove them. */
export class Claims {
  readonly #budget: number | undefined;
  readonly #limit: number | undefined;
  readonly #pending: Claim[][] = [];
  #claims: Claim[] = [];
  #cells: Uint8Array[] = [];
  /** Whether they claim `unsolved`, which is wrong if it takes no guess to find another outcome. */
  #areUnsolved = false;
  /** Set if a puzzle of the task excludes candidates. */
  #allowed: Uint32Array[] | undefined;
  #geometry: Geometry | undefined;

  /**
   * @param budget guesses for each proof; undefined for the default of its size
   * @param limit number of solutions to count up to; undefined stops at the second
   */
  constructor(budget: number | undefined, limit: number | undefined) {
    this.#budget = budget;
    this.#limit = limit;
  }

  /** Adds a claim about a puzzle, and yields a task if one is complete. */
  *add({ geometry, cells, allowed }: Grid, claim: Claim): Generator<ProveTask> {
    const isUnsolved = claim.claim === 'unsolved';
    const isOther =
      this.#geometry !== geometry ||
      (this.#allowed !== undefined) !== (allowed !== undefined) ||
      this.#areUnsolved !== isUnsolved;
    if (isOther || this.#claims.length === PUZZLES_PER_TASK) yield* this.flush();
    this.#geometry = geometry;
    this.#areUnsolved = isUnsolved;
    this.#claims.push(claim);
    this.#cells.push(cells.slice());
    if (allowed) {
      this.#allowed ??= [];
      this.#allowed.push(allowed.slice());
    }
  }

  /** Yields the claims that are left as a task. */
  *flush(): Generator<ProveTask> {
    if (!this.#geometry || this.#claims.length === 0) return;
    const task = {
      kind: 'prove',
      shape: shapeOf(this.#geometry),
      cells: Uint8Array.from(Buffer.concat(this.#cells)),
      allowed: this.#allowed && joined(this.#allowed),
      budget: this.#areUnsolved ? 0 : this.#budget,
      limit: this.#areUnsolved ? undefined : this.#limit,
    } as const;
    this.#pending.push(this.#claims);
    [this.#claims, this.#cells, this.#allowed] = [[], [], undefined];
    yield task;
  }

  /** The claims of each task, in the order of the tasks. */
  nextTask(): Claim[] {
    return this.#pending.shift() ?? [];
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const length = parts[0]!.length;
  const all = new Uint32Array(parts.length * length);
  for (const [i, part] of parts.entries()) all.set(part, i * length);
  return all;
}

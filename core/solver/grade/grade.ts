// Rates 9x9 puzzles as Sudoku Explainer 1.2.1 does, within a deadline. The grader searches for techniques in the order of their
// ratings, and only where the board has changed.

import { KernelPool } from '../../kernel/kernel.ts';
import { type Geometry, GeometryError, givensAreConsistent } from '../model/geometry.ts';
import { type Marker, Status, statusName } from '../model/status.ts';
import { solveOne } from '../solve/engines.ts';
import { ALL, Board, type BoardShape, boardShape } from '../steps/board.ts';
import {
  BEYOND,
  canGrade,
  difficultyOf,
  type Grade,
  type GradedExplanation,
  type GradedStepJson,
  type GradeStatus,
  type Rating,
  type RatingStatus,
  ratingJson,
} from '../steps/rating.ts';
import { stepReasons } from '../steps/sentence.ts';
import { directHiddenSet, fish, hiddenSet, nakedSet } from '../steps/sets.ts';
import { directLocked, hiddenSingle, locked, nakedSingle } from '../steps/singles.ts';
import { type Step, stepText } from '../steps/step.ts';
import { TECHNIQUES, type TechniqueName } from '../steps/techniques.ts';
import { bivalueUniversalGrave } from './bivalue-universal-grave.ts';
import { DYNAMIC, DYNAMIC_PLUS, Forcing, MULTIPLE, NISHIO } from './chains/forcing.ts';
import { instantiate } from './chains/kernel.ts';
import { ChainGraph, Loops } from './chains/loops.ts';
import { LoopMemory, uniqueLoop } from './unique-loops.ts';
import { AlignedExclusion, xyWing, xyzWing } from './wings.ts';

export interface GradingOptions {
  /** Whether to return the steps. */
  readonly path?: boolean;
  /** `performance.now()` in milliseconds at which to stop; checked between steps, and within steps that take long. */
  readonly deadline?: number;
  /** Rating above which a puzzle counts as `harder`. */
  readonly maxRating?: number;
  /** A technique to do without. */
  readonly without?: TechniqueName;
}

/**
 * Graders of grids without and with diagonals. One of each is enough, as a puzzle is graded before the next one starts; after
 * an error there is a new one.
 */
const graders = {
  plain: new KernelPool(() => new Grader(boardShape(false)), 1),
  diagonal: new KernelPool(() => new Grader(boardShape(true)), 1),
};

/**
 * Grades a puzzle as Sudoku Explainer 1.2.1 (N. Juillerat) does: always takes the easiest step there is, until the puzzle is solved.
 *
 * @param geometry 9x9, classic or X. In X, diagonals are units for singles, hidden sets and chains.
 * @param givens 81 digits row by row, 0 for empty; of a puzzle with exactly one solution, which some techniques rely on
 * @throws GeometryError if the geometry is not 9x9 with 3x3 boxes
 */
export function gradeGivens(geometry: Geometry, givens: Uint8Array, options: GradingOptions = {}): Grade {
  refuseOthers(geometry);
  const pool = geometry.variant === 'x' ? graders.diagonal : graders.plain;
  return pool.run((grader) => gradeWith(grader, givens, options));
}

function gradeWith(grader: Grader, givens: Uint8Array, options: GradingOptions): Grade {
  const {
    path = false,
    deadline = Number.POSITIVE_INFINITY,
    maxRating = Number.POSITIVE_INFINITY,
    without,
  } = options;
  grader.start(givens);
  const steps: Step[] = [];
  const used = new Map<TechniqueName, number>();
  let [er, ep, ed] = [0, 0, 0];
  let hardest: TechniqueName | undefined;
  let status: GradeStatus = grader.board.left === 0 ? 'filled' : 'graded';
  const checkTime = deadline === Number.POSITIVE_INFINITY ? undefined : () => throwAfter(deadline);
  const next = () => {
    try {
      checkTime?.();
      return grader.next(without, maxRating, checkTime);
    } catch (error) {
      if (error instanceof OutOfTime) return 'interrupted';
      throw error;
    }
  };
  while (grader.board.left > 0) {
    const step = next();
    if (step === 'interrupted') {
      status = step;
      break;
    }
    if (!step) {
      status = maxRating < BEYOND ? 'harder' : 'beyond';
      break;
    }
    if (step.rating >= maxRating + 0.05) {
      status = 'harder';
      break;
    }
    grader.apply(step);
    if (path) steps.push(step);
    used.set(step.technique, (used.get(step.technique) ?? 0) + 1);
    if (step.rating > er) {
      er = step.rating;
      hardest = step.technique;
    }
    if (ed === 0) ed = step.rating;
    if (ep === 0 && step.cell !== undefined) ep = er;
  }
  const counts = new Map<TechniqueName, number>();
  for (const { name } of TECHNIQUES) if (used.has(name)) counts.set(name, used.get(name)!);
  return { status, er: rounded(er), ep: rounded(ep), ed: rounded(ed), hardest, counts, steps };
}

/** Ends a search that is under way. */
class OutOfTime extends Error {}

function throwAfter(deadline: number): void {
  if (performance.now() >= deadline) throw new OutOfTime();
}

/** @throws GeometryError */
function refuseOthers(geometry: Geometry): void {
  if (canGrade(geometry)) return;
  const { size, boxRows, boxColumns, variant } = geometry;
  throw new GeometryError(
    `expected a 9x9 puzzle with 3x3 boxes, classic or x, which alone are graded, got ${size}x${size} with ${boxRows}x${boxColumns}, ${variant}`,
  );
}

/** A rating to a tenth. */
export function rounded(rating: number): number {
  return Math.floor((rating + 0.05) * 10) / 10;
}

export interface RateOptions extends GradingOptions {
  /**
   * Guesses allowed for the proof that there is one solution; a puzzle that needs more is `unsolved`.
   * @default 1,000,000
   */
  readonly budget?: number;
}

const DEFAULT_BUDGET = 1_000_000;

/**
 * Grades any 81 cells. Cells with no solution, or with several, get no rating; their status gives the reason. The deadline also
 * applies to the proof that there is one solution.
 *
 * @param givens 81 digits row by row, 0 for empty
 * @throws GeometryError if the geometry is not 9x9 with 3x3 boxes
 */
export function rate(geometry: Geometry, givens: Uint8Array, options: RateOptions = {}): Rating {
  // throws for a geometry that cannot be graded
  if (!canGrade(geometry)) return gradeGivens(geometry, givens, options);
  if (!givensAreConsistent(geometry, givens)) return unrated('invalid');
  const { status } = solveOne(geometry, givens, 'unique', options.budget ?? DEFAULT_BUDGET, options.deadline);
  return status === Status.solved
    ? gradeGivens(geometry, givens, options)
    : unrated(statusName(status) as Marker | 'interrupted');
}

/** @param status says why there is no rating */
export function unrated(status: RatingStatus): Rating {
  return { status, er: 0, ep: 0, ed: 0, counts: new Map(), steps: [] };
}

/** The steps of a puzzle that was rated, as results contain them. */
export function gradedStepsJson(
  geometry: Geometry,
  givens: Uint8Array,
  steps: readonly Step[],
): GradedStepJson[] {
  return stepReasons(geometry, givens, steps).map(({ why, chains }, i) => {
    const step = steps[i]!;
    const reason = { why, ...(chains.length > 0 && { chains }) };
    return { technique: step.technique, rating: rounded(step.rating), text: stepText(step), ...reason };
  });
}

/** Explains a puzzle from its rating, which must have its steps. */
export function gradedExplanation(geometry: Geometry, givens: Uint8Array, rating: Rating): GradedExplanation {
  const steps = gradedStepsJson(geometry, givens, rating.steps);
  return { difficulty: difficultyOf(rating), ...ratingJson(rating), steps };
}

interface Finder {
  readonly techniques: readonly TechniqueName[];
  /**
   * @param without one of `techniques` to do without, if there are several
   * @param nothingEasier whether all finders before this one found nothing, without leaving out a technique
   * @param checkTime called regularly by searches that may take long
   */
  readonly find: (
    without: TechniqueName | undefined,
    nothingEasier: boolean,
    checkTime: (() => void) | undefined,
  ) => Step | undefined;
}

/** Solves a puzzle step by step, always by the easiest one. Reuses its memory for the next puzzle. */
export class Grader {
  readonly board: Board;
  readonly #finders: readonly (Finder & { readonly lowest: number })[];
  /** number of changes to the board */
  #changes = 0;

  constructor(shape: BoardShape) {
    const kernel = instantiate(shape);
    const board = new Board(shape, kernel.candidates, kernel.places);
    this.board = board;

    const byDigit = new Pending(board, 'changedDigits', ALL);
    const byUnit = new Pending(board, 'changedUnits', (1 << shape.units.length) - 1);

    const graph = new ChainGraph(kernel);
    let graphChanges = -1;
    /** Links the candidates for all kinds of chains, once after each change. */
    const linked = () => {
      if (graphChanges !== this.#changes) graph.build();
      graphChanges = this.#changes;
      return board;
    };
    const memory = new LoopMemory();
    const alignedPair = new AlignedExclusion(board, kernel, 2);
    const alignedTriplet = new AlignedExclusion(board, kernel, 3);
    const loops = new Loops(graph);
    const xLoops = byDigit.search();
    const nishio = new Forcing(NISHIO, graph);
    const multiple = new Forcing(MULTIPLE, graph);
    const dynamic = new Forcing(DYNAMIC, graph);
    const plus = new Forcing(DYNAMIC_PLUS, graph);

    const finders: Finder[] = [
      { techniques: ['Last Cell', 'Hidden Single'], find: (without) => hiddenSingle(board, without) },
      {
        techniques: ['Direct Pointing', 'Direct Claiming'],
        find: byDigit.limit((digits, without) => directLocked(board, digits, without)),
      },
      {
        techniques: ['Direct Hidden Pair'],
        find: byUnit.limit((units) => directHiddenSet(board, 2, units)),
      },
      { techniques: ['Naked Single'], find: () => nakedSingle(board) },
      {
        techniques: ['Direct Hidden Triplet'],
        find: byUnit.limit((units) => directHiddenSet(board, 3, units)),
      },
      {
        techniques: ['Pointing', 'Claiming'],
        find: byDigit.limit((digits, without) => locked(board, digits, without)),
      },
      { techniques: ['Naked Pair'], find: byUnit.limit((units) => nakedSet(board, 2, units)) },
      { techniques: ['X-Wing'], find: byDigit.limit((digits) => fish(board, 2, digits)) },
      { techniques: ['Hidden Pair'], find: byUnit.limit((units) => hiddenSet(board, 2, units)) },
      { techniques: ['Naked Triplet'], find: byUnit.limit((units) => nakedSet(board, 3, units)) },
      { techniques: ['Swordfish'], find: byDigit.limit((digits) => fish(board, 3, digits)) },
      { techniques: ['Hidden Triplet'], find: byUnit.limit((units) => hiddenSet(board, 3, units)) },
      { techniques: ['XY-Wing'], find: () => xyWing(board) },
      { techniques: ['XYZ-Wing'], find: () => xyzWing(board) },
      {
        techniques: ['Unique Rectangle', 'Unique Loop'],
        find: (without) => uniqueLoop(board, memory, without),
      },
      { techniques: ['Naked Quad'], find: byUnit.limit((units) => nakedSet(board, 4, units)) },
      { techniques: ['Jellyfish'], find: byDigit.limit((digits) => fish(board, 4, digits)) },
      { techniques: ['Hidden Quad'], find: byUnit.limit((units) => hiddenSet(board, 4, units)) },
      { techniques: ['Bivalue Universal Grave'], find: () => bivalueUniversalGrave(board) },
      { techniques: ['Aligned Pair Exclusion'], find: () => alignedPair.find() },
      {
        techniques: [
          'Bidirectional X-Cycle',
          'Bidirectional Y-Cycle',
          'Forcing X-Chain',
          'Forcing Chain',
          'Bidirectional Cycle',
        ],
        find: (without, nothingEasier) =>
          without || !nothingEasier
            ? loops.find(linked(), without)
            : loops.find(linked(), undefined, true, xLoops.pending(), xLoops.settle),
      },
      { techniques: ['Aligned Triplet Exclusion'], find: () => alignedTriplet.find() },
      {
        techniques: ['Nishio Forcing Chain'],
        find: byDigit.limit((digits) => (digits === 0 ? undefined : nishio.findNishio(linked(), digits))),
      },
      {
        techniques: ['Cell Forcing Chains', 'Region Forcing Chains'],
        find: (without) => multiple.find(linked(), without),
      },
      {
        techniques: [
          'Dynamic Contradiction Forcing Chain',
          'Dynamic Double Forcing Chain',
          'Dynamic Cell Forcing Chains',
          'Dynamic Region Forcing Chains',
        ],
        find: (without) => dynamic.find(linked(), without),
      },
      {
        techniques: ['Dynamic Forcing Chains (+)'],
        find: (without, _, checkTime) => plus.find(linked(), without, checkTime),
      },
    ];
    const lowest = new Map<TechniqueName, number>(TECHNIQUES.map(({ name, from }) => [name, from]));
    this.#finders = finders.map((finder) => ({
      ...finder,
      lowest: Math.min(...finder.techniques.map((name) => lowest.get(name)!)),
    }));
  }

  /**
   * Returns the easiest step; undefined if the puzzle is solved, or no technique applies.
   *
   * @param without a technique to do without
   * @param maxRating techniques whose lowest rating is higher are left out
   * @param checkTime called regularly by searches that take long; an exception ends the search
   */
  next(
    without?: TechniqueName,
    maxRating = Number.POSITIVE_INFINITY,
    checkTime?: () => void,
  ): Step | undefined {
    if (this.board.left === 0) return undefined;
    for (const { techniques, find, lowest } of this.#finders) {
      if (lowest > maxRating) continue;
      const isConcerned = without !== undefined && techniques.includes(without);
      if (isConcerned && techniques.length === 1) continue;
      if (lowest >= SLOW) checkTime?.();
      const step = find(isConcerned ? without : undefined, without === undefined, checkTime);
      if (step) return step;
    }
    return undefined;
  }

  start(givens: Uint8Array): void {
    this.#changes++;
    this.board.start(givens);
  }

  apply(step: Step): void {
    this.#changes++;
    for (const { cell, digits } of step.removals) this.board.remove(cell, digits);
    if (step.cell !== undefined) this.board.place(step.cell, step.digit!);
  }
}

/** Searches for techniques with this rating take milliseconds. */
const SLOW = 8;

/**
 * What each of several searches has yet to look at: the digits, or units, that have changed since it last found nothing. In the
 * others it would find nothing again, and most steps change few.
 */
class Pending {
  readonly #board: Board;
  readonly #changed: 'changedDigits' | 'changedUnits';
  readonly #all: number;
  /** by search */
  readonly #sets: number[] = [];

  /**
   * @param changed which set of the board to look at; it is cleared
   * @param all the set of all digits, or units
   */
  constructor(board: Board, changed: 'changedDigits' | 'changedUnits', all: number) {
    this.#board = board;
    this.#changed = changed;
    this.#all = all;
  }

  /** Registers a search. */
  search(): { pending: () => number; settle: () => void } {
    const index = this.#sets.push(this.#all) - 1;
    return {
      pending: () => {
        this.#collect();
        return this.#sets[index]!;
      },
      settle: () => {
        this.#sets[index] = 0;
      },
    };
  }

  /** Limits a search to what it has yet to look at. */
  limit(find: (among: number, without?: TechniqueName) => Step | undefined): Finder['find'] {
    const { pending, settle } = this.search();
    return (without) => {
      const step = find(without ? this.#all : pending(), without);
      if (!step && !without) settle();
      return step;
    };
  }

  #collect(): void {
    const changed = this.#board[this.#changed];
    if (changed === 0) return;
    for (let i = 0; i < this.#sets.length; i++) this.#sets[i]! |= changed;
    this.#board[this.#changed] = 0;
  }
}

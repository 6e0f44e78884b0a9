// `generate` and `generateMany`: puzzles that meet requirements, made by tries whose result depends only on seed and
// number.

import { membersOf, type RuleMembers } from '../formats/rules/members.ts';
import { describeValue } from '../options/describe-value.ts';
import { checkOptionsObject, OptionError } from '../options/option-text.ts';
import {
  MAX_COUNT,
  MAX_SIZE,
  MIN_SIZE,
  OPTIONS,
  type OptionEntry,
  oneOf,
  type Variant,
  wholeNumber,
  yesOrNo,
} from '../options/options.ts';
import { GENERATED_VARIANT, type GeneratedVariant } from '../solver/drawn-names.ts';
import { generateMatching } from '../solver/generate-matching.ts';
import { generatedShape } from '../solver/generated-variants.ts';
import { type Geometry, GeometryError } from '../solver/model/geometry.ts';
import { whyImpossible } from '../solver/requirement-faults.ts';
import {
  type MatchingPuzzle,
  type Range,
  type Requirements,
  SYMMETRIES,
  type Symmetry,
} from '../solver/requirements.ts';
import { canGrade } from '../solver/steps/rating.ts';
import { neededTechnique, TechniqueError, type TechniqueName } from '../solver/steps/techniques.ts';
import { LAYOUT } from './parse.ts';
import { type Layout, type Layouts, optionsOf, type ShapeOptions, WRITERS } from './puzzle.ts';
import { SearchError } from './solve.ts';

/** A value, or a range of values of which both ends are included. */
export type ValueOrRange = number | readonly [from: number, to: number];

/** Requirements on generated puzzles. */
export interface GenerateOptions<L extends Layout = Layout>
  extends Omit<ShapeOptions, 'alphabet' | 'variant'> {
  /**
   * Names with commas: variants such as `x`, and rules that are drawn for each puzzle, such as `killer` or
   * `jigsaw,thermo,anti-knight`. @default 'classic'
   */
  readonly variant?: GeneratedVariant | undefined;
  /** Cells in a row, 4 to 36. @default 9 */
  readonly size?: number | undefined;
  /** Sudoku Explainer's rating, such as `[2, 3]`; 9x9 only. */
  readonly er?: ValueOrRange | undefined;
  /** A technique that puzzles must need: without it, they are rated higher or not solved. 9x9 only. */
  readonly technique?: TechniqueName | undefined;
  /** Number of clues, such as 30 or `[22, 26]`. @default as few as possible */
  readonly clues?: ValueOrRange | undefined;
  /** Whether no clue can be removed. Always so without `clues` and `symmetry`. @default false */
  readonly minimal?: boolean | undefined;
  /** Symmetry of the positions of the clues. @default 'none' */
  readonly symmetry?: Symmetry | undefined;
  /** Where the clues are: a symbol per cell, `.` or `0` for an empty cell. */
  readonly mask?: string | undefined;
  /** 0 to 4294967295. The same options with the same seed give the same puzzles. @default a random one */
  readonly seed?: number | undefined;
  /** Tries in a row without a puzzle after which to give up. @default 1,000,000 */
  readonly tries?: number | undefined;
  /** The form of the puzzle and its solution. @default 'line' */
  readonly layout?: L | undefined;
}

/** What the declarations need of an AbortSignal: a TypeScript that knows neither the DOM nor Node lacks that type. */
export interface Stop {
  /** Whether it was aborted. */
  readonly aborted: boolean;
  /** Throws the reason, if it was aborted. */
  throwIfAborted(): void;
}

/** Requirements on generated puzzles, and how many to make. */
export interface GenerateManyOptions<L extends Layout = Layout> extends GenerateOptions<L> {
  /** Number of puzzles. @default endless */
  readonly count?: number | undefined;
  /** Stops the generator between two attempts, also while it searches for the next puzzle. */
  readonly signal?: Stop | undefined;
}

/** Rules of a generated puzzle: those of its options and those that were drawn. */
export interface GeneratedRules extends Omit<RuleMembers, 'variant'> {
  /** Names of variants: `x,anti-knight`. */
  readonly variant?: Variant;
}

/** A puzzle with exactly one solution. */
export interface GeneratedPuzzle<L extends Layout = 'line'> {
  /** In the requested layout. */
  readonly puzzle: Layouts[L];
  /** In the requested layout. */
  readonly solution: Layouts[L];
  /** Its rules, as the options of `solve` take them: variants, regions, cages, … */
  readonly rules: GeneratedRules;
  /** Number of cells that are not empty. */
  readonly clues: number;
  /** Sudoku Explainer's rating, if `er` or `technique` is required. */
  readonly er?: number;
  /** The first technique that is rated `er`, if `er` or `technique` is required. */
  readonly hardest?: TechniqueName;
  /** The seed: with it, the same options give the same puzzle. */
  readonly seed: number;
}

const inCall = <Entry extends Pick<OptionEntry, 'kind'>>(entry: Entry) =>
  ({ ...entry, help: '', places: ['call'] }) as const;

const MAX_TRIES = 1_000_000;

/** The options with one value each; ranges, names of techniques and masks are checked by themselves. */
const GENERATE_OPTIONS = {
  variant: { ...OPTIONS.variant, kind: GENERATED_VARIANT },
  boxes: OPTIONS.boxes,
  size: inCall({ kind: wholeNumber(MIN_SIZE, MAX_SIZE) }),
  minimal: inCall({ kind: yesOrNo }),
  symmetry: inCall({ kind: oneOf(...SYMMETRIES) }),
  seed: inCall({ kind: wholeNumber(0, MAX_COUNT) }),
  tries: inCall({ kind: wholeNumber(1, MAX_COUNT) }),
  layout: LAYOUT,
} as const;
const MANY_OPTIONS = { ...GENERATE_OPTIONS, count: inCall({ kind: wholeNumber(0, MAX_COUNT) }) } as const;

/** What a call has requested. */
interface Plan<L extends Layout> {
  readonly requirements: Requirements;
  readonly tries: number;
  readonly layout: L;
  readonly count: number;
}

/**
 * Generates a puzzle with exactly one solution.
 *
 * Runs until it has one. Rare requirements, such as a high rating, take many tries: {@link generateMany} lets other work go on
 * meanwhile.
 *
 * @throws OptionError for an unknown option, an invalid value, or requirements that no puzzle meets; GeometryError for boxes that
 *   do not fit the size; SearchError after the last try
 * @example
 * import { generate } from 'sudoku-batch';
 *
 * const { puzzle, solution, clues } = generate({ clues: 30, symmetry: 'rotational', seed: 1 });
 * [puzzle.length, solution.length, clues]; // => [81, 81, 30]
 * generate({ er: [2, 3], seed: 1 }).er; // => 2
 * Object.keys(generate({ variant: 'killer', seed: 1 }).rules); // => ['cages']
 * generate({ size: 16, layout: 'rows', clues: 160, seed: 1 }).puzzle.length; // => 16
 */
export function generate<L extends Layout = 'line'>(options: GenerateOptions<L> = {}): GeneratedPuzzle<L> {
  const plan = planOf<L>(options, GENERATE_OPTIONS);
  for (let number = 0; number < plan.tries; number++) {
    const made = generateMatching(plan.requirements, number);
    if (typeof made !== 'string') return generated(plan, made);
  }
  throw gaveUp(plan.tries);
}

/** Milliseconds of work after which other work has its turn. */
const TURN = 10;

/**
 * Generates puzzles one after the other, and lets other work of the program go on between two attempts, when it also looks at
 * the signal. An attempt takes milliseconds at 9x9, but seconds at 20x20 or larger with few clues. The first is the one that
 * {@link generate} makes with the same seed. Puzzles of the smallest grids can repeat.
 *
 * @throws as generate, at once; while iterating, SearchError after the last try, and the reason of the signal
 * @example
 * import { generateMany } from 'sudoku-batch';
 *
 * const puzzles = [];
 * for await (const { puzzle } of generateMany({ count: 3, size: 6, seed: 1 })) puzzles.push(puzzle);
 * puzzles.length; // => 3
 */
export function generateMany<L extends Layout = 'line'>(
  options: GenerateManyOptions<L> = {},
): AsyncGenerator<GeneratedPuzzle<L>, void, undefined> {
  checkOptionsObject(options);
  const { signal, ...rest } = options;
  // not `instanceof`: a signal of another frame, or of a library for older runtimes, serves as well
  if (signal !== undefined && typeof (signal as Stop | null)?.throwIfAborted !== 'function') {
    throw new OptionError(`options.signal: expected an AbortSignal, got ${describeValue(signal)}`);
  }
  return makeMany(planOf<L>(rest, MANY_OPTIONS), signal);
}

async function* makeMany<L extends Layout>(
  plan: Plan<L>,
  signal: Stop | undefined,
): AsyncGenerator<GeneratedPuzzle<L>, void, undefined> {
  let inVain = 0;
  let turn = performance.now();
  for (let number = 0, count = 0; count < plan.count; number++) {
    if (performance.now() - turn > TURN) {
      await new Promise<void>((resume) => setTimeout(resume, 0));
      turn = performance.now();
    }
    signal?.throwIfAborted();
    const made = generateMatching(plan.requirements, number);
    if (typeof made !== 'string') {
      inVain = 0;
      count++;
      yield generated(plan, made);
    } else if (++inVain === plan.tries) {
      throw gaveUp(plan.tries);
    }
  }
}

function generated<L extends Layout>(
  { requirements, layout }: Plan<L>,
  made: MatchingPuzzle,
): GeneratedPuzzle<L> {
  const write = WRITERS[layout] as (shape: Geometry, cells: Uint8Array) => Layouts[L];
  const { er, hardest } = made.grade ?? {};
  return {
    puzzle: write(made.geometry, made.cells),
    solution: write(made.geometry, made.solution),
    rules: membersOf(made.geometry) as GeneratedRules,
    clues: made.clues,
    ...(er !== undefined && { er }),
    ...(hardest !== undefined && { hardest }),
    seed: requirements.seed,
  };
}

function gaveUp(tries: number): SearchError {
  return new SearchError(
    `expected a puzzle that meets the requirements, got none in ${tries} tries; the option tries allows more`,
  );
}

function planOf<L extends Layout>(
  given: object,
  table: typeof GENERATE_OPTIONS | typeof MANY_OPTIONS,
): Plan<L> {
  checkOptionsObject(given);
  const { er, technique, clues, mask, ...rest } = given as GenerateManyOptions;
  // the types of a union of tables are those of the larger one
  const others = ['er', 'technique', 'clues', 'mask', ...(table === MANY_OPTIONS ? ['signal'] : [])];
  const options = optionsOf(rest, table as typeof MANY_OPTIONS, others);
  const { size = 9, variant, boxes, minimal, symmetry, seed = randomSeed() } = options;
  const { geometry: shape, drawn } = generatedShape(size, variant, boxes);
  if ((er !== undefined || technique !== undefined) && !canGrade(shape)) {
    const { boxRows, boxColumns } = shape;
    throw new GeometryError(
      `expected 9x9 with 3x3 boxes with er or technique, as no other grid is graded, got ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  if (mask !== undefined && (clues !== undefined || (symmetry && symmetry !== 'none'))) {
    throw new OptionError(
      'options.mask: expected neither clues nor symmetry, as the mask sets the positions of the clues',
    );
  }
  const requirements: Requirements = {
    geometry: shape,
    drawn,
    seed,
    ...(er !== undefined && { er: rangeOf('er', er, 1, 12, 'a rating') }),
    ...(technique !== undefined && { technique: techniqueOf(technique) }),
    ...(clues !== undefined && { clues: rangeOf('clues', clues, 0, shape.cells, 'a whole number') }),
    ...(mask !== undefined && { mask: maskOf(mask, shape.cells) }),
    ...(minimal !== undefined && { minimal }),
    ...(symmetry && { symmetry }),
  };
  const fault = whyImpossible(requirements);
  if (fault) throw new OptionError(`no puzzle can meet the requirements: ${fault}`);
  const { tries = MAX_TRIES, layout = 'line', count = Number.POSITIVE_INFINITY } = options;
  return { requirements, tries, layout: layout as L, count };
}

function rangeOf(name: string, given: unknown, least: number, most: number, what: string): Range {
  const [from, to] = Array.isArray(given) && given.length === 2 ? given : [given, given];
  const isEnd = (end: unknown): end is number =>
    typeof end === 'number' && end >= least && end <= most && (what === 'a rating' || Number.isInteger(end));
  if (isEnd(from) && isEnd(to) && from <= to) return { from, to };
  throw new OptionError(
    `options.${name}: expected ${what} from ${least} to ${most}, or a range such as [${least}, ${Math.min(most, least + 3)}], got ${shownRange(given)}`,
  );
}

function shownRange(given: unknown): string {
  const isPair = Array.isArray(given) && given.length === 2;
  return isPair ? `[${given.map(describeValue).join(', ')}]` : describeValue(given);
}

function techniqueOf(given: unknown): TechniqueName {
  if (typeof given !== 'string') {
    throw new OptionError(`options.technique: expected the name of a technique, got ${describeValue(given)}`);
  }
  try {
    return neededTechnique(given);
  } catch (error) {
    throw error instanceof TechniqueError ? new OptionError(`options.technique: ${error.message}`) : error;
  }
}

function maskOf(given: unknown, cells: number): Uint8Array {
  if (typeof given !== 'string') {
    throw new OptionError(`options.mask: expected a text of ${cells} symbols, got ${describeValue(given)}`);
  }
  const symbols = Array.from(given.replace(/\s/g, ''));
  if (symbols.length !== cells) {
    throw new OptionError(
      `options.mask: expected ${cells} symbols, row by row, . or 0 for an empty cell, got ${symbols.length}`,
    );
  }
  return Uint8Array.from(symbols, (symbol) => (symbol === '.' || symbol === '0' ? 0 : 1));
}

function randomSeed(): number {
  return Math.floor(Math.random() * (MAX_COUNT + 1));
}

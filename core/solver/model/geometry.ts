// A grid and its rules: units, pairs and sums, one object for equal shapes, so that engines can cache tables by it.

import { describeValue } from '../../options/describe-value.ts';
import { type AnyFact, factEntry } from '../../options/facts.ts';
import { type Boxes, MAX_SIZE, MIN_SIZE, type Variant, variantNames } from '../../options/options.ts';
import type { BoxedShape } from '../../options/variants.ts';
import { type Rule, rulePartsOf, rulesFault } from './rule-kinds.ts';
import {
  type DigitRule,
  type Group,
  groupFault,
  isSumBroken,
  type Pair,
  type Sum,
  tooManyRules,
} from './rules.ts';
import { regionsIn, rulesOf, usualUnits, whyUnfit } from './variants.ts';

/** A grid and its rules. {@link geometry} makes one object for equal shapes; a puzzle with rules of its own has one for itself. */
export interface Geometry {
  /** Cells in a row, column or box; also the number of digits. 4 to 36. */
  readonly size: number;
  /** Rows of a box. */
  readonly boxRows: number;
  /** Columns of a box. */
  readonly boxColumns: number;
  /** The names of its variants, in the order of the option; `classic` for none. */
  readonly variant: Variant;
  /** size * size */
  readonly cells: number;
  /** Cell numbers (row * size + column) of each unit: rows, columns, boxes, then those of the variants. */
  readonly units: readonly Uint16Array[];
  /** Names of the units: `row 1`, `box 3`, `diagonal 2`. Rows count from the top, boxes row by row; the falling diagonal is the first. */
  readonly unitNames: readonly string[];
  /** The region of each cell, from 0, in the order of their first cells. Undefined if the grid has boxes. */
  readonly regions?: Uint8Array | undefined;
  /** Pairs of cells that a variant or rule relates, such as neighbours on a thermometer. */
  readonly pairs: readonly Pair[];
  /** Rules of this puzzle, such as cages, as they were given. `pairs`, `groups`, `sums` and `digits` follow from them. */
  readonly rules: readonly Rule[];
  /** Cells with different digits that have a sum or are consecutive: cages and renban lines. */
  readonly groups: readonly Group[];
  /** Cells with a sum, in which digits can repeat: arrows. */
  readonly sums: readonly Sum[];
  /** Digits that single cells may have: even and odd cells. */
  readonly digits: readonly DigitRule[];
  /** Why the grid cannot have its variants, regions or rules. */
  readonly unfit?: string | undefined;
  /** The name of a rule that is not known, so that the puzzle cannot be solved. */
  readonly unsupported?: string | undefined;
}

/** A size or box shape that is impossible. */
export class GeometryError extends Error {
  /** `GeometryError` */
  override readonly name = 'GeometryError';
}

const known = new Map<string, Geometry>();
/** Geometries with regions or several variants. Each record may have another one, so only the last ones are kept. */
const others = new Map<string, Geometry>();
const MAX_OTHERS = 64;
/** All that were made. */
const made = new WeakSet<Geometry>();

/**
 * The geometry of a grid of `size` by `size` cells.
 *
 * @param size cells in a row, 4 to 36
 * @param variant names of variants, such as `x` or `x,anti-knight`
 * @param boxes rows and columns of a box; by default square, or else the most nearly square box that is wider than high
 * @throws GeometryError if the size is not 4 to 36 or has no box shape, a variant is unknown or does not fit the grid, or `boxes`
 *   do not fit the size
 * @example
 * import { geometry } from 'sudoku-batch';
 *
 * const { boxRows, boxColumns, units } = geometry(12, 'x');
 * [boxRows, boxColumns]; // => [3, 4]
 * units.length; // => 12 + 12 + 12 + 2
 */
export function geometry(
  size: number,
  variant: Variant = 'classic',
  boxes: Boxes = defaultBoxes(size),
): Geometry {
  const found = anyGeometry(size, variant, boxes);
  if (found.unfit !== undefined) throw new GeometryError(found.unfit);
  return found;
}

/**
 * As {@link geometry}, also for a grid that its variants or regions do not fit: such a puzzle is invalid, and the others of its
 * file are not.
 * @param regions a symbol for each cell; equal ones are a region, in place of a box
 */
export function anyGeometry(size: number, variant: Variant, boxes?: Boxes, regions?: string): Geometry {
  if (!isInRange(size)) throw sizeError(size);
  const names = variantNames(variant);
  if (names === undefined) {
    throw new GeometryError(
      `variant: expected names such as classic, x or x,windoku, got ${describeValue(variant)}`,
    );
  }
  if (boxes !== undefined) checkBoxes(boxes, size);
  const { rows, columns } = boxes ?? (isSize(size) ? defaultBoxes(size) : { rows: 1, columns: size });
  const key = `${size} ${names.join()} ${rows}x${columns} ${regions ?? ''}`;
  const kept = regions === undefined && names.length <= 1 ? known : others;
  let found = kept.get(key);
  if (!found) {
    found = makeGeometry({ size, boxRows: rows, boxColumns: columns }, names, regions);
    if (kept === others && kept.size === MAX_OTHERS) kept.delete(kept.keys().next().value!);
    kept.set(key, found);
  }
  return found;
}

/**
 * A grid with rules of its own, such as cages. If it cannot have them, it is `unfit`.
 * @param base the grid without them
 * @param unsupported name of a rule that is not known
 */
export function withRules(base: Geometry, rules: readonly Rule[], unsupported?: string): Geometry {
  const fault = base.unfit ?? rulesFault(rules, base.size);
  const { pairs: own, ...parts } = rulePartsOf(fault === undefined ? rules : [], base.size);
  // what is not given says something, too
  const others = base.unfit === undefined ? rulesOf(variantNames(base.variant)!, base, rules).pairs : [];
  const pairs = [...others, ...own];
  const unfit = fault ?? tooManyRules({ ...parts, pairs }, base.size);
  const ruled = { ...base, rules, ...parts, pairs, unfit, unsupported };
  made.add(ruled);
  return ruled;
}

/**
 * Whether puzzles of a geometry can have a fact.
 * @param isRuled whether they have rules of their own
 */
export function canHaveFact(name: AnyFact, geometry: Geometry, isRuled = false): boolean {
  const { size, largest, variants = [] } = factEntry(name);
  if (size === undefined && largest === undefined) return true;
  const isOfSize =
    largest === undefined
      ? geometry.size === size && geometry.boxRows ** 2 === size
      : geometry.size <= largest;
  return isOfSize && variants.includes(geometry.variant) && !isRuled && hasOnlyUnits(geometry);
}

/** Whether a grid has rows, columns, boxes and the units of variants, and no other rules. */
export function hasOnlyUnits({ regions, pairs, rules, unfit, unsupported }: Geometry): boolean {
  const isSound = unfit === undefined && unsupported === undefined;
  return isSound && !regions && pairs.length + rules.length === 0;
}

function makeGeometry(
  boxed: BoxedShape,
  names: NonNullable<ReturnType<typeof variantNames>>,
  symbols: string | undefined,
): Geometry {
  const { size } = boxed;
  const regions = symbols === undefined ? undefined : regionsIn(symbols, size);
  const shape: BoxedShape = regions instanceof Uint8Array ? { ...boxed, regions } : boxed;
  const hasAreas = regions !== undefined || boxed.boxRows > 1 || isSize(size);
  const unfit =
    (typeof regions === 'string' ? regions : undefined) ??
    (hasAreas ? undefined : `a ${size}x${size} grid has no boxes: expected regions`) ??
    names.map((name) => whyUnfit(name, shape)).find((reason) => reason !== undefined);
  const extra = unfit === undefined ? rulesOf(names, shape) : { units: [], pairs: [] };
  const units = [...usualUnits(shape), ...extra.units];
  const found = {
    ...shape,
    variant: (names.join(',') || 'classic') as Variant,
    cells: size * size,
    units: units.map(({ cells }) => cells),
    unitNames: units.map(({ name }) => name),
    pairs: extra.pairs,
    rules: [],
    groups: [],
    sums: [],
    digits: [],
    ...(unfit !== undefined && { unfit }),
  };
  made.add(found);
  return found;
}

function checkBoxes(boxes: Boxes, size: number): void {
  if (typeof boxes !== 'object' || boxes === null) {
    throw new GeometryError(
      `boxes: expected rows and columns, such as { rows: 2, columns: 3 }, got ${describeValue(boxes)}`,
    );
  }
  for (const side of ['rows', 'columns'] as const) {
    if (Number.isInteger(boxes[side]) && boxes[side] >= 1) continue;
    throw new GeometryError(
      `boxes.${side}: expected a whole number from 1, got ${describeValue(boxes[side])}`,
    );
  }
  const { rows, columns } = boxes;
  if (rows * columns === size) return;
  throw new GeometryError(
    `a box of ${rows}x${columns} does not hold ${size} cells, as a ${size}x${size} grid needs`,
  );
}

/** Checks that an argument was made by {@link geometry}. @throws TypeError */
export function checkGeometry(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || !made.has(value as Geometry)) {
    throw new TypeError(`${name}: expected a geometry, such as geometry(9), got ${describeValue(value)}`);
  }
}

/** The default box shape: square, or the most nearly square one with fewer rows than columns. */
export function defaultBoxes(size: number): Boxes {
  if (!isInRange(size)) throw sizeError(size);
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  if (rows === 1) throw new GeometryError(`a ${size}x${size} grid has no boxes: ${size} is a prime number`);
  return { rows, columns: size / rows };
}

/** Whether grids of this size exist, with boxes or regions. */
export function isInRange(size: number): boolean {
  return Number.isInteger(size) && size >= MIN_SIZE && size <= MAX_SIZE;
}

function sizeError(size: number): GeometryError {
  return new GeometryError(
    `expected a grid size from ${MIN_SIZE} to ${MAX_SIZE} cells a side, got ${describeValue(size)}`,
  );
}

/** Whether grids of this size exist: 4 to 36, and not a prime, which has no boxes. */
export function isSize(size: number): boolean {
  if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) return false;
  for (let d = 2; d * d <= size; d++) if (size % d === 0) return true;
  return false;
}

/** The size of a square grid with this number of cells; undefined if no grid has it. Only jigsaws have prime sizes. */
export function sideOf(cells: number): number | undefined {
  const size = Math.sqrt(cells);
  return isInRange(size) ? size : undefined;
}

/** The size of a grid with boxes and this number of cells; undefined if there is none. */
export function sizeOfCells(cells: number): number | undefined {
  const size = Math.sqrt(cells);
  return isSize(size) ? size : undefined;
}

/**
 * Whether no unit holds a digit twice, no pair of cells is broken, and no value exceeds the size. Empty cells (0) are free.
 * @param from where the grid begins in `cells`
 */
export function givensAreConsistent(geometry: Geometry, cells: Uint8Array, from = 0): boolean {
  const { size, units, pairs, groups, sums, digits } = geometry;
  if (geometry.unfit !== undefined) return false;
  let isEmpty = true;
  for (let i = from; i < from + geometry.cells; i++) {
    if (cells[i]! > size) return false;
    isEmpty = isEmpty && cells[i] === 0;
  }
  // without givens, only sums can be out of reach
  if (isEmpty) return sums.every((sum) => !isSumBroken(sum, size, cells, from));
  if (
    size < 32
      ? !areUnitsConsistent(units, size, cells, from)
      : !areLargeUnitsConsistent(units, size, cells, from)
  )
    return false;
  return (
    (pairs.length === 0 || pairs.every((pair) => !isBroken(pair, cells, from))) &&
    (groups.length === 0 || groups.every((group) => groupFault(group, size, cells, from) === undefined)) &&
    (sums.length === 0 || sums.every((sum) => !isSumBroken(sum, size, cells, from))) &&
    (digits.length === 0 ||
      digits.every(({ cell, allows }) => cells[from + cell] === 0 || allows(cells[from + cell]!)))
  );
}

/** Whether no unit of a grid with values below 32 holds a value twice. No branch for each cell, as empty cells cannot be predicted. */
function areUnitsConsistent(
  units: Geometry['units'],
  size: number,
  cells: Uint8Array,
  from: number,
): boolean {
  let twice = 0;
  for (let u = 0; u < units.length; u++) {
    const unit = units[u]!;
    let seen = 0; // a bit for each value
    for (let i = 0; i < size; i++) {
      const bit = 1 << cells[from + unit[i]!]!;
      twice |= seen & bit;
      seen |= bit;
    }
  }
  return (twice & ~1) === 0; // bit 0 stands for empty cells
}

/** As {@link areUnitsConsistent}, with the values from 32 on in a second word. */
function areLargeUnitsConsistent(
  units: Geometry['units'],
  size: number,
  cells: Uint8Array,
  from: number,
): boolean {
  for (const unit of units) {
    let seen = 0;
    let seenAbove = 0;
    let twice = 0;
    for (let i = 0; i < size; i++) {
      const value = cells[from + unit[i]!]!;
      const above = -(value >>> 5);
      const bit = 1 << value;
      twice |= (seen & bit & ~above & ~1) | (seenAbove & bit & above);
      seen |= bit & ~above;
      seenAbove |= bit & above;
    }
    if (twice !== 0) return false;
  }
  return true;
}

/** Whether a pair has two values that do not go together. */
export function isBroken({ cells: [one, other], relation }: Pair, cells: Uint8Array, from: number): boolean {
  const a = cells[from + one]!;
  const b = cells[from + other]!;
  return a !== 0 && b !== 0 && !relation.allows(a, b);
}

/** A rule that the values of some cells break. */
export interface BrokenRule {
  /** The unit or the rule: `row 1`, `anti-knight`. */
  readonly name: string;
  /** The cell that breaks it, after an earlier one. */
  readonly cell: number;
  /** What was expected, and what came. */
  readonly reason: string;
}

/**
 * The first unit with a value twice, or pair of cells with values that do not go together. Empty cells (0) are free.
 * @param symbols of the values, for the message
 */
export function brokenRule(geometry: Geometry, cells: Uint8Array, symbols?: string): BrokenRule | undefined {
  const { size, units, unitNames, pairs, unfit } = geometry;
  if (unfit !== undefined) return { name: geometry.variant, cell: 0, reason: unfit };
  const symbolAt = (cell: number) => symbols?.[cells[cell]! - 1] ?? `${cells[cell]}`;
  for (const [unit, members] of units.entries()) {
    const seen = new Set<number>();
    for (const cell of members) {
      const value = cells[cell]!;
      if (value === 0) continue;
      const name = unitNames[unit]!;
      if (seen.has(value))
        return {
          name,
          cell,
          reason: `expected different digits in each unit, got two of ${symbolAt(cell)} in ${name}`,
        };
      seen.add(value);
    }
  }
  for (const group of geometry.groups) {
    const fault = groupFault(group, size, cells, 0);
    if (fault !== undefined)
      return { name: group.name!, cell: group.cells[0]!, reason: `${group.name}: ${fault}` };
  }
  const broken = geometry.sums.find((each) => isSumBroken(each, size, cells, 0));
  if (broken) {
    const reason = `${broken.name}: expected the digit in the circle as the sum of the others, got another one`;
    return { name: broken.name!, cell: broken.minus[0]!, reason };
  }
  const wrong = geometry.digits.find(({ cell, allows }) => cells[cell] !== 0 && !allows(cells[cell]!));
  if (wrong)
    return { name: wrong.name, cell: wrong.cell, reason: `${wrong.name}: got ${symbolAt(wrong.cell)}` };
  const pair = pairs.find((each) => isBroken(each, cells, 0));
  if (!pair) return undefined;
  const {
    rule,
    cells: [one, cell],
    relation,
  } = pair;
  const places = `${cellName(geometry, one)} and ${cellName(geometry, cell)}`;
  return {
    name: rule,
    cell,
    reason: `${rule}: expected digits that ${relation.name} in ${places}, got ${symbolAt(one)} and ${symbolAt(cell)}`,
  };
}

/** Cells that share a side with a cell, in ascending order. */
export function neighboursOf(cell: number, size: number): number[] {
  const column = cell % size;
  return [
    ...(cell >= size ? [cell - size] : []),
    ...(column > 0 ? [cell - 1] : []),
    ...(column < size - 1 ? [cell + 1] : []),
    ...(cell < size * (size - 1) ? [cell + size] : []),
  ];
}

/** All pairs of cells that share a side. */
export function neighbourPairs(size: number): (readonly [number, number])[] {
  return Array.from({ length: size * size }, (_, cell) => cell).flatMap((cell) =>
    neighboursOf(cell, size)
      .filter((other) => other > cell)
      .map((other) => [cell, other] as const),
  );
}

/** Whether steps between cells that share a side lead from each of these cells to all others. */
export function isConnected(cells: readonly number[], size: number): boolean {
  const reached = [cells[0]!];
  for (const cell of reached) {
    for (const next of neighboursOf(cell, size))
      if (cells.includes(next) && !reached.includes(next)) reached.push(next);
  }
  return reached.length === cells.length;
}

/** Name of a cell: `row 2, column 7`. */
export function cellName({ size }: Pick<Geometry, 'size'>, cell: number): string {
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
}

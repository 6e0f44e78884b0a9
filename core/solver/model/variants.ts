// Units of a grid: rows, columns, boxes or regions, and those of variants that have a name, which may add pairs, too.
import {
  type BoxedShape,
  inBox,
  type Unit,
  unitOf,
  VARIANTS,
  type VariantName,
} from '../../options/variants.ts';
import { ALL_GIVEN, type AllGiven, pairsWithout, type Rule } from './rule-kinds.ts';
import { DIFFERENT, type Pair } from './rules.ts';

/** Why a grid cannot have a variant. Undefined if it can. */
export function whyUnfit(name: VariantName, shape: BoxedShape): string | undefined {
  const { fits, needs } = VARIANTS[name];
  if (fits?.(shape) !== false) return undefined;
  const { size, boxRows, boxColumns, regions } = shape;
  const areas = regions ? 'regions' : `boxes of ${boxRows}x${boxColumns}`;
  return `${name}: expected a grid of ${needs}, got ${size}x${size} with ${areas}`;
}

/** Units and pairs of variants, in their order. */
export function rulesOf(
  names: readonly VariantName[],
  shape: BoxedShape,
  rules: readonly Rule[] = [],
): { units: Unit[]; pairs: Pair[] } {
  return {
    units: names.flatMap((name) => VARIANTS[name].units?.(shape) ?? []),
    pairs: names.flatMap((name) =>
      name in ALL_GIVEN ? pairsWithout(name as AllGiven, rules, shape.size) : pairsApart(name, shape.size),
    ),
  };
}

/** The regions that symbols draw; or why they do not. */
export function regionsIn(symbols: string, size: number): Uint8Array | string {
  if (symbols.length !== size * size)
    return `regions: expected a symbol for each of ${size * size} cells, got ${symbols.length}`;
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const symbol of symbols) {
    if (!numbers.has(symbol)) numbers.set(symbol, numbers.size);
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  for (const [symbol, count] of counts) {
    if (count !== size)
      return `regions: expected ${size} regions of ${size} cells, got ${count} cells of ${symbol}`;
  }
  return Uint8Array.from(symbols, (symbol) => numbers.get(symbol)!);
}

/** A symbol for each cell, equal for those of a region. */
export function regionSymbols(regions: Uint8Array): string {
  return Array.from(regions, (region) => REGION_SYMBOLS[region]).join('');
}

const REGION_SYMBOLS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0';

/** Rows, columns, and boxes or regions. */
export function usualUnits(shape: BoxedShape): Unit[] {
  const { size, regions } = shape;
  const numbers = Array.from({ length: size }, (_, i) => i);
  return [
    ...numbers.map((row) => unitOf(shape, `row ${row + 1}`, (i) => [row, i])),
    ...numbers.map((column) => unitOf(shape, `column ${column + 1}`, (i) => [i, column])),
    ...(regions
      ? numbers.map((region) => ({ name: `region ${region + 1}`, cells: cellsOf(regions, region) }))
      : numbers.map((box) => unitOf(shape, `box ${box + 1}`, (i) => inBox(shape, box, i)))),
  ];
}

function cellsOf(regions: Uint8Array, region: number): Uint16Array {
  const cells: number[] = [];
  for (const [cell, found] of regions.entries()) if (found === region) cells.push(cell);
  return Uint16Array.from(cells);
}

/** All pairs of cells that are as many rows and columns apart as a variant says. */
function pairsApart(rule: VariantName, size: number): Pair[] {
  const { steps = [], relation: relationIn } = VARIANTS[rule];
  const relation = relationIn?.(size) ?? DIFFERENT;
  const pairs: Pair[] = [];
  for (let cell = 0; cell < size * size; cell++) {
    for (const [down, right] of steps) {
      const row = Math.floor(cell / size) + down;
      const column = (cell % size) + right;
      if (row >= size || column < 0 || column >= size) continue;
      pairs.push({ cells: [cell, row * size + column], relation, rule });
    }
  }
  return pairs;
}

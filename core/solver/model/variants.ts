// Units of a grid: rows, columns, boxes or regions, and those of variants that have a name, which may add pairs, too.
import type { VariantName } from '../../options/options.ts';
import { pairsWithout, type Rule } from './rule-kinds.ts';
import { DIFFERENT, NOT_CONSECUTIVE, type Pair, type Relation } from './rules.ts';

/** A grid without its variants. */
export interface Shape {
  readonly size: number;
  readonly boxRows: number;
  readonly boxColumns: number;
  /** The region of each cell, from 0, in a jigsaw, which has regions in place of boxes. */
  readonly regions?: Uint8Array | undefined;
}

/** Cells that hold each digit once. */
export interface Unit {
  /** `row 1`, `box 3`, `diagonal 2` */
  readonly name: string;
  readonly cells: Uint16Array;
}

interface Variant {
  /** Which grids can have it, if not all. */
  readonly needs?: string;
  readonly fits?: (shape: Shape) => boolean;
  readonly units?: (shape: Shape) => Unit[];
  /** @param rules those that the puzzle has for itself */
  readonly pairs?: (shape: Shape, rules: readonly Rule[]) => Pair[];
}

/** Each variant by its name in the option. */
const VARIANTS: Readonly<Record<VariantName, Variant>> = {
  x: {
    units: (shape) => [
      unit(shape, 'diagonal 1', (i) => [i, i]),
      unit(shape, 'diagonal 2', (i) => [i, shape.size - 1 - i]),
    ],
  },
  windoku: {
    needs: 'square boxes, such as 9x9',
    fits: ({ boxRows, boxColumns }) => boxRows === boxColumns,
    units: (shape) => {
      const { boxRows: side } = shape;
      return range((side - 1) ** 2).map((window) => {
        const top = 1 + Math.floor(window / (side - 1)) * (side + 1);
        const left = 1 + (window % (side - 1)) * (side + 1);
        return unit(shape, `window ${window + 1}`, (i) => [top + Math.floor(i / side), left + (i % side)]);
      });
    },
  },
  disjoint: {
    needs: 'boxes',
    fits: ({ regions }) => regions === undefined,
    units: (shape) =>
      range(shape.size).map((place) =>
        unit(shape, `place ${place + 1} of the boxes`, (box) => inBox(shape, box, place)),
      ),
  },
  'center-dot': {
    needs: 'boxes with a cell in the middle, such as 9x9',
    fits: hasMiddles,
    units: (shape) => [unit(shape, 'centre dots', (box) => inBox(shape, box, (shape.size - 1) / 2))],
  },
  asterisk: {
    needs: '9x9 cells with boxes of 3x3',
    fits: ({ size, boxRows }) => size === 9 && boxRows === 3,
    units: (shape) => [unit(shape, 'asterisk', (i) => ASTERISK[i]!)],
  },
  'anti-knight': {
    pairs: (shape) =>
      apart(
        shape,
        'anti-knight',
        [
          [1, 2],
          [2, 1],
          [2, -1],
          [1, -2],
        ],
        DIFFERENT,
      ),
  },
  'anti-king': {
    // neighbours in a row or column differ anyway
    pairs: (shape) =>
      apart(
        shape,
        'anti-king',
        [
          [1, 1],
          [1, -1],
        ],
        DIFFERENT,
      ),
  },
  'non-consecutive': {
    pairs: (shape) =>
      apart(
        shape,
        'non-consecutive',
        [
          [0, 1],
          [1, 0],
        ],
        NOT_CONSECUTIVE,
      ),
  },
  'all-dots': { pairs: (shape, rules) => pairsWithout('all-dots', rules, shape.size) },
  'all-xv': { pairs: (shape, rules) => pairsWithout('all-xv', rules, shape.size) },
};

const ASTERISK: readonly Place[] = [
  [1, 4],
  [2, 2],
  [2, 6],
  [4, 1],
  [4, 4],
  [4, 7],
  [6, 2],
  [6, 6],
  [7, 4],
];

/** Row and column, from 0. */
type Place = readonly [row: number, column: number];

/** Why a grid cannot have a variant. Undefined if it can. */
export function whyUnfit(name: VariantName, shape: Shape): string | undefined {
  const { fits, needs } = VARIANTS[name];
  if (fits?.(shape) !== false) return undefined;
  const { size, boxRows, boxColumns, regions } = shape;
  const areas = regions ? 'regions' : `boxes of ${boxRows}x${boxColumns}`;
  return `${name}: expected a grid of ${needs}, got ${size}x${size} with ${areas}`;
}

/** Units and pairs of variants, in their order. */
export function rulesOf(
  names: readonly VariantName[],
  shape: Shape,
  rules: readonly Rule[] = [],
): { units: Unit[]; pairs: Pair[] } {
  return {
    units: names.flatMap((name) => VARIANTS[name].units?.(shape) ?? []),
    pairs: names.flatMap((name) => VARIANTS[name].pairs?.(shape, rules) ?? []),
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
export function usualUnits(shape: Shape): Unit[] {
  const { size, regions } = shape;
  const numbers = Array.from({ length: size }, (_, i) => i);
  return [
    ...numbers.map((row) => unit(shape, `row ${row + 1}`, (i) => [row, i])),
    ...numbers.map((column) => unit(shape, `column ${column + 1}`, (i) => [i, column])),
    ...(regions
      ? numbers.map((region) => ({ name: `region ${region + 1}`, cells: cellsOf(regions, region) }))
      : numbers.map((box) => unit(shape, `box ${box + 1}`, (i) => inBox(shape, box, i)))),
  ];
}

function cellsOf(regions: Uint8Array, region: number): Uint16Array {
  const cells: number[] = [];
  for (const [cell, found] of regions.entries()) if (found === region) cells.push(cell);
  return Uint16Array.from(cells);
}

/** A unit of as many cells as a row. */
function unit({ size }: Shape, name: string, place: (i: number) => Place): Unit {
  const cells = Uint16Array.from({ length: size }, (_, i) => {
    const [row, column] = place(i);
    return row * size + column;
  });
  return { name, cells };
}

/** A place of a box; both count row by row. */
function inBox({ size, boxRows, boxColumns }: Shape, box: number, place: number): Place {
  const across = size / boxColumns;
  return [
    Math.floor(box / across) * boxRows + Math.floor(place / boxColumns),
    (box % across) * boxColumns + (place % boxColumns),
  ];
}

function hasMiddles({ boxRows, boxColumns, regions }: Shape): boolean {
  return !regions && boxRows % 2 === 1 && boxColumns % 2 === 1;
}

/** All pairs of cells that are this number of rows and columns apart. */
function apart({ size }: Shape, rule: VariantName, steps: readonly Place[], relation: Relation): Pair[] {
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

const range = (length: number) => Array.from({ length }, (_, i) => i);

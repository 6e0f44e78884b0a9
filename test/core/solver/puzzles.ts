import type { Variant } from '../../../core/options/options.ts';
import { type Geometry, geometry } from '../../../core/solver/model/geometry.ts';
import fc from '../../property.ts';
import { referenceSolutions } from './reference.ts';

/** Cells of a puzzle written with `.` or `0` for empty, digits 1-9, then letters; blanks are skipped. */
export function cellsOf(text: string): Uint8Array {
  return Uint8Array.from(text.replace(/\s/g, ''), (c) => (c === '.' ? 0 : Number.parseInt(c, 36)));
}

export function textOf(cells: Uint8Array): string {
  return Array.from(cells, (digit) => (digit === 0 ? '.' : digit.toString(36))).join('');
}

/** Whether every unit holds every digit and the givens are unchanged. */
export function isSolution(shape: Geometry, givens: Uint8Array, solution: Uint8Array): boolean {
  return (
    givens.every((digit, i) => digit === 0 || digit === solution[i]) &&
    shape.units.every((unit) => new Set(Array.from(unit, (cell) => solution[cell])).size === shape.size) &&
    solution.every((digit) => digit >= 1 && digit <= shape.size)
  );
}

const GRIDS = {
  '4 classic': '1234341221434321',
  '4 x': '1234341243212143',
  '6 classic': '123456456123231564564231312645645312',
  '9 classic': '123456789456789123789123456214365897365897214897214365531642978642978531978531642',
  '9 x': '123456789456789123789123456935241867617538294842697531298314675371865942564972318',
} as const;

/**
 * Puzzles made from a full grid: its digits are renamed, its rows and columns swapped within bands and stacks (not for X, as few
 * swaps preserve the diagonals), cells emptied and, now and then, a given changed, which most often leaves no solution.
 */
export function puzzles(
  size: 4 | 6 | 9,
  variant: Variant,
  clues: { min: number; max: number },
): fc.Arbitrary<{ shape: Geometry; cells: Uint8Array }> {
  const shape = geometry(size, variant);
  const full = cellsOf(GRIDS[`${size} ${variant}` as keyof typeof GRIDS]);
  return fc
    .record({
      digits: permutation(size),
      kept: fc.uniqueArray(fc.nat(shape.cells - 1), {
        minLength: clues.min,
        maxLength: clues.max,
        size: 'max',
      }),
      rows: variant === 'x' ? fc.constant(undefined) : linesWithin(size, shape.boxRows),
      columns: variant === 'x' ? fc.constant(undefined) : linesWithin(size, shape.boxColumns),
      broken: fc.option(fc.record({ at: fc.nat(999), digit: fc.integer({ min: 1, max: size }) }), {
        freq: 4,
      }),
    })
    .map(({ digits, kept, rows, columns, broken }) => {
      const cells = new Uint8Array(shape.cells);
      for (const cell of kept) {
        const r = Math.floor(cell / size);
        const c = cell % size;
        cells[cell] = digits[full[(rows?.[r] ?? r) * size + (columns?.[c] ?? c)]! - 1]! + 1;
      }
      if (broken && kept.length > 0) cells[kept[broken.at % kept.length]!] = broken.digit;
      return { shape, cells };
    });
}

function permutation(n: number): fc.Arbitrary<number[]> {
  const all = Array.from({ length: n }, (_, i) => i);
  return fc.shuffledSubarray(all, { minLength: n });
}

/** A shuffle of the lines within each band (or stack), which keeps a grid valid. */
function linesWithin(size: number, height: number): fc.Arbitrary<number[]> {
  const bands = Array.from({ length: size / height }, () => permutation(height));
  return fc.tuple(...bands).map((lists) => lists.flatMap((list, band) => list.map((i) => band * height + i)));
}

for (const [name, text] of Object.entries(GRIDS)) {
  const [size, variant] = name.split(' ') as [string, 'classic' | 'x'];
  const full = cellsOf(text);
  if (referenceSolutions(geometry(Number(size), variant), full).length !== 1)
    throw new Error(`broken grid ${name}`);
}

// Sums that no rule states: a row, column, box or region holds all digits, so the cages within it leave a sum to its other cells
// (innies), and cages that cover it have a sum in the cells outside (outies). The same holds for several rows or columns.

import type { Geometry } from '../model/geometry.ts';
import type { Leftover, SumReason } from './explained-step.ts';

/** Most cells of a sum: with more, hardly a digit is excluded. */
const MAX_CELLS = 4;
/** Most rows or columns side by side. */
const MAX_LINES = 4;

export interface LeftoverSum {
  readonly sum: SumReason;
  readonly leftover: Leftover;
}

/** The sums of a puzzle with cages, those of few cells first. */
export function leftoverSums(geometry: Geometry): LeftoverSum[] {
  const cages = geometry.groups.filter(({ sum }) => sum !== undefined);
  if (cages.length === 0) return [];
  const cageOf = new Map(cages.flatMap((cage) => cage.cells.map((cell) => [cell, cage] as const)));
  const { size } = geometry;
  const found = new Map<string, LeftoverSum>();
  for (const units of areas(geometry)) {
    const cells = new Set(units.flatMap((unit) => Array.from(geometry.units[unit]!)));
    const total = (units.length * size * (size + 1)) / 2;
    const touching = new Set([...cells].flatMap((cell) => cageOf.get(cell) ?? []));
    const within = [...touching].filter((cage) => cage.cells.every((cell) => cells.has(cell)));
    const caged = new Set(within.flatMap((cage) => cage.cells));
    const add = (left: readonly number[], cagesSum: number, areWithin: boolean) => {
      const key = left.join();
      if (left.length === 0 || left.length > MAX_CELLS || found.has(key)) return;
      const sum = areWithin ? total - cagesSum : cagesSum - total;
      found.set(key, {
        sum: { kind: 'sum', plus: left, minus: [], sum },
        leftover: { units, total, caged: cagesSum, areWithin },
      });
    };
    add(ascending([...cells].filter((cell) => !caged.has(cell))), sumOf(within), true);
    const covered = [...touching];
    if (covered.flatMap((cage) => cage.cells).filter((cell) => cells.has(cell)).length < cells.size) continue;
    add(
      ascending(covered.flatMap((cage) => cage.cells).filter((cell) => !cells.has(cell))),
      sumOf(covered),
      false,
    );
  }
  return [...found.values()].sort((a, b) => a.sum.plus.length - b.sum.plus.length);
}

/** Units that share no cell: each alone, and rows or columns side by side. */
function areas({ size }: Geometry): number[][] {
  const lines = Array.from({ length: MAX_LINES }, (_, more) => more + 1).flatMap((count) =>
    [0, size].flatMap((first) =>
      Array.from({ length: size - count + 1 }, (_, i) =>
        Array.from({ length: count }, (_line, k) => first + i + k),
      ),
    ),
  );
  const boxes = Array.from({ length: size }, (_, box) => [2 * size + box]);
  return [...lines.slice(0, 2 * size), ...boxes, ...lines.slice(2 * size)];
}

const sumOf = (cages: readonly { readonly sum?: number | undefined }[]): number =>
  cages.reduce((sum, cage) => sum + cage.sum!, 0);

const ascending = (cells: readonly number[]): number[] => cells.toSorted((a, b) => a - b);

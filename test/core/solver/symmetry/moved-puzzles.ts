// Puzzles that symmetries make of others, with their regions and rules.
import { anyGeometry, type Geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import { regionSymbols } from '../../../../core/solver/model/variants.ts';
import { cellsMoved, type GridSymmetry } from '../../../../core/solver/symmetry/symmetry.ts';

/** The puzzle with its cells, regions and rules moved, and its digits renamed. */
export function moved(shape: Geometry, cells: Uint8Array, symmetry: GridSymmetry): [Geometry, Uint8Array] {
  const from = cellsMoved(symmetry);
  const to = (cell: number) => from.indexOf(cell);
  const { size, variant, boxRows: rows, boxColumns: columns } = shape;
  const regions = shape.regions && regionSymbols(shape.regions);
  const base = anyGeometry(
    size,
    variant,
    regions === undefined ? { rows, columns } : undefined,
    regions && Array.from(from, (cell) => regions[cell]!).join(''),
  );
  const rules = shape.rules.map((rule) => ({ ...rule, cells: rule.cells.map(to) }));
  return [
    rules.length > 0 ? withRules(base, rules) : base,
    Uint8Array.from(from, (cell) => symmetry.digits[cells[cell]!]!),
  ];
}

/** Draws integers below a limit. */
export const belowFrom = (seed: number) => {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

/** Turns and reflections, which keep all variants. */
export function turned(size: number, below: (limit: number) => number): GridSymmetry {
  const lines = Uint8Array.from({ length: size }, (_, i) => i);
  const digits = Uint8Array.from({ length: size + 1 }, (_, i) => i);
  const [rows, columns] = [lines, lines].map((all) => (below(2) === 1 ? all.toReversed() : all)) as [
    Uint8Array,
    Uint8Array,
  ];
  return { isTransposed: below(2) === 1, rows, columns, digits };
}

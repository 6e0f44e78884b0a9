// The canonical form of 9x9 puzzles and grids: equal for two puzzles if and only if a symmetry makes one of the other.
// assembly/pattern.ts and assembly/grid.ts explain how it is found.
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { Geometry } from '../model/geometry.ts';
import { code, type Exports } from './kernel.generated.ts';
import { type GridSymmetry, hasCanonicalForm } from './symmetry.ts';

/** Canonical forms of some puzzles of one size, one after the other. */
export interface CanonicalForms {
  /** rows of a grid */
  readonly size: number;
  /** the digits of each puzzle, 0 for empty */
  readonly forms: Uint8Array;
  /** of each puzzle; 0 for one without a form, such as a full grid with a digit twice in a row, column or box */
  readonly automorphisms: Uint32Array | Float64Array;
  /** the symmetry that makes its form of each puzzle, for {@link symmetryOf} */
  readonly maps: Uint8Array;
}

/** Bytes of a 9x9 puzzle in `maps`; assembly/layout.ts has their layout. */
const MAP_BYTES = 32;

/** Bytes of a puzzle in `maps`. */
const mapBytes = (size: number) => (size === 9 ? MAP_BYTES : 3 * size + 2);

/** The symmetry that makes its form of the puzzle with an index. */
export function symmetryOf(
  { maps, size }: Pick<CanonicalForms, 'maps' | 'size'>,
  index: number,
): GridSymmetry {
  const map = maps.subarray(index * mapBytes(size), (index + 1) * mapBytes(size));
  return {
    rows: map.subarray(0, size),
    columns: map.subarray(size, 2 * size),
    isTransposed: map[2 * size] === 1,
    digits: map.subarray(2 * size + 1, 3 * size + 2),
  };
}

/** As {@link CanonicalForms} stores a symmetry, for {@link symmetryOf}. */
export function mapOf({ rows, columns, isTransposed, digits }: GridSymmetry): Uint8Array {
  const map = new Uint8Array(mapBytes(rows.length));
  map.set([...rows, ...columns, isTransposed ? 1 : 0, ...digits]);
  return map;
}

const CELLS = 81;

/**
 * What the symmetries of some 9x9 forms make of other puzzles: of each what that with the same index makes of it.
 * @param cells 81 digits a puzzle, 0 for empty
 */
export function appliedTo(cells: Uint8Array, { maps }: Pick<CanonicalForms, 'maps'>): Uint8Array {
  const to = new Uint8Array(cells.length);
  for (let first = 0, map = 0; first < cells.length; first += CELLS, map += MAP_BYTES) {
    // as `symmetryOf` takes them apart; objects for each puzzle would take five times as long
    const [columns, digits] = [map + 9, map + 19];
    const [rowStep, columnStep] = maps[map + 18] === 1 ? [1, 9] : [9, 1];
    let at = first;
    for (let row = map; row < columns; row++) {
      const line = first + maps[row]! * rowStep;
      for (let column = columns; column < columns + 9; column++)
        to[at++] = maps[digits + cells[line + maps[column]! * columnStep]!]!;
    }
  }
  return to;
}

/** Whether the kernel finds the form of puzzles of a shape: classic 9x9 with 3x3 boxes. */
export function hasMinlexForm(geometry: Geometry): boolean {
  return geometry.size === 9 && geometry.boxRows === 3 && hasCanonicalForm(geometry);
}

const instantiate = kernelFactory<Exports>(code);

/** The kernel with views of its memory. One is enough, as a call copies its results; after an error there is a new one. */
const canonicalKernels = new KernelPool(() => {
  const { memory, canonicalForms, ...room } = instantiate();
  const { buffer } = memory;
  const most = room.MAX_GRIDS.value;
  return {
    canonicalForms,
    most,
    cells: new Uint8Array(buffer, room.CELLS.value, most * CELLS),
    forms: new Uint8Array(buffer, room.FORMS.value, most * CELLS),
    maps: new Uint8Array(buffer, room.MAPS.value, most * MAP_BYTES),
    automorphisms: new Uint32Array(buffer, room.AUTOMORPHISMS.value, most),
  };
}, 1);

/**
 * Finds the canonical form of each puzzle or full grid: of all puzzles that the symmetries of sudoku make of it, the one whose
 * pattern of givens reads lowest row by row, with 0 for an empty cell and 1 for a given; of several, the one whose digits read
 * lowest. Symmetries permute bands, stacks, rows within a band and columns within a stack, exchange rows with columns, and
 * rename digits.
 *
 * The automorphisms of a puzzle are the different ways in which symmetries map its givens to themselves.
 *
 * @param cells 81 digits a puzzle, row by row, 0 for empty
 */
export function canonicalForms(cells: Uint8Array): CanonicalForms {
  const count = cells.length / CELLS;
  const forms = new Uint8Array(cells.length);
  const automorphisms = new Uint32Array(count);
  const maps = new Uint8Array(count * MAP_BYTES);
  canonicalKernels.run((kernel) => {
    for (let from = 0; from < count; from += kernel.most) {
      const to = Math.min(from + kernel.most, count);
      kernel.cells.set(cells.subarray(from * CELLS, to * CELLS));
      kernel.canonicalForms(to - from);
      forms.set(kernel.forms.subarray(0, (to - from) * CELLS), from * CELLS);
      automorphisms.set(kernel.automorphisms.subarray(0, to - from), from);
      maps.set(kernel.maps.subarray(0, (to - from) * MAP_BYTES), from * MAP_BYTES);
    }
  });
  return { size: 9, forms, automorphisms, maps };
}

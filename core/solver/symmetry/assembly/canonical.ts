// Canonical forms of 9x9 puzzles and grids, many in a call.

import { canonicalGrid } from './grid';
import { AUTOMORPHISMS, CELLS, FORMS, MAP_BYTES, MAPS } from './layout';
import { canonicalPuzzle } from './pattern';

export { AUTOMORPHISMS, CELLS, FORMS, MAP_BYTES, MAPS, MAX_GRIDS } from './layout';

/** Finds the canonical forms of the first `count` puzzles or grids. A full grid with a digit twice in a unit gets 0 automorphisms. */
export function canonicalForms(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const cells = CELLS + 81 * i;
    const form = FORMS + 81 * i;
    const map = MAPS + MAP_BYTES * i;
    const automorphisms = isFull(cells) ? canonicalGrid(cells, form, map) : canonicalPuzzle(cells, form, map);
    store<u32>(AUTOMORPHISMS + 4 * i, automorphisms);
  }
}

/** Whether no cell is empty. */
function isFull(cells: u32): bool {
  return (
    i8x16.all_true(v128.load(cells)) &&
    i8x16.all_true(v128.load(cells + 16)) &&
    i8x16.all_true(v128.load(cells + 32)) &&
    i8x16.all_true(v128.load(cells + 48)) &&
    i8x16.all_true(v128.load(cells + 64)) &&
    load<u8>(cells + 80) !== 0
  );
}

// Arrays of NumPy in one archive (.npz) belong together like the columns of a table: one has the puzzles, another their
// solutions.

import { formatOf } from '../../formats/formats.ts';
import { isMemberNamed } from '../../formats/shared/place.ts';
import { roleOf } from '../../formats/shared/roles.ts';
import { givensAreConsistent } from '../../solver/model/geometry.ts';
import { readOptionsOf } from '../block-reader.ts';
import type { FilePlan } from '../file-plan.ts';

/** An array by its name. */
export interface NamedArray {
  /** The folder within the archive: arrays of one folder belong together. */
  readonly folder: string;
  /** Without the folder and the ending. */
  readonly name: string;
  /** Undefined for an array of something else. */
  readonly role: 'puzzle' | 'solution' | undefined;
}

/** Names of builders of training sets, which mean something else in tables. */
const INPUTS = /^(all__)?inputs$/;
const LABELS = /^(all__)?labels$/;

const ARRAY = /^(.*[/\\])?([^/\\]*)\.npy$/i;

/**
 * Undefined for files that are no arrays.
 * @param place the option `puzzle`: the name of the array of puzzles
 */
export function namedArray(path: string, place?: string): NamedArray | undefined {
  const found = ARRAY.exec(path);
  if (!found) return undefined;
  const [, folder = '', name] = found as unknown as [string, string | undefined, string];
  if (place !== undefined && isMemberNamed(name, place)) return { folder, name, role: 'puzzle' };
  const role = INPUTS.test(name) ? 'puzzle' : LABELS.test(name) ? 'solution' : roleOf(name);
  const isKnown = role === 'solution' || (role === 'puzzle' && place === undefined);
  return { folder, name, role: isKnown ? role : undefined };
}

/** The name of an array of solutions beside one of puzzles. */
export function solutionsName(path: string): string {
  const [, folder = '', name] = ARRAY.exec(path) as unknown as [string, string | undefined, string];
  const all = name.startsWith('all__') ? 'all__' : '';
  const own = INPUTS.test(name) ? `${all}labels` : name.endsWith('s') ? 'solutions' : 'solution';
  return `${folder}${own}.npy`;
}

/** Puzzles from which it is decided whether an array has some. */
const SAMPLE = 200;

/**
 * Whether an array whose name does not say so has puzzles: most at its front have consistent givens and empty cells, and the
 * largest digit occurs. Labels, masks and texts are read as cells, too, but they are no puzzles.
 * @param areSolved whether full grids are looked for instead
 */
export function looksLikePuzzles(
  { format: name, state, options }: FilePlan,
  head: Uint8Array,
  areSolved = false,
): boolean {
  const reader = formatOf({ format: name }).reader(state, readOptionsOf(options), true);
  let [puzzles, records] = [0, 0];
  let hasLargest = false;
  for (const { geometry, count, cells, broken } of reader.read(head, false)) {
    records += broken.length;
    for (let p = 0; geometry && p < count && records < SAMPLE; p++, records++) {
      const puzzle = cells.subarray(p * geometry.cells, (p + 1) * geometry.cells);
      const givens = puzzle.reduce((sum, cell) => sum + (cell > 0 ? 1 : 0), 0);
      hasLargest ||= puzzle.includes(geometry.size);
      const isWanted = areSolved ? givens === geometry.cells : givens > 0 && givens < geometry.cells;
      if (isWanted && givensAreConsistent(geometry, puzzle)) puzzles++;
    }
    if (records >= SAMPLE) break;
  }
  reader.release?.();
  // a single puzzle may lack a digit
  return 2 * puzzles > records && (hasLargest || records === 1);
}

// Arrays of NumPy in one archive (.npz) belong together like the columns of a table: one has the puzzles, another their
// solutions.

import { latin1 } from '../../formats/shared/latin1.ts';
import { roleOf } from '../../formats/shared/roles.ts';

/** An array by its name. */
export interface NamedArray {
  /** The folder within the archive: arrays of one folder belong together. */
  readonly folder: string;
  /** Undefined for an array of something else. */
  readonly role: 'puzzle' | 'solution' | undefined;
}

/** Names of builders of training sets, which mean something else in tables. */
const INPUTS = /^(all__)?inputs$/;
const LABELS = /^(all__)?labels$/;

const ARRAY = /^(.*[/\\])?([^/\\]*)\.npy$/i;

/** Undefined for files that are no arrays. */
export function namedArray(path: string): NamedArray | undefined {
  const found = ARRAY.exec(path);
  if (!found) return undefined;
  const [, folder = '', name] = found as unknown as [string, string | undefined, string];
  const role = INPUTS.test(name) ? 'puzzle' : LABELS.test(name) ? 'solution' : roleOf(name);
  return { folder, role: role === 'puzzle' || role === 'solution' ? role : undefined };
}

/** The name of an array of solutions beside one of puzzles. */
export function solutionsName(path: string): string {
  const [, folder = '', name] = ARRAY.exec(path) as unknown as [string, string | undefined, string];
  const all = name.startsWith('all__') ? 'all__' : '';
  const own = INPUTS.test(name) ? `${all}labels` : name.endsWith('s') ? 'solutions' : 'solution';
  return `${folder}${own}.npy`;
}

/** Whether an array consists of Python's objects, which only code that the file contains could read. */
export function holdsObjects(head: Uint8Array): boolean {
  return latin1(head, 0, Math.min(head.length, 200)).includes("'|O'");
}

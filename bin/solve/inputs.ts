import { basename, relative, sep } from 'node:path';
import { type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import { filesIn, STANDARD, statOf } from '../cli/paths.ts';
import { planPath } from './plan.ts';
import type { PlannedFile } from './solve-file.ts';

/** A file to be solved. */
export interface SolveInput {
  /** As given, or below a directory that was given; {@link STANDARD} for standard input. */
  readonly path: string;
  /** Of its result in a directory: its own, or its path below the directory that was given. */
  readonly name: string;
  /** Why it cannot be read, where the walk through its directory has found that out. */
  readonly unreadable?: string;
}

/**
 * Files, and all files in directories (see {@link filesIn}), in the order given. What cannot be read stands for itself, as
 * does a directory without files: {@link planInput} gives the reason.
 * @param to where results go; a directory of this name below another one is no input
 */
export function inputsOf(paths: readonly string[], to: string): SolveInput[] {
  return paths.flatMap((path) => {
    if (path === STANDARD || !statOf(path)?.isDirectory()) return [{ path, name: basename(path) }];
    const { files, unreadable } = filesIn(path, to);
    const at = (file: string) => ({ path: file, name: relative(path, file).split(sep).join('/') });
    const found: SolveInput[] = [
      ...files.map(at),
      ...unreadable.map(({ path: file, reason }) => ({ ...at(file), unreadable: reason })),
    ];
    if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    return [{ path, name: basename(path), unreadable: 'it is a directory without files' }];
  });
}

/**
 * Opens an input and decides how to solve it.
 * @throws RejectedFile if it cannot be read or is no puzzle file
 */
export async function planInput(
  { path, unreadable }: SolveInput,
  given: readonly PartialOptions[],
): Promise<PlannedFile> {
  if (unreadable !== undefined) throw new RejectedFile(`cannot be read: ${unreadable}`);
  return planPath(path, given);
}

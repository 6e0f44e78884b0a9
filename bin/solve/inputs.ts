import { basename, relative, resolve, sep } from 'node:path';
import { filesIn } from '../cli/files-in.ts';
import { STANDARD, statOf } from '../cli/paths.ts';

/** A file to be solved. */
export interface SolveInput {
  /** As given, or below a directory that was given; {@link STANDARD} for standard input. */
  readonly path: string;
  /** Of its result in a directory: its own, or its path below the directory that was given. */
  readonly name: string;
}

/**
 * Files, and all files in directories, in the order given. What cannot be looked at stands for itself: whoever opens it
 * is told why.
 * @param to where results go; what is there already is no input
 */
export function inputsOf(paths: readonly string[], to: string): SolveInput[] {
  return paths.flatMap((path) => {
    const itself = { path, name: basename(path) };
    if (path === STANDARD || !statOf(path)?.isDirectory()) return [itself];
    const within = listed(path).filter((file) => !isBelow(file, to) || isBelow(path, to));
    return within.length === 0
      ? [itself]
      : within.map((file) => ({ path: file, name: relative(path, file).split(sep).join('/') }));
  });
}

function listed(directory: string): string[] {
  try {
    return filesIn(directory);
  } catch {
    return [];
  }
}

function isBelow(path: string, directory: string): boolean {
  return directory !== STANDARD && `${resolve(path)}${sep}`.startsWith(`${resolve(directory)}${sep}`);
}

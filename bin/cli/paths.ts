import { type BigIntStats, fstatSync, type Stats, statSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';

/** The name that stands for standard input, or for standard output. */
export const STANDARD = '-';

const [STDIN, STDOUT] = [0, 1];

/** What stands at a path; undefined where nothing does, or nobody can tell: whoever opens it is told why. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** What an input is, {@link STANDARD} being standard input. */
export function statOfInput(path: string): Stats | undefined {
  return path === STANDARD ? statOfDescriptor(STDIN) : statOf(path);
}

/** Whether a path leads to where standard output goes, as `/dev/stdout` does. */
export function isStandardOutput(path: string): boolean {
  return (
    path === STANDARD || (/^\/(dev|proc)\//.test(path) && isSame(statOf(path), statOfDescriptor(STDOUT)))
  );
}

/** Whether two are the same file, pipe or terminal. */
function isSame(a: Stats | undefined, b: Stats | undefined): boolean {
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/**
 * What stands at a path or is open as a descriptor, with exact numbers: as floating-point numbers, large inodes of some
 * file systems would be rounded to the same one.
 */
export function exactStatOf(path: string | number): BigIntStats | undefined {
  try {
    return typeof path === 'number' ? fstatSync(path, { bigint: true }) : statSync(path, { bigint: true });
  } catch {
    return undefined; // as for statOf
  }
}

/** The same string for the same file, whatever names lead to it. */
export function fileId({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Tells whoever sees nothing happen that their typing is waited for. */
export function tellOfTerminal(paths: readonly string[]): void {
  if (paths.includes(STANDARD) && process.stdin.isTTY)
    process.stderr.write('sudoku: reading standard input (Ctrl-D ends it, --help tells more)\n');
}

/** What the system said, in words; undefined if the error is not one of the system's. */
export function systemMessage(error: unknown): string | undefined {
  const { errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? undefined : getSystemErrorMessage(errno);
}

function statOfDescriptor(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined; // closed
  }
}

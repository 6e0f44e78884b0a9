import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Names of unfinished files. They begin with a dot, so that no directory that is read as input brings one in. */
const NAME = /^\.sudoku-\d+-[0-9a-z]{8}\.partial$/i;

/** Paths of the unfinished files of this process; undefined until there is one. */
let unfinished: Set<string> | undefined;

/** Whether a name is reserved for unfinished files: no result may have it. */
export function isPartialName(name: string): boolean {
  return NAME.test(name);
}

/** A path for an unfinished file in a directory, different each time. */
export function partialPath(directory: string): string {
  const random = Math.floor(Math.random() * 36 ** 8).toString(36);
  return join(directory, `.sudoku-${process.pid}-${random.padStart(8, '0')}.partial`);
}

/**
 * Opens a new file for writing. It is removed when the process ends, be it by an error, by `process.exit` or by a signal
 * (see exitOnSignals), unless {@link keepPartial} is called. The open call is synchronous, so that no signal comes between
 * the note of the path and the file.
 * @throws the system's error
 */
export function openPartial(directory: string, mode?: number): { path: string; fd: number } {
  if (unfinished === undefined) {
    unfinished = new Set();
    process.on('exit', removeAll);
  }
  for (;;) {
    const path = partialPath(directory);
    unfinished.add(path);
    try {
      // x: opens neither a file that exists nor what a link leads to
      return { path, fd: openSync(path, 'wx', mode) };
    } catch (error) {
      unfinished.delete(path);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** To be called when the file has got its own name. */
export function keepPartial(path: string): void {
  unfinished?.delete(path);
}

/** Removes an unfinished file; does nothing to one that was kept. Synchronous, for the end of the process. */
export function removePartial(path: string): void {
  if (unfinished?.delete(path)) rmSync(path, { force: true });
}

function removeAll(): void {
  for (const path of unfinished ?? []) {
    try {
      removePartial(path);
    } catch (error) {
      process.stderr.write(`sudoku: cannot remove ${path}: ${(error as Error).message}\n`);
    }
  }
}

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../core/formats/shared/bytes.ts';
import { exactStatOf, fileId, systemMessage } from './paths.ts';

/** What a directory was read as. */
export interface FilesIn {
  /** Paths of files, in order. */
  readonly files: readonly string[];
  /** What cannot be read, and why, in words. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Names on standard error what in directories cannot be read. */
export function warnOfUnreadable(unreadable: FilesIn['unreadable']): void {
  for (const { path, reason } of unreadable) {
    process.stderr.write(`sudoku: ${visible(path)}: cannot be read: ${reason}\n`);
  }
}

/** What the walk asks the system for. */
export interface Listing {
  readonly entries: (directory: string) => readonly Dirent[];
}

const SYSTEM: Listing = { entries: (directory) => readdirSync(directory, { withFileTypes: true }) };

/**
 * All files in a directory and in those below it. Links are followed, and each file and directory is visited once: under
 * its own name if it has one here, else under that of the first link to it. Names that begin with a dot are skipped
 * (`.DS_Store`, `.git`, unfinished results).
 * @param except a directory below that is skipped, such as the one that results go to
 */
export function filesIn(directory: string, except?: string, { entries } = SYSTEM): FilesIn {
  const files: string[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  const seen = new Set<string>();
  // a link may lead to what has a name of its own elsewhere: all links wait until the rest is known
  const links: string[] = [];
  const exception = except === undefined ? undefined : exactStatOf(except);
  const root = exactStatOf(directory);
  if (exception?.isDirectory() && root && fileId(exception) !== fileId(root)) seen.add(fileId(exception));
  unlessUnreadable(directory, () => visit(directory, false));
  for (let i = 0; i < links.length; i++) unlessUnreadable(links[i]!, () => visit(links[i]!, true));
  return { files: files.sort(), unreadable };

  function visit(path: string, isLink: boolean): void {
    const stats = statSync(path, { bigint: true });
    const isNew = !seen.has(fileId(stats));
    seen.add(fileId(stats));
    if (stats.isDirectory()) {
      if (isNew) visitAllIn(path);
    } else if (!stats.isFile()) {
      unreadable.push({ path, reason: 'expected a file, got a device, a pipe or a socket' });
    } else if (isNew || !isLink) files.push(path); // hard links are names of equal standing
  }

  function visitAllIn(directory: string): void {
    const inOrder = entries(directory).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of inOrder) {
      if (entry.name.startsWith('.')) continue;
      const path = join(directory, entry.name);
      if (entry.isSymbolicLink()) links.push(path);
      else unlessUnreadable(path, () => visit(path, false));
    }
  }

  function unlessUnreadable(path: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      const reason = systemMessage(error);
      if (reason === undefined) throw error;
      unreadable.push({ path, reason });
    }
  }
}

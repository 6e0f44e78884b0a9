import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../core/formats/shared/bytes.ts';
import { isSame, statOf, systemMessage } from './paths.ts';

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

interface Directory {
  readonly path: string;
  /** its path without links */
  readonly real: string;
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
  const exception = except === undefined ? undefined : statOf(except);
  const seen = new Set<string>();
  // a link may lead to what has a name of its own elsewhere: all links wait until the rest is known
  const links: string[] = [];
  unlessUnreadable(directory, () => readTree({ path: directory, real: realpathSync(directory) }));
  for (let i = 0; i < links.length; i++) {
    unlessUnreadable(links[i]!, () => readEntry(links[i]!, realpathSync(links[i]!)));
  }
  return { files: files.sort(), unreadable };

  function readTree(root: Directory): void {
    const directories = [root];
    for (let next = directories.pop(); next; next = directories.pop()) {
      const { path, real } = next;
      if (seen.has(real) || isExcepted(path)) continue;
      seen.add(real);
      unlessUnreadable(path, () => {
        const inOrder = entries(path).toSorted((a, b) => (a.name < b.name ? -1 : 1));
        for (const entry of inOrder) {
          if (entry.name.startsWith('.')) continue;
          const at = { path: join(path, entry.name), real: join(real, entry.name) };
          if (entry.isSymbolicLink()) links.push(at.path);
          else if (entry.isDirectory()) directories.push(at);
          else unlessUnreadable(at.path, () => readEntry(at.path, at.real));
        }
      });
    }
  }

  function readEntry(path: string, real: string): void {
    const stats = statSync(path);
    if (stats.isDirectory()) readTree({ path, real });
    else if (!stats.isFile())
      unreadable.push({ path, reason: 'expected a file, got a device, a pipe or a socket' });
    else if (!seen.has(real)) {
      seen.add(real);
      files.push(path);
    }
  }

  function isExcepted(path: string): boolean {
    return path !== directory && exception !== undefined && isSame(statOf(path), exception);
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

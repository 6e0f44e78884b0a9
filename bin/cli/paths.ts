// Paths: `-` for the standard streams, the files below a directory, stats, and errors of the system in words.
import { type BigIntStats, type Dirent, fstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { visible } from '../../core/formats/shared/bytes.ts';
import { nearestName } from '../../core/options/nearest-name.ts';

/** The name of standard input and of standard output. */
export const STANDARD = '-';

export const STDIN = 0;
export const STDOUT = 1;

/** Stats of the file at a path; undefined if there is none or it cannot be read: opening it gives the reason. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Stats of an input, which is standard input for {@link STANDARD}; undefined as for {@link statOf}. */
export function statOfInput(path: string): Stats | undefined {
  if (path !== STANDARD) return statOf(path);
  try {
    return fstatSync(STDIN);
  } catch {
    return undefined; // closed
  }
}

/**
 * Stats of the file at a path or open as a descriptor, with exact numbers: as floating-point numbers, large inodes of some
 * file systems would be rounded to the same one.
 */
export function exactStatOf(path: string | number): BigIntStats | undefined {
  try {
    return typeof path === 'number' ? fstatSync(path, { bigint: true }) : statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** The same string for the same file, whichever name leads to it. */
export function fileId({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Whether a path is standard output, as `/dev/stdout` is. */
export function isStandardOutput(path: string): boolean {
  if (path === STANDARD) return true;
  if (!/^\/(dev|proc)\//.test(path)) return false;
  const [a, b] = [exactStatOf(path), exactStatOf(STDOUT)];
  return a !== undefined && b !== undefined && fileId(a) === fileId(b);
}

/** Whether standard input or output is a terminal. It creates the stream, which takes milliseconds, for devices only. */
export function isTerminal(fd: typeof STDIN | typeof STDOUT): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && (fd === STDIN ? process.stdin : process.stdout).isTTY;
  } catch {
    return false; // closed
  }
}

/** If input is read from a terminal, prints that the program waits for it. */
export function announceTerminalInput(paths: readonly string[]): void {
  if (paths.includes(STANDARD) && process.stdin.isTTY)
    process.stderr.write('sudoku: reading standard input (end it with Ctrl-D; see --help)\n');
}

/** What to do instead of naming an address where a path of this machine is expected; undefined for paths. */
export function addressFault(path: string): string | undefined {
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(path) ?? [];
  if (scheme === undefined) return undefined;
  const instead = INSTEAD_OF_ADDRESSES[scheme.toLowerCase()] ?? 'copy the file';
  return `expected a path on this machine, got an address: ${instead}`;
}

const INSTEAD_OF_ADDRESSES: Readonly<Record<string, string>> = {
  s3: 'copy files with aws s3 cp, or see sudoku submit --help',
  http: 'transfer files first, such as with curl -O',
  https: 'transfer files first, such as with curl -O',
  file: 'leave out file://',
};

/**
 * The system's description of an error, with what was probably meant by a path that does not exist; undefined if the error is not
 * from the system.
 */
export function systemMessage(error: unknown): string | undefined {
  const { errno, code, path } = error as NodeJS.ErrnoException;
  if (errno === undefined) return undefined;
  const message = getSystemErrorMessage(errno);
  if (code !== 'ENOENT' || path === undefined) return message;
  const hint = missingHint(path);
  return addressFault(path) ?? (hint === undefined ? message : `${message} (${hint})`);
}

/** Cells from which on digits and dots are called a puzzle. */
const PUZZLE_CELLS = 10;

/** Directories with more entries are not searched for a similar name. */
const MAX_ENTRIES = 1000;

function missingHint(path: string): string | undefined {
  if (path === 'help') return 'did you mean --help?';
  if (path.length >= PUZZLE_CELLS && /^[\d.*_]+$/.test(path))
    return `as a puzzle, it has ${path.length} cells, where a 9x9 grid has 81`;
  if (/[*?]/.test(path)) return 'no name matches; a directory stands for all files in it';
  const similar = similarPath(path);
  return similar === undefined ? undefined : `did you mean ${similar}?`;
}

/** The path in the same directory with the same name but another ending, or with a name that was probably misspelt. */
function similarPath(path: string): string | undefined {
  const [directory, name] = [dirname(path), basename(path)];
  const stemOf = (file: string) => file.replace(/(?!^)\.[^.]*$/, '');
  try {
    const entries = readdirSync(directory);
    if (entries.length > MAX_ENTRIES) return undefined;
    // the name itself is there if it is a link to nothing
    const alike = entries.filter(
      (entry) => entry !== name && entry[0]!.toLowerCase() === name[0]!.toLowerCase(),
    );
    const found = nearestName(name, alike) ?? alike.find((entry) => stemOf(entry) === stemOf(name));
    return found === undefined ? undefined : path.slice(0, path.length - name.length) + found;
  } catch {
    return undefined; // nor does the directory exist
  }
}

/** Files in directories. */
export interface FilesIn {
  /** Paths, sorted. */
  readonly files: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Reports unreadable files and directories on standard error. */
export function warnOfUnreadable(unreadable: FilesIn['unreadable']): void {
  for (const { path, reason } of unreadable) {
    process.stderr.write(`sudoku: ${visible(path)}: cannot be read: ${reason}\n`);
  }
}

/** Lists a directory; tests replace it. */
export interface FolderListing {
  readonly entries: (directory: string) => readonly Dirent[];
}

const SYSTEM: FolderListing = { entries: (directory) => readdirSync(directory, { withFileTypes: true }) };

/**
 * All files in a directory and in those below it. Links are followed, and each file and directory is visited once: under
 * its own name if it has one here, else under that of the first link to it. Names that begin with a dot are skipped
 * (`.DS_Store`, `.git`, unfinished results).
 * @param except a directory to skip, such as the one for results
 */
export function filesIn(directory: string, except?: string, { entries } = SYSTEM): FilesIn {
  const files: string[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  const seen = new Set<string>();
  // a link may lead to a file that has its own name in another directory, so links are visited last
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
    } else if (isNew || !isLink) files.push(path); // each hard link counts as a file
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
      unreadable.push({ path, reason: isMisread(path) ? NAME_REASON : reason });
    }
  }
}

const NAME_REASON =
  'expected a name in UTF-8, got other bytes: rename the file, or give it on standard input';

/** Whether a name was not UTF-8: then no text names the file. */
const isMisread = (path: string): boolean => path.includes('\ufffd');

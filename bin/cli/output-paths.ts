import {
  accessSync,
  type BigIntStats,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { UsageError } from './exit.ts';
import { exactStatOf, fileId, isStandardOutput, STANDARD, systemMessage } from './paths.ts';

const [STDIN, STDOUT] = [0, 1];

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Something that a command is going to write. */
export interface OutputPath {
  /** {@link STANDARD} for standard output. */
  readonly path: string;
  /** In words, such as "the result of a.txt". */
  readonly what: string;
}

/** Whether two paths below a directory that exists, neither of which does, would be one file there. */
export type IsOneName = (directory: string, a: string, b: string) => boolean;

/**
 * The rule for what may be written, for all commands, to be called before anything is opened: no output is an input, and
 * no two outputs are the same file or lie one below the other. Files that exist are compared by device and inode, so that
 * hard links and links in parent directories are seen through; those that do not, by the nearest directory that exists and
 * their names below it.
 * @param isOneName asked about names that differ only in case or Unicode normalisation; by default the file system is
 * @throws UsageError that names both
 */
export function refuseCollisions(
  inputs: readonly string[],
  outputs: readonly OutputPath[],
  isOneName: IsOneName = probe,
): void {
  const places = new Places(isOneName);
  const inputAt = new Map<string, string>();
  for (const input of inputs) {
    const place = places.ofInput(input);
    if (place !== undefined) inputAt.set(place, input);
  }
  const outputAt = new Map<string, OutputPath>();
  /** a file for which a directory has to be made at this place */
  const belowAt = new Map<string, OutputPath>();
  for (const output of outputs) {
    const { path, what } = output;
    const refuse = (reason: string) => {
      const where = path === STANDARD ? 'standard output' : path;
      throw new UsageError(`cannot write ${what} to ${where}: ${reason}`);
    };
    if (isPartialName(basename(path))) refuse('names of this form are reserved for unfinished files');
    const { place, parents } = places.ofOutput(path);
    if (place === undefined) continue;
    const input = inputAt.get(place);
    if (input !== undefined) refuse(input === path ? 'it is an input' : `it is the input ${input}`);
    const other = outputAt.get(place);
    if (other) refuse(`${other.what} goes there, too`);
    const below = belowAt.get(place);
    if (below) refuse(`it has to be a directory for ${below.what}`);
    for (const parent of parents) {
      const file = outputAt.get(parent);
      if (file) refuse(`${file.path} is to be ${file.what}, not a directory`);
      belowAt.set(parent, output);
    }
    outputAt.set(place, output);
  }
}

/** The first symbolic link in a path below a directory; undefined if there is none. What leads to the directory may be links. */
export function linkBelow(directory: string, path: string): string | undefined {
  let at = directory;
  for (const name of relative(directory, path).split(sep)) {
    at = join(at, name);
    if (isLink(at)) return at;
  }
  return undefined;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false; // whoever opens it gets the reason
  }
}

/**
 * To be called before work whose results go to a directory, which may be made later.
 * @throws UsageError if nothing can be written there: a file stands in its place or above it, or permission is missing
 */
export function refuseNoDirectory(directory: string): void {
  let at = dirname(join(directory, 'result')); // without a slash at its end, by which a file would not be found
  while (exactStatOf(at) === undefined && at !== dirname(at)) at = dirname(at);
  if (exactStatOf(at)?.isDirectory() === false) {
    throw new UsageError(`cannot write to ${directory}: expected a directory, got the file ${at}`);
  }
  try {
    accessSync(at, constants.W_OK);
  } catch (error) {
    throw new UsageError(`cannot write to ${directory}: ${systemMessage(error)}`);
  }
}

/** Where paths lead to, as strings that are equal for the same file. */
class Places {
  readonly #isOneName: IsOneName;
  readonly #directories = new Map<string, BigIntStats | undefined>();
  /** names below directories that exist, by what they are apart from case and normalisation */
  readonly #alike = new Map<string, string[]>();

  constructor(isOneName: IsOneName) {
    this.#isOneName = isOneName;
  }

  /** Undefined for what is no file: a pipe or a terminal may be input and output. */
  ofInput(path: string): string | undefined {
    const stats = path === STANDARD ? exactStatOf(STDIN) : exactStatOf(path);
    if (stats === undefined) return path === STANDARD ? undefined : this.#ofMissing(path).place;
    return stats.isFile() ? fileId(stats) : undefined;
  }

  /** @returns undefined in place of a device, which may take several outputs; the directories that have to be made for it */
  ofOutput(path: string): { place: string | undefined; parents: readonly string[] } {
    const parents: string[] = [];
    if (isStandardOutput(path)) {
      const stats = exactStatOf(STDOUT);
      return { place: stats?.isFile() ? fileId(stats) : 'standard output', parents };
    }
    const stats = exactStatOf(path);
    if (stats === undefined) return this.#ofMissing(path);
    const isDevice = stats.isCharacterDevice() || stats.isBlockDevice();
    return { place: isDevice ? undefined : fileId(stats), parents };
  }

  /** @param links that may still be followed */
  #ofMissing(path: string, links = MAX_LINKS): { place: string; parents: string[] } {
    if (links > 0 && isLink(path)) {
      // it leads nowhere yet: another output may make that a file
      const target = readlinkSync(path);
      return this.#ofMissing(isAbsolute(target) ? target : `${dirname(path)}/${target}`, links - 1);
    }
    let below = basename(path);
    let directory = dirname(path);
    for (; !this.#isThere(directory); directory = dirname(directory)) {
      if (directory === dirname(directory)) break; // a root that is not there
      below = `${basename(directory)}/${below}`;
    }
    const names = posix.normalize(below).split('/');
    const placeOf = (depth: number) => this.#named(directory, names.slice(0, depth).join('/'));
    return {
      place: placeOf(names.length),
      parents: names.slice(1).map((_, i) => placeOf(i + 1)),
    };
  }

  #isThere(directory: string): boolean {
    if (!this.#directories.has(directory)) this.#directories.set(directory, exactStatOf(directory));
    return this.#directories.get(directory) !== undefined;
  }

  #named(directory: string, name: string): string {
    const stats = this.#directories.get(directory);
    const above = stats ? fileId(stats) : directory;
    const folded = `${above}/${name.normalize('NFD').toLowerCase().toUpperCase()}`;
    const alike = this.#alike.get(folded) ?? [];
    let first = alike.find((other) => other === name || this.#isOneName(directory, other, name));
    if (first === undefined) {
      this.#alike.set(folded, [...alike, name]);
      first = name;
    }
    return `${above}/${first}`;
  }
}

/** Makes a file of one name in a directory for the purpose, and looks for it under the other. */
function probe(directory: string, a: string, b: string): boolean {
  const place = partialPath(directory);
  try {
    mkdirSync(place);
    const made = resolve(place, a);
    mkdirSync(dirname(made), { recursive: true });
    writeFileSync(made, '', { flag: 'wx' });
    return existsSync(resolve(place, b));
  } catch {
    return false; // nothing can be written there anyway: opening the output gives the reason
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

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

// Where a command may write: no output may replace an input or another output, or follow a link out of its directory.
// Unfinished files have names of their own, and are removed if the process ends.
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
import { UsageError } from '../cli/exit.ts';
import { exactStatOf, fileId, isStandardOutput, STANDARD, systemMessage } from '../cli/paths.ts';

const [STDIN, STDOUT] = [0, 1];

/** The number of links that Linux follows. */
const MAX_LINKS = 40;

/** A file that a command will write. */
export interface OutputPath {
  /** {@link STANDARD} for standard output. */
  readonly path: string;
  /** what it contains, such as "the result of a.txt" */
  readonly what: string;
}

/** Whether two missing paths below an existing directory would be the same file. */
export type IsSameName = (directory: string, a: string, b: string) => boolean;

/**
 * Checks the outputs of a command before anything is opened: no output may be an input, and no two outputs may be the same
 * file, or one the directory of the other. Existing files are compared by device and inode, which sees through hard links and links in
 * parent directories; missing ones by the nearest existing directory and their names below it.
 * @param isSameName compares names that differ only in case or Unicode normalisation @default by the file system
 * @throws UsageError that names both
 */
export function refuseCollisions(
  inputs: readonly string[],
  outputs: readonly OutputPath[],
  isSameName: IsSameName = probeNames,
): void {
  const places = new Places(isSameName);
  const inputAt = new Map<string, string>();
  for (const input of inputs) {
    const place = places.ofInput(input);
    if (place !== undefined) inputAt.set(place, input);
  }
  const outputAt = new Map<string, OutputPath>();
  /** by the place of a directory that has to be created: the output that needs it */
  const belowAt = new Map<string, OutputPath>();
  for (const output of outputs) {
    const { path, what } = output;
    const refuse = (reason: string) => {
      const where = path === STANDARD ? 'standard output' : path;
      throw new UsageError(`${where}: cannot write ${what}: ${reason}`);
    };
    if (isPartialName(basename(path))) refuse('names of this form are reserved for unfinished files');
    const { place, parents } = places.ofOutput(path);
    if (place === undefined) continue;
    const input = inputAt.get(place);
    if (input !== undefined) refuse(input === path ? 'it is an input' : `it is the input ${input}`);
    const other = outputAt.get(place);
    if (other) refuse(`${other.what} goes there, too`);
    const below = belowAt.get(place);
    if (below) refuse(`it must be a directory for ${below.what}`);
    for (const parent of parents) {
      const file = outputAt.get(parent);
      if (file) refuse(`${file.path} is to be ${file.what}, not a directory`);
      belowAt.set(parent, output);
    }
    outputAt.set(place, output);
  }
}

/** The first symbolic link in a path below a directory; undefined if there is none. The path of the directory may contain links. */
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
    return false; // opening it gives the reason
  }
}

/** Names that no file can have on Windows: some characters, a blank or a point at the end, and names of devices. */
const NO_NAME_ON_WINDOWS = /[<>:"|?*\p{Cc}]|[ .]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu;

/**
 * Why no file can have this path, whatever the permissions; undefined if one can. The file system is asked, since its limits differ:
 * most allow 255 bytes for each name. Directories of the path may be missing.
 */
export function impossiblePath(path: string, platform = process.platform): string | undefined {
  let directory = dirname(path);
  const names = [basename(path)];
  while (exactStatOf(directory) === undefined && directory !== dirname(directory)) {
    names.unshift(basename(directory));
    directory = dirname(directory);
  }
  for (const name of names) {
    const isForbidden = platform === 'win32' && NO_NAME_ON_WINDOWS.test(name);
    // within a missing directory, the system would not look at the name
    const reason = isForbidden ? 'Windows allows no such name' : lookUpProblem(join(directory, name));
    if (reason !== undefined) return `${JSON.stringify(shortened(name))}: ${reason}`;
  }
  // the whole path, and that of the unfinished file
  return lookUpProblem(path) ?? lookUpProblem(partialPath(dirname(path)));
}

/** Why the system cannot look for a path; undefined if it can, whether something is there or not. */
function lookUpProblem(path: string): string | undefined {
  try {
    lstatSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_INVALID_ARG_VALUE') return 'no name contains a null byte';
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code ?? '')) return systemMessage(error) ?? code;
  }
  return undefined;
}

const MAX_SHOWN = 40;
const shortened = (name: string) => (name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name);

/**
 * Checks, before the work, that results can be written to a directory, which may be created later.
 * @throws UsageError if there is a file in its place or above it, or a permission is missing
 */
export function refuseUnwritableDirectory(directory: string): void {
  let at = dirname(join(directory, 'result')); // removes a final slash, with which a file would not be found
  while (exactStatOf(at) === undefined && at !== dirname(at)) at = dirname(at);
  if (exactStatOf(at)?.isDirectory() === false) {
    throw new UsageError(`${directory}: cannot be written: expected a directory, got the file ${at}`);
  }
  try {
    accessSync(at, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${directory}: cannot be written: ${systemMessage(error)}`);
  }
}

/** Identifies files by strings that are equal for the same file, whether it exists or not. */
class Places {
  readonly #isSameName: IsSameName;
  readonly #directories = new Map<string, BigIntStats | undefined>();
  /** names below existing directories, by their form without case and normalisation */
  readonly #alike = new Map<string, string[]>();

  constructor(isSameName: IsSameName) {
    this.#isSameName = isSameName;
  }

  /** Undefined for a pipe or a terminal, which may be both input and output. */
  ofInput(path: string): string | undefined {
    const stats = path === STANDARD ? exactStatOf(STDIN) : exactStatOf(path);
    if (stats === undefined) return path === STANDARD ? undefined : this.#ofMissing(path).place;
    return stats.isFile() ? fileId(stats) : undefined;
  }

  /** @returns `place`: undefined for a device, which may take several outputs; `parents`: the directories that have to be created */
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

  /** @param links how many more may be followed */
  #ofMissing(path: string, links = MAX_LINKS): { place: string; parents: string[] } {
    if (links > 0 && isLink(path)) {
      // the target may be another output
      const target = readlinkSync(path);
      return this.#ofMissing(isAbsolute(target) ? target : `${dirname(path)}/${target}`, links - 1);
    }
    let below = basename(path);
    let directory = dirname(path);
    for (; !this.#isThere(directory); directory = dirname(directory)) {
      if (directory === dirname(directory)) break; // a missing root, such as a drive
      below = `${basename(directory)}/${below}`;
    }
    const names = posix.normalize(below).split('/');
    const placeOf = (depth: number) => this.#placeBelow(directory, names.slice(0, depth).join('/'));
    return {
      place: placeOf(names.length),
      parents: names.slice(1).map((_, i) => placeOf(i + 1)),
    };
  }

  #isThere(directory: string): boolean {
    if (!this.#directories.has(directory)) this.#directories.set(directory, exactStatOf(directory));
    return this.#directories.get(directory) !== undefined;
  }

  #placeBelow(directory: string, name: string): string {
    const stats = this.#directories.get(directory);
    const above = stats ? fileId(stats) : directory;
    const folded = `${above}/${name.normalize('NFD').toLowerCase().toUpperCase()}`;
    const alike = this.#alike.get(folded) ?? [];
    let first = alike.find((other) => other === name || this.#isSameName(directory, other, name));
    if (first === undefined) {
      this.#alike.set(folded, [...alike, name]);
      first = name;
    }
    return `${above}/${first}`;
  }
}

/** Creates a file with one name in a temporary directory, and checks whether the other name leads to it. */
function probeNames(directory: string, a: string, b: string): boolean {
  const place = partialPath(directory);
  try {
    mkdirSync(place);
    const created = resolve(place, a);
    mkdirSync(dirname(created), { recursive: true });
    writeFileSync(created, '', { flag: 'wx' });
    return existsSync(resolve(place, b));
  } catch {
    return false; // nothing can be written there: opening the output gives the reason
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Names of unfinished files. They begin with a dot, so that they are skipped in input directories. */
const NAME = /^\.sudoku-\d+-[0-9a-z]{8}\.partial$/i;

/** Paths of the unfinished files of this process; undefined until there is one. */
let unfinished: Set<string> | undefined;

/** Whether a name is reserved for unfinished files, so that no result may have it. */
export function isPartialName(name: string): boolean {
  return NAME.test(name);
}

/** A path for an unfinished file in a directory, different each time. */
function partialPath(directory: string): string {
  const random = Math.floor(Math.random() * 36 ** 8).toString(36);
  return join(directory, `.sudoku-${process.pid}-${random.padStart(8, '0')}.partial`);
}

/**
 * Opens a new file for writing. It is removed when the process ends, whether by an error, by `process.exit` or by a signal
 * (see exitOnSignals), unless {@link keepPartial} is called. The open call is synchronous, so that no signal arrives between
 * noting the path and creating the file.
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
      // x: fails for an existing file or link; +: what has been written can be read
      return { path, fd: openSync(path, 'wx+', mode) };
    } catch (error) {
      unfinished.delete(path);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Stops the removal of a file, once it has its final name. */
export function keepPartial(path: string): void {
  unfinished?.delete(path);
}

/** Removes an unfinished file, unless {@link keepPartial} was called. Synchronous, for the end of the process. */
export function removePartial(path: string): void {
  if (unfinished?.delete(path)) rmSync(path, { force: true });
}

function removeAll(): void {
  for (const path of unfinished ?? []) {
    try {
      removePartial(path);
    } catch (error) {
      process.stderr.write(`sudoku: ${path}: cannot be removed: ${(error as Error).message}\n`);
    }
  }
}

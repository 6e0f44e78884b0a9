// The results of archives: the files in two archives are unpacked and compared in pairs, whatever their order.
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hasBinaryResult, type Options, type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import { namedArray, solutionsName } from '../../core/files/zip/arrays.ts';
import type { ZipEntry } from '../../core/files/zip/headers.ts';
import { isIncidental, planEntry } from '../../core/files/zip/planned-entry.ts';
import { ZipReader } from '../../core/files/zip/reader.ts';
import { isZipArchive } from '../../core/formats/signatures.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { STANDARD, statOf, systemMessage } from '../cli/paths.ts';
import { fileContent } from '../files/archive-files.ts';
import { isPuzzle, type OpenedFile, openWithHead, planInput } from '../files/inputs.ts';
import { withPath } from './check-result.ts';

/** Two files in archives, of which one is the result of the other, or a copy. */
export interface PairWithin {
  /** `archive.zip/file.txt`; undefined for a file that is missing. */
  readonly result: string | undefined;
  readonly against: string | undefined;
  /** Whether the file is no puzzle file, so that the result has it unchanged. */
  readonly isCopy: boolean;
  /** Options for both: that of an archive has named its array. */
  readonly given: PartialOptions;
  /** Where they are on disk. */
  readonly files: { readonly result: string; readonly against: string };
}

/** A file of an archive on disk. */
interface Unpacked {
  readonly entry: ZipEntry;
  readonly file: string;
}

/** An archive on disk. */
interface UnpackedArchive {
  /** In the order of the archive, by name. */
  readonly files: ReadonlyMap<string, Unpacked>;
  readonly options: Options;
}

/**
 * Whether a result and its puzzles are archives that can be unpacked: they are files with names.
 * @throws UsageError if only one of them is one
 */
export async function areArchives(result: string, against: string): Promise<boolean> {
  const [isResult, isAgainst] = [await isArchive(result), await isArchive(against)];
  if (isResult === isAgainst) return isAgainst;
  const [archive, other] = isResult ? [result, against] : [against, result];
  throw new UsageError(`${other}: expected a zip archive, as ${archive} is one`);
}

async function isArchive(path: string): Promise<boolean> {
  if (path === STANDARD || isPuzzle(path) || statOf(path)?.isFile() === false) return false;
  return isZipArchive((await frontOf(path)).head);
}

/**
 * The pairs of files in two archives. The files are on disk until the generator ends.
 * @throws UsageError if an archive is damaged; FailureError if there is no room to unpack it
 */
export async function* pairsWithin(
  result: string,
  against: string,
  given: PartialOptions,
): AsyncGenerator<PairWithin> {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-check-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const { files: puzzles, options } = await unpack(against, join(folder, 'puzzles'), given);
    const { files: results } = await unpack(result, join(folder, 'results'), given);
    const { puzzle: _, ...others } = given;
    const pair = (name: string, answer: string, isCopy: boolean): PairWithin => {
      const [own, other] = [puzzles.get(name)!, results.get(answer)];
      return {
        result: other && `${result}/${answer}`,
        against: `${against}/${name}`,
        isCopy,
        given: namedArray(name) ? others : given,
        files: { result: other?.file ?? '', against: own.file },
      };
    };
    const paired = new Set<string>();
    for (const [name, { entry, file }] of puzzles) {
      const array = namedArray(name, options.puzzle);
      // our solutions take the place of an array of solutions
      if (array?.role === 'solution') continue;
      const { head, complete } = await frontOf(file);
      const plan = isIncidental(entry) ? undefined : planEntry(entry, head, complete, options);
      const isSolved = plan !== undefined && !('reason' in plan);
      const hasOwnArray = isSolved && array?.role === 'puzzle' && hasBinaryResult(plan);
      yield pair(name, name, !isSolved || hasOwnArray);
      paired.add(name);
      if (!hasOwnArray) continue;
      const answer = solutionsOf(name, array.folder, puzzles, options.puzzle);
      yield pair(name, answer, false);
      paired.add(answer);
    }
    for (const name of puzzles.keys()) {
      if (!paired.has(name)) yield pair(name, name, true);
      paired.add(name);
    }
    for (const [name, { file }] of results) {
      if (paired.has(name)) continue;
      yield {
        result: `${result}/${name}`,
        against: undefined,
        isCopy: true,
        given,
        files: { result: file, against: '' },
      };
    }
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}

/** The name of the array that has the solutions of an array of puzzles in a result. */
function solutionsOf(
  name: string,
  folder: string,
  puzzles: ReadonlyMap<string, Unpacked>,
  place: string | undefined,
): string {
  for (const other of puzzles.keys()) {
    const array = namedArray(other, place);
    if (array?.role === 'solution' && array.folder === folder) return other;
  }
  return solutionsName(name);
}

/** Writes the files of an archive to a folder, in which names do not lead out of it. */
async function unpack(path: string, folder: string, given: PartialOptions): Promise<UnpackedArchive> {
  const archive = await withPath(path, planInput({ path }, given));
  const reader = new ZipReader();
  const found = new Map<string, Unpacked>();
  let fd: number | undefined;
  const close = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  try {
    for await (const bytes of fileContent(archive)) {
      for await (const event of reader.push(bytes)) {
        if (event.kind === 'content') writeAll(fd!, event.bytes);
        else close();
        if (event.kind !== 'file') continue;
        const { entry } = event;
        const own = join(folder, String(found.size));
        mkdirSync(own, { recursive: true });
        const file = join(own, basename(entry.name).slice(-64) || 'file');
        fd = openSync(file, 'w');
        found.set(entry.name, { entry, file });
      }
    }
    reader.end();
    return { files: found, options: archive.plan.options };
  } catch (error) {
    if (error instanceof RejectedFile) throw new UsageError(`${path}: ${error.message}`);
    const message = systemMessage(error);
    throw message === undefined ? error : new FailureError(`${folder}: cannot be written: ${message}`);
  } finally {
    close();
    reader.close();
    await archive.input.close();
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** The front of a file, from which it is recognised. @throws UsageError if it cannot be read */
async function frontOf(path: string): Promise<Pick<OpenedFile, 'head' | 'complete'>> {
  const { input, head, complete } = await withPath(path, openWithHead(path));
  await input.close();
  return { head, complete };
}

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { UsageError } from '../cli/exit.ts';
import { type FilesIn, filesIn, systemMessage } from '../cli/paths.ts';

/** A file to be uploaded. */
export interface LocalFile {
  readonly path: string;
  /** of its object: a file's name, or in a directory that was given the path from there */
  readonly key: string;
  readonly bytes: number;
}

/** What was found at paths. */
export interface FoundFiles {
  readonly files: readonly LocalFile[];
  /** What in directories cannot be read; the rest can be sent. */
  readonly unreadable: FilesIn['unreadable'];
}

/**
 * Files, and all files in directories (see {@link filesIn}), in the order given.
 * @param except a directory below others that is skipped, such as the one that results go to
 * @throws UsageError for a path that cannot be read, and for two files of one key
 */
export async function listFiles(paths: readonly string[], except?: string): Promise<FoundFiles> {
  const found = await Promise.all(paths.map((path) => filesAt(path, except)));
  const files = found.flatMap((each) => each.files);
  const unreadable = found.flatMap((each) => each.unreadable);
  if (files.length + unreadable.length === 0)
    throw new UsageError(`${paths.join(', ')}: expected files, got a directory without files`);
  const seen = new Map<string, string>();
  for (const { key, path } of files) {
    const other = seen.get(key);
    if (other !== undefined) throw new UsageError(`${other} and ${path} would both be uploaded as ${key}`);
    seen.set(key, path);
  }
  return { files, unreadable };
}

async function filesAt(path: string, except: string | undefined): Promise<FoundFiles> {
  let isDirectory: boolean;
  try {
    const found = await stat(path);
    isDirectory = found.isDirectory();
    if (!isDirectory) {
      await access(path, constants.R_OK);
      return { files: [{ path, key: basename(path), bytes: found.size }], unreadable: [] };
    }
  } catch (error) {
    throw new UsageError(`${path}: cannot be read: ${systemMessage(error) ?? (error as Error).message}`);
  }
  const { files, unreadable } = filesIn(path, except);
  const readable: LocalFile[] = [];
  const others = [...unreadable];
  for (const file of files) {
    try {
      await access(file, constants.R_OK);
      const key = relative(path, file).split(sep).join('/');
      readable.push({ path: file, key, bytes: (await stat(file)).size });
    } catch (error) {
      const reason = systemMessage(error);
      if (reason === undefined) throw error;
      others.push({ path: file, reason });
    }
  }
  return { files: readable, unreadable: others };
}

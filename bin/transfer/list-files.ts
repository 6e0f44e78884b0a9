import { stat } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { UsageError } from '../cli/exit.ts';
import { filesIn } from '../cli/files-in.ts';

/** A file to be uploaded. */
export interface LocalFile {
  readonly path: string;
  /** of its object: a file's name, or in a directory that was given the path from there */
  readonly key: string;
  readonly bytes: number;
}

/**
 * Files, and all files in directories, in the order given.
 * @throws UsageError for what cannot be read, and for two files of one key
 */
export async function listFiles(paths: readonly string[]): Promise<LocalFile[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  if (files.length === 0) throw new UsageError(`${paths.join(', ')}: expected files, got an empty directory`);
  const seen = new Map<string, string>();
  for (const { key, path } of files) {
    const other = seen.get(key);
    if (other !== undefined) throw new UsageError(`${other} and ${path} would both be uploaded as ${key}`);
    seen.set(key, path);
  }
  return files;
}

async function filesAt(path: string): Promise<LocalFile[]> {
  const { size, isDirectory } = await status(path);
  if (!isDirectory) return [{ path, key: basename(path), bytes: size }];
  return Promise.all(
    filesIn(path).map(async (file) => {
      const key = relative(path, file).split(sep).join('/');
      return { path: file, key, bytes: (await stat(file)).size };
    }),
  );
}

async function status(path: string): Promise<{ size: number; isDirectory: boolean }> {
  try {
    const found = await stat(path);
    return { size: found.size, isDirectory: found.isDirectory() };
  } catch (error) {
    throw new UsageError(`${path}: cannot be read: ${(error as Error).message}`);
  }
}

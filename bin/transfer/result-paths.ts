import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { linkBelow, type OutputPath, refuseCollisions, refuseNoDirectory } from '../cli/output-paths.ts';
import { statOf } from '../cli/paths.ts';
import { type Output, openOutput } from '../solve/output.ts';

/** Something to be sent, whose result and report come back. */
export interface Sent {
  readonly key: string;
  /** Of a file on this machine. */
  readonly path?: string;
}

/**
 * To be called before anything is sent: whether each result and each report can be written below a directory, under its
 * key, and overwrites no input and no other one.
 * @param others outputs besides
 * @throws UsageError
 */
export function refuseResultPaths(
  directory: string,
  sent: readonly Sent[],
  others: readonly OutputPath[] = [],
): void {
  refuseNoDirectory(directory);
  const outputs = sent.flatMap(({ key }) => {
    pathOf(directory, key);
    const path = join(directory, key);
    return [
      { path, what: `the result of ${key}` },
      { path: path + REPORT_SUFFIX, what: `the report on ${key}` },
    ];
  });
  outputs.push(...others);
  refuseCollisions(
    sent.flatMap(({ path }) => path ?? []),
    outputs,
  );
  for (const { path, what } of outputs) {
    const link = linkBelow(directory, path);
    const isDirectory = statOf(path)?.isDirectory();
    if (link === undefined && !isDirectory) continue;
    const reason = link === undefined ? 'it is a directory' : `${link} is a symbolic link`;
    throw new UsageError(`cannot write ${what} to ${path}: ${reason}`);
  }
}

/** @throws UsageError for a key that leads out of the directory */
export function pathOf(directory: string, key: string): string {
  const path = resolve(directory, key);
  const below = relative(directory, path);
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new UsageError(`expected a key below ${directory}, got ${key}: choose another with --key`);
  }
  return path;
}

/**
 * Writes a file below a directory. It appears under its name when it is complete. No link below the directory is followed.
 * @throws FailureError if it cannot be written, whatever `content` throws
 */
export async function writeBelow(
  directory: string,
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const output = await opened(directory, path);
  try {
    for await (const piece of content) await output.write(piece);
    await output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
}

/** By now the path was found to be one that can be written: what prevents it is no mistake in the call. */
async function opened(directory: string, path: string): Promise<Output> {
  try {
    return await openOutput(path, directory);
  } catch (error) {
    throw error instanceof UsageError ? new FailureError(error.message) : error;
  }
}

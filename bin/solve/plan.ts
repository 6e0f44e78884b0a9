import { readFully } from '../../core/files/byte-source.ts';
import { HEAD_BYTES, type PartialOptions, planFile } from '../../core/files/index.ts';
import { type Input, openInput } from './input.ts';
import type { PlannedFile } from './solve-file.ts';

/** A file of which the front has been read. */
export interface OpenedFile {
  readonly input: Input;
  /** The first {@link HEAD_BYTES} bytes, or all of them. */
  readonly head: Uint8Array;
  readonly complete: boolean;
}

/**
 * Opens a file and decides how to solve it.
 * @throws RejectedFile if it cannot be read or is no puzzle file
 */
export async function planPath(path: string, given: readonly PartialOptions[]): Promise<PlannedFile> {
  const { input, head, complete } = await openPath(path);
  try {
    return { input, head, complete, plan: planFile({ head, complete, name: path, given }) };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** @throws RejectedFile if it cannot be read */
export async function openPath(path: string): Promise<OpenedFile> {
  const input = await openInput(path);
  const head = new Uint8Array(HEAD_BYTES);
  const length = await readFully(input, head);
  return { input, head: head.subarray(0, length), complete: length < HEAD_BYTES };
}

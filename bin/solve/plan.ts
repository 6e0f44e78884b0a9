import { HEAD_BYTES, headBytes, type PartialOptions, planFile } from '../../core/files/index.ts';
import { readFully } from '../../core/files/work-items.ts';
import { type Input, openInput } from './input.ts';
import type { PlannedFile } from './solve-file.ts';

/** A file of which the front has been read. */
export interface OpenedFile {
  readonly input: Input;
  /** The first bytes, as many as {@link headBytes} wants, or all of them. */
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
  let head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  let complete = false;
  for (let wanted = HEAD_BYTES; !complete && length < wanted; wanted = headBytes(head.subarray(0, length))) {
    if (wanted > head.length) {
      const longer = new Uint8Array(wanted);
      longer.set(head);
      head = longer;
    }
    length += await readFully(input, head.subarray(length, wanted));
    complete = length < wanted;
  }
  return { input, head: head.subarray(0, length), complete };
}

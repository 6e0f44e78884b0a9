import { HEAD_BYTES, type PartialOptions, planFile } from '../../lambda/files/index.ts';
import { type Input, openInput } from './input.ts';
import type { PlannedFile } from './solve-file.ts';

/**
 * Opens a file and decides how to solve it.
 * @throws RejectedFile if it cannot be read or is no puzzle file
 */
export async function planPath(path: string, given: readonly PartialOptions[]): Promise<PlannedFile> {
  const input = await openInput(path);
  try {
    const { head, complete } = await readHead(input);
    return { input, head, plan: planFile({ head, complete, name: path, given }) };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** The first {@link HEAD_BYTES} bytes, or all of them. */
async function readHead(input: Input): Promise<{ head: Uint8Array; complete: boolean }> {
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  let complete = false;
  while (length < HEAD_BYTES && !complete) {
    const count = await input.read(head.subarray(length));
    complete = count === 0;
    length += count;
  }
  return { head: head.subarray(0, length), complete };
}

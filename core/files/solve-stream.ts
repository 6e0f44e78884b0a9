import type { FilePlan, FileSolverOptions } from './contract.ts';
import { FileSession, type SolvedContent } from './session.ts';

/**
 * Solves a file from its stored bytes to those of its result, which is compressed as the file is. Reads on only when
 * `write` is through with what was given to it. Where a deadline cuts the work, the first `outputBytes` bytes of the output
 * are whole for what is consumed.
 *
 * @param plan from {@link planFile}, of the same file
 * @param source all bytes of the file, or of a piece of a splittable one
 * @param write takes output, in order; the bytes are its to keep
 * @throws RejectedFile if the file turns out to be damaged or no puzzle file; what `source` and `write` throw
 * @example
 * import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
 * import { HEAD_BYTES, planFile, solveStream } from 'sudoku-batch';
 *
 * const head = readFileSync('puzzles.txt.gz').subarray(0, HEAD_BYTES);
 * const plan = planFile({ head, complete: true, name: 'puzzles.txt.gz', given: [] });
 * const pieces = [];
 * const { tally } = await solveStream(plan, createReadStream('puzzles.txt.gz'), (bytes) => void pieces.push(bytes));
 * writeFileSync('solved.txt.gz', Buffer.concat(pieces));
 * tally.puzzles; // => 1
 */
export async function solveStream(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => void | Promise<void>,
  options: FileSolverOptions = {},
): Promise<SolvedContent> {
  const session = new FileSession(plan, options);
  try {
    for await (const bytes of source) {
      for await (const piece of session.push(bytes)) await write(piece);
      if (session.solved.interrupted) break;
    }
    for await (const piece of session.end()) await write(piece);
    return session.solved;
  } finally {
    session.close();
  }
}

import {
  type FilePlan,
  FileSession,
  type FileSolverOptions,
  type SolvedContent,
} from '../core/files/index.ts';

/**
 * Solves a file as `solveStream` does, from bytes that nobody else needs: solutions are written over their puzzles, and
 * what goes out is mostly what came in.
 * @param source all bytes of the file, or of a piece of a splittable one; each piece is given away
 * @param write takes output, in order, which is valid until it returns
 * @throws RejectedFile if the file turns out to be damaged or no puzzle file; what `source` and `write` throw
 */
export async function solveInPlace(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => void,
  options: FileSolverOptions,
): Promise<SolvedContent> {
  const session = new FileSession(plan, options);
  try {
    for await (const bytes of source) {
      for await (const piece of session.take(bytes)) write(piece);
      if (session.solved.interrupted) break;
    }
    for await (const piece of session.end()) write(piece);
    return session.solved;
  } finally {
    session.close();
  }
}

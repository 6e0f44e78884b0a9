import {
  type FilePlan,
  type FileSolverOptions,
  type SolvedContent,
  StreamSolver,
} from '../core/files/index.ts';
import { SlowRead } from './read-in-time.ts';

interface SolvedInTime extends SolvedContent {
  /** Set if the work was interrupted because the bytes came too slowly, not because it took too long. */
  readonly slowRead?: SlowRead;
}

/**
 * Solves a file as `solveStream` does, from bytes that nobody else needs: solutions are written over their puzzles, and
 * what goes out is mostly what came in.
 * @param source all bytes of the file, or of a piece of a splittable one; each piece is given away
 * @param write takes output, in order, which is valid until it returns
 * @throws RejectedFile if the file turns out to be damaged or no puzzle file; what `source` (but SlowRead) and `write` throw
 */
export async function solveInPlace(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => void,
  options: FileSolverOptions,
): Promise<SolvedInTime> {
  const session = new StreamSolver(plan, options);
  try {
    for await (const bytes of source) {
      for await (const piece of session.take(bytes)) write(piece);
      if (session.solved.interrupted) break;
    }
    for await (const piece of session.end()) write(piece);
    return session.solved;
  } catch (error) {
    if (!(error instanceof SlowRead)) throw error;
    // what was solved before stays solved
    session.interrupt();
    return { ...session.solved, slowRead: error };
  } finally {
    session.close();
  }
}

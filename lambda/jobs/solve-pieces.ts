import type { FileSolver } from '../files/index.ts';

export interface Solved {
  /** False if the deadline cut the work: the output then answers for the first `solver.consumed` bytes. */
  readonly finished: boolean;
  /** spent solving, without waiting for bytes to come or go */
  readonly milliseconds: number;
}

/** Runs a stream through a solver, no faster than the output is taken. */
export async function solvePieces(
  solver: FileSolver,
  input: AsyncIterable<Uint8Array>,
  write: (output: Uint8Array) => Promise<void> | void,
): Promise<Solved> {
  let milliseconds = 0;
  const run = async (pieces: Iterable<Uint8Array>) => {
    let start = performance.now();
    for (const piece of pieces) {
      milliseconds += performance.now() - start;
      await write(piece);
      start = performance.now();
    }
    milliseconds += performance.now() - start;
  };
  for await (const piece of input) {
    await run(solver.push(piece));
    if (solver.interrupted) return { finished: false, milliseconds };
  }
  await run(solver.end());
  return { finished: !solver.interrupted, milliseconds };
}

import { afterEach, describe, expect, test, vi } from 'vitest';
import { type FileSolverOptions, StreamSolver } from '../../../core/files/index.ts';
import { planOf } from '../formats/solve-bytes.ts';

const ROWS = ['1234', '3412', '2143', '4.21'];
const CELLS = ROWS.join('');

/** Files that are read in a kernel; each ends with the line feed of its last record. */
const FILES: Record<string, string> = {
  lines: `${CELLS}\n`.repeat(10),
  CSV: `puzzle\n${`${CELLS}\n`.repeat(10)}`,
  'JSON Lines': `{"puzzle":"${CELLS}"}\n`.repeat(10),
  grids: `${ROWS.join('\n')}\n\n`.repeat(10),
};

/** Solves a piece as a thread does, of bytes that are given away. @returns whether it was interrupted */
async function solve(text: string, options: FileSolverOptions = {}): Promise<boolean> {
  const bytes = Buffer.from(text);
  const session = new StreamSolver(planOf(bytes), options);
  for await (const _ of session.take(bytes));
  for await (const _ of session.end());
  session.close();
  return session.solved.interrupted;
}

afterEach(() => vi.restoreAllMocks());

// memory of megabytes for each piece of a file is what keeps the collection of garbage busy
describe.each(Object.entries(FILES))('%s: the memory in which a piece was read is used again', (_, file) => {
  test('for the next piece', async () => {
    await solve(file);
    const made = vi.spyOn(WebAssembly, 'Instance');
    for (let i = 0; i < 3; i++) expect(await solve(file)).toBe(false);
    expect(made).not.toHaveBeenCalled();
  });

  test('after a piece that was interrupted', async () => {
    const blocks = file.repeat(4000); // the first one's output is enough
    expect(await solve(blocks, { mostOutput: 1 })).toBe(true);
    const made = vi.spyOn(WebAssembly, 'Instance');
    expect(await solve(blocks, { mostOutput: 1 })).toBe(true);
    expect(made).not.toHaveBeenCalled();
  });
});

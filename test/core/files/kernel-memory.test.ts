import { afterEach, describe, expect, test, vi } from 'vitest';
import { type FileSolverOptions, openStored } from '../../../core/files/index.ts';
import { planOf } from '../formats/solve-bytes.ts';

const ROWS = ['1234', '3412', '2143', '4.21'];
const CELLS = ROWS.join('');

/** Files whose format has a kernel for reading; each ends with the line feed of its last record. */
const FILES: Record<string, string> = {
  lines: `${CELLS}\n`.repeat(10),
  CSV: `puzzle\n${`${CELLS}\n`.repeat(10)}`,
  'JSON Lines': `{"puzzle":"${CELLS}"}\n`.repeat(10),
  grids: `${ROWS.join('\n')}\n\n`.repeat(10),
};

/** Solves a piece as a thread does, in place. @returns whether it was interrupted */
async function solve(text: string, options: FileSolverOptions = {}): Promise<boolean> {
  const bytes = Buffer.from(text);
  const solver = openStored(planOf(bytes), options);
  for await (const _ of solver.take(bytes));
  for await (const _ of solver.end());
  solver.close();
  return solver.solved.interrupted;
}

afterEach(() => vi.restoreAllMocks());

// new memory for each piece of a file would be megabytes of garbage
describe.each(Object.entries(FILES))('a piece of %s', (_, file) => {
  test('is read in the memory of the piece before', async () => {
    await solve(file);
    const made = vi.spyOn(WebAssembly, 'Instance');
    for (let i = 0; i < 3; i++) expect(await solve(file)).toBe(false);
    expect(made).not.toHaveBeenCalled();
  });

  test('is read in the memory of a piece that was interrupted', async () => {
    const blocks = file.repeat(4000); // the first block's output is enough
    expect(await solve(blocks, { mostOutput: 1 })).toBe(true);
    const made = vi.spyOn(WebAssembly, 'Instance');
    expect(await solve(blocks, { mostOutput: 1 })).toBe(true);
    expect(made).not.toHaveBeenCalled();
  });
});

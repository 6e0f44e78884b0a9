// `sudoku doctor --fix` whose sweep does not come, as when its message waits behind many others.
import { expect, test, vi } from 'vitest';
import { Exit } from '../../../bin/cli/exit.ts';
import type { Clients } from '../../../bin/remote/clients.ts';
import { runDoctor } from '../../../bin/remote/doctor/run.ts';
import type { DeployedPipeline } from '../../../bin/remote/stack.ts';

vi.mock('../../../bin/remote/doctor/checks.ts', () => ({ CHECKS: { all: async () => [] } }));
vi.mock('../../../bin/remote/doctor/sweeps.ts', () => ({ sweepNow: async () => undefined }));

test('a requested sweep that has not ended is a finding, although all checks are well', async () => {
  const printed: unknown[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(text) > 0);
  const exit = await runDoctor({} as Clients, {} as DeployedPipeline, { fix: true, json: false });
  write.mockRestore();
  expect(exit).toBe(Exit.someUnsolved);
  expect(printed.join('')).toMatch(/^WRONG {2}requested sweep: .*\n {7}its message waits .*\nok {5}all\n$/);
});

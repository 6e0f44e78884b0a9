import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chosenSolvers } from '../../../bench/peers/index.ts';
import { satSolver } from '../../../bench/peers/sat-solver.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';

const folder = mkdtempSync(join(tmpdir(), 'sat-solver-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that knows the only model of a puzzle that root propagation solves, and checks whether a clause excludes it. */
const program = join(folder, 'solver');
const MODEL = Array.from({ length: 256 }, (_, i) => i + 1);
writeFileSync(
  program,
  `#!/bin/sh
if [ "$1" = --version ]; then exit 0; fi
if grep -q '^${MODEL.map((variable) => -variable).join(' ')} 0' "$2"; then echo 's UNSATISFIABLE'; exit 20; fi
echo "c $1"; echo 's SATISFIABLE'; echo 'v ${MODEL.slice(0, 100).join(' ')}'; echo 'v ${MODEL.slice(100).join(' ')} 0'; exit 10
`,
);
chmodSync(program, 0o755);

test('runs any program that reads DIMACS files: first for a solution, then for another one', async () => {
  const solver = satSolver('mine', `${program} -q`);
  const shape = geometry(16);
  const solution = Uint8Array.from(MODEL, (_, i) => {
    const row = i >> 4;
    return ((4 * row + (row >> 2) + i) % 16) + 1;
  });
  const cells = solution.map((digit, i) => (i % 7 === 0 ? 0 : digit));
  const set = { name: 'one', geometry: shape, count: 1, cells };
  const run = solver.prepare(set, 'unique', 2);
  run.pass();
  const { counts, solutions } = run.answers();
  expect(solver.name).toBe('mine');
  expect([...counts]).toEqual([1]);
  expect(solutions).toEqual(solution);
});

test('solvers that are given must run', async () => {
  const choose = (command: string) =>
    chosenSolvers({ peers: true, peer: [`mine=dimacs:${command}`] }, ({ name }) => name === 'mine');
  expect((await choose(program)).map(({ name }) => name)).toEqual(['mine']);
  await expect(choose(join(folder, 'none'))).rejects.toThrow('expected mine to exit with 0 for --version');
  await expect(chosenSolvers({ peers: false, peer: ['a=b'] })).rejects.toThrow(
    'expected --peer or --no-peers, got both: --peer a=b',
  );
});

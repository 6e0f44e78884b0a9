import { expect, test } from 'vitest';
import { openFile, planFile } from '../../../core/files/index.ts';

const LINE = `${'1234341221434321'.replaceAll('4', '.')}\n`;
/** Some record buffers, each solved in one go. */
const FILE = Buffer.from(LINE.repeat(50_000));

test('work ends when there is so much output, and is whole as far as it got', () => {
  const plan = planFile({ head: FILE, complete: true, name: 'f.txt', given: [] });
  const whole = Buffer.concat([...openFile(plan).push(FILE), ...openFile(plan).end()]);
  const solver = openFile(plan, { mostOutput: 1 });
  const output = Buffer.concat([...solver.push(FILE), ...solver.end()]);
  expect(solver.interrupted).toBe(true);
  expect(solver.consumed).toBeGreaterThan(0);
  expect(solver.consumed).toBeLessThan(FILE.length);
  expect(output.equals(whole.subarray(0, solver.consumed))).toBe(true);
  expect(solver.tally.puzzles).toBe(solver.consumed / LINE.length);
});

test('but not after the last of it', () => {
  const plan = planFile({ head: Buffer.from(LINE), complete: true, name: 'f.txt', given: [] });
  const solver = openFile(plan, { mostOutput: 1 });
  const output = Buffer.concat([...solver.push(Buffer.from(LINE)), ...solver.end()]);
  expect(solver.interrupted).toBe(false);
  expect(output.length).toBe(LINE.length);
});

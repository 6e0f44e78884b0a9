import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { solveBytes } from '../core/formats/solve-bytes.ts';
import { pipeline, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

const ARRAY = readFileSync(new URL('../../examples/array.npy', import.meta.url));
/** The second puzzle begins with two equal digits. */
const BROKEN = Buffer.from(ARRAY).fill(9, 128 + 81, 128 + 83);

test('an array that is cut into chunks, within its header and its puzzles, has the result of the uncut one', async () => {
  const whole = solveBytes(BROKEN);
  expect(whole.tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
  for (const [i, offsets] of [
    [1, 60, 127, 128, 129],
    [200, 209, 210],
    [150, 160, 289, 290, 291, 370],
  ].entries()) {
    const key = `cut-${i}.npy`;
    await pipeline.run(await pipeline.cut(key, BROKEN, offsets));
    expect(await pipeline.result(key)).toBe(whole.output.toString());
    expect(await pipeline.report(key)).toMatchObject({
      puzzles: 3,
      solved: 2,
      problems: [{ line: 2, status: 'invalid' }],
    });
  }
  expect(await pipeline.leftovers()).toEqual([]);
});

test('an array that is shorter than its header says is rejected', async () => {
  await pipeline.upload('short.npy', ARRAY.subarray(0, 300));
  await pipeline.run(await pipeline.receive());
  expect(await pipeline.report('short.npy')).toMatchObject({
    status: 'rejected',
    reason: 'expected 371 bytes for 3 puzzles, as the header says, got 300',
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { lanesEngine } from '../../core/solver/lanes/engine.ts';
import { Status } from '../../core/solver/model/status.ts';
import { outcomes, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();
afterEach(() => void vi.restoreAllMocks());

/** A puzzle that takes all available time with any budget, once {@link makeHard} is called. */
const HARD = '.'.repeat(81);
const UNSOLVED = 'unsolved'.padEnd(81);

/** Makes the engine run out of time on the empty grid. @returns how often it tried to solve one */
function makeHard(): { readonly tried: () => number } {
  let tried = 0;
  const solveBatch = lanesEngine.solveBatch.bind(lanesEngine);
  vi.spyOn(lanesEngine, 'solveBatch').mockImplementation((batch, options, result) => {
    solveBatch(batch, options, result);
    for (let p = 0; p < batch.count; p++) {
      if (batch.cells.subarray(81 * p, 81 * p + 81).some((value) => value > 0)) continue;
      tried++;
      result.statuses[p] = Status.interrupted;
      result.solutions.fill(0, 81 * p, 81 * p + 81);
    }
  });
  return { tried: () => tried };
}

/** The context of an invocation that gives up an interrupted puzzle at once. */
const givingUp = { available: 0 };

/** Runs an upload's message and all messages that follow from it. @returns the outcomes in order */
async function drain(own: { available?: number } = givingUp): Promise<(string | undefined)[]> {
  const ends = outcomes(await pipeline.run(await pipeline.receive()));
  for (let records = await pipeline.receive(); records.length > 0; records = await pipeline.receive()) {
    for (const record of records) ends.push(...outcomes(await pipeline.run([record], own)));
  }
  return ends;
}

describe('a puzzle that takes all the time of an invocation', () => {
  test('is unsolved after an invocation of its own, and its neighbours are solved', async () => {
    const { tried } = makeHard();
    await pipeline.upload('one.txt', `${PUZZLE}\n${PUZZLE}\n${HARD}\n${PUZZLE}\n`);
    expect(await drain()).toEqual(['enqueued', 'solved']);
    expect(await pipeline.result('one.txt')).toBe(`${SOLUTION}\n${SOLUTION}\n${UNSOLVED}\n${SOLUTION}\n`);
    expect(await pipeline.report('one.txt')).toMatchObject({
      status: 'done',
      solved: 3,
      unsolved: 1,
      problems: [{ line: 3, status: 'unsolved', reason: expect.stringMatching(/^the time ran out/) }],
    });
    expect(tried()).toBe(2);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('leads to the rejection of a file that has too many of them', async () => {
    makeHard();
    await pipeline.upload('many.txt', `#! sudoku budget=4000000000\n${`${HARD}\n`.repeat(20)}`);
    // each of three messages gave up one puzzle
    expect(await drain()).toEqual(['enqueued', 'enqueued', 'enqueued', 'rejected']);
    expect(await pipeline.report('many.txt')).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(
        /^expected puzzles of which .* got harder ones: bytes 274 to 1668 .* a lower limit or budget, or upload/,
      ),
    });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is unsolved as the only grid of a file that cannot be cut', async () => {
    makeHard();
    await pipeline.upload('grid.txt', `${'.........\n'.repeat(9)}`);
    expect(await drain()).toEqual(['enqueued', 'solved']);
    expect(await pipeline.result('grid.txt')).toMatch(/^unsolved/);
    expect(await pipeline.report('grid.txt')).toMatchObject({ status: 'done', puzzles: 1, unsolved: 1 });
  });
});

describe('the report of a file that cannot be cut and takes too long advises what to change', () => {
  test.each([
    [
      'count.txt',
      `#! sudoku solutions=count\n${PUZZLE}\n${HARD}\n`,
      [
        'because solutions=count numbers the rows of its result: give it with solutions=first or unique, or a lower limit or budget, or upload it in pieces',
      ],
    ],
    [
      'grids.txt',
      `${PUZZLE.replace(/.{9}/g, '$&\n')}\n${HARD.replace(/.{9}/g, '$&\n')}`,
      [
        'because its puzzles are not one a line (grids): give it with one puzzle a line, or a lower budget, or upload it in pieces',
      ],
    ],
  ])('%s', async (key, content, [advice]) => {
    makeHard();
    await pipeline.upload(key, content);
    expect(await drain({})).toEqual(['enqueued', 'rejected']);
    const reason = (await pipeline.report(key))?.reason;
    expect(reason).toMatch(
      /^expected a file that can be cut or takes at most 48 s, got one that would take more/,
    );
    expect(reason).toContain(advice);
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { Answer } from '../../../bin/solve/answer.ts';
import { MainThread } from '../../../bin/solve/main-thread.ts';
import type { Work } from '../../../bin/solve/protocol.ts';
import { ALONE, planFile } from '../../../core/files/index.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
/** Nobody lives to see its solutions counted. */
const ENDLESS = '.'.repeat(81);
const FOREVER = { solutions: 'count', limit: 2 ** 32 - 1, budget: 2 ** 32 - 1 } as const;

function workOf(text: string, options: Parameters<typeof planFile>[0]['given'][number] = {}): Work {
  const head = Buffer.from(text);
  const buffer = new ArrayBuffer(Math.max(head.length, 4096));
  new Uint8Array(buffer).set(head);
  const plan = planFile({ head, complete: true, name: '', given: [options] });
  return {
    file: 0,
    plan,
    first: true,
    joint: ALONE,
    listedGuesses: -1,
    buffer,
    length: head.length,
    continues: false,
  };
}

async function solved(work: Work) {
  const thread = new MainThread();
  const answer = new Answer();
  const solving = thread.solve(work, answer);
  expect(thread.isAtWork).toBe(true);
  const left = await solving;
  expect(thread.isAtWork).toBe(false);
  const parts: Buffer[] = [];
  if (!left) for await (const part of answer.parts()) parts.push(Buffer.from(part));
  return { left, answer, text: Buffer.concat(parts).toString(), isOut: thread.isOut };
}

test('what is quickly done is done here', async () => {
  const { text, answer, left, isOut } = await solved(workOf(`${P}\n${P}`));
  expect(text).toBe(`${S}\n${S}`);
  expect((await answer.done).tally).toMatchObject({ puzzles: 2, solved: 2, lines: 1 });
  expect({ left, isOut }).toEqual({ left: undefined, isOut: false });
});

test('what comes meanwhile has its turns, also within an item', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await solved(workOf(`${P}\n`.repeat(46_000)));
  isDone = true;
  // one before it begins, and one after each of the blocks that it is solved in
  expect(turns).toBeGreaterThan(2);
});

test('what takes long is left to others from the record on that takes long', async () => {
  const puzzles = `puzzle,solution\n${P},\n${P},\n${ENDLESS},\n${P},\n`;
  const { left, isOut } = await solved(workOf(puzzles, { ...FOREVER }));
  expect(isOut).toBe(true);
  expect(left?.solved.tally).toMatchObject({ puzzles: 2, solved: 2, lines: 3 });
  const { rest } = left!;
  expect(rest.first).toBe(false);
  expect(Buffer.from(rest.buffer, 0, rest.length).toString()).toBe(`${ENDLESS},\n${P},\n`);
});

test('a file that is no sequence of lines is left to others as a whole', async () => {
  const work = workOf(`[{"puzzle":"${P}"},{"puzzle":"${ENDLESS}"}]`, { solutions: 'all', limit: 1e9 });
  const { left, isOut } = await solved(work);
  expect(isOut).toBe(true);
  expect(left).toMatchObject({ rest: work, solved: { tally: { puzzles: 0 } } });
});

test('a file that cannot be solved fails the work', async () => {
  const work = { ...workOf(`${P}\n`), plan: { ...workOf(`${P}\n`).plan, compression: 'gzip' } as const };
  await expect(
    new MainThread().solve({ ...work, plan: { ...work.plan, splittable: false } }, new Answer()),
  ).rejects.toThrow(/expected a whole gzip file/);
});

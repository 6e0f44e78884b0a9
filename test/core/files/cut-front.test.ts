import { afterEach, describe, expect, test, vi } from 'vitest';
import { planFile, StreamSolver } from '../../../core/files/index.ts';

afterEach(() => void vi.restoreAllMocks());

const P4 = '12.434..2.4343.1';
/** Blocks of 64 bytes, so that the comments at the front are many. */
const ROOM = { block: 64, record: 256 };
const FRONT = '# a comment\n\n'.repeat(40);
const CSV = `${FRONT}puzzle,solution\n${`${P4},\n`.repeat(5)}`;
const LINES = `${FRONT}${`${P4}\n`.repeat(5)}`;

/** Solves a file a stretch at a time, each as long as the clock lets it, which passes with each look at it. */
async function inStretches(text: string, looks: number, limits: { mostOutput?: number } = {}) {
  const plan = planFile({ head: Buffer.from(text), complete: true, name: '', given: [{ output: 'same' }] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  let output = '';
  let puzzles = 0;
  let [at, stretches] = [0, 0];
  for (let isOver = false; !isOver; stretches++) {
    // more time for each, so that it ends
    const deadline = now + looks * (stretches + 1);
    const session = new StreamSolver(plan, { first: at === 0, room: ROOM, deadline, ...limits });
    const pieces: Uint8Array[] = [];
    for (let from = at; from < text.length && !session.solved.interrupted; from += 50) {
      const piece = Buffer.from(text.slice(from, from + 50));
      for await (const part of session.take(piece)) pieces.push(Uint8Array.from(part));
    }
    for await (const part of session.end()) pieces.push(Uint8Array.from(part));
    const { consumed, outputBytes, tally, interrupted } = session.solved;
    output += Buffer.concat(pieces).subarray(0, outputBytes).toString();
    puzzles += tally.puzzles;
    at += consumed;
    isOver = !interrupted;
    if (stretches > 300) throw new Error(`no progress from byte ${at} on`);
  }
  vi.restoreAllMocks();
  return { output, puzzles, stretches };
}

describe('a file that begins with many comments', () => {
  test.each([
    ['a header below them', CSV],
    ['puzzles below them', LINES],
  ])('is solved in stretches as at once, wherever the clock strikes: %s', async (_, text) => {
    const whole = await inStretches(text, Number.POSITIVE_INFINITY);
    expect(whole.puzzles).toBe(5);
    let most = 0;
    for (let looks = 1; looks < 120; looks++) {
      const { output, puzzles, stretches } = await inStretches(text, looks);
      expect({ looks, output, puzzles }).toEqual({ looks, output: whole.output, puzzles: 5 });
      most = Math.max(most, stretches);
    }
    expect(most).toBeGreaterThan(2);
  });

  test('is not cut within them where there is enough output', async () => {
    const whole = await inStretches(CSV, Number.POSITIVE_INFINITY);
    const { output, stretches } = await inStretches(CSV, Number.POSITIVE_INFINITY, { mostOutput: 1 });
    expect(output).toBe(whole.output);
    expect(stretches).toBeGreaterThan(1);
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { openFile, planFile, readFrom, sumTallies, type Tally } from '../../../core/files/index.ts';
import { solveRange } from '../../../lambda/chunks/solve-chunk.ts';
import { ByteCollector } from '../../../lambda/invocation/solve-in-place.ts';
import fc from '../../property.ts';

const P = '12.434..2.4343.1';
/** Bytes of a block and of the longest record; the function uses 256 KiB and 1 MiB. */
const ROOM = { block: 64, record: 128 };

const PLAN = planFile({ head: Buffer.from(`${P}\n`), complete: true, name: 'p.txt', given: [] });

async function* pieces(bytes: Uint8Array, size: number) {
  // copies, since solutions are written over the puzzles
  for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.subarray(at, at + size));
}

/** The result of one pass without limits. */
function solveAll(file: Uint8Array) {
  const solver = openFile(PLAN, { room: ROOM });
  const output = [...solver.push(file), ...solver.end()];
  return { text: Buffer.concat(output).toString('latin1'), tally: solver.tally };
}

/** A line of one byte to several blocks. */
const line = fc
  .tuple(
    fc.constantFrom(P, '#', 'z', ' '),
    fc.oneof(
      fc.integer({ min: 1, max: 70 }),
      fc.constantFrom(127, 128, 129, 256),
      fc.integer({ min: 130, max: 900 }),
    ),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([sign, length, end]) => (sign === P ? P : sign.repeat(length)) + end);
const file = fc.array(line, { minLength: 1, maxLength: 15 }).map((lines) => Buffer.from(lines.join('')));
const cuts = fc.array(fc.nat(3000), { maxLength: 6 });

/** The ranges into which these offsets cut a file. */
function rangesOf(bytes: number, cutAt: readonly number[]) {
  const inside = [...new Set(cutAt)].filter((at) => at > 0 && at < bytes).sort((a, b) => a - b);
  const starts = [0, ...inside];
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? bytes }));
}

describe('a range of a file, its lines of any length', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Solves each range, in as many attempts as the limits require, like the messages of a job. */
  async function solveRanges(
    bytes: Buffer,
    cutAt: readonly number[],
    pieceBytes: number,
    limits: (attempt: number) => { deadline?: number; mostOutput?: number; roomForOutput?: number },
  ) {
    const outputs: Buffer[] = [];
    const tallies: Tally[] = [];
    for (const whole of rangesOf(bytes.length, cutAt)) {
      let range = whole;
      for (let attempt = 1; range.from < range.to; attempt++) {
        const output = new ByteCollector(0);
        const source = pieces(bytes.subarray(readFrom(range)), pieceBytes);
        const solved = await solveRange(PLAN, source, range, output, { room: ROOM, ...limits(attempt) });
        expect(solved.range.from).toBe(range.from);
        expect(solved.range.to).toBeGreaterThanOrEqual(range.from);
        expect(solved.range.to).toBeLessThanOrEqual(range.to);
        outputs.push(Buffer.from(output.bytes()));
        tallies.push(solved.tally);
        range = { from: solved.range.to, to: range.to };
      }
    }
    return { text: Buffer.concat(outputs).toString('latin1'), tally: sumTallies(tallies) };
  }

  test('has the same result with any cuts as in one pass', async () => {
    const property = fc.asyncProperty(
      file,
      cuts,
      fc.integer({ min: 1, max: 300 }),
      async (bytes, at, size) => {
        expect(await solveRanges(bytes, at, size, () => ({}))).toEqual(solveAll(bytes));
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  test('is solved in parts if the deadline passes, also within a line', async () => {
    const property = fc.asyncProperty(
      file,
      cuts,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 3, max: 60 }),
      async (bytes, at, size, time) => {
        const whole = solveAll(bytes);
        // each call of the clock advances it by a millisecond
        let now = 0;
        vi.spyOn(performance, 'now').mockImplementation(() => now++);
        const limits = (attempt: number) => ({ deadline: now + time * attempt });
        const parts = await solveRanges(bytes, at, size, limits);
        vi.restoreAllMocks();
        expect(parts).toEqual(whole);
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  test('is solved in parts if there is no memory for more output', async () => {
    const property = fc.asyncProperty(
      file,
      cuts,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 500 }),
      async (bytes, at, size, mostOutput) => {
        const limits = () => ({ mostOutput, roomForOutput: 1200 });
        expect(await solveRanges(bytes, at, size, limits)).toEqual(solveAll(bytes));
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  test('ends at its last line, also if that is cut beyond the range', async () => {
    const bytes = Buffer.from(`${P}\n#${'c'.repeat(1000)}\n${P}\n${P}\n`);
    const range = { from: 0, to: 20 };
    const output = new ByteCollector(0);
    const limits = { room: ROOM, mostOutput: 100, roomForOutput: 5000 };
    const solved = await solveRange(PLAN, pieces(bytes, 50), range, output, limits);
    expect(solved.range).toEqual(range);
    expect(output.length).toBe(P.length + 1 + 1002);
  });

  test('names the line that exceeds the memory', async () => {
    const bytes = Buffer.from(`${P}\n#${'c'.repeat(1000)}\n${P}\n`);
    const range = { from: 17, to: bytes.length };
    const source = pieces(bytes.subarray(readFrom(range)), 50);
    const limits = { room: ROOM, roomForOutput: 500 };
    await expect(solveRange(PLAN, source, range, new ByteCollector(0), limits)).rejects.toThrow(
      'expected a record of at most 500 bytes, got a longer one, in line 1 of those that begin after byte 17',
    );
  });
});

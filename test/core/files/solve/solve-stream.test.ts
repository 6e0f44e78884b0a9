import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  openFile,
  openStored,
  type PartialOptions,
  planFile,
  solveStream,
} from '../../../../core/files/index.ts';
import { someOf } from '../../../cases.ts';
import { planOf } from '../../formats/solve-bytes.ts';

afterEach(() => void vi.restoreAllMocks());

const LIMIT = 2000;

/** Two sets of puzzles: some have more solutions than the limit, some have one, and one has none. */
const NINE = [
  [
    '1.......2....1..3...5..34....2..1..4....8.7..4..9.......1..5.4.8.....5..9...6....',
    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
    '.'.repeat(81),
    '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9',
  ],
  [
    `1${'.'.repeat(80)}`,
    '8.........95.......67..........2.485...4.3192......736...651947...732518...894263',
    `12345678.........9${'.'.repeat(63)}`,
    `..2${'.'.repeat(78)}`,
  ],
] as const;
/** For the engine for large grids. */
const SIX = [
  ['1....................................'.slice(0, 36), '.'.repeat(36)],
  ['.2...................................'.slice(0, 36), '123456456123231564564231312645645312'],
] as const;

/** Builds a file of each format from given puzzles. */
const FAMILIES: Record<string, (puzzles: readonly string[]) => Uint8Array> = {
  lines: (puzzles) => text(puzzles.map((cells) => `${cells}\n`)),
  csv: (puzzles) => text(['id,puzzle,solution\n', ...puzzles.map((cells, i) => `${i},${cells},\n`)]),
  'JSON Lines': (puzzles) => text(puzzles.map((puzzle) => `${JSON.stringify({ puzzle })}\n`)),
  'a JSON array': (puzzles) => Buffer.from(JSON.stringify(puzzles.map((puzzle) => ({ puzzle })))),
  grids: (puzzles) => text(puzzles.map((cells) => `${rowsOf(cells).join('\n')}\n\n`)),
  'number lines': (puzzles) =>
    text(puzzles.map((cells) => `${Array.from(cells.replaceAll('.', '0')).join(' ')}\n`)),
  gzip: (puzzles) => gzipSync(text(puzzles.map((cells) => `${cells}\n`))),
  zstandard: (puzzles) => zstdCompressSync(text(puzzles.map((cells) => `${cells}\n`))),
};
const SOLUTIONS = ['first', 'unique', 'count', 'all'] as const;

describe.each(someOf(Object.keys(FAMILIES), 3))(
  'two files of %s that are solved in turns have the same results as alone',
  (family) => {
    test.each(SOLUTIONS)('with solutions=%s', async (solutions) => {
      for (const sets of [NINE, SIX]) {
        for (const output of ['same', 'csv', 'jsonl'] as const) {
          const given: PartialOptions = { solutions, limit: LIMIT, output };
          const files = sets.map((set) => FAMILIES[family]!(set));
          const alone = [];
          for (const file of files) alone.push(await solved(file, given, async () => {}));
          const together = await Promise.all(files.map((file) => solved(file, given, nextTurn)));
          for (const [i, { output, tally }] of together.entries()) {
            expect(output.equals(alone[i]!.output)).toBe(true);
            expect(tally).toEqual(alone[i]!.tally);
          }
        }
      }
    });
  },
);

test('a solver throws if it is called before its last output has ended', () => {
  const file = Buffer.from(`${'.'.repeat(81)}\n`);
  const solver = openFile(planOf(file, { solutions: 'all', limit: LIMIT }));
  expect([...solver.push(file)]).toHaveLength(1);
  const pieces = solver.end();
  pieces.next();
  const again = solver.end();
  expect(() => again.next()).toThrow('expected the previous output to be read to its end, got another call');
  expect([...pieces].length).toBeGreaterThan(1);
});

/** Solves a file in small pieces, and lets others take a turn after each piece of output. */
async function solved(file: Uint8Array, given: PartialOptions, turn: () => Promise<void>) {
  const pieces: Uint8Array[] = [];
  async function* source() {
    for (let at = 0; at < file.length; at += 100) yield file.subarray(at, at + 100);
  }
  const { tally } = await solveStream(planOf(file, given), source(), (piece) => {
    pieces.push(piece.slice());
    return turn();
  });
  return { output: Buffer.concat(pieces), tally };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function text(parts: readonly string[]): Buffer {
  return Buffer.from(parts.join(''));
}

function rowsOf(cells: string): string[] {
  const size = Math.sqrt(cells.length);
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
}

const P4 = '12.434..2.4343.1';
/** Blocks of 64 bytes, so that the comments at the front fill many. */
const ROOM = { block: 64, record: 256 };
const FRONT = '# a comment\n\n'.repeat(40);
const CSV = `${FRONT}puzzle,solution\n${`${P4},\n`.repeat(5)}`;
const LINES = `${FRONT}${`${P4}\n`.repeat(5)}`;

/** Solves a file by a series of solvers with deadlines, on a clock that advances with each look at it. */
async function bySeveralSolvers(text: string, looks: number, limits: { mostOutput?: number } = {}) {
  const plan = planFile({ head: Buffer.from(text), complete: true, name: '', given: [{ output: 'same' }] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  let output = '';
  let puzzles = 0;
  let [at, solvers] = [0, 0];
  for (let isOver = false; !isOver; solvers++) {
    // more time for each solver, so that the series ends
    const deadline = now + looks * (solvers + 1);
    const solver = openStored(plan, { first: at === 0, room: ROOM, deadline, ...limits });
    const pieces: Uint8Array[] = [];
    for (let from = at; from < text.length && !solver.solved.interrupted; from += 50) {
      const piece = Buffer.from(text.slice(from, from + 50));
      for await (const part of solver.take(piece)) pieces.push(Uint8Array.from(part));
    }
    for await (const part of solver.end()) pieces.push(Uint8Array.from(part));
    const { consumed, outputBytes, tally, interrupted } = solver.solved;
    output += Buffer.concat(pieces).subarray(0, outputBytes).toString();
    puzzles += tally.puzzles;
    at += consumed;
    isOver = !interrupted;
    if (solvers > 300) throw new Error(`expected progress, got none from byte ${at} on`);
  }
  vi.restoreAllMocks();
  return { output, puzzles, solvers };
}

describe('a file that begins with many comments', () => {
  test.each([
    ['a header below them', CSV],
    ['puzzles below them', LINES],
  ])('has the same result wherever deadlines cut the work: %s', async (_, text) => {
    const whole = await bySeveralSolvers(text, Number.POSITIVE_INFINITY);
    expect(whole.puzzles).toBe(5);
    let most = 0;
    for (let looks = 1; looks < 120; looks++) {
      const { output, puzzles, solvers } = await bySeveralSolvers(text, looks);
      expect({ looks, output, puzzles }).toEqual({ looks, output: whole.output, puzzles: 5 });
      most = Math.max(most, solvers);
    }
    expect(most).toBeGreaterThan(2);
  });

  test('is not cut within them by a limit on output', async () => {
    const whole = await bySeveralSolvers(CSV, Number.POSITIVE_INFINITY);
    const { output, solvers } = await bySeveralSolvers(CSV, Number.POSITIVE_INFINITY, { mostOutput: 1 });
    expect(output).toBe(whole.output);
    expect(solvers).toBeGreaterThan(1);
  });
});

import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openFile, type PartialOptions, solveStream } from '../../../core/files/index.ts';
import { planOf } from '../formats/solve-bytes.ts';

const LIMIT = 2000;

/** Two sets of puzzles, some with more solutions than the limit, some with one, one without any. */
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
/** For the engine of large grids. */
const SIX = [
  ['1....................................'.slice(0, 36), '.'.repeat(36)],
  ['.2...................................'.slice(0, 36), '123456456123231564564231312645645312'],
] as const;

/** A file of each family, of given puzzles. */
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

describe.each(Object.keys(FAMILIES))(
  'two files of %s, worked on in turns, come out as each alone',
  (family) => {
    test.each(SOLUTIONS)('solutions=%s', async (solutions) => {
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

test('a solver whose output was not taken to its end takes no more input', () => {
  const file = Buffer.from(`${'.'.repeat(81)}\n`);
  const solver = openFile(planOf(file, { solutions: 'all', limit: LIMIT }));
  expect([...solver.push(file)]).toHaveLength(1);
  const pieces = solver.end();
  pieces.next();
  const again = solver.end();
  expect(() => again.next()).toThrow('expected the output before to be taken to its end, got another call');
  expect([...pieces].length).toBeGreaterThan(1);
});

/** Solves a file from small pieces, with a turn of others after each piece of output. */
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

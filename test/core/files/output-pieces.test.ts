// Pieces of results belong to their receiver, who keeps, transfers or overwrites them.
import { readFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { solveFramed } from '../../../core/files/solve/solve-stream.ts';
import { openFile, type PartialOptions, planFile, solverStream, solveStream } from '../../../core/index.ts';
import { RECEIVERS, type Receive } from '../../receivers.ts';
import { zipOf } from './zip/archives.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const COUNT = 4000;
const rows = (row: (i: number) => string) => Array.from({ length: COUNT }, (_, i) => row(i)).join('');

const JSONL = rows((i) => `{"id":${i},"puzzle":"${i % 100 ? PUZZLE : 12}"}\n`);
/** Files of several blocks, written by different writers. */
const FILES: Readonly<Record<string, { text: string; options?: PartialOptions }>> = {
  'lines.txt': { text: rows((i) => (i % 100 ? `${PUZZLE}\n` : `# ${i}\n`)) },
  'table.csv': { text: `id,puzzle\n${rows((i) => `${i},${PUZZLE}\n`)}` },
  'semicolons.csv': { text: `id;puzzle\n${rows((i) => `${i};${i % 100 ? PUZZLE : '"12"'}\n`)}` },
  'objects.jsonl': { text: JSONL },
  'grids.txt': { text: rows(() => `${PUZZLE.replace(/.{9}/g, '$&\n')}\n`) },
  'old-mac.txt': { text: rows(() => `${PUZZLE}\r`) },
  'rows of a table': { text: JSONL, options: { output: 'csv' } },
  'all solutions': { text: '................\n'.repeat(100), options: { solutions: 'all', output: 'jsonl' } },
};

const planOf = (head: Uint8Array, options: PartialOptions = {}) =>
  planFile({ head, complete: true, name: 'a', given: [options] });

/** Pieces of many sizes: some are shorter than a record, some longer than a block. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (3 * size + 1) % 400_009) {
    yield Uint8Array.from(bytes.subarray(at, at + size));
  }
}

type Producer = (bytes: Uint8Array, options: PartialOptions | undefined, receive: Receive) => Promise<void>;

/** Every way to get the pieces of a result out of the library. */
const PRODUCERS: Readonly<Record<string, Producer>> = {
  'openFile, push': async (bytes, options, receive) => {
    const solver = openFile(planOf(bytes, options));
    for await (const part of piecesOf(bytes)) {
      for (const piece of solver.push(part)) receive(piece);
      for (const piece of solver.flush()) receive(piece);
    }
    for (const piece of solver.end()) receive(piece);
  },
  'openFile, take': async (bytes, options, receive) => {
    const solver = openFile(planOf(bytes, options));
    for await (const part of piecesOf(bytes)) for (const piece of solver.take(part)) receive(piece);
    for (const piece of solver.end()) receive(piece);
  },
  solveStream: async (bytes, options, receive) => {
    await solveStream(planOf(bytes, options), piecesOf(bytes), receive);
  },
  solverStream: async (bytes, options, receive) => {
    const { readable, writable } = solverStream(options);
    const written = (async () => {
      const writer = writable.getWriter();
      for await (const part of piecesOf(bytes)) await writer.write(part);
      await writer.close();
    })();
    for await (const piece of readable as AsyncIterable<Uint8Array<ArrayBuffer>>) receive(piece);
    await written;
  },
};

const cases = Object.keys(FILES).flatMap((file) =>
  Object.keys(PRODUCERS).map((producer) => ({ file, producer })),
);

test.each(cases)(
  'every receiver gets the same result of $file from $producer',
  async ({ file, producer }) => {
    const { text, options } = FILES[file]!;
    const bytes = Buffer.from(text);
    const expected: Buffer[] = [];
    await solveFramed(
      planOf(bytes, options),
      piecesOf(bytes),
      (piece) => void expected.push(Buffer.from(piece)),
      {},
    );
    for (const [what, create] of Object.entries(RECEIVERS)) {
      const receiver = create();
      await PRODUCERS[producer]!(bytes, options, receiver.receive);
      expect(receiver.faults, what).toEqual([]);
      expect(receiver.pieces, what).toBeGreaterThan(1);
      expect(Buffer.concat(receiver.result()).equals(Buffer.concat(expected)), what).toBe(true);
    }
  },
);

const CSV = Buffer.from(FILES['table.csv']!.text);

test.each([
  ['gzip', gzipSync(CSV), {}],
  ['zstandard', zstdCompressSync(CSV), {}],
  [
    'a zip archive',
    zipOf([
      { name: 'a.csv', content: CSV },
      { name: 'notes', content: 'none' },
    ]),
    {},
  ],
  ['an array', readFileSync('examples/array.npy'), {}],
  ['Parquet', CSV, { output: 'parquet' }],
] as const)('every receiver of solveStream gets the same result in %s', async (_, bytes, options) => {
  const results = await Promise.all(
    Object.values(RECEIVERS).map(async (create) => {
      const receiver = create();
      await solveStream(planOf(bytes, options), piecesOf(bytes), receiver.receive);
      expect(receiver.faults).toEqual([]);
      return Buffer.concat(receiver.result()).toString('base64');
    }),
  );
  expect(new Set(results).size).toBe(1);
});

test('a plan does not depend on the bytes that it was made from', () => {
  for (const { text } of Object.values(FILES)) {
    const head = Buffer.from(text);
    const plan = planOf(head);
    const before = structuredClone(plan);
    head.fill(0);
    expect(plan).toEqual(before);
  }
});

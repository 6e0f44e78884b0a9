import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openFile } from '../../../../core/browser.ts';
import { compressionOf } from '../../../../site/try/files/open-blob.ts';
import type { Pool } from '../../../../site/try/files/pool.ts';
import type { PieceOfWork } from '../../../../site/try/files/protocol.ts';
import { solveBlob } from '../../../../site/try/files/solve-blob.ts';

const P = '12.434..2.4343.1\n';
const S = '1234341221434321\n';

/** A pool of fake workers, which solve in this thread. */
function poolOf(count: number): Pool {
  const workers = Array.from({ length: count }, () => {
    let solver: ReturnType<typeof openFile> | undefined;
    return {
      submit({ plan, first, buffer, length, continues }: PieceOfWork) {
        solver ??= openFile(plan, { first });
        const parts: Uint8Array[] = [];
        for (const part of solver.push(new Uint8Array(buffer, 0, length))) parts.push(part);
        for (const part of continues ? solver.flush() : solver.end()) parts.push(part);
        const tally = continues ? undefined : solver.tally;
        if (!continues) solver = undefined;
        return { next: async () => parts.shift(), tally: Promise.resolve(tally) };
      },
    };
  });
  let next = 0;
  return { workers, free: async () => workers[next++ % count] } as unknown as Pool;
}

async function solved(blob: Blob, workers: number): Promise<string> {
  const pieces: Buffer[] = [];
  const sink = { write: (bytes: Uint8Array) => void pieces.push(Buffer.from(bytes)) };
  await solveBlob(
    poolOf(workers),
    { blob, name: 'a.txt', compression: await compressionOf(blob), options: {} },
    sink,
    () => {},
  );
  return Buffer.concat(pieces).toString();
}

const COUNT = 150_000;

test.each([1, 3, 7])(
  'solveBlob solves a file longer than a piece on %d workers, with and without gzip',
  async (workers) => {
    const text = P.repeat(COUNT);
    expect(await solved(new Blob([text]), workers)).toBe(S.repeat(COUNT));
    expect(await solved(new Blob([Uint8Array.from(gzipSync(text))]), workers)).toBe(S.repeat(COUNT));
  },
);

test('solveBlob throws if it could not read the entire file', async () => {
  const blob = new Blob([P.repeat(COUNT)]);
  const shorter = new Blob([P]);
  Object.defineProperty(blob, 'stream', { value: () => shorter.stream() });
  await expect(solved(blob, 1)).rejects.toThrow(`expected ${blob.size} bytes of the file to be read, got 17`);
});

test('solveBlob refuses a file that is compressed twice', async () => {
  const twice = new Blob([Uint8Array.from(gzipSync(gzipSync(P)))]);
  await expect(solved(twice, 1)).rejects.toThrow(/^expected puzzles .*compressed twice: decompress it once$/);
});

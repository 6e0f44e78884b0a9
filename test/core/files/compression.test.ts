import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decoder } from '../../../core/files/compression.ts';
import {
  decompress,
  type FilePlan,
  type FileSolverOptions,
  HEAD_BYTES,
  planFile,
  RejectedFile,
  solveStream,
} from '../../../core/files/index.ts';
import fc from '../../property.ts';

const PUZZLE = '12.434..2.4343.1';
const SOLVED = '1234341221434321';

const CODECS = [
  {
    name: 'gzip',
    pack: (bytes: Uint8Array) => gzipSync(bytes),
    unpack: (bytes: Uint8Array) => gunzipSync(bytes),
  },
  {
    name: 'zstd',
    pack: (bytes: Uint8Array) => zstdCompressSync(bytes),
    unpack: (bytes: Uint8Array) => zstdDecompressSync(bytes),
  },
] as const;

/** A skippable frame, as pzstd writes them. */
const SKIPPABLE = Buffer.from('502a4d1804000000aabbccdd', 'hex');

const lines = (puzzle: string, count: number) => Buffer.from(`${puzzle}\n`.repeat(count));

function planOf(file: Uint8Array, name = 'puzzles'): FilePlan {
  const head = file.subarray(0, HEAD_BYTES);
  return planFile({ head, complete: head.length === file.length, name, given: [] });
}

async function* pieces(file: Uint8Array, size: number) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function solved(file: Uint8Array, size = 10_000, options: FileSolverOptions = {}) {
  const output: Uint8Array[] = [];
  const write = (piece: Uint8Array) => void output.push(piece);
  const outcome = await solveStream(planOf(file), pieces(file, size), write, options);
  return { output: Buffer.concat(output), ...outcome };
}

describe.each(CODECS)('a $name file', ({ name, pack, unpack }) => {
  test('is recognised by its first bytes, and the format by the content', () => {
    const plan = planOf(pack(lines(PUZZLE, 10)));
    expect(plan).toMatchObject({ compression: name, format: 'lines', splittable: false });
  });

  test('has a result of the same compression', async () => {
    const { output, tally } = await solved(pack(lines(PUZZLE, 20_000)));
    expect(unpack(output).equals(lines(SOLVED, 20_000))).toBe(true);
    expect(tally).toMatchObject({ puzzles: 20_000, solved: 20_000, lines: 20_000 });
  });

  test('is read to the end if it consists of several files, whatever the size of the pieces', async () => {
    const joined = Buffer.concat([pack(lines(PUZZLE, 3000)), pack(lines(PUZZLE, 2)), pack(lines(PUZZLE, 1))]);
    for (const size of [7, 64, joined.length]) {
      const { output } = await solved(joined, size);
      expect(unpack(output).equals(lines(SOLVED, 3003))).toBe(true);
    }
  });

  test('is solved in bounded memory although it expands a thousandfold', async () => {
    const bomb = pack(Buffer.concat([lines(PUZZLE, 10), Buffer.alloc(100_000_000, `#${'0'.repeat(998)}\n`)]));
    expect(bomb.length).toBeLessThan(400_000);
    const before = process.memoryUsage().rss;
    let peak = 0;
    const output: Uint8Array[] = [];
    await solveStream(planOf(bomb), pieces(bomb, 65_536), (piece) => {
      output.push(piece);
      peak = Math.max(peak, process.memoryUsage().rss);
    });
    expect(peak - before).toBeLessThan(150_000_000);
    const result = unpack(Buffer.concat(output));
    expect(result.length).toBe(10 * 17 + 100_000_000);
    expect(result.subarray(0, 10 * 17).equals(lines(SOLVED, 10))).toBe(true);
  });

  test.each<[string, (file: Buffer) => Uint8Array, RegExp]>([
    [
      'cut in the middle',
      (file) => file.subarray(0, file.length / 2),
      /a whole \w+ file, got one that is cut short/,
    ],
    ['cut before its last byte', (file) => file.subarray(0, -1), /got one that is cut short/],
    ['cut in its header', (file) => file.subarray(0, 5), /got one that is cut short/],
    [
      'its second member cut',
      (file) => Buffer.concat([file, file.subarray(0, 20)]),
      /got one that is cut short/,
    ],
    ['text after it', (file) => Buffer.concat([file, Buffer.from('1234')]), /got damaged bytes/],
    ['damaged', (file) => Buffer.from(file).fill(0xff, 12, 40), /got damaged bytes/],
  ])('is rejected if it is damaged: %s', async (_, damage, message) => {
    for (const count of [10, 20_000]) {
      const failure = await solved(damage(Buffer.from(pack(varied(count))))).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RejectedFile);
      expect((failure as Error).message).toMatch(message);
    }
  });

  test('is solved or rejected with a reason if bytes were changed, whatever the size of the pieces', async () => {
    const file = Buffer.from(pack(varied(40)));
    const outcome = (bytes: Uint8Array, size: number) =>
      solved(bytes, size).then(
        ({ output, tally }) => ({ output: output.toString('base64'), tally }),
        (error: unknown) => {
          expect(error).toBeInstanceOf(RejectedFile);
          return (error as Error).message;
        },
      );
    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 1, max: 500 }), async (bytes, size) => {
        const broken = Buffer.from(file);
        for (const [at, byte] of bytes) broken[at] = byte;
        const whole = await outcome(broken, broken.length);
        expect(await outcome(broken, size)).toEqual(whole);
        if (typeof whole === 'string') expect(whole).toMatch(/expected .*got /);
      }),
      { numRuns: 50 },
    );
  });

  test('is a set without puzzles if it has no content', () => {
    expect(planOf(pack(Buffer.alloc(0)))).toMatchObject({ format: 'lines' });
  });

  test('rejects with the error of its source, unchanged', async () => {
    const file = pack(lines(PUZZLE, 10));
    const failing = async function* () {
      yield file.subarray(0, 20);
      throw new TypeError('connection lost');
    };
    const solving = solveStream(planOf(file), failing(), () => {});
    await expect(solving).rejects.toThrow(new TypeError('connection lost'));
  });

  test('has a complete result if the work is cut, to which the result for the rest can be appended', async () => {
    const content = lines(PUZZLE, 50_000);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: content.length / 2 }), async (mostOutput) => {
        const front = await solved(pack(content), 5000, { mostOutput });
        expect(front).toMatchObject({ interrupted: true, tally: { solved: front.consumed / 17 } });
        expect(front.consumed).toBeGreaterThanOrEqual(mostOutput);
        const rest = await solved(pack(content.subarray(front.consumed)));
        expect(rest).toMatchObject({ interrupted: false, consumed: content.length - front.consumed });
        const joined = [];
        for await (const piece of decompress(name, [front.output, rest.output])) joined.push(piece);
        expect(Buffer.concat(joined).equals(lines(SOLVED, 50_000))).toBe(true);
      }),
      { numRuns: 3 },
    );
  });
});

describe.each(CODECS)('a $name file', ({ pack }) => {
  const contents = [
    lines(PUZZLE, 3),
    Buffer.from(`# a comment\n\n${PUZZLE}\n`),
    Buffer.from(`#! sudoku variant=x\n${PUZZLE}\n`),
    Buffer.from(`id,puzzle,solution\n1,${PUZZLE},\n`),
    Buffer.from(`{"easy":["${PUZZLE}"],"hard":[{"id":1,"puzzle":"${PUZZLE}"}]}`),
  ];

  test.each(contents.map((content) => [content.toString(), content] as const))(
    'has the same plan however it is cut into members or frames: %j',
    (_, content) => {
      const { compression: _none, splittable: _cut, ...plan } = planOf(content);
      for (let cut = 0; cut <= content.length; cut++) {
        const parts = [content.subarray(0, cut), content.subarray(cut)].map((part) => pack(part));
        expect(planOf(Buffer.concat(parts))).toMatchObject(plan);
        expect(planOf(Buffer.concat([...parts, pack(Buffer.alloc(0))]))).toMatchObject(plan);
      }
    },
  );
});

test('a head with too many zstandard frames is recognised from the first ones', () => {
  const frames = Buffer.concat(Array(2000).fill(zstdCompressSync(lines(PUZZLE, 1))));
  expect(planOf(frames)).toMatchObject({ compression: 'zstd', format: 'lines' });
});

test('skippable frames of zstandard are skipped', async () => {
  const part = zstdCompressSync(lines(PUZZLE, 100));
  const { tally } = await solved(Buffer.concat([SKIPPABLE, part, SKIPPABLE, part]), 33);
  expect(tally.solved).toBe(200);
});

test('skippable frames are skipped wherever the pieces end', async () => {
  const part = zstdCompressSync(lines(PUZZLE, 3));
  const empty = Buffer.from('5f2a4d1800000000', 'hex');
  const file = Buffer.concat([SKIPPABLE, part, SKIPPABLE, empty, SKIPPABLE, part, empty, SKIPPABLE]);
  for (let size = 1; size <= file.length; size++) {
    expect((await solved(file, size)).tally).toMatchObject({ puzzles: 6, solved: 6 });
  }
});

test.each([1, 4, 9, 11])(
  'a file that ends after %i bytes of a skippable frame is cut short',
  async (length) => {
    const file = Buffer.concat([zstdCompressSync(lines(PUZZLE, 3)), SKIPPABLE.subarray(0, length)]);
    for (const size of [1, 3, file.length]) {
      await expect(solved(file, size)).rejects.toThrow(
        'expected a whole zstandard file, got one that is cut short',
      );
    }
  },
);

test('a million skippable frames are skipped, each without content', async () => {
  const part = zstdCompressSync(lines(PUZZLE, 3));
  const file = Buffer.concat([part, Buffer.alloc(1_000_000 * SKIPPABLE.length, SKIPPABLE), part]);
  expect((await solved(file, 64 * 1024)).tally.solved).toBe(6);
});

test('the decoder yields after each empty frame, so that its consumer can stop', async () => {
  const empty = zstdCompressSync(Buffer.alloc(0));
  const codec = decoder('zstd');
  let stops = 0;
  for await (const _ of codec.push(Buffer.concat([empty, empty, empty, empty]))) stops++;
  codec.close();
  expect(stops).toBe(3);
});

test.each([
  ['bzip2', '425a6839314159265359'],
  ['xz', 'fd377a585a00'],
  ['lz4', '04224d18'],
  ['a 7z archive', '377abcaf271c'],
  ['a rar archive', '526172211a07'],
])('%s is rejected by name', (name, magic) => {
  const file = Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(100)]);
  expect(() => planOf(file)).toThrow(
    new RegExp(
      `expected puzzles as text or as a NumPy array, or either compressed with gzip, zstandard or zip; got ${name}`,
    ),
  );
});

/** Comments that hardly compress, so that damage affects content. */
function varied(count: number): Buffer {
  const text = Array.from({ length: count }, (_, i) => `${PUZZLE} # ${Math.imul(i, 2654435761) >>> 0}`);
  return Buffer.from(`${text.join('\n')}\n`);
}

describe('a small file with much content', () => {
  // the clock advances with each look at it
  beforeEach(() => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
  });
  afterEach(() => void vi.restoreAllMocks());

  const MiB = 1024 * 1024;
  const comments = Buffer.from(`# ${'x'.repeat(97)}\n`.repeat((32 * MiB) / 100));

  test.each(CODECS)('is interrupted at the deadline, whatever its content ($name)', async ({ pack }) => {
    const puzzle = pack(Buffer.from(`${PUZZLE}\n`));
    // gigabytes, most of which are never decompressed
    const file = Buffer.concat([puzzle, ...new Array<Buffer>(64).fill(pack(comments))]);
    const plan = planOf(file);
    const { interrupted, consumed } = await solveStream(plan, pieces(file, file.length), () => {}, {
      deadline: 30,
    });
    expect(interrupted).toBe(true);
    expect(consumed).toBeLessThan(64 * comments.length);
  });

  test('is interrupted at the deadline even if it has no content', async () => {
    const skippable = Buffer.alloc(MiB);
    skippable.set(Buffer.from('502a4d18f8ff0f00', 'hex'));
    async function* endless() {
      yield zstdCompressSync(Buffer.from(`${PUZZLE}\n`));
      for (;;) yield skippable;
    }
    const plan = planOf(zstdCompressSync(Buffer.from(`${PUZZLE}\n`)));
    expect(await solveStream(plan, endless(), () => {}, { deadline: 30 })).toMatchObject({
      interrupted: true,
    });
  });
});

describe('zero bytes after gzip data', () => {
  const packed = gzipSync(lines(PUZZLE, 3000));
  const padding = Buffer.alloc(1000);

  test.each([
    ['at the end', Buffer.concat([packed, padding]), 3000],
    ['between members', Buffer.concat([packed, padding, packed]), 6000],
  ])('are padding %s, as for gzip(1), whatever the size of the pieces', async (_, file, count) => {
    for (const size of [1, 7, packed.length, packed.length + 1, file.length]) {
      const { output } = await solved(file, size);
      expect(gunzipSync(output).equals(lines(SOLVED, count))).toBe(true);
    }
  });

  test('reject the file if anything but a gzip member follows them', async () => {
    const file = Buffer.concat([packed, padding, Buffer.from('x'.repeat(20))]);
    await expect(solved(file)).rejects.toThrow('expected a whole gzip file, got damaged bytes');
  });
});

describe('a file whose head has no content', () => {
  /** A skippable frame of 3 MB. */
  const skippable = Buffer.alloc(3_000_000);
  skippable.writeUInt32LE(0x184d2a50, 0);
  skippable.writeUInt32LE(skippable.length - 8, 4);
  const missing = `expected content in the first ${HEAD_BYTES} bytes of a`;

  test.each([
    ['behind a skippable frame', Buffer.concat([skippable, zstdCompressSync(lines(PUZZLE, 3))])],
    [
      'behind many of them',
      Buffer.concat([...Array(20_000).fill(SKIPPABLE), zstdCompressSync(lines(PUZZLE, 3))]),
    ],
    ['behind empty frames', Buffer.concat([...Array(30_000).fill(zstdCompressSync(Buffer.alloc(0)))])],
  ])('is rejected if its content is %s of zstandard', (_, file) => {
    expect(() => planOf(file)).toThrow(`${missing} zstandard file, got none there`);
  });

  test('is rejected if its content is behind empty members of gzip', () => {
    const file = Buffer.concat([
      ...Array(10_000).fill(gzipSync(Buffer.alloc(0))),
      gzipSync(lines(PUZZLE, 3)),
    ]);
    expect(() => planOf(file)).toThrow(`${missing} gzip file, got none there`);
  });

  test('is rejected as cut short if it ends within a skippable frame', () => {
    expect(() => planOf(skippable.subarray(0, 1000))).toThrow('zstandard file, got one that is cut short');
  });
});

describe('a tar archive', () => {
  const header = Buffer.alloc(512);
  header.write('puzzles/a.txt');
  header.write('0000644\0', 100);
  header.write('00000000053\0', 124);
  const sum = header.reduce((total, byte) => total + byte, 8 * 0x20);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const archive = Buffer.concat([header, lines(PUZZLE, 3), Buffer.alloc(1024)]);
  const rejection = /got a tar archive( within (gzip|zstandard))?: unpack it/;

  test.each([
    ['without compression', archive],
    ['in gzip', gzipSync(archive)],
    ['in zstandard', zstdCompressSync(archive)],
  ])('is rejected by name %s', (_, file) => {
    expect(() => planOf(file)).toThrow(rejection);
  });
});

test('a zstandard file with a window of more than 8 MiB is rejected, as each reader would need as much memory', async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 };
  const file = zstdCompressSync(lines(PUZZLE, 1_000_000), { params });
  const message = /window of at most 8 MiB, got one with a larger one: compress it without --long/;
  expect(() => planOf(file)).toThrow(message);
  // the second frame has it
  const later = Buffer.concat([zstdCompressSync(lines(PUZZLE, 1000)), file]);
  const plan = planOf(zstdCompressSync(lines(PUZZLE, 1000)));
  await expect(solveStream(plan, pieces(later, 100), () => {})).rejects.toThrow(message);
});

test('a zstandard file that needs a dictionary is rejected with that reason', () => {
  const content = lines(PUZZLE, 10);
  const descriptor = 0x21; // a length of content and a number of a dictionary, each in a byte
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, 7, content.length]);
  const lastBlock = Buffer.alloc(3);
  lastBlock.writeUIntLE(8 * content.length + 1, 0, 3);
  const message = /got one that needs a dictionary: compress it without -D/;
  expect(() => planOf(Buffer.concat([header, lastBlock, content]))).toThrow(message);
});

import { readFileSync } from 'node:fs';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type FileSolverOptions,
  formatReport,
  openFile,
  type PartialOptions,
  RejectedFile,
  report,
  solveStream,
} from '../../../../core/files/index.ts';
import { MAX_REPORT_BYTES } from '../../../../core/files/report.ts';
import { ZipReader } from '../../../../core/files/zip/reader.ts';
import fc from '../../../property.ts';
import { planOf } from '../../formats/solve-bytes.ts';
import { type Made, unzip, zipOf } from './archives.ts';

afterEach(() => void vi.restoreAllMocks());

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

async function* cut(file: Uint8Array, ends: readonly number[] = []) {
  for (const [i, end] of [...ends, file.length].entries()) yield file.subarray(ends[i - 1] ?? 0, end);
}

async function solved(
  file: Buffer,
  {
    given = {},
    ends = [],
    ...options
  }: FileSolverOptions & { given?: PartialOptions; ends?: readonly number[] } = {},
) {
  const output: Uint8Array[] = [];
  const write = (piece: Uint8Array) => void output.push(Buffer.from(piece));
  const outcome = await solveStream(planOf(file, given, 'a.zip'), cut(file, ends), write, options);
  return { ...outcome, output: Buffer.concat(output) };
}

const textsOf = (archive: Buffer) =>
  Object.fromEntries(Array.from(unzip(archive), ([name, content]) => [name, content.toString()]));

const lines = (name: string, more: Partial<Made> = {}): Made => ({ name, content: `${P}\n`, ...more });

describe('a zip archive', () => {
  test('has a result of the same names in the same order, with the result of each file', async () => {
    const archive = zipOf([
      { name: 'sets/', method: 0 },
      lines('sets/a.txt'),
      { name: 'b.csv', content: `id,puzzle,solution\n1,${P},\n` },
      { name: 'c.jsonl', content: `{"puzzle":"${P}"}\n` },
    ]);
    const { output, tally } = await solved(archive);
    expect(Object.entries(textsOf(output))).toEqual([
      ['sets/', ''],
      ['sets/a.txt', `${S}\n`],
      ['b.csv', `id,puzzle,solution,status\n1,${P},${S},solved\n`],
      ['c.jsonl', `{"puzzle":"${P}","solution":"${S}","status":"solved"}\n`],
    ]);
    expect(tally).toMatchObject({ puzzles: 3, solved: 3, sizes: { '9x9': 3 } });
  });

  test('with files of other kinds has these unchanged in the result, and the report names them', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300_000, 7)]);
    const archive = zipOf([
      { name: 'README.md', content: 'About these puzzles' },
      lines('a.txt'),
      { name: 'cover.png', content: png, method: 0 },
      { name: 'empty.txt', method: 0 },
    ]);
    const { output, tally } = await solved(archive);
    const files = unzip(output);
    expect(files.get('README.md')!.toString()).toBe('About these puzzles');
    expect(files.get('cover.png')!.equals(png)).toBe(true);
    expect(files.get('empty.txt')).toHaveLength(0);
    expect(tally.files).toMatchObject({
      solved: 1,
      rejected: 3,
      list: [
        { name: 'README.md', status: 'rejected', reason: expect.stringContaining('got "About these') },
        { name: 'a.txt', status: 'solved', format: 'lines', puzzles: 1, solved: 1 },
        { name: 'cover.png', status: 'rejected', reason: expect.stringContaining('got a PNG image') },
        { name: 'empty.txt', status: 'rejected', reason: expect.stringContaining('got an empty file') },
      ],
    });
  });

  test('of macOS or Windows may have notes of these systems, which are not reported', async () => {
    const notes = ['__MACOSX/._a.txt', '.DS_Store', 'sets\\Thumbs.db'].map((name) => ({
      name,
      content: 'x',
    }));
    const { output, tally } = await solved(zipOf([lines('a.txt'), ...notes]));
    expect([...unzip(output).keys()]).toEqual(['a.txt', ...notes.map(({ name }) => name)]);
    expect(tally.files).toMatchObject({ solved: 1, rejected: 0, list: [{ name: 'a.txt' }] });
  });

  test('has problems with the name of their file, and lines counted in each', async () => {
    const archive = zipOf([
      lines('a.txt', { content: `${P}\nxx\n` }),
      lines('b.txt', { content: `${P}\n\nyy\n` }),
    ]);
    const { tally } = await solved(archive);
    expect(tally.problems).toMatchObject([
      { file: 'a.txt', line: 2, record: 'xx' },
      { file: 'b.txt', line: 3, record: 'yy' },
    ]);
    expect(tally.statistics.hardest).toMatchObject([
      { file: 'a.txt', line: 1 },
      { file: 'b.txt', line: 1 },
    ]);
  });

  test('gives its options to each file, whose first line overrides them', async () => {
    const empty = '.'.repeat(81);
    const archive = zipOf([
      { name: 'a.txt', content: `${empty}\n` },
      { name: 'b.txt', content: `#! sudoku solutions=first\n${P}\n` },
    ]);
    const { output } = await solved(archive, { given: { solutions: 'unique' } });
    expect(textsOf(output)['a.txt']).toMatch(/^not-unique/);
    expect(textsOf(output)['b.txt']).toContain(S);
  });

  test('leaves out of the work a file whose first line requests what the host refuses', async () => {
    const archive = zipOf([
      lines('a.txt'),
      lines('b.txt', { content: `#! sudoku solutions=count limit=5000\n${P}\n` }),
    ]);
    const checkOptions = ({ limit }: { limit: number }) => {
      if (limit > 1000) throw new RejectedFile('expected limit=1000 or less');
    };
    const { tally } = await solved(archive, { checkOptions });
    expect(tally.files!.list).toMatchObject([
      { status: 'solved' },
      { name: 'b.txt', status: 'rejected', reason: 'expected limit=1000 or less' },
    ]);
  });

  test('leaves as they are files whose ends matter, and results that are written from their ends', async () => {
    const parquet = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100), Buffer.from('PAR1')]);
    const { tally } = await solved(
      zipOf([
        lines('a.txt'),
        lines('b.txt', { content: `#! sudoku output=npy\n${P}\n` }),
        { name: 'c.parquet', content: parquet },
      ]),
    );
    expect(tally.files).toMatchObject({
      solved: 1,
      rejected: 2,
      list: [{}, { reason: expect.stringContaining('got output=npy: unpack it') }, { name: 'c.parquet' }],
    });
  });

  test('makes a table of each file if one is requested', async () => {
    const { output } = await solved(zipOf([lines('a.txt')]), { given: { output: 'csv' } });
    expect(textsOf(output)['a.txt']).toBe(`puzzle,solution,status,count,guesses\n${P},${S},solved,1,0\n`);
  });

  test('without a file of puzzles is rejected with the reason of its first file', async () => {
    await expect(solved(zipOf([{ name: 'a.md', content: 'text' }]))).rejects.toThrow(
      /^expected a file of puzzles in the zip, got none: a\.md: expected puzzles, such as .* got "text"$/,
    );
    await expect(solved(zipOf([{ name: 'a/', method: 0 }]))).rejects.toThrow('got none: it is empty');
  });

  test('may begin with an empty file', async () => {
    const { output } = await solved(zipOf([{ name: 'empty.txt', method: 0 }, lines('a.txt')]));
    expect(textsOf(output)).toEqual({ 'empty.txt': '', 'a.txt': `${S}\n` });
  });

  test('stops at the deadline, whatever is in it', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    const zeros = { name: 'zeros', content: Buffer.alloc(4_000_000) };
    const { interrupted, output } = await solved(zipOf([lines('a.txt'), zeros]), { deadline: 60 });
    expect(interrupted).toBe(true);
    expect(output.length).toBeLessThan(10_000);
  });

  test('has a report of bounded size, which names rejected files first', async () => {
    const long = 'x'.repeat(1000);
    const others = Array.from({ length: 150 }, (_, i) => lines(`${long}${i}`, { content: `${P}\n11\n` }));
    const archive = zipOf([...others, { name: 'last', content: 'no puzzle' }]);
    const { tally } = await solved(archive);
    expect(tally.files).toMatchObject({ solved: 150, rejected: 1 });
    expect(tally.files!.list).toHaveLength(100);
    const text = formatReport(
      report({ input: { key: 'a.zip' }, plan: planOf(archive, {}, 'a.zip'), tally, seconds: 1 }),
    );
    expect(text.length).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(JSON.parse(text).files.list[0]).toMatchObject({ name: 'last', status: 'rejected' });
  });

  test('is no content for a solver of content', () => {
    expect(() => openFile(planOf(zipOf([lines('a.txt')]), {}, 'a.zip'))).toThrow(
      'expected a file of puzzles, got a zip archive: unpack it',
    );
  });
});

describe('archives of all makers have the same results', () => {
  test.each([
    'info-zip.zip',
    'info-zip-piped.zip',
    'info-zip-stored.zip',
    'info-zip-64.zip',
    'python.zip',
    'python-piped.zip',
  ])('%s', async (name) => {
    const { output } = await solved(fixture(name));
    const { 'easy/': _, ...files } = textsOf(output);
    expect(files).toEqual({
      'easy/lines.txt': `${S}\n${S}\n`,
      'grüße.csv': `puzzle,id,solution,status\n${P},7,${S},solved\n`,
    });
  });

  const nameOf = async (file: Partial<Made>) =>
    Object.keys(textsOf((await solved(zipOf([lines('a.txt', file)]))).output))[0];

  test('whether names are UTF-8 with a flag, as on macOS without one, or of code page 437', async () => {
    expect(await nameOf({ name: 'grüße.txt', flags: 1 << 11 })).toBe('grüße.txt');
    expect(await nameOf({ name: 'grüße.txt' })).toBe('grüße.txt');
    expect(await nameOf({ name: Buffer.from('gr\x81\xe1e.txt', 'latin1') })).toBe('grüße.txt');
    expect(await nameOf({ name: 'sets\\a.txt' })).toBe('sets\\a.txt');
  });

  test.each([
    [true, 4],
    [true, 8],
    [false, 4],
    [false, 8],
  ] as const)(
    'whether what follows a file has a signature (%s) and lengths of %i bytes',
    async (signature, width) => {
      const descriptor = { signature, width };
      const { tally } = await solved(zipOf([lines('a.txt', { descriptor }), lines('b.txt', { descriptor })]));
      expect(tally.solved).toBe(2);
    },
  );
});

const empty = Buffer.alloc(0);

const REFUSED: readonly (readonly [what: string, archive: () => Buffer, says: string])[] = [
  [
    'an encrypted file',
    () => fixture('info-zip-encrypted.zip'),
    'expected files without a password, got easy/lines.txt',
  ],
  [
    'another method',
    () => fixture('python-lzma.zip'),
    'got easy/lines.txt, compressed with lzma: zip it again with deflate',
  ],
  ['an unknown method', () => zipOf([lines('a', { method: 77 })]), 'compressed with method 77'],
  [
    'a stored file whose length follows it',
    () => fixture('python-piped-stored.zip'),
    'expected the length of a stored file before it',
  ],
  ...['../a.txt', 'b/../../a.txt', '/etc/passwd', '\\\\host\\a', '..\\a.txt', 'C:\\a.txt', 'a\nb', ''].map(
    (name) =>
      [
        `the name ${JSON.stringify(name)}`,
        () => zipOf([lines(name)]),
        'expected names of files within the folder of a zip',
      ] as const,
  ),
  [
    'a long name',
    () => zipOf([lines('x'.repeat(2000))]),
    'expected names of at most 1024 bytes in a zip, got one of 2000',
  ],
  [
    'a name twice',
    () => zipOf([lines('a.txt'), lines('a.txt')]),
    'expected each name once in a zip, got a.txt twice',
  ],
  [
    'a wrong checksum',
    () => zipOf([lines('a.txt', { crc: 1 })]),
    'expected the content of a.txt that its checksum',
  ],
  [
    'a length that is too small',
    () => zipOf([lines('a.txt', { size: 5 })]),
    'expected 5 bytes of content in a.txt',
  ],
  [
    'a length that is too large',
    () => zipOf([lines('a.txt', { size: 500 })]),
    'expected the content of a.txt that its checksum',
  ],
  [
    'bytes after deflated content',
    () => zipOf([lines('a.txt', { packed: Buffer.concat([deflateRawSync(P), Buffer.from('more')]) })]),
    'bytes for a.txt in the zip, as its header says, got',
  ],
  ['damaged bytes', () => zipOf([lines('a.txt', { packed: Buffer.alloc(30, 0xff) })]), 'got damaged bytes'],
  [
    'deflated content without its end',
    () => zipOf([lines('a.txt', { packed: deflateRawSync(P).subarray(0, -5) })]),
    'expected a whole file a.txt in the zip, got damaged bytes (unexpected end of file)',
  ],
  [
    'a wrong descriptor',
    () => zipOf([lines('a.txt', { crc: 1, descriptor: { signature: true, width: 4 } })]),
    'expected the checksum and the lengths of a.txt behind it, got others',
  ],
  [
    'a file that the directory hides',
    () => zipOf([lines('a.txt'), lines('b.txt', { isUnlisted: true })]),
    'got one without b.txt',
  ],
  [
    'a file of another name in the directory',
    () => zipOf([lines('a.txt', { listedName: 'b.txt' })]),
    'got b.txt, which is not one of them',
  ],
  [
    'files that share their bytes',
    () => zipOf([lines('a.txt'), lines('b.txt', { listedOffset: 0 })]),
    'got b.txt, which is not one of them',
  ],
  [
    'another number of files',
    () => zipOf([lines('a.txt')], { files: 2 }),
    'expected 1 files and a directory at',
  ],
  [
    'bytes between its parts',
    () => zipOf([lines('a.txt')], { before: Buffer.from('?'.repeat(50)) }),
    'expected a file or the directory at offset',
  ],
  [
    'bytes after its end',
    () => Buffer.concat([zipOf([lines('a.txt')]), Buffer.from('x')]),
    'expected the end of the archive at offset',
  ],
];

describe('an archive is rejected with what was expected for', () => {
  test.each(REFUSED)('%s', async (_, archive, says) => {
    const solving = solved(archive());
    await expect(solving).rejects.toThrow(RejectedFile);
    await expect(solving).rejects.toThrow(says);
    await expect(solving).rejects.toThrow(/expected .*, got /);
  });

  test('more files than 65,535', async () => {
    const one = zipOf([{ name: '00000', method: 0 }]);
    const front = one.subarray(0, one.indexOf('PK\x01\x02'));
    const headers = Array.from({ length: 65_536 }, (_, i) => {
      const header = Buffer.from(front);
      header.write(i.toString().padStart(5, '0'), 30);
      return header;
    });
    const reading = async () => {
      for await (const _ of new ZipReader().push(Buffer.concat(headers)));
    };
    await expect(reading()).rejects.toThrow('expected at most 65535 files in a zip, got more');
  });

  test('a compressed file within, of which nothing is unpacked twice', async () => {
    const nested = zipOf([lines('a.txt')]);
    const { tally } = await solved(
      zipOf([lines('a.txt'), { name: 'b.zip', content: nested }, { name: 'c.gz', content: gzipSync(P) }]),
    );
    const reason = (kind: string) =>
      `expected puzzles within zip, got ${kind} within zip, compressed twice: unpack it once`;
    expect(tally.files!.list).toMatchObject([
      { status: 'solved' },
      { reason: reason('zip') },
      { reason: reason('gzip') },
    ]);
  });
});

describe('an archive of arrays of NumPy (.npz)', () => {
  /** Items after the header of each array. */
  const cellsOf = (archive: Buffer) =>
    Object.fromEntries(Array.from(unzip(archive), ([name, file]) => [name, file.subarray(128)]));
  const puzzle = Buffer.from(P.replaceAll('.', '0'), 'latin1').map((code) => code - 48);
  const solution = Buffer.from(S, 'latin1').map((code) => code - 48);
  const three = (cells: Uint8Array) => Buffer.concat([cells, cells, cells]);

  test('with an array named as puzzles keeps it, and fills that of the solutions', async () => {
    const { output, tally } = await solved(fixture('numpy.npz'));
    const { 'quizzes.npy': quizzes, 'solutions.npy': solutions, 'ids.npy': ids } = cellsOf(output);
    expect(quizzes!.equals(three(puzzle))).toBe(true);
    expect(solutions!.equals(three(solution))).toBe(true);
    expect(ids!.readBigInt64LE(16)).toBe(2n);
    expect([...unzip(output).keys()]).toEqual(['quizzes.npy', 'solutions.npy', 'ids.npy']);
    expect(tally.files).toMatchObject({
      solved: 1,
      rejected: 0,
      list: [
        { name: 'quizzes.npy', status: 'solved', format: 'npy', puzzles: 3 },
        {
          name: 'ids.npy',
          status: 'unchanged',
          reason: expect.stringContaining('expected an array of the shape'),
        },
      ],
    });
  });

  test('finds solutions that come before the puzzles, and shifted values', async () => {
    const { output } = await solved(fixture('numpy-labels.npz'));
    const { 'inputs.npy': inputs, 'labels.npy': labels } = cellsOf(output);
    const shifted = (cells: Uint8Array) => BigInt64Array.from(three(cells), (cell) => BigInt(cell + 1));
    expect(inputs!.equals(new Uint8Array(shifted(puzzle).buffer))).toBe(true);
    expect(labels!.equals(new Uint8Array(shifted(solution).buffer))).toBe(true);
  });

  test('adds solutions where there are none beside named puzzles', async () => {
    const npy = unzip(fixture('numpy.npz')).get('quizzes.npy')!;
    for (const [name, added] of [
      ['train/puzzles.npy', 'train/solutions.npy'],
      ['question.npy', 'solution.npy'],
      ['all__inputs.npy', 'all__labels.npy'],
    ]) {
      const { output } = await solved(zipOf([{ name: name!, content: npy }]));
      expect([...unzip(output).keys()]).toEqual([name, added]);
    }
  });

  test('with one array of another name has the solutions in it, as an array by itself has', async () => {
    const { output } = await solved(fixture('numpy-compressed.npz'));
    expect(cellsOf(output)).toEqual({ 'arr_0.npy': three(solution) });
  });

  test('keeps solutions without puzzles', async () => {
    const solutions = unzip(fixture('numpy.npz')).get('solutions.npy')!;
    const { output } = await solved(zipOf([{ name: 'solutions.npy', content: solutions }, lines('a.txt')]));
    expect(unzip(output).get('solutions.npy')!.equals(solutions)).toBe(true);
  });

  test('names an array of puzzles that it cannot read, also if others are solved', async () => {
    const npy = unzip(fixture('numpy.npz')).get('quizzes.npy')!;
    const columns = Buffer.from(
      npy.toString('latin1').replace("'fortran_order': False", "'fortran_order': True "),
      'latin1',
    );
    const names = ['puzzles.npy', 'weights.npy', 'a.npy'];
    const files = names.map((name) => ({ name, content: name === 'a.npy' ? npy : columns }));
    const { tally } = await solved(zipOf(files));
    expect(tally.files).toMatchObject({ solved: 1, rejected: 1 });
    expect(tally.files!.list[0]).toMatchObject({ reason: expect.stringContaining('got Fortran order') });
  });

  test('is rejected if it has nothing but objects of Python', async () => {
    await expect(solved(fixture('numpy-objects.npz'))).rejects.toThrow(
      'o.npy: expected an array of integers or of texts, got Python objects',
    );
  });
});

describe('wherever its bytes are cut', () => {
  const ARCHIVES = ['info-zip.zip', 'python-piped.zip', 'info-zip-64.zip', 'numpy.npz'].map(
    (name) => [name, fixture(name)] as const,
  );

  test.each(ARCHIVES)('%s has the same result', async (_, archive) => {
    const whole = await solved(archive);
    const single = Array.from(archive.keys()).slice(1);
    expect((await solved(archive, { ends: single })).output.equals(whole.output)).toBe(true);
    const ends = fc.uniqueArray(fc.nat(archive.length), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(ends, async (places) => {
        const { output } = await solved(archive, { ends: places.sort((a, b) => a - b) });
        expect(output.equals(whole.output)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test.each(ARCHIVES)('%s is rejected without its end', async (_, archive) => {
    const read = async (length: number) => {
      const reader = new ZipReader();
      for await (const _event of reader.push(archive.subarray(0, length)));
      reader.end();
    };
    await read(archive.length);
    for (let length = 0; length < archive.length; length++) {
      await expect(read(length)).rejects.toThrow('expected a whole zip archive, got one that is cut short');
    }
  });

  test('it is rejected, or has the same result, if a byte is changed', async () => {
    const archive = fixture('info-zip-64.zip');
    const { tally } = await solved(archive);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(archive.length - 5),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const other = Buffer.from(archive);
          other[place + 4]! ^= change;
          const outcome = await solved(other).catch((error: unknown) => {
            expect(error).toBeInstanceOf(RejectedFile);
          });
          if (outcome) expect(outcome.tally).toMatchObject({ puzzles: tally.puzzles, solved: tally.solved });
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('an archive whose directory is empty is not mistaken for a file', () => {
  expect(() =>
    planOf(Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18), empty]), {}, 'a.zip'),
  ).toThrow('got an empty zip archive');
});

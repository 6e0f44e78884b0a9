import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatReport, openFile, RejectedFile, report } from '../../../../core/files/index.ts';
import { MAX_REPORT_BYTES } from '../../../../core/files/report.ts';
import { planOf } from '../../formats/solve-bytes.ts';
import { type Made, unzip, zipOf } from './archives.ts';
import { fixture, lines, PUZZLE, SOLUTION, solveArchive, textsOf } from './solve-archive.ts';

afterEach(() => void vi.restoreAllMocks());

describe('a zip archive', () => {
  test('has a result of the same names in the same order, with the result of each file', async () => {
    const archive = zipOf([
      { name: 'sets/', method: 0 },
      lines('sets/a.txt'),
      { name: 'b.csv', content: `id,puzzle,solution\n1,${PUZZLE},\n` },
      { name: 'c.jsonl', content: `{"puzzle":"${PUZZLE}"}\n` },
    ]);
    const { output, tally } = await solveArchive(archive);
    expect(Object.entries(textsOf(output))).toEqual([
      ['sets/', ''],
      ['sets/a.txt', `${SOLUTION}\n`],
      ['b.csv', `id,puzzle,solution,status\n1,${PUZZLE},${SOLUTION},solved\n`],
      ['c.jsonl', `{"puzzle":"${PUZZLE}","solution":"${SOLUTION}","status":"solved"}\n`],
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
    const { output, tally } = await solveArchive(archive);
    const files = unzip(output);
    expect(files.get('README.md')!.toString()).toBe('About these puzzles');
    expect(files.get('cover.png')!.equals(png)).toBe(true);
    expect(files.get('empty.txt')).toHaveLength(0);
    expect(tally.files).toMatchObject({
      solved: 2,
      rejected: 2,
      list: [
        { name: 'README.md', status: 'rejected', reason: expect.stringContaining('got "About these') },
        { name: 'a.txt', status: 'solved', format: 'lines', puzzles: 1, solved: 1 },
        { name: 'cover.png', status: 'rejected', reason: expect.stringContaining('got a PNG image') },
        { name: 'empty.txt', status: 'solved', puzzles: 0 },
      ],
    });
  });

  test('of macOS or Windows may have notes of these systems, which are not reported', async () => {
    const notes = ['__MACOSX/._a.txt', '.DS_Store', 'sets\\Thumbs.db'].map((name) => ({
      name,
      content: 'x',
    }));
    const { output, tally } = await solveArchive(zipOf([lines('a.txt'), ...notes]));
    expect([...unzip(output).keys()]).toEqual(['a.txt', ...notes.map(({ name }) => name)]);
    expect(tally.files).toMatchObject({ solved: 1, rejected: 0, list: [{ name: 'a.txt' }] });
  });

  test('has problems with the name of their file, and lines counted in each', async () => {
    const archive = zipOf([
      lines('a.txt', { content: `${PUZZLE}\n.1\n` }),
      lines('b.txt', { content: `${PUZZLE}\n\n..2\n` }),
    ]);
    const { tally } = await solveArchive(archive);
    expect(tally.problems).toMatchObject([
      { file: 'a.txt', line: 2, record: '.1' },
      { file: 'b.txt', line: 3, record: '..2' },
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
      { name: 'b.txt', content: `#! sudoku solutions=first\n${PUZZLE}\n` },
    ]);
    const { output } = await solveArchive(archive, { given: { solutions: 'unique' } });
    expect(textsOf(output)['a.txt']).toMatch(/^not-unique/);
    expect(textsOf(output)['b.txt']).toContain(SOLUTION);
  });

  test('leaves out of the work a file whose first line requests what the host refuses', async () => {
    const archive = zipOf([
      lines('a.txt'),
      lines('b.txt', { content: `#! sudoku solutions=count limit=5000\n${PUZZLE}\n` }),
    ]);
    const checkOptions = ({ limit }: { limit: number }) => {
      if (limit > 1000) throw new RejectedFile('expected limit=1000 or less');
    };
    const { tally } = await solveArchive(archive, { checkOptions });
    expect(tally.files!.list).toMatchObject([
      { status: 'solved' },
      { name: 'b.txt', status: 'rejected', reason: 'expected limit=1000 or less' },
    ]);
  });

  test('leaves as they are files whose ends matter, and results that are written from their ends', async () => {
    const parquet = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100), Buffer.from('PAR1')]);
    const { tally } = await solveArchive(
      zipOf([
        lines('a.txt'),
        lines('b.txt', { content: `#! sudoku output=npy\n${PUZZLE}\n` }),
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
    const { output } = await solveArchive(zipOf([lines('a.txt')]), { given: { output: 'csv' } });
    expect(textsOf(output)['a.txt']).toBe(
      `puzzle,solution,status,count,guesses\n${PUZZLE},${SOLUTION},solved,1,0\n`,
    );
  });

  test('without a file of puzzles is rejected with the reason of its first file', async () => {
    await expect(solveArchive(zipOf([{ name: 'a.md', content: 'text' }]))).rejects.toThrow(
      /^expected a file of puzzles in the zip, got none: a\.md: expected puzzles, such as .* got "text"$/,
    );
    await expect(solveArchive(zipOf([{ name: 'a/', method: 0 }]))).rejects.toThrow('got none: it is empty');
  });

  test('may begin with an empty file', async () => {
    const { output } = await solveArchive(zipOf([{ name: 'empty.txt', method: 0 }, lines('a.txt')]));
    expect(textsOf(output)).toEqual({ 'empty.txt': '', 'a.txt': `${SOLUTION}\n` });
  });

  test('stops at the deadline, whatever is in it', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    const zeros = { name: 'zeros', content: Buffer.alloc(4_000_000) };
    const { interrupted, output } = await solveArchive(zipOf([lines('a.txt'), zeros]), { deadline: 60 });
    expect(interrupted).toBe(true);
    expect(output.length).toBeLessThan(10_000);
  });

  test('has a report of bounded size, which names rejected files first', async () => {
    const long = 'x'.repeat(1000);
    const others = Array.from({ length: 150 }, (_, i) =>
      lines(`${long}${i}`, { content: `${PUZZLE}\n11\n` }),
    );
    const archive = zipOf([...others, { name: 'last', content: 'no puzzle' }]);
    const { tally } = await solveArchive(archive);
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
    const { output } = await solveArchive(fixture(name));
    const { 'easy/': _, ...files } = textsOf(output);
    expect(files).toEqual({
      'easy/lines.txt': `${SOLUTION}\n${SOLUTION}\n`,
      'grüße.csv': `puzzle,id,solution,status\n${PUZZLE},7,${SOLUTION},solved\n`,
    });
  });

  const nameOf = async (file: Partial<Made>) =>
    Object.keys(textsOf((await solveArchive(zipOf([lines('a.txt', file)]))).output))[0];

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
      const { tally } = await solveArchive(
        zipOf([lines('a.txt', { descriptor }), lines('b.txt', { descriptor })]),
      );
      expect(tally.solved).toBe(2);
    },
  );
});

test('an option that names a column rejects the files without it, with the names that they have', async () => {
  const archive = zipOf([
    { name: 'a.csv', content: `id,quiz,puzzle\n1,${PUZZLE},x\n` },
    { name: 'b.csv', content: `id,puzzle\n1,${PUZZLE}\n` },
    { name: 'c.jsonl', content: `{"quiz":"${PUZZLE}","puzzle":"x"}\n` },
    { name: 'd.json', content: `[{"puzzle":"${PUZZLE}"}]\n` },
    lines('e.txt'),
  ]);
  const { tally } = await solveArchive(archive, { given: { puzzle: 'quiz' } });
  const rejected = { status: 'rejected' };
  expect(tally.files).toMatchObject({ solved: 2, rejected: 3 });
  expect(tally.files!.list).toMatchObject([
    { name: 'a.csv', status: 'solved', places: ['quiz'] },
    { ...rejected, reason: 'expected a column quiz, as the option puzzle says, got id, puzzle' },
    { name: 'c.jsonl', status: 'solved', places: ['quiz'] },
    { ...rejected, reason: 'expected puzzles at quiz, as the option puzzle says, got [].puzzle' },
    {
      ...rejected,
      reason: expect.stringMatching(/^expected columns or members, one of which is quiz, .* got lines/),
    },
  ]);
});

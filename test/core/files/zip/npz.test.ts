import { describe, expect, test } from 'vitest';
import { writeHeader } from '../../../../core/formats/npy/header.ts';
import { unzip, zipOf } from './archives.ts';
import { fixture, lines, PUZZLE, SOLUTION, solveArchive } from './solve-archive.ts';

describe('an archive of arrays of NumPy (.npz)', () => {
  /** Items after the header of each array. */
  const cellsOf = (archive: Buffer) =>
    Object.fromEntries(Array.from(unzip(archive), ([name, file]) => [name, file.subarray(128)]));
  const puzzle = Buffer.from(PUZZLE.replaceAll('.', '0'), 'latin1').map((code) => code - 48);
  const solution = Buffer.from(SOLUTION, 'latin1').map((code) => code - 48);
  const three = (cells: Uint8Array) => Buffer.concat([cells, cells, cells]);

  test('with an array named as puzzles keeps it, and fills that of the solutions', async () => {
    const { output, tally } = await solveArchive(fixture('numpy.npz'));
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

  test('has its puzzles in the array that the option names', async () => {
    const npy = unzip(fixture('numpy.npz')).get('quizzes.npy')!;
    const archive = zipOf([
      { name: 'quizzes.npy', content: npy },
      { name: 'train/mine.npy', content: npy },
    ]);
    for (const name of ['mine', '"mine"']) {
      const { output, tally } = await solveArchive(archive, { given: { puzzle: name } });
      expect(cellsOf(output)).toEqual({
        'quizzes.npy': three(puzzle),
        'train/mine.npy': three(puzzle),
        'train/solution.npy': three(solution),
      });
      expect(tally.files!.list).toMatchObject([
        {
          name: 'quizzes.npy',
          status: 'unchanged',
          reason: `expected an array named ${name}, as the option puzzle says, got quizzes`,
        },
        { name: 'train/mine.npy', status: 'solved', format: 'npy', puzzles: 3 },
      ]);
    }
    await expect(solveArchive(archive, { given: { puzzle: 'other' } })).rejects.toThrow(
      'got none: quizzes.npy: expected an array named other, as the option puzzle says, got quizzes',
    );
  });

  test('finds solutions that come before the puzzles, and shifted values', async () => {
    const { output } = await solveArchive(fixture('numpy-labels.npz'));
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
      const { output } = await solveArchive(zipOf([{ name: name!, content: npy }]));
      expect([...unzip(output).keys()]).toEqual([name, added]);
    }
  });

  test('with one array of another name has the solutions in it, as an array by itself has', async () => {
    const { output } = await solveArchive(fixture('numpy-compressed.npz'));
    expect(cellsOf(output)).toEqual({ 'arr_0.npy': three(solution) });
    const again = await solveArchive(output);
    expect(again.output.equals(output), 'a result is its own result').toBe(true);
    expect(again.tally.files!.list).toMatchObject([
      { status: 'unchanged', reason: 'expected an array of puzzles, got one of solved grids' },
    ]);
  });

  test('keeps solutions without puzzles', async () => {
    const solutions = unzip(fixture('numpy.npz')).get('solutions.npy')!;
    const { output } = await solveArchive(
      zipOf([{ name: 'solutions.npy', content: solutions }, lines('a.txt')]),
    );
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
    const { tally } = await solveArchive(zipOf(files));
    expect(tally.files).toMatchObject({ solved: 1, rejected: 1 });
    expect(tally.files!.list[0]).toMatchObject({ reason: expect.stringContaining('got Fortran order') });
  });

  describe('leaves an array alone that is no array of puzzles, whatever its place', () => {
    const numbers = (from: Uint8Array, change: (cell: number) => number) => three(from.map(change));
    const texts = (...items: string[]) => Buffer.from(items.join(''), 'latin1');
    const OTHERS: Readonly<
      Record<string, readonly [type: string, shape: readonly number[], items: Uint8Array]>
    > = {
      'full grids, as labels': ['|u1', [3, 81], three(solution)],
      'labels from 0 to 8': ['|u1', [3, 81], numbers(solution, (cell) => cell - 1)],
      'a mask': ['|u1', [3, 81], numbers(puzzle, (cell) => Math.min(cell, 1))],
      'nothing but zeros': ['|i1', [3, 81], numbers(puzzle, () => 0)],
      'other numbers': [
        '|u1',
        [3, 81],
        Buffer.from(Array.from({ length: 243 }, (_, i) => (i * i * 7 + i) % 10)),
      ],
      'names of 16 characters': [
        '|S16',
        [3],
        texts('sudoku_number_01', 'sudoku_number_02', 'sudoku_number_03'),
      ],
      'numbers of 16 digits': [
        '|S16',
        [3],
        texts('0000000000000001', '0000000000000002', '0000000000001101'),
      ],
      'objects of Python': ['|O', [3], Buffer.from('\x80\x04.')],
      fractions: ['<f4', [1, 81], Buffer.alloc(324)],
      'a single number': ['<i8', [], Buffer.alloc(8)],
    };
    const npy = unzip(fixture('numpy.npz')).get('quizzes.npy')!;

    test.for(Object.entries(OTHERS))('%s', async ([, [type, shape, items]]) => {
      const content = Buffer.concat([writeHeader(type, shape), items]);
      for (const name of ['X.npy', 'quizzes.npy']) {
        const files = [
          { name: 'y.npy', content },
          { name, content: npy },
        ];
        for (const order of [files, files.toReversed()]) {
          const { output, tally } = await solveArchive(zipOf(order));
          expect(unzip(output).get('y.npy')).toEqual(content);
          expect(tally).toMatchObject({ puzzles: 3, solved: 3, files: { solved: 1, rejected: 0 } });
        }
      }
    });
  });

  test('is rejected if it has nothing but objects of Python', async () => {
    await expect(solveArchive(fixture('numpy-objects.npz'))).rejects.toThrow(
      'o.npy: expected an array of integers or of texts, got Python objects',
    );
  });
});

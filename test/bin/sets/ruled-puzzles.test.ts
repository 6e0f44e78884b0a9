// Commands on sets of puzzles of which some have rules of their own.
import { describe, expect, test } from 'vitest';
import { lines, sudoku } from '../command-line.ts';

const CAGES = '3 r1c1 r1c2; 7 r1c3 r1c4; 5 r2c1 r3c1';
const CLASSIC = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const RECORDS = [
  { puzzle: '12.434..2.4343.1' },
  { puzzle: '................', cages: CAGES },
  // the same cages in another order
  { puzzle: '................', cages: '5 r3c1 r2c1; 3 r1c2 r1c1; 7 r1c4 r1c3' },
  { puzzle: '................', cages: CAGES, thermos: 'r2c1 r2c2' },
  { puzzle: '12.434..2.4343.1', variant: 'x' },
  { puzzle: '1...............', sandwich: '3 r1' },
  { puzzle: '1234341221434321', cages: '9 r1c1 r1c2' },
  { puzzle: CLASSIC },
  { puzzle: CLASSIC, even: 'r1c9' },
  { puzzle: '12.434..2.4343.1', even: 'r1c3' },
].map((record, i) => JSON.stringify({ id: i + 1, ...record }));
const FILE = lines(RECORDS);

/** The ids of the records that a command writes. */
async function kept(...args: string[]): Promise<number[]> {
  const { stdout } = await sudoku(args, { stdin: FILE });
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);
}

describe('a set of puzzles with rules of their own', () => {
  test('is selected from by what can be found about each puzzle under its rules', async () => {
    expect(await kept('select', '--where', 'status=solved')).toEqual([1, 8, 9]);
    expect(await kept('select', '--where', 'status=unsupported or status=invalid')).toEqual([5, 6, 7]);
    expect(await kept('select', '--where', 'solutions=0')).toEqual([5, 6, 7, 10]);
    // ratings are those of classic puzzles
    expect(await kept('select', '--where', 'er>0')).toEqual([8]);
  });

  test('loses puzzles with the same givens and the same rules', async () => {
    expect(await kept('dedupe')).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10]);
    // by their solutions, whatever the rules are
    expect(await kept('dedupe', '--by', 'grid', '-q')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
  });

  test('takes a jigsaw whose regions are the boxes for a puzzle without regions', async () => {
    const regions = Array.from(
      CLASSIC,
      (_, i) => 'abcdefghi'[3 * Math.floor(i / 27) + Math.floor((i % 9) / 3)],
    );
    const others = [regions.join(''), regions.toReversed().join('')];
    const stdin = lines(
      [{ puzzle: CLASSIC }, ...others.map((one) => ({ puzzle: CLASSIC, regions: one }))].map((one) =>
        JSON.stringify(one),
      ),
    );
    for (const flags of [['dedupe'], ['dedupe', '--exact']])
      expect((await sudoku(flags, { stdin })).stdout.toString()).toBe(
        lines([JSON.stringify({ puzzle: CLASSIC })]),
      );
    const forms = (await sudoku(['canonical'], { stdin })).stdout.toString().trim().split('\n');
    expect(forms).toHaveLength(3);
    expect(new Set(forms).size).toBe(1);
  });

  test('loses the same lines in another direction, but no other lines', async () => {
    const rules = [
      { whispers: 'r1c1 r1c2 r2c3', arrows: 'r4c1 r4c2 r3c3' },
      { whispers: 'r2c3 r1c2 r1c1', arrows: 'r4c1 r3c3 r4c2' },
      { whispers: 'r1c2 r1c1 r2c3', arrows: 'r4c1 r4c2 r3c3' },
      { whispers: 'r1c1 r1c2 r2c3', arrows: 'r4c2 r4c1 r3c3' },
    ].map((own) => JSON.stringify({ puzzle: '.'.repeat(81), ...own }));
    const { stdout } = await sudoku(['dedupe', '--exact'], { stdin: lines(rules) });
    expect(stdout.toString()).toBe(lines([rules[0]!, rules[2]!, rules[3]!]));
  });

  test('loses puzzles that symmetries make of others, their rules moved with them', async () => {
    const file = lines(
      [
        { puzzle: '1...............', cages: '7 r4c4 r3c4; 3 r2c2 r2c3' },
        // upside down
        { puzzle: '............1...', cages: '3 r3c3 r3c2; 7 r2c4 r1c4' },
        // another sum
        { puzzle: '............1...', cages: '4 r3c3 r3c2; 7 r2c4 r1c4' },
        // rows and columns exchanged
        { puzzle: '1...............', cages: '7 r4c4 r4c3; 3 r2c2 r3c2' },
      ].map((record) => JSON.stringify(record)),
    );
    const { stdout, stderr } = await sudoku(['dedupe'], { stdin: file });
    expect(stdout.toString()).toBe(lines(file.split('\n').filter((_, i) => i === 0 || i === 2)));
    expect(stderr).toBe(
      '4 puzzles: 2 kept, 2 duplicates\nduplicates are equivalent by symmetry (--exact compares cells)\n',
    );
    const { stderr: exact } = await sudoku(['dedupe', '--exact'], { stdin: file });
    expect(exact).toBe('4 puzzles: 4 kept\n');
  });

  test('is read without members that are no rules, although they have such a name', async () => {
    const file = lines(['easy', 'hard'].map((variant) => JSON.stringify({ puzzle: CLASSIC, variant })));
    const { stdout, code } = await sudoku(['dedupe', '--ignore', 'variant', '-q'], { stdin: file });
    expect(stdout.toString()).toBe(file.slice(0, file.indexOf('\n') + 1));
    expect(code).toBe(0);
  });

  test('keeps puzzles whose rules are unknown or cannot be read, as these may differ', async () => {
    const broken = { thermos: 'r1c1 r9c9' };
    const records = [{ sandwich: '1' }, { sandwich: '2' }, broken, { ...broken, even: 'r1c1' }];
    const file = lines(records.map((rules) => JSON.stringify({ puzzle: '................', ...rules })));
    for (const by of [[], ['--exact'], ['--by', 'grid']]) {
      const { stdout, stderr, code } = await sudoku(['dedupe', ...by], { stdin: file });
      expect(stdout.toString()).toBe(file);
      expect(stderr).toContain('4 puzzles: 4 kept, 2 unsupported, 2 invalid');
      expect(code).toBe(1);
    }
    const { stdout } = await sudoku(['audit', '--output', 'json', '-q'], { stdin: file });
    const { files } = JSON.parse(stdout.toString()) as { files: object[] };
    expect(files[0]).toMatchObject({ duplicates: 0, unsupported: 2, invalid: 2 });
  });

  test('is minimised under the rules', async () => {
    const { stdout, stderr } = await sudoku(['minimise'], { stdin: FILE });
    expect(stderr).toMatch(/^10 puzzles: 3 minimised, 7 without one solution\n/);
    const cluesOf = (i: number) =>
      (JSON.parse(stdout.toString().split('\n')[i]!) as { puzzle: string }).puzzle.replaceAll('.', '').length;
    expect(cluesOf(8)).toBeLessThanOrEqual(cluesOf(7) + 3);
    const again = await sudoku(['select', '--where', 'minimal=true'], { stdin: stdout.toString() });
    expect(again.stdout.toString().trim().split('\n')).toHaveLength(3);
  });

  test('is audited', async () => {
    const { stdout } = await sudoku(['audit', '--output', 'json', '-q'], { stdin: FILE });
    const { files } = JSON.parse(stdout.toString()) as { files: object[] };
    expect(files[0]).toMatchObject({
      puzzles: 10,
      duplicates: 1,
      unsupported: 1,
      invalid: 2,
      noSolution: 1,
      notUnique: 3,
    });
  });

  test('is copied and listed without a form or rating where there is none, and without copies if a rule is not known', async () => {
    const { stderr, code } = await sudoku(['augment'], { stdin: FILE });
    expect(stderr).toBe(
      '10 puzzles: 17 written, 2 invalid, 1 with rules\npuzzles whose rules or regions cannot move, or are not known, have no copies, and are written as they are\n',
    );
    expect(code).toBe(1);
    const [forms, ratings] = await Promise.all([
      sudoku(['canonical', '-q'], { stdin: FILE }),
      sudoku(['grade', '-q'], { stdin: FILE }),
    ]);
    expect(forms.stdout.toString().match(/^not-classic$/gm)).toHaveLength(8);
    // one with a rule that is not known; of the others, the steps are listed if there is one solution
    expect(ratings.stdout.toString().match(/,not-graded,/g)).toHaveLength(1);
    expect(ratings.stdout.toString().match(/,graded,\d/g)).toHaveLength(1);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines, made, NO_SOLUTION, temporaryDirectory } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';

const { puzzles } = made(3);
/** A puzzle with 125 solutions. */
const MANY = '8.........95.......67..........2.485...4.3192......736...651947...732518...894263';
const CONFLICT = `55${'.'.repeat(79)}`;
const PUZZLES = lines([...puzzles, MANY, NO_SOLUTION, CONFLICT, '.1']);

/** Changes the result of `solve` with some flags, and checks it. */
async function checked(
  flags: string[],
  change: (result: string) => string,
  checkFlags: string[] = flags,
  against = PUZZLES,
) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'puzzles'), against);
  const { stdout } = await sudokuHere(['solve', 'puzzles', '-q', '-o', '-', ...flags], { cwd });
  const result = change(stdout);
  writeFileSync(join(cwd, 'result'), result);
  const outcome = await sudokuHere(['check', 'result', '--against', 'puzzles', ...checkFlags], { cwd });
  return { ...outcome, result, isChanged: result !== stdout };
}

const tables = ['csv', 'jsonl'];
const kinds = ['first', 'unique', 'count'];
const limits = ['2', '124', '125', '126', '1000'];

describe.each(tables)('a table in %s', (output) => {
  test.each(kinds)('is right with the counts of solutions=%s; guesses are not checked', async (solutions) => {
    for (const limit of solutions === 'count' ? limits : ['1000']) {
      const flags = ['--output', output, '--solutions', solutions, '--limit', limit];
      const { stderr, code } = await checked(flags, (result) => result);
      expect(stderr).toContain('7 records: 7 right, 0 wrong; guesses are not checked\n');
      expect(code).toBe(0);
    }
  });

  test.each([
    ['first', [], /(solved)(",|,)("count":)?1\b/, 'expected the count 1, got "7"'],
    ['unique', [], /(not-unique)(",|,)("count":)?2\b/, 'expected the count 2, got "7"'],
    ['count', [], /(solved)(",|,)("count":)?125\b/, 'expected the count 125, got "7"'],
    ['count', [], /(solved)(",|,)("count":)?1\b/, 'expected the count 1, got "7"'],
    ['count', ['--limit', '20'], /(solved)(",|,)("count":)?20\b\+?/, 'expected the count 20+, got "7'],
    ['unique', [], /(no-solution)(",|,)("count":)?0\b/, 'expected the count 0, got "7"'],
  ])('is wrong with a wrong count of solutions=%s %s', async (solutions, more, pattern, reason) => {
    const flags = ['--output', output, '--solutions', solutions, ...more];
    const { stderr, code, result, isChanged } = await checked(flags, (text) =>
      text.replace(pattern, '$1$2$37'),
    );
    expect(isChanged).toBe(true);
    const line = result.split('\n').findIndex((row) => /(,|"count":)7[,+]/.test(row)) + 1;
    expect(stderr).toContain(`result:${line}: ${reason}`);
    expect(stderr).toContain('6 right, 1 wrong');
    expect(code).toBe(1);
  });

  test('is wrong with a count beside an invalid record', async () => {
    const { stderr, code } = await checked(['--output', output], (text) =>
      text.replace(/invalid(",|,)("count":)?0(?=[^0]*0[^0]*$)/, 'invalid$1$27'),
    );
    expect(stderr).toMatch(/^result:\d: expected .*7/m);
    expect(code).toBe(1);
  });
});

test('finds counts up to another limit than the result should have', async () => {
  const flags = ['--solutions', 'count', '--limit'];
  const { stderr, code } = await checked([...flags, '20'], (text) => text, [...flags, '30']);
  expect(stderr).toContain('expected the count 30+, got "20+"');
  expect(code).toBe(1);
});

test('uses the limit in the first line of the puzzles', async () => {
  const against = `#! sudoku solutions=count limit=20\n${PUZZLES}`;
  const { stderr, code, result } = await checked([], (text) => text, [], against);
  expect(result).toContain('solved,20+,');
  expect(stderr).toContain('7 right, 0 wrong');
  expect(code).toBe(0);
});

test('distinguishes a count equal to the limit from one that stopped there', async () => {
  const flags = ['--solutions', 'count', '--limit', '125', '--output', 'csv'];
  const [right, wrong] = [
    await checked(flags, (text) => text),
    await checked(flags, (text) => text.replace(',125,', ',125+,')),
  ];
  expect(right).toMatchObject({ code: 0, result: expect.stringContaining('solved,125,') });
  expect(wrong.stderr).toContain('expected the count 125, got "125+"');
  expect(wrong.code).toBe(1);
});

test('checks a column of counts in a table with its own layout', async () => {
  const against = lines(['puzzle,count', ...puzzles.map((puzzle) => `${puzzle},`), `${MANY},`]);
  const flags = ['--solutions', 'count'];
  expect(await checked(flags, (text) => text, flags, against)).toMatchObject({
    code: 0,
    stderr: '4 records: 4 right, 0 wrong\n',
  });
  const { stderr, code } = await checked(flags, (text) => text.replace(',125,', ',124,'), flags, against);
  expect(stderr).toContain('result:5: expected the count 125, got "124"');
  expect(code).toBe(1);
});

test('reports members that the solver does not write', async () => {
  const { stderr, code } = await checked(['--output', 'jsonl'], (text) => text.replace('}', ',"note":1}'));
  expect(stderr).toMatch(/result:1: expected .*note/);
  expect(code).toBe(1);
});

describe.each(['jsonl', 'csv', 'parquet'])('a result whose name ends in .%s', (ending) => {
  test.each(['first', 'unique', 'count', 'all'])(
    'needs no --output, with solutions=%s',
    async (solutions) => {
      const cwd = temporaryDirectory();
      const flags = ['--solutions', solutions];
      for (const [name, text] of [
        ['lines.txt', PUZZLES],
        ['table.csv', `id,puzzle\n${PUZZLES.trim().replace(/^/gm, '1,')}\n`],
        ['grids.txt', lines(puzzles.map((puzzle) => `${puzzle.match(/.{9}/g)!.join('\n')}\n`))],
      ] as const) {
        writeFileSync(join(cwd, name), text);
        await sudokuHere(['solve', name, '-q', '-o', `result.${ending}`, ...flags], { cwd });
        const { stderr, code } = await sudokuHere(
          ['check', `result.${ending}`, '--against', name, ...flags],
          { cwd },
        );
        expect(stderr, name).toMatch(/^(\d) records: \1 right, 0 wrong/);
        expect(code).toBe(0);
      }
    },
  );
});

test.each(['same', 'jsonl'])(
  'a solution that is listed again is one mistake, with output=%s',
  async (output) => {
    const grids = lines(puzzles.map((puzzle) => `${puzzle.match(/.{9}/g)!.join('\n')}\n`));
    const several = `${MANY.match(/.{9}/g)!.join('\n')}\n\n${grids}`;
    const flags = ['--solutions', 'all', '--limit', '5', '--output', output];
    const { stderr, code } = await checked(
      flags,
      (text) => {
        const end = output === 'jsonl' ? text.indexOf('\n') + 1 : text.indexOf('\n\n') + 2;
        return text.slice(0, end) + text;
      },
      flags,
      several,
    );
    expect(stderr).toContain('result:1: expected a solution that is not listed yet, got one again\n');
    expect(stderr).toContain('4 records: 3 right, 1 wrong');
    expect(code).toBe(1);
  },
);

test.each(['csv', 'jsonl', 'parquet'])('a broken text of JSON is right in output=%s', async (output) => {
  const cwd = temporaryDirectory();
  const nested = JSON.stringify({ puzzle: JSON.stringify({ a: { puzzle: puzzles[0] } }) });
  writeFileSync(join(cwd, 'puzzles'), lines([JSON.stringify({ puzzle: puzzles[0] }), nested]));
  await sudokuHere(['solve', 'puzzles', '-q', '--output', output, '-o', `r.${output}`], { cwd });
  const { stderr } = await sudokuHere(['check', `r.${output}`, '--against', 'puzzles'], { cwd });
  expect(stderr).toContain('2 records: 2 right, 0 wrong');
});

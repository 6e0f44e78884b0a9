import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FlagEffects, withoutEffect } from '../../../bin/solve/without-effect.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { quote, visible } from '../../../core/formats/shared/bytes.ts';
import { planOf } from '../../core/formats/solve-bytes.ts';
import { events, lines, made, sudoku, temporaryDirectory } from '../command-line.ts';

const { puzzles } = made(3);

test('--dry-run tells what files are taken for, and solves nothing', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines(['#! sudoku variant=x', ...puzzles, '12']));
  const args = ['solve', 'a.txt', 'missing.txt', '--dry-run', '--limit', '5'];
  const { code, stdout, stderr } = await sudoku(args, { cwd });
  expect(stdout.toString().split('\n').slice(0, 6)).toEqual([
    'a.txt: lines',
    '  puzzles   3 9x9 x puzzles, 1 record that is none',
    '  alphabet  1-9',
    '  options   variant=x solutions=first limit=5 output=same explain=false grade=false',
    '  first     line 2',
    `    ${puzzles[0]!.slice(0, 9)}`,
  ]);
  expect(stderr.split('\n')).toEqual([
    'sudoku: missing.txt: cannot be read: no such file or directory',
    'sudoku: --limit has no effect without --solutions count or all',
    '',
  ]);
  expect(code).toBe(2);
  const { stdout: json } = await sudoku([...args, '--json'], { cwd });
  expect(JSON.parse(json.toString())).toMatchObject({
    file: 'a.txt',
    format: 'lines',
    sizes: { '9x9 x': 3 },
  });
});

test.each([
  [{ limit: 5 }, ['--limit has no effect without --solutions count or all']],
  [{ limit: 5, solutions: 'count' }, []],
  [{ explain: true, output: 'csv' }, ['--explain has no effect without --output jsonl']],
  [{ grade: true, solutions: 'count' }, []],
  [{ grade: true, solutions: 'all' }, ['--grade has no effect with --solutions all']],
  [{ variant: 'x', budget: 5 }, []],
] as const)('flags without effect are named: %j', (given, texts) => {
  const effects = new FlagEffects(given);
  effects.overruled(planOf(lines(puzzles), given));
  expect(effects.without(['9x9'])).toEqual(texts.slice());
  expect(withoutEffect(given)).toEqual(
    texts.map((text) => `${text}, unless the first line of a file asks for that`),
  );
});

test.each([
  [{ limit: 5 }, '#! sudoku solutions=count'],
  [{ explain: true }, '#! sudoku output=jsonl'],
  [{ grade: true, output: 'csv', solutions: 'all' }, '#! sudoku solutions=first'],
] as const)('a flag that has an effect by the first line of one file is not named: %j %s', (given, line) => {
  const effects = new FlagEffects(given);
  effects.overruled(planOf(lines(puzzles), given));
  expect(effects.without(['9x9'])).toHaveLength(1);
  effects.overruled(planOf(lines([line, ...puzzles]), given));
  expect(effects.without(['9x9'])).toEqual([]);
});

test.each([
  [{ boxes: { rows: 2, columns: 5 } }, '--boxes 2x5 has no effect: it is for 10x10 grids, and there is none'],
  [{ alphabet: 'A-P' }, '--alphabet A-P has no effect: it is for 16x16 grids, and there is none'],
] as const)('so are those for a size of which there is no grid: %j', (given, text) => {
  const effects = new FlagEffects(given);
  expect(effects.without(['6x6', '9x9 x'])).toEqual([text]);
  expect(effects.without(['9x9', '10x10', '16x16 x'])).toEqual([]);
  expect(effects.without([])).toEqual([]);
});

test.each<[PartialOptions, string, string | undefined]>([
  [{}, 'P\n', '--grade has no effect without --output csv or jsonl, or a column for ratings'],
  [{}, 'puzzle,a\nP,\n', '--grade has no effect without --output csv or jsonl, or a column for ratings'],
  [{}, 'puzzle,rating\nP,\n', undefined],
  [{ output: 'csv' }, 'P\n', undefined],
  [{ solutions: 'count' }, 'P\n', undefined],
  [{}, '#! sudoku output=jsonl\nP\n', undefined],
])('--grade, too, where no result has room for it: %j in %j', (given, file, text) => {
  const all = { ...given, grade: true };
  const effects = new FlagEffects(all);
  effects.overruled(planOf(file.replace('P', puzzles[0]!), all));
  expect(effects.without(['9x9'])).toEqual(text === undefined ? [] : [text]);
});

test('and those that a line of the file overrules', async () => {
  const stdin = lines(['#! sudoku variant=classic limit=3', puzzles[0]!]);
  const flags = ['--variant', 'x', '--boxes', '2x5', '-'];
  const notes = [
    'sudoku: -: --variant x has no effect on it: its first line says variant=classic',
    'sudoku: --boxes 2x5 has no effect: it is for 10x10 grids, and there is none',
  ];
  const solved = await sudoku(['solve', ...flags], { stdin });
  expect(solved.stderr.split('\n').slice(0, 2)).toEqual(notes);
  const dry = await sudoku(['solve', '--dry-run', ...flags], { stdin });
  expect(dry.stderr.trimEnd().split('\n')).toEqual(notes);
  expect((await sudoku(['solve', '-q', ...flags], { stdin })).stderr).toBe('');
  const { stderr } = await sudoku(['solve', '--json', '--explain', ...flags], { stdin });
  expect(events(stderr).filter(({ event }) => event === 'note')).toEqual([
    {
      event: 'note',
      text: '--variant x has no effect on it: its first line says variant=classic',
      file: '-',
    },
    { event: 'note', text: '--explain has no effect without --output jsonl' },
    { event: 'note', text: '--boxes 2x5 has no effect: it is for 10x10 grids, and there is none' },
  ]);
});

test('a count that stopped at the limit says so in the summary', async () => {
  const { stderr } = await sudoku(['solve', '--solutions', 'count', '--limit', '7'], {
    stdin: '................\n',
  });
  expect(stderr).toMatch(
    /^1 puzzle: 1 solved, 1 stopped at the limit of solutions \(--limit\) · 7 solutions · /,
  );
});

test('an unsolved puzzle names the option that gives it more', async () => {
  const { stderr } = await sudoku(['solve', '--budget', '0'], { stdin: lines(['.'.repeat(81)]) });
  expect(stderr).toContain(
    'unsolved: the search budget was spent first: the option budget (--budget) gives more\n',
  );
});

test('names of files and quoted bytes are shown so that they can be seen', async () => {
  const { stderr } = await sudoku(['solve', 'a\x1b[31m\nb.txt'], {});
  expect(stderr).toBe('sudoku: a\\x1b[31m\\x0ab.txt: cannot be read: no such file or directory\n');
  expect(visible('a\u202eb')).toBe('a\\u202eb');
  expect(quote(Buffer.from('Grüße\x07'))).toBe('"Grüße\\u0007"');
  expect(quote(Buffer.from('Gr\xfc\xdfe\x80', 'latin1'))).toBe('"Grüße\\x80"');
  expect(quote(Buffer.from('ü'.repeat(30)))).toBe(`"${'ü'.repeat(20)}…"`);
});

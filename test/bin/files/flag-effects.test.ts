import { expect, test } from 'vitest';
import { FlagEffects, ineffectiveFlags } from '../../../bin/files/flag-effects.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { planOf } from '../../core/formats/solve-bytes.ts';
import { events, lines, made, sudoku } from '../command-line.ts';

const { puzzles } = made(3);

test.each([
  [{ limit: 5 }, ['--limit has no effect without --solutions count or all']],
  [{ limit: 5, solutions: 'count' }, []],
  [{ explain: true, output: 'csv' }, ['--explain has no effect without --output jsonl']],
  [{ grade: true, solutions: 'count' }, []],
  [{ grade: true, solutions: 'all' }, ['--grade has no effect with --solutions all']],
  [{ variant: 'x', budget: 5 }, []],
] as const)('warns of flags without effect: %j', (given, texts) => {
  const effects = new FlagEffects(given);
  effects.overruled(planOf(lines(puzzles), given));
  expect(effects.ineffective(['9x9'])).toEqual(texts.slice());
  expect(ineffectiveFlags(given)).toEqual(
    texts.map((text) => `${text}, unless the first line of a file requests it`),
  );
});

test.each([
  [{ limit: 5 }, '#! sudoku solutions=count'],
  [{ explain: true }, '#! sudoku output=jsonl'],
  [{ grade: true, output: 'csv', solutions: 'all' }, '#! sudoku solutions=first'],
] as const)(
  'does not warn of a flag that has an effect because of the first line of a file: %j %s',
  (given, line) => {
    const effects = new FlagEffects(given);
    effects.overruled(planOf(lines(puzzles), given));
    expect(effects.ineffective(['9x9'])).toHaveLength(1);
    effects.overruled(planOf(lines([line, ...puzzles]), given));
    expect(effects.ineffective(['9x9'])).toEqual([]);
  },
);

test.each([
  [
    { boxes: { rows: 2, columns: 5 } },
    '--boxes 2x5 has no effect: it is for 10x10 grids, and there are none',
  ],
  [{ alphabet: 'A-P' }, '--alphabet A-P has no effect: it is for 16x16 grids, and there are none'],
] as const)('warns of flags for a size that no grid has: %j', (given, text) => {
  const effects = new FlagEffects(given);
  expect(effects.ineffective(['6x6', '9x9 x'])).toEqual([text]);
  expect(effects.ineffective(['9x9', '10x10', '16x16 x'])).toEqual([]);
  expect(effects.ineffective([])).toEqual([]);
});

test.each<[PartialOptions, string, string | undefined]>([
  [{}, 'P\n', '--grade has no effect without --output csv, jsonl or parquet, or a column for ratings'],
  [
    {},
    'puzzle,a\nP,\n',
    '--grade has no effect without --output csv, jsonl or parquet, or a column for ratings',
  ],
  [{}, 'puzzle,rating\nP,\n', undefined],
  [{ output: 'csv' }, 'P\n', undefined],
  [{ solutions: 'count' }, 'P\n', undefined],
  [{}, '#! sudoku output=jsonl\nP\n', undefined],
])('warns of --grade if no result can hold ratings: %j in %j', (given, file, text) => {
  const all = { ...given, grade: true };
  const effects = new FlagEffects(all);
  effects.overruled(planOf(file.replace('P', puzzles[0]!), all));
  expect(effects.ineffective(['9x9'])).toEqual(text === undefined ? [] : [text]);
});

test.each<[PartialOptions, string, string[]]>([
  [
    { canonical: true, minimal: true },
    'P\n',
    [
      '--canonical has no effect without --output csv, jsonl or parquet, or a column canonical',
      '--minimal has no effect without --output csv, jsonl or parquet, or a column minimal',
    ],
  ],
  [{ canonical: true, minimal: true }, 'puzzle,canonical,minimal\nP,,\n', []],
  [
    { canonical: true, solutions: 'all', output: 'csv' },
    'P\n',
    ['--canonical has no effect with --solutions all'],
  ],
])('warns of --canonical and --minimal if no result has a place for them: %j in %j', (given, file, texts) => {
  const effects = new FlagEffects(given);
  effects.overruled(planOf(file.replace('P', puzzles[0]!), given));
  expect(effects.ineffective(['9x9'])).toEqual(texts);
});

test('warns that only grids up to 16x16 have canonical forms', () => {
  const given = { canonical: true, minimal: true, output: 'csv' } as const;
  const effects = new FlagEffects(given);
  effects.overruled(planOf('12.434..2.4343.1\n', given));
  expect(effects.ineffective(['20x20', '25x25 x'])).toEqual([
    '--canonical has no effect: it is for grids up to 16x16, and there are none',
  ]);
  expect(effects.ineffective(['4x4'])).toEqual([]);
});

test('warns of flags that the first line of a file overrules', async () => {
  const stdin = lines(['#! sudoku variant=classic limit=3', puzzles[0]!]);
  const flags = ['--variant', 'x', '--boxes', '2x5', '-'];
  const notes = [
    'sudoku: -: --variant x has no effect on it: its first line says variant=classic',
    'sudoku: --boxes 2x5 has no effect: it is for 10x10 grids, and there are none',
  ];
  const solved = await sudoku(['solve', ...flags], { stdin });
  expect(solved.stderr.split('\n').slice(0, 2)).toEqual(notes);
  const dry = await sudoku(['solve', '--dry-run', ...flags], { stdin });
  expect(dry.stderr.trimEnd().split('\n')).toEqual(notes);
  expect((await sudoku(['solve', '-q', ...flags], { stdin })).stderr).toBe('');
  const { stderr } = await sudoku(['solve', '--json', '--limit', '5', ...flags], { stdin });
  expect(events(stderr).filter(({ event }) => event === 'note')).toEqual([
    {
      event: 'note',
      text: '--variant x has no effect on it: its first line says variant=classic',
      file: '-',
    },
    { event: 'note', text: '--limit 5 has no effect on it: its first line says limit=3', file: '-' },
    { event: 'note', text: '--limit has no effect without --solutions count or all' },
    { event: 'note', text: '--boxes 2x5 has no effect: it is for 10x10 grids, and there are none' },
  ]);
});

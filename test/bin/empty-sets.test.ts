// What a command writes, every command reads: files of every format that can be written, with no puzzle, one and three.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { someOf } from '../cases.ts';
import { directoryWith, lines, made } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';

const { puzzles, solutions } = made(3);

/** Files by the ending that `convert` writes them under, or that another command does. */
const ENDINGS = ['txt', 'txt.gz', 'csv', 'csv.zst', 'tsv', 'jsonl', 'json', 'parquet', 'npy', 'npz', 'sdk'];

/** Commands that read puzzles, with what follows the file. Arrays have no records that can be taken out. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  solve: ['-o', 'result'],
  'solve as a table': ['--output', 'csv'],
  grade: [],
  canonical: [],
  convert: ['converted.jsonl'],
  audit: [],
  select: ['-o', 'records'],
  dedupe: ['-o', 'records'],
  minimise: ['-o', 'records'],
  augment: ['-o', 'records'],
  split: ['--parts', 'a=0.5,b=0.5', '-o', 'parts/'],
};
const TAKE_RECORDS = ['select', 'dedupe', 'minimise', 'augment', 'split'];

describe.each([0, 1, 3])('a set of %i puzzles', (count) => {
  const rows = puzzles.slice(0, count).map((puzzle, i) => `${puzzle},${solutions[i]!}`);

  test.each(someOf(ENDINGS, 5))('is read as .%s by every command', async (ending) => {
    const cwd = directoryWith({ 'set.csv': lines(['puzzle,solution', ...rows]) });
    const name = `set.${ending}`;
    const isArray = /^np[yz]$/.test(ending);
    if (ending !== 'csv') {
      const { code } = await sudokuHere(['convert', 'set.csv', name], { cwd });
      // the header of an array says how many cells a grid has
      if (isArray && count === 0) return expect(code).toBe(2);
      expect(code).toBe(0);
    }
    for (const [reader, args] of Object.entries(READERS)) {
      if (isArray && TAKE_RECORDS.includes(reader)) continue;
      const { code, stderr } = await sudokuHere([reader.split(' ')[0]!, name, ...args], { cwd });
      // an audit finds that minimised puzzles lost their solutions, and nothing else
      expect({ reader, code, stderr }).toEqual({
        reader,
        code: 0,
        stderr: expect.not.stringContaining('expected'),
      });
    }
  });
});

test.each(['csv', 'tsv', 'jsonl', 'json', 'txt', 'parquet'])(
  'none of the records of a .%s are a set that all commands read',
  async (ending) => {
    const cwd = directoryWith({
      'all.csv': lines(['puzzle,note', ...puzzles.map((puzzle) => `${puzzle},a`)]),
    });
    if (ending !== 'csv') await sudokuHere(['convert', 'all.csv', `all.${ending}`], { cwd });
    const none = `none.${ending}`;
    expect(
      (await sudokuHere(['select', `all.${ending}`, '--where', 'clues>80', '-o', none], { cwd })).code,
    ).toBe(0);
    for (const [reader, args] of Object.entries(READERS)) {
      const { code } = await sudokuHere([reader.split(' ')[0]!, none, ...args], { cwd });
      expect([reader, code]).toEqual([reader, 0]);
    }
  },
);

/** Files of one or two puzzles in layouts of their own, and what they hold besides. */
const LAYOUTS: readonly (readonly [name: string, content: (puzzle: string) => string])[] = [
  ['comments.txt', (puzzle) => `# a set\n\n${puzzle}\n\n# its end\n${puzzle}\n`],
  ['crlf.txt', (puzzle) => `% a set\r\n${puzzle}\r\n`],
  ['options.txt', (puzzle) => `#! sudoku solutions=unique\n${puzzle}\n`],
  ['bom.txt', (puzzle) => `\ufeff// a set\n${puzzle}\n`],
  ['blank.txt', (puzzle) => `\n\n${puzzle}\n`],
  ['counted.txt', (puzzle) => `1\n${puzzle}\n`],
  ['named.txt', (puzzle) => `puzzle\n${puzzle}\n`],
  ['grids.txt', (puzzle) => `# a set\n${puzzle.match(/.{9}/g)!.join('\n')}\n`],
  ['links.txt', () => '# a set\n.Shape~4x4.~R1C1_1\n'],
  ['comments.jsonl', (puzzle) => `# a set\n{"puzzle":"${puzzle}"}\n`],
  ['lists.json', (puzzle) => `{"easy":["${puzzle}"],"hard":["${puzzle}"]}`],
  ['deep.json', (puzzle) => `{"sets": {"easy": {"all": ["${puzzle}"]}}}\n`],
  ['arrays.json', (puzzle) => `[["${puzzle}"],[["${puzzle}"]]]`],
  ['named.json', (puzzle) => `[{"name":"my puzzles of this week","puzzles":["${puzzle}"]}]`],
  ['titled.json', (puzzle) => `{"title":"my puzzles of 2024","level":2,"easy":["${puzzle}"]}`],
  ['separated.csv', (puzzle) => `sep=;\nid;puzzle\n1;${puzzle}\n`],
];

test.each(someOf(LAYOUTS, 8))(
  'none of the records of %s are a set that all commands read, and join',
  async (name, of) => {
    const cwd = directoryWith({ [name]: of(puzzles[0]!) });
    const none = `none-${name}`;
    const select = (paths: readonly string[], where: string, out: string) =>
      sudokuHere(['select', ...paths, '--where', where, '-o', out, '-q'], { cwd });
    expect((await select([name], 'clues>80', none)).code).toBe(0);
    for (const [reader, args] of Object.entries(READERS)) {
      const { code, stderr } = await sudokuHere([reader.split(' ')[0]!, none, ...args], { cwd });
      expect({ reader, code, stderr }).toEqual({
        reader,
        code: 0,
        stderr: expect.not.stringContaining('expected'),
      });
    }
    // a number of puzzles, or what a title is for, is lost where files are joined
    if (/counted|titled/.test(name)) return;
    for (const paths of [
      [none, name],
      [name, none],
    ]) {
      expect((await select(paths, 'clues<81', `joined-${name}`)).code).toBe(0);
      const { code, stderr } = await sudokuHere(['solve', `joined-${name}`, '-o', 'solved', '-q'], { cwd });
      expect({ paths, code, stderr }).toEqual({ paths, code: 0, stderr: '' });
    }
  },
);

test.each(['.jsonl', '.ndjson', '.json'])('an empty %s file joins others of its kind', async (ending) => {
  const record = JSON.stringify({ puzzle: puzzles[0] });
  const cwd = directoryWith({ [`none${ending}`]: '', [`one${ending}`]: `${record}\n` });
  const paths = [`none${ending}`, `one${ending}`, `none${ending}`];
  for (const command of ['solve', 'dedupe']) {
    const { code, stderr } = await sudokuHere([command, ...paths, '-o', `all${ending}`, '-q'], { cwd });
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    expect(readFileSync(join(cwd, `all${ending}`), 'utf8')).toContain(puzzles[0]);
  }
});

test.each([
  ['[]', '[]'],
  ['{"a":[]}', '{"a":[]}'],
  ['[[],{"a":[{"b":[ ]}]}]\n', '[[],{"a":[{"b":[ ]}]}]\n'],
  ['[\n]\n', '[\n]\n'],
  ['{"puzzles":[]}', '{"puzzles":[]}'],
  ['{"source":"x","puzzles": [\n], "z": [1]}\n', '{"source":"x","puzzles": [\n], "z": [1]}\n'],
  ['', ''],
])('solves %j to itself', async (content, result) => {
  const cwd = directoryWith({ 'none.json': content });
  expect((await sudokuHere(['solve', 'none.json', '-o', 'out.json'], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, 'out.json'), 'utf8')).toBe(result);
});

test.each([
  ['set.csv', 'csv'],
  ['set.csv', 'tsv'],
  ['set.csv', 'parquet'],
  ['set.parquet', 'csv'],
])('the columns of %s are kept in .%s, though there are no rows', async (from, to) => {
  const header = 'id,puzzle,solution,note,rating\n';
  const cwd = directoryWith({ 'set.csv': header });
  if (from !== 'set.csv') await sudokuHere(['convert', 'set.csv', from], { cwd });
  await sudokuHere(['convert', from, `out.${to}`], { cwd });
  await sudokuHere(['convert', `out.${to}`, 'back.csv'], { cwd });
  expect(readFileSync(join(cwd, 'back.csv'), 'utf8')).toBe(header);
});

test('files with puzzles decide about the columns, not those without', async () => {
  const cwd = directoryWith({
    'none.csv': 'puzzle,solution,other\n',
    'set.csv': lines(['puzzle,note', `${puzzles[0]!},a`]),
  });
  await sudokuHere(['convert', 'none.csv', 'set.csv', 'out.csv'], { cwd });
  expect(readFileSync(join(cwd, 'out.csv'), 'utf8')).toBe(lines(['puzzle,note', `${puzzles[0]!},a`]));
});

test.each([
  '{"puzzle":[]}',
  '[{"puzzle":[],"tags":[]}]',
  '{}',
  '[{}]',
  '{"a":[],}',
  '[] []]',
  '{"tags":[],"data":"1234123412341234"}',
])('does not take %s for a set', async (content) => {
  const cwd = directoryWith({ 'none.json': content });
  expect((await sudokuHere(['solve', 'none.json'], { cwd })).code).not.toBe(0);
});

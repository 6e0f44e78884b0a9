// Small files of the same shape as data sets that are published, with puzzles of our own.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkResult } from '../../bin/check/check-result.ts';
import { convert } from '../../bin/convert/convert.ts';
import { targetFor } from '../../bin/convert/targets.ts';
import { inputsOf } from '../../bin/files/inputs.ts';
import { select } from '../../bin/sets/select.ts';
import { split } from '../../bin/sets/split.ts';
import { solveText } from '../../core/index.ts';
import { lines, made, temporaryDirectory } from './command-line.ts';

const { puzzles, solutions } = made(8, 31);
const zeros = (puzzle: string) => puzzle.replaceAll('.', '0');
const rowsOf = (puzzle: string) =>
  zeros(puzzle)
    .match(/.{9}/g)!
    .map((row) => Array.from(row, Number));
const text = (puzzle: string) =>
  rowsOf(puzzle)
    .map((row) => row.join(' ').replaceAll('0', '_'))
    .join('\n');
const list = (puzzle: string) => `"${JSON.stringify(rowsOf(puzzle)).replaceAll(',', ', ')}"`;

type Row = (puzzle: string, solution: string, i: number) => string;
const table = (header: string, row: Row) => lines([header, ...rows(row)]);
const rows = (row: Row) => puzzles.map((puzzle, i) => row(puzzle, solutions[i]!, i));
const hash = (puzzle: string) => createHash('sha1').update(zeros(puzzle)).digest('hex').slice(0, 12);

interface Case {
  readonly name: string;
  readonly content: string;
  /** What record 3 has beside puzzle and solution. */
  readonly others: Readonly<Record<string, unknown>>;
  /** A condition that half of the records meet. */
  readonly where?: string;
  readonly hasSolutions?: false;
  /** Set if records lie within larger objects, from which none can be dropped. */
  readonly isNested?: true;
}

const RULES = 'Normal sudoku rules apply.';

const CASES: readonly Case[] = [
  {
    name: 'sapientinc-sudoku-extreme.csv',
    content: table('source,question,answer,rating', (p, s, i) => `puzzles2_17_clue,${p},${s},${7 * i}`),
    others: { source: 'puzzles2_17_clue', rating: 21 },
    where: 'rating>=28',
  },
  {
    name: 'imone-sudoku-hard-v2.csv',
    content: table('question,answer,rating', (p, s, i) => `${p},${s},${i}`),
    others: { rating: 3 },
    where: 'rating>=4',
  },
  {
    name: 'kaggle-bryanpark.csv',
    content: table('quizzes,solutions', (p, s) => `${zeros(p)},${s}`),
    others: {},
  },
  {
    name: 'kaggle-rohanrao.csv',
    content: table('puzzle,solution', (p, s) => `${zeros(p)},${s}`),
    others: {},
  },
  {
    name: 'kaggle-radcliffe.csv',
    content: table('id,puzzle,solution,clues,difficulty', (p, s, i) => `${i + 1},${p},${s},32,${i / 2}`),
    others: { id: 4, clues: 32, difficulty: 1.5 },
    where: 'difficulty>=2',
  },
  {
    name: 'Ritvik19.csv',
    content: table(
      'puzzle,solution,missing,difficulty,set,solving_time',
      (p, s, i) => `${zeros(p)},${s},49,${i < 4 ? 'Easy' : 'Hard'},train,0.25`,
    ),
    others: { missing: 49, difficulty: 'Easy', set: 'train', solving_time: 0.25 },
    where: 'difficulty=Hard',
  },
  {
    name: 'recurrent-relational-networks.csv',
    content: lines(rows((p, s) => `${zeros(p)},${s}`)),
    others: {},
  },
  {
    name: 'written-by-pandas.csv',
    content: table(',puzzle,solution', (p, s, i) => `${i},${zeros(p)},${s}`),
    others: { 1: 3 },
  },
  {
    name: 'sudoku-app.csv',
    content: table(
      'id,difficulty,mission,solution,win_rate',
      (p, s, i) => `${i},hard,${zeros(p)},${s},0.${i + 1}`,
    ),
    others: { id: 3, difficulty: 'hard', win_rate: 0.4 },
    where: 'win_rate>=0.5',
  },
  {
    name: 'lists.csv',
    content: table('puzzle,solution,difficulty', (p, s, i) => `${list(p)},${list(s)},${i}`),
    others: { difficulty: 3 },
    where: 'difficulty>=4',
  },
  {
    name: 'reasoning-gym.jsonl',
    content: lines(
      rows((p, s, i) =>
        JSON.stringify({
          question: `Solve this Sudoku puzzle:\n${text(p)}\nRespond with only your answer.`,
          answer: text(s),
          metadata: {
            source_dataset: 'sudoku',
            source_index: i,
            puzzle: rowsOf(p),
            solution: rowsOf(s),
            num_empty: 49,
          },
        }),
      ),
    ),
    others: { source_dataset: 'sudoku', source_index: 3, num_empty: 49 },
    isNested: true,
  },
  {
    name: 'SakanaAI-Sudoku-Bench.jsonl',
    content: lines(
      rows((p, s, i) =>
        JSON.stringify({
          puzzle_id: `n${i}`,
          author: 'A',
          rules: RULES,
          initial_board: p,
          solution: s,
          rows: 9,
          cols: 9,
          visual_elements: '[]',
        }),
      ),
    ),
    others: { puzzle_id: 'n3', author: 'A', rules: RULES, rows: 9, cols: 9, visual_elements: '[]' },
    where: 'puzzle_id>="n4" or puzzle_id="n4" or puzzle_id="n5" or puzzle_id="n6" or puzzle_id="n7"',
  },
  {
    name: 'sudoku-exchange-puzzle-bank.txt',
    content: lines(rows((p, _, i) => `${hash(p)} ${zeros(p)}  ${(1 + i / 10).toFixed(1)}`)),
    others: { id: hash(puzzles[3]!), rating: 1.3 },
    where: 'rating>=1.4',
    hasSolutions: false,
  },
  {
    name: 'tdoku-tests.txt',
    content: lines(rows((p, s) => `${p}:1:${s}`)),
    others: { count: 1 },
  },
];

test.each(CASES.map((one) => [one.name, one] as const))(
  '%s is read, solved, checked, split and selected',
  async (name, { content, others, where, hasSolutions, isNested }) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    const directory = temporaryDirectory();
    const [path, to, result, out] = [name, 'to.jsonl', `result-${name}`, 'out'].map((file) =>
      join(directory, file),
    ) as [string, string, string, string];
    writeFileSync(path, content);

    const format = targetFor(to, undefined);
    await convert(inputsOf([path], to), {}, format, await format.open(to), true);
    const records = readFileSync(to, 'utf8').trim().split('\n');
    const solved = hasSolutions === false ? {} : { solution: solutions[3] };
    expect(JSON.parse(records[3]!)).toEqual({ puzzle: puzzles[3], ...solved, ...others });

    const answer = solveText(content);
    expect(answer.report).toMatchObject({ puzzles: 8, solved: 8, problems: [] });
    writeFileSync(result, answer.text);
    expect(await checkResult(result, path, {}, 1)).toMatchObject({ records: 8, right: 8, changed: 0 });

    if (isNested) return;
    const options = { given: {}, out, concurrency: 1, quiet: true, json: false, seed: 0 };
    const parts = [
      { name: 'a', share: 0.5 },
      { name: 'b', share: 0.5 },
    ];
    expect(
      await split([path], {
        ...options,
        out: `${directory}/parts`,
        by: 'puzzle',
        parts,
        stratify: undefined,
      }),
    ).toBe(0);
    if (where === undefined) return;
    expect(await select([path], { ...options, where, sample: undefined })).toBe(0);
    const kept = readFileSync(out, 'utf8').trim().split('\n').slice(-4);
    expect(kept).toEqual(content.trim().split('\n').slice(-4));
  },
);

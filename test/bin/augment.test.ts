import { expect, test } from 'vitest';
import { isSolution } from '../../bin/threads/audit-records.ts';
import { generate, generateMany, solve } from '../../core/browser.ts';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';
import { canonicalForms } from '../../core/solver/symmetry/canonical.ts';
import { gridForm } from '../../core/solver/symmetry/equivalence.ts';
import { cellsOf, textOf } from '../core/solver/puzzles.ts';
import { lines, made, sudoku } from './command-line.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(40, 5);
const [A, B] = puzzles as [string, string];
const [SA, SB] = solutions as [string, string];
const formOf = (text: string) => textOf(canonicalForms(cellsOf(text)).forms);

async function augment(stdin: string, ...flags: string[]) {
  const { stdout, stderr, code } = await sudoku(['augment', ...flags], { stdin });
  return { text: stdout.toString(), stderr, code };
}

test('copies each row with a puzzle and its own solution in the same disguise, no two alike', async () => {
  const input = `id,puzzle,note,solution\n${lines(puzzles.map((puzzle, i) => `${i},${puzzle},"a, b",${solutions[i]}`))}`;
  const { text, stderr, code } = await augment(input, '--times', '5');
  expect(stderr).toBe('40 puzzles: 240 written\n');
  expect(code).toBe(0);
  const rows = text.trimEnd().split('\n').slice(1);
  expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(240);
  for (const [i, row] of rows.entries()) {
    const [id, puzzle, , , solution] = row.split(',') as [string, string, string, string, string];
    expect(id).toBe(`${Math.floor(i / 6)}`);
    expect(row).toContain(',"a, b",');
    expect(formOf(puzzle)).toBe(formOf(puzzles[Number(id)]!));
    expect(formOf(solution)).toBe(formOf(solutions[Number(id)]!));
    expect(givensAreConsistent(geometry(9), cellsOf(solution))).toBe(true);
    expect(Array.from(puzzle).every((sign, c) => sign === '.' || sign === solution[c])).toBe(true);
  }
});

const grid = (text: string, sign = '') =>
  lines(text.match(/.{9}/g)!.map((row) => Array.from(row).join(sign)));
const zeros = A.replaceAll('.', '0');
const list = (text: string) => JSON.stringify(Array.from(text, Number));
const FORMATS: readonly (readonly [string, string, (copy: string, solution: string) => string])[] = [
  ['lines with text', `${zeros} hard # 1`, (copy) => `${zeros} hard # 1\n${copy} hard # 1\n`],
  ['grids', `${grid(A)}\n${grid(B)}`, () => ''],
  [
    'JSON Lines',
    `{"puzzle":"${A}","solution":"${SA}"}\n`,
    (copy, solution) =>
      `{"puzzle":"${A}","solution":"${SA}"}\n{"puzzle":"${copy}","solution":"${solution}"}\n`,
  ],
  ['lists in JSON', `[{"puzzle":${list(zeros)},"solution":${list(SA)}},\n {"puzzle":${list(SB)}}]`, () => ''],
];

test.each(FORMATS)('writes the copies of %s as their records are', async (name, input, expected) => {
  const { text, stderr, code } = await augment(input);
  expect(code, stderr).toBe(0);
  if (name === 'grids' || name === 'lists in JSON') {
    // they can be read, and are the same puzzles
    if (name === 'lists in JSON') expect(JSON.parse(text)).toHaveLength(4);
    const { stderr: counts } = await sudoku(['dedupe', '-o', '/dev/null'], { stdin: text });
    expect(counts).toContain('4 puzzles: 2 kept, 2 duplicates\n');
    return;
  }
  const line = text.trimEnd().split('\n')[1]!;
  const [copy, solution] = line.match(/[\d.]{81}/g)!;
  expect(text).toBe(expected(copy!, solution!));
  expect(formOf(copy!.replaceAll('0', '.'))).toBe(formOf(A));
});

/** Records of puzzles of other sizes, in the symbols of their files. */
const sized = (size: number, symbols: string) => {
  const [one] = generateCells(geometry(size), { seed: 4 }).take(1);
  const text = (cells: Uint8Array) =>
    Array.from(cells, (value) => (value === 0 ? '.' : symbols[value - 1])).join('');
  return `${text(one!.cells)},${text(one!.solution)}`;
};

test.each([
  [4, '1234'],
  [6, '123456'],
  [12, '123456789ABC'],
  [16, '123456789ABCDEFG'],
  [16, '123456789abcdefg'],
  [16, '0123456789ABCDEF'],
  [16, 'ABCDEFGHIJKLMNOP'],
])('copies puzzles of %i cells a side, written with %s, each with its solution', async (size, symbols) => {
  const record = sized(size, symbols);
  const { text, stderr, code } = await augment(`puzzle,solution\n${record}\n`, '--times', '5');
  expect(stderr).toBe('1 puzzle: 6 written\n');
  expect(code).toBe(0);
  const rows = text.trimEnd().split('\n').slice(1);
  expect(rows[0]).toBe(record);
  expect(new Set(rows).size).toBe(6);
  const digitOf = (symbol: string) => symbols.indexOf(symbol) + 1;
  const forms = rows.map((row) => {
    const [puzzle, solution] = row.split(',').map((cells) => Uint8Array.from(cells, digitOf)) as [
      Uint8Array,
      Uint8Array,
    ];
    expect(isSolution(geometry(size), puzzle, solution)).toBe(true);
    return textOf(gridForm(geometry(size), puzzle)!.form);
  });
  expect(new Set(forms).size).toBe(1);
});

test.each(['x', 'anti-knight', 'windoku', 'non-consecutive'] as const)(
  'turns and reflects puzzles of %s, whose other symmetries would break the rules',
  async (variant) => {
    const [one] = generateCells(geometry(9, variant), { seed: 4 }).take(1);
    const row = `${textOf(one!.cells)},${textOf(one!.solution)}`;
    const header = `#! sudoku variant=${variant}\npuzzle,solution\n`;
    const { text, stderr } = await augment(`${header}${row}\n`, '--times', '7');
    expect(stderr).toBe('1 puzzle: 8 written\n');
    const rows = text.trimEnd().split('\n').slice(2);
    expect(new Set(rows).size).toBe(8);
    for (const copy of rows) {
      const [puzzle, solution] = copy.split(',').map(cellsOf) as [Uint8Array, Uint8Array];
      expect(isSolution(geometry(9, variant), puzzle, solution)).toBe(true);
    }
  },
);

test.each(['killer', 'jigsaw', 'jigsaw,killer', 'thermo', 'arrow', 'even-odd', 'kropki,all-dots'] as const)(
  'turns puzzles of %s with their rules and solutions, as far as boxes and variants allow',
  async (variant) => {
    const size = 6;
    const made = generateMany({ size, variant, seed: 4, count: 2 });
    const records: string[] = [];
    for await (const { puzzle, rules, solution } of made)
      records.push(
        JSON.stringify({
          puzzle,
          solution,
          ...(variant.includes('all-dots') && { variant: 'all-dots' }),
          ...rules,
        }),
      );
    const { text, stderr } = await augment(lines(records), '--times', '3');
    expect(stderr).toBe('2 puzzles: 8 written\n');
    const rows = text.trimEnd().split('\n');
    for (const row of rows) {
      const { puzzle, solution, ...rules } = JSON.parse(row);
      expect(solve(puzzle, rules)).toEqual({ status: 'solved', solution });
    }
    expect((await sudoku(['dedupe'], { stdin: text })).stdout.toString()).toBe(lines(records));
    expect((await sudoku(['dedupe', '--exact'], { stdin: text })).stdout.toString()).toBe(text);
  },
);

test('renames the digits of a jigsaw whose regions are written in another way', async () => {
  const { puzzle, rules } = generate({ size: 5, variant: 'jigsaw', seed: 1 });
  const { regions = '' } = rules as { regions?: string };
  const record = JSON.stringify({ puzzle, regions: String(regions).match(/.{5}/g) });
  const { text, stderr } = await augment(lines([record]), '--times', '4');
  expect(stderr).toBe('1 puzzle: 5 written\n');
  expect((await sudoku(['dedupe'], { stdin: text })).stdout.toString()).toBe(lines([record]));
});

test('says which puzzles have no copies because of their size or rules', async () => {
  const records = [
    { puzzle: `1${'.'.repeat(24)}`.repeat(25) },
    { puzzle: A, even: [[1, A.indexOf('.', 1) + 1]] },
    { puzzle: A },
  ];
  const { stderr, code } = await augment(lines(records.map((record) => JSON.stringify(record))));
  expect(stderr).toBe(
    lines([
      '3 puzzles: 4 written, 1 with rules, 1 other size',
      'only puzzles of up to 16x16 have copies; larger ones are written as they are',
      'puzzles whose rules or regions cannot move, or are not known, have no copies, and are written as they are',
    ]),
  );
  expect(code).toBe(1);
});

test('draws the same copies on any number of threads, and others for another seed', async () => {
  const stdin = lines(Array.from({ length: 5000 }, (_, i) => puzzles[i % 40]!));
  const runs = await Promise.all(
    THREADS.map((n) => augment(stdin, '--times', '3', '--seed', '9', '--concurrency', `${n}`)),
  );
  for (const run of runs) expect(run).toEqual(runs[0]);
  expect((await augment(stdin, '--times', '3', '--seed', '8')).text).not.toBe(runs[0]!.text);
});

test('leaves out the records themselves with --only-new', async () => {
  const { text } = await augment(lines([A, B]), '--only-new', '--times', '2');
  const copies = text.trimEnd().split('\n');
  expect(copies.map(formOf)).toEqual([formOf(A), formOf(A), formOf(B), formOf(B)]);
  expect(copies).not.toContain(A);
});

test('says which records have no copies, or fewer than requested', async () => {
  const one = `1${'.'.repeat(80)}`;
  const input = `puzzle,solution\n${lines([`${A},${SB}`, 'broken,', `${one},`, `${B},`])}`;
  const { text, stderr, code } = await augment(input, '--times', '1000');
  expect(code).toBe(1);
  expect(stderr).toContain('1 invalid, 1 wrong solution, 1 fewer forms');
  expect(stderr).toContain('1 puzzle has fewer than 1000 other forms: all found are written');
  // one given: 81 cells and nine digits
  expect(text.split('\n')).toHaveLength(1 + 1 + 1 + 729 + 1001 + 1);
});

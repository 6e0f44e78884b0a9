import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { convert } from '../../../bin/convert/convert.ts';
import { TARGETS } from '../../../bin/convert/targets.ts';
import { inputsOf } from '../../../bin/files/inputs.ts';
import { readLink } from '../../../core/formats/links/link.ts';
import { LINK_FORMS } from '../../../core/formats/links/write-link.ts';
import { lines, temporaryDirectory } from '../command-line.ts';

/** Converts a text. @returns the exit code, the result, and what was printed */
async function converted(text: string, name: string) {
  const directory = temporaryDirectory();
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const [from, to] = [join(directory, 'in'), join(directory, 'out')];
  writeFileSync(from, text);
  const format = TARGETS.find((one) => one.name === name)!;
  const code = await convert(inputsOf([from], to), {}, format, await format.open(to), false);
  const printed = stderr.mock.calls
    .map(([line]) => line)
    .join('')
    .replaceAll(from, 'in');
  stderr.mockRestore();
  return { code, printed, text: readFileSync(to, 'latin1') };
}

/** One puzzle of each kind of rule that all forms with rules have. */
const CONSTRAINTS = [
  '.~R1C1_5~R9C9_7.Cage~10~R1C1~R1C2.Cage~0~R3C3~R3C4',
  '.Arrow~R1C1~R2C2~R3C3.Thermo~R4C4~R4C5',
  '.Whisper~5~R1C1~R1C2.Whisper~4~R5C1~R5C2.Renban~R7C7~R8C8~R9C9',
  '.WhiteDot~R1C1~R1C2.BlackDot~R3C1~R3C2.StrictKropki',
  '.X~R1C1~R1C2.V~R3C1~R3C2.StrictXV',
  '.~R1C1_2_4_6_8~R1C2_1_3_5_7_9',
  '.Diagonal~1.Diagonal~-1.Windoku.DisjointSets',
  '.AntiKnight.AntiKing.AntiConsecutive',
  `.Shape~6x6.NoBoxes.Jigsaw~${'012345'.repeat(6)}.Thermo~R1C1~R1C2`,
  // rows and columns only
  '.Shape~6x6.NoBoxes.Thermo~R1C1~R1C2',
  // digits that are not a number
  '.Shape~4x4.NoBoxes.Jigsaw~1122132213443344',
];

const meanings = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((link) => {
      const { geometry, cells } = readLink(link);
      const { size, variant, regions, rules } = geometry;
      return JSON.stringify({ size, variant, regions: regions?.join(), rules, cells: cells.join() });
    });

describe.each([...Object.keys(LINK_FORMS), 'jsonl', 'json', 'csv', 'tsv', 'parquet'])(
  'puzzles with rules as %s',
  (name) => {
    test('are the same when they become constraints again', async () => {
      const first = await converted(lines(CONSTRAINTS), name);
      expect(first).toMatchObject({ code: 0, printed: `${CONSTRAINTS.length} puzzles\n` });
      const directory = temporaryDirectory();
      writeFileSync(join(directory, 'x'), Buffer.from(first.text, 'latin1'));
      const again = await convertedFile(join(directory, 'x'), 'iss');
      expect(meanings(again)).toEqual(meanings(lines(CONSTRAINTS)));
    });
  },
);

test('regions that are the rows are written as a grid without boxes', async () => {
  const text = '.Shape~6x6.NoBoxes.Thermo~R1C1~R1C2';
  expect((await converted(lines([text]), 'iss')).text.trim()).toBe(text);
});

async function convertedFile(path: string, name: string): Promise<string> {
  const to = `${path}.out`;
  const format = TARGETS.find((one) => one.name === name)!;
  await convert(inputsOf([path], to), {}, format, await format.open(to), true);
  return readFileSync(to, 'latin1');
}

test('members of JSON have their usual form', async () => {
  const { text } = await converted(lines(['.Shape~4x4.~R1C1_1.AntiKnight.Cage~5~R1C1~R1C2']), 'csv');
  expect(text.split('\n').slice(0, 2)).toEqual([
    'puzzle,variant,regions,cages,arrows,thermos,whispers,renban,dots,xv,greater,even,odd',
    '1...............,anti-knight,,5 r1c1 r1c2,,,,,,,,,',
  ]);
  const record =
    '{"id":"a","puzzle":"1...............","cages":[{"sum":5,"cells":["r1c1","r1c2"]}],"even":["r2c2"]}\n';
  expect((await converted(record, 'jsonl')).text).toBe(record);
});

test('a puzzle whose regions are not those of the options is left out of a format without regions', async () => {
  const regions = '1122112233443344';
  const records = lines([
    `#! sudoku regions=${regions.replaceAll('1', 'x')}`,
    '{"puzzle":"1..............."}',
    `{"puzzle":"2...............","regions":"${regions}"}`,
    '{"puzzle":"3...............","regions":"1122122133443344"}',
  ]);
  expect(await converted(records, 'lines')).toMatchObject({
    code: 1,
    text: lines(['1...............', '2...............']),
    printed: lines([
      'in:4: lines has no place for regions; left out',
      '2 puzzles, 1 with rules that the format has no place for left out',
      'left out of lines: 1 comment; the options regions: set them again to read the puzzles',
    ]),
  });
});

test.each(['csv', 'lines'])(
  'ignored columns that have the name of a rule are reported as left out of %s',
  async (name) => {
    const table = lines(['#! sudoku ignore=odd', 'puzzle,odd', '1...............,7']);
    expect((await converted(table, name)).printed).toBe(
      `1 puzzle\nleft out of ${name}: the column "odd"; 1 comment\n`,
    );
  },
);

test('jigsaws are lines again', async () => {
  const jigsaw = `${'.'.repeat(25)} 1222211123144335544355543`;
  const scattered = `1${'.'.repeat(15)} 1122122133443344`;
  const made = lines([
    '#! sudoku format=jigsaw-lines',
    jigsaw,
    scattered,
    '3...............',
    '4...............',
  ]);
  const table = await converted(made, 'csv');
  expect(table.printed).toBe('4 puzzles\nleft out of csv: 1 comment\n');
  expect(await converted(table.text, 'jigsaw-lines')).toMatchObject({
    code: 0,
    text: made,
    printed: '4 puzzles\n',
  });
});

test('a puzzle for whose rules there is no place is left out, with the reason', async () => {
  const file = lines([
    '.AntiKnight',
    '.~R1C1_1',
    '.Cage~10~R1C1~R1C2',
    '.Sandwich~5~R1',
    '.GreaterThan~R1C1~R1C2',
    '.Arrow~R1C1~R1C2',
  ]);
  expect(await converted(file, 'lines')).toMatchObject({
    code: 1,
    text: `1${'.'.repeat(80)}\n`,
    printed: lines([
      'in:1: lines has no place for the variant anti-knight; left out',
      'in:3: lines has no place for a cage; left out',
      'in:4: unsupported: expected rules that are known, got Sandwich; left out',
      'in:5: lines has no place for a greater-than sign; left out',
      'in:6: lines has no place for an arrow; left out',
      '1 puzzle, 1 unsupported, 4 with rules that the format has no place for left out',
    ]),
  });
  const { printed, code } = await converted(file, 'fpuzzles');
  expect(code).toBe(1);
  expect(printed).toContain('in:5: fpuzzles has no place for a greater-than sign; left out');
  expect(printed).toContain(
    '4 puzzles, 1 unsupported, 1 with rules that the format has no place for left out',
  );
});

test('a table does not lose the rules that its first records do not have', async () => {
  const file = lines(['.~R1C1_1', '.Cage~10~R1C1~R1C2']);
  await expect(converted(file, 'csv')).rejects.toThrow(
    /:2: expected only the rules that the first records have as columns, got cages/,
  );
});

test('options of the file become rules of the puzzles', async () => {
  const file = `#! sudoku variant=x boxes=3x2\n${'.'.repeat(36)}\n`;
  const { text, printed } = await converted(file, 'iss');
  expect(printed).not.toContain('options');
  expect(readLink(text).geometry).toMatchObject({ size: 6, variant: 'x' });
  expect([...readLink(text).geometry.regions!].slice(0, 6)).toEqual([0, 0, 1, 1, 2, 2]);
  expect((await converted(file, 'jsonl')).text).toBe(`{"puzzle":"${'.'.repeat(36)}","variant":"x"}\n`);
  expect((await converted(file, 'lines')).printed).toContain(
    'left out of lines: 1 comment; the options variant=x boxes=3x2',
  );
});

test('title, author and solution of f-puzzles are kept, where there is a place', async () => {
  const record = `${JSON.stringify({
    puzzle: '12..34..21..43..',
    solution: '1234341221434321',
    title: 'of mine',
    author: 'me',
    source: 'here',
  })}\n`;
  const link = await converted(record, 'fpuzzles');
  expect(link.printed).toContain('left out of fpuzzles: the column "source"');
  const back = JSON.parse((await converted(link.text, 'jsonl')).text);
  expect(back).toEqual({ puzzle: '12..34..21..43..', title: 'of mine', author: 'me' });
  expect((await converted(link.text, 'iss')).printed).toContain(
    'left out of iss: the columns "title", "author"',
  );
});

import { describe, expect, test } from 'vitest';
import { openFile } from '../../../core/files/index.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';

describe('a misspelt or misplaced options line', () => {
  test.each([
    ['#! sudoko variant=x\n', '"#! sudoko variant=x"', 1],
    ['#! SUDOKU\n', '"#! SUDOKU"', 1],
    ['#! variant=x\n', '"#! variant=x"', 1],
    ['# ! sudoku variant=x\n', '"# ! sudoku variant=x"', 1],
    ['# sudoku variant=x\n', '"# sudoku variant=x"', 1],
    ['## sudoku variant=x\n', '"## sudoku variant=x"', 1],
    ['// a\n%! Sudoku Limit=3\n', '"%! Sudoku Limit=3"', 2],
    [' #! sudoku variant=x\n', '"#! sudoku variant=x"', 1],
    ['# mine\n#! sudoku variant=x\n', '"#! sudoku variant=x" below it', 2],
    ['\n#! sudoku variant=x\n', '"#! sudoku variant=x" below it', 2],
  ])('rejects the file and is quoted: %j', (front, got, line) => {
    expect(() => planOf(`${front}${P}\n`)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`as #! sudoku variant=x, got ${got}`),
        line,
      }),
    );
  });
});

test('a repeated option rejects the file', () => {
  expect(() => planOf(`#! sudoku limit=1 limit=2\n${P}\n`)).toThrow(
    'first line: expected each option once, got limit twice',
  );
});

test.each([
  '#!/usr/bin/env sudoku\n',
  '# sudoku puzzles of May\n',
  '# solutions=unique\n',
  '# sudoku size=9\n',
  '#!sudoku -c1,PuzzleR,Label,ER\n',
  '# a list\n#!sudoku -c1,PuzzleR,Label,ER\n',
  '#! sudoku -q -f%v --all\n',
  '#!gsf -f"%v=%t"\n',
])('%j is an ordinary comment', (front) => {
  expect(solveBytes(`${front}${P}\n`).tally.solved).toBe(1);
});

test('options are read after a byte-order mark', () => {
  expect(planOf(`\xef\xbb\xbf#! sudoku variant=x\n${P}\n`).options.variant).toBe('x');
});

describe('an options line below the first record', () => {
  const line = '#! sudoku variant=x';
  const got = `as #! sudoku variant=x, got "${line}" below it`;
  const puzzles = `${P}\n`.repeat(5000);
  const grids = `${P.match(/.{4}/g)!.join('\n')}\n\n`;

  test.each([
    ['lines', `${P}\n${line}\n${P}\n`, 2],
    ['lines that end in CR', `${P}\r${line}\r${P}\r`, 2],
    ['blanks before it', `${P}\r\n \t#!sudoku limit=7\r\n`, 2],
    ['grids', `${grids}${line}\n${grids}`, 6],
    ['a table', `puzzle,a\n${P},\n${line}\n${P},\n`, 3],
    ['JSON Lines', `{"puzzle":"${P}"}\n${line}\n{"puzzle":"${P}"}\n`, 2],
    ['a second one, below a first line that is right', `#! sudoku solutions=unique\n${P}\n${line}\n`, 3],
  ])('rejects the file and is quoted: %s', (_, file, number) => {
    expect(() => planOf(file)).toThrow(
      expect.objectContaining({
        name: 'RejectedFile',
        message: expect.stringContaining(file.includes('#!sudoku') ? '"#!sudoku limit=7"' : got),
        line: number,
      }),
    );
  });

  test.each([
    ['lines', `${puzzles}${line}\n${P}\n`, 5001],
    ['grids', `${grids.repeat(5000)}${line}\n${grids}`, 25001],
    ['a table', `puzzle,a\n${`${P},\n`.repeat(5000)}${line}\n${P},\n`, 5002],
  ])('rejects the file even if it is beyond the head: %s', (_, file, number) => {
    const error = expect.objectContaining({ message: expect.stringContaining(got), line: number });
    expect(() => solveBytes(file)).toThrow(error);
    expect(() => solveBytes(file, {}, [90_000, 7, 80])).toThrow(error);
  });

  test('rejects a piece from the middle of a file, even as its first line', () => {
    const solver = openFile(planOf(`${P}\n`), { first: false });
    const output = () => [...solver.push(Buffer.from(`${line}\n${P}\n`)), ...solver.end()];
    expect(output).toThrow(expect.objectContaining({ line: 1 }));
  });

  test('is accepted if its options are in force already, as in joined files with the same options', () => {
    const joined = `#! sudoku variant=x limit=5\n${puzzles}#! sudoku variant=x\n${P}\n#! sudoku\n`;
    expect(planOf(joined).options.variant).toBe('x');
    expect(solveBytes(joined).tally.puzzles).toBe(5001);
    expect(planOf(`${P}\n${line}\n`, { variant: 'x' }).options.variant).toBe('x');
    expect(() => planOf(`${P}\n#! sudoku variant=classics\n`)).toThrow(
      '"#! sudoku variant=classics" below it',
    );
  });

  test.each([`${P} ${line}\n`, `${P}\n#! sudokus\n`, `${P}\n# ${line}\n`])('is not found in %j', (file) => {
    expect(solveBytes(file).tally.solved).toBe(1);
  });
});

import { expect, test } from 'vitest';
import { readPuzzle } from '../../../../site/try/puzzle/read-puzzle.ts';

const read = (text: string) => readPuzzle({ text, variant: 'classic' });

test('readPuzzle reads a puzzle with its rules', () => {
  const reading = read('.Shape~4x4.~R1C1_1.Cage~5~R1C2~R1C3');
  expect(reading).toMatchObject({ kind: 'one', puzzle: { size: 4, rules: [{ kind: 'cage', value: 5 }] } });
});

test('readPuzzle leaves puzzles whose cells may have some digits only to the panel of files', () => {
  expect(read('.Shape~4x4.~R1C1_1_2')).toEqual({ kind: 'many' });
  expect(read('.Shape~4x4\n.Shape~4x4')).toEqual({ kind: 'many' });
});

test('readPuzzle refuses rules that are not known, or that no grid can obey', () => {
  expect(() => read('.Shape~4x4.Sandwich~5~R1')).toThrow('expected rules that are known, got Sandwich');
  expect(() => read('.Shape~4x4.Cage~20~R1C1~R1C2')).toThrow('the cage at r1c1 needs 2 different digits');
});

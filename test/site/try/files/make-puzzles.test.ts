import { expect, test } from 'vitest';
import { solveCells } from '../../../../core/puzzle/index.ts';
import { makePuzzles } from '../../../../site/try/files/make-puzzles.ts';

test('makePuzzles returns different puzzles with one solution each, the same for the same seed', () => {
  const lines = new TextDecoder().decode(makePuzzles(1, 400)).trimEnd().split('\n');
  expect(new Set(lines).size).toBe(400);
  for (const line of lines.slice(0, 100)) {
    const cells = Uint8Array.from(line, (symbol) => (symbol === '.' ? 0 : Number(symbol)));
    expect(solveCells(cells, { solutions: 'unique' }).status).toBe('solved');
  }
  expect(makePuzzles(1, 400)).toEqual(makePuzzles(1, 400));
});

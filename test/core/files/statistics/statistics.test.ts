import { describe, expect, test } from 'vitest';
import { type FilePlan, listedGuesses, openFile, sumTallies } from '../../../../core/files/index.ts';
import { MAX_HARDEST, MAX_WITH_GRID } from '../../../../core/files/statistics/hardest.ts';
import { givensBinWidth } from '../../../../core/files/statistics/statistics.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import fc from '../../../property.ts';
import { solveBytes } from '../../formats/solve-bytes.ts';
import { RATED } from '../../solver/grade/rated.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const NONE = '123....4........';
const MANY = '................';

const minimal = minimalPuzzles(250);

describe('the statistics of a file', () => {
  test('count outcomes, givens, guesses and solutions for each size', () => {
    const { tally } = solveBytes(`${P}\n${NONE}\n${MANY}\n${minimal[0]}\nno puzzle at all\n`, {
      solutions: 'count',
    });
    const { '4x4': small, '9x9': usual } = tally.statistics.sizes;
    expect(small).toMatchObject({
      solved: 2,
      noSolution: 1,
      givens: { 0: 1, 4: 1, 11: 1 },
      // there are 288 grids of 4x4, in the bin of 256 to 511
      solutions: { 0: 1, 1: 1, 9: 1 },
    });
    expect(usual).toMatchObject({ solved: 1, noSolution: 0, solutions: { 1: 1 } });
  });

  test('list the hardest puzzles with their lines, the first of them with their grids', () => {
    const text = `# a comment\n${P}\n\n${minimal.join('\n')}\n`;
    const { tally } = solveBytes(text);
    const { hardest } = tally.statistics;
    expect(hardest).toHaveLength(MAX_HARDEST);
    const guesses = hardest.map((puzzle) => puzzle.guesses);
    expect(guesses).toEqual(guesses.toSorted((a, b) => b - a));
    expect(guesses[0]).toBeGreaterThan(0);
    const lines = text.split('\n');
    for (const { line, puzzle, solution } of hardest.slice(0, MAX_WITH_GRID)) {
      expect(puzzle).toBe(lines[line - 1]);
      expect(solution).toMatch(/^[1-9]{81}$/);
    }
    expect(hardest[MAX_WITH_GRID]).not.toHaveProperty('puzzle');
  });

  test('list all that makes a puzzle another one: variants, boxes, rules, and whether it has candidates', () => {
    const listed = (text: string, options: Parameters<typeof solveBytes>[1] = {}) =>
      solveBytes(text, options).tally.statistics.hardest[0]!;
    expect(listed(`${P}\n`)).not.toHaveProperty('variant');
    expect(listed(`${P}\n`)).not.toHaveProperty('boxes');
    expect(listed(`${MANY}\n`, { variant: 'x,anti-king' }).variant).toBe('x,anti-king');
    expect(listed(`{"puzzle":"${MANY}","variant":"x","odd":"r1c1"}\n`)).toMatchObject({
      variant: 'x',
      rules: [{ kind: 'odd', cells: [0] }],
    });
    expect(listed(`${'.'.repeat(36)}\n`, { boxes: { rows: 3, columns: 2 } }).boxes).toBe('3x2');
    const all = Array<string>(9).fill('123456789').join(' ');
    const candidates = (first: string) =>
      `${[all.replace(/^\d+/, first), ...Array(8).fill(all)].join('\n')}\n`;
    expect(listed(candidates('12')).hasCandidates).toBe(true);
    expect(listed(candidates('123456789'))).not.toHaveProperty('hasCandidates');
  });

  test('list no cells of a puzzle whose rules are too many to be listed', () => {
    const size = 36;
    const even = Array.from({ length: 400 }, (_, i) => `r${1 + Math.floor(i / size)}c${1 + (i % size)}`).join(
      ' ',
    );
    const lines: string[] = [];
    for (let row = 1; row <= size; row++) {
      for (let column = 1; column < size; column++) {
        lines.push(`r${row}c${column} > r${row}c${column + 1}`, `r${column}c${row} > r${column + 1}c${row}`);
      }
    }
    const listed = (count: number) =>
      solveBytes(
        `${JSON.stringify({ puzzle: '.'.repeat(size ** 2), greater: lines.slice(0, count).join('; '), even })}\n`,
        { budget: 0 },
      ).tally.statistics.hardest[0]!;
    expect(listed(10).rules).toHaveLength(410);
    expect(Object.keys(listed(lines.length))).toEqual(['line', 'guesses', 'size', 'outcome']);
  });

  test('show no solution if there is none, or if all were requested', () => {
    const shown = (text: string, solutions: 'first' | 'all') =>
      solveBytes(text, { solutions }).tally.statistics.hardest.map(({ solution }) => solution);
    expect(shown(`${P}\n${NONE}\n`, 'first')).toContain(undefined);
    expect(shown(`${P}\n`, 'first')).toEqual([S]);
    expect(shown(`${P}\n`, 'all')).toEqual([undefined]);
  });

  test('count graded puzzles by their rating in tenths, and omit ratings if none is graded', () => {
    const nested = '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....';
    const [easy, chained] = [1.2, 7.2].map((wanted) => RATED.find(([, er]) => er === wanted)![0]);
    const text = [easy, easy, chained, nested, P, NONE].join('\n');
    const { '9x9': usual, '4x4': small } = solveBytes(text, { grade: true }).tally.statistics.sizes;
    expect(usual).toMatchObject({ er: { 12: 2, 72: 1 }, beyond: 1 });
    expect(small).not.toHaveProperty('er');
    expect(solveBytes(text).tally.statistics.sizes['9x9']).not.toHaveProperty('er');
  });

  test.each([{}, { grade: true }])(
    'are the same however the file is cut between lines, with %j',
    (options) => {
      const lines = [
        ...(options.grade ? minimal.slice(0, 40) : minimal),
        ...Array.from({ length: 150 }, (_, i) => [P, NONE, '# no', 'broken 1.2.'][i % 4]!),
      ];
      const { plan, tally: whole } = solveBytes(`${lines.join('\n')}\n`, options);
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(lines.length), { maxLength: 6 }), (at) => {
          const cuts = [0, ...at.sort((a, b) => a - b), lines.length];
          const pieces = cuts.slice(1).map((end, i) => lines.slice(cuts[i], end));
          const tallies = pieces
            .map((piece, i) => ({ piece, first: i === 0 }))
            .filter(({ piece }) => piece.length > 0)
            .map(({ piece, first }) => tallyOf(plan, piece, first));
          expect(sumTallies(tallies)).toEqual(whole);
        }),
        { numRuns: options.grade ? 3 : 20 },
      );
    },
  );

  test('are the same if a piece knows how hard earlier puzzles were and lists fewer', () => {
    const { plan, tally: whole } = solveBytes(`${minimal.join('\n')}\n`);
    const [before, after] = [minimal.slice(0, 150), minimal.slice(150)];
    const known = tallyOf(plan, before, true);
    const alone = tallyOf(plan, after, false);
    const informed = tallyOf(plan, after, false, listedGuesses(known));
    expect(sumTallies([known, informed])).toEqual(whole);
    expect(sumTallies([known, alone])).toEqual(whole);
    expect(informed.statistics.hardest.length).toBeLessThan(alone.statistics.hardest.length);
  });
});

describe('bins', () => {
  test.each([
    [16, 1],
    [81, 1],
    [256, 4],
    [625, 8],
    [1296, 16],
  ])('of givens in %d cells have a width of %d', (cells, width) => expect(givensBinWidth(cells)).toBe(width));
});

/** The tally of a piece of a file. */
function tallyOf(plan: FilePlan, lines: readonly string[], first: boolean, listed?: number) {
  const solver = openFile(plan, { first, ...(listed !== undefined && { listedGuesses: listed }) });
  for (const _ of solver.push(Buffer.from(`${lines.join('\n')}\n`)));
  for (const _ of solver.end());
  return solver.tally;
}

function minimalPuzzles(count: number): string[] {
  const puzzles = generateCells(geometry(9), { seed: 7 });
  return Array.from({ length: count }, () => [...puzzles.next().value.cells].join('').replaceAll('0', '.'));
}

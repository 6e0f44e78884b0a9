// Puzzles that open from the table of a file.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openFile, planFile, RejectedFile } from '../../../../core/browser.ts';
import { readLink } from '../../../../core/formats/links/link.ts';
import { lineOf } from '../../../../core/formats/shared/alphabet.ts';
import { defaultBudget } from '../../../../core/solver/engine/budget.ts';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import { type Status, statusName } from '../../../../core/solver/model/status.ts';
import { engineFor } from '../../../../core/solver/solve/engines.ts';
import { linkOf, puzzleIn } from '../../../../site/try/puzzle/link.ts';
import { CANDIDATES, geometryOf, type Puzzle, puzzleOf } from '../../../../site/try/shared/puzzle.ts';
import { type RowsWanted, rowsIn } from '../../../../site/try/shared/rows.ts';
import { exampleFiles } from '../../../example-files.ts';
import fc from '../../../property.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** A cell of pencilmarks: its digits at their places. */
const marks = (digits: string) => Array.from('123456789', (d) => (digits.includes(d) ? d : '.')).join('');
const marked = (of: (cell: string) => string) =>
  `${Array.from(PUZZLE, (cell) => marks(of(cell))).join('')}\n`;

const TEXTS: Readonly<Record<string, string>> = {
  'broken.txt': `${PUZZLE}\n.1\n${PUZZLE.replace('3', '5')}\n\n# a comment\n${PUZZLE}\n`,
  // candidates that say no more than the givens, and one that does
  'marks.txt':
    marked((cell) => (cell === '.' ? '123456789' : cell)) +
    marked((cell) => (cell === '.' ? '12345678' : cell)),
  'windoku.txt': `#! sudoku variant=windoku\n${PUZZLE}\n`,
  'kinds.links': '.Shape~4x4\n.Shape~4x4.AntiKnight\n.Shape~4x4.~R1C1_1_2\n.Shape~4x4.Sandwich~5~R1\n',
  'unfit.jsonl': `{"puzzle":"${'.'.repeat(16)}","cages":[{"sum":20,"cells":["r1c1","r1c2"]}]}\n{"puzzle":"${'.'.repeat(16)}"}\n`,
};

const files = [
  ...exampleFiles().map((name) => [name, readFileSync(`examples/${name}`)] as const),
  ...Object.entries(TEXTS).map(([name, text]) => [name, Buffer.from(text)] as const),
];

/** The rows that the table of the page wants of a file. */
function wantedOf(name: string, head: Buffer): RowsWanted | undefined {
  try {
    const plan = planFile({ head, complete: true, name, given: [{ output: 'jsonl' }] });
    const { compression, options } = plan;
    if (compression !== 'none') return undefined;
    const { solutions } = options;
    const counted = { ...options, solutions: solutions === 'all' ? 'count' : solutions } as const;
    return {
      content: new Blob([new Uint8Array(head)]),
      plan: { ...plan, options: counted },
      first: true,
      skip: 0,
      count: Infinity,
    };
  } catch (error) {
    if (error instanceof RejectedFile) return undefined;
    throw error;
  }
}

const cases = files.flatMap(([name, bytes]) => {
  const wanted = wantedOf(name, bytes);
  return wanted ? [{ name, bytes, wanted }] : [];
});

/** What the page says about a puzzle that is open in its grid. */
function solved(puzzle: Puzzle): { status: string; solution?: string } {
  const geometry = geometryOf(puzzle);
  const result = batchResult(geometry, 1);
  const limits = { budget: defaultBudget(geometry), deadline: Infinity, mode: 'first', limit: 1 } as const;
  engineFor(geometry).solveBatch({ geometry, count: 1, cells: puzzle.cells }, limits, result);
  const status = statusName(result.statuses[0] as Status);
  return { status, ...(status === 'solved' && { solution: lineOf(result.solutions, puzzle) }) };
}

/** A puzzle whose rules are in an order of their own: an address has all rules of a kind together. */
const inAnyOrder = (puzzle: Puzzle | undefined) => ({
  ...puzzle,
  rules: puzzle?.rules?.map((rule) => JSON.stringify(rule)).sort(),
});

/** The rows of the result itself. */
function resultRows(bytes: Uint8Array, { plan }: RowsWanted): { status: string; solution: string }[] {
  const solver = openFile(plan);
  const text = Buffer.concat([...solver.push(bytes), ...solver.end()]).toString();
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
}

describe.each(cases)('the rows of $name', ({ name, bytes, wanted }) => {
  test('open with all that their records say, or say why not', async () => {
    const rows = await rowsIn(wanted);
    const results = resultRows(bytes, wanted);
    expect(rows.map(({ status }) => status)).toEqual(results.map(({ status }) => status));
    for (const [i, { status, puzzle }] of rows.entries()) {
      const { solution } = results[i]!;
      if (typeof puzzle === 'string') expect(puzzle, `${name}, row ${i + 1}`).toMatch(/^expected |^the /);
      else if (!puzzle) expect(status).toBe('invalid');
      else {
        const { solutions } = wanted.plan.options;
        if (status === 'solved' && solutions === 'first')
          expect(solved(puzzle), `${name}, row ${i + 1}`).toEqual({ status, solution });
        // the address of the page holds the puzzle
        const linked = puzzleIn(linkOf(puzzle));
        if (typeof linked === 'string') expect.fail(linked);
        expect(inAnyOrder(linked), `${name}, row ${i + 1}`).toEqual(inAnyOrder(puzzle));
        // and so does a file of such links
        for (const link of [`#${linkOf(puzzle)}`, `?${linkOf(puzzle)}`]) {
          const { geometry, cells } = readLink(`https://example.org/try.html${link}`);
          const read = puzzleOf(geometry, cells, puzzle.symbols);
          if (read.regions === puzzle.regions)
            expect(inAnyOrder(read), `${name}, row ${i + 1}`).toEqual(inAnyOrder(puzzle));
          else expect(read.regions, `${name}, row ${i + 1}: other boxes are regions`).toBeDefined();
        }
      }
    }
  });

  test('are the same from any row on', async () => {
    const all = await rowsIn(wanted);
    const numbers = fc.tuple(fc.nat(all.length - 1), fc.integer({ min: 1, max: 60 }));
    await fc.assert(
      fc.asyncProperty(numbers, async ([skip, count]) => {
        expect(await rowsIn({ ...wanted, skip, count })).toEqual(all.slice(skip, skip + count));
      }),
      { numRuns: 8 },
    );
  });
});

test.each([
  ['marks.txt', ['object', CANDIDATES]],
  ['pencilmarks.txt', [CANDIDATES]],
  ['broken.txt', ['object', 'undefined', 'object', 'object']],
  ['kinds.links', ['object', 'object', CANDIDATES, 'expected rules that are known, got Sandwich']],
  ['unfit.jsonl', [expect.stringContaining('needs 2 different digits'), 'object']],
])('some rows of %s do not open, and say why', async (name, expected) => {
  const { wanted } = cases.find((one) => one.name === name)!;
  const rows = await rowsIn(wanted);
  expect(
    rows.slice(0, expected.length).map(({ puzzle }) => (typeof puzzle === 'string' ? puzzle : typeof puzzle)),
  ).toEqual(expected);
});

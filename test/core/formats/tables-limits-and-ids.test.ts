import { describe, expect, test } from 'vitest';
import { defaultBudget } from '../../../core/solver/engine/budget.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { solveBytes } from './solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const EMPTY = '.'.repeat(16); // has 288 solutions

describe('marks a count or list that stopped at the limit', () => {
  test('marks a count by a + in CSV', () => {
    const { text, tally } = solveBytes(`${EMPTY}\n${P}\n`, { solutions: 'count', limit: 100 });
    expect(text).toMatch(/^1,\.{16},\d{16},solved,100\+,\d+$/m);
    expect(text).toMatch(/^2,\S+,solved,1,\d+$/m);
    expect(tally).toMatchObject({ atLimit: 1, solutions: 101 });
  });

  test('marks a count by a member in JSON Lines, and by a + in the file’s own table', () => {
    const asked = { solutions: 'count', limit: 100 } as const;
    const [first, second] = solveBytes(`${EMPTY}\n${P}\n`, { ...asked, output: 'jsonl' }).text.split('\n');
    expect(JSON.parse(first!)).toMatchObject({ count: 100, atLimit: true });
    expect(JSON.parse(second!)).not.toHaveProperty('atLimit');
    expect(solveBytes(`puzzle\n${EMPTY}\n`, asked).text).toMatch(/,solved,100\+\n$/);
  });

  test('marks a list by its last row, and reports it in every layout', () => {
    const asked = { solutions: 'all', limit: 3 } as const;
    const { text } = solveBytes(`${EMPTY}\n${P}\n`, asked);
    expect(text.split('\n').slice(4)).toEqual([`1,${EMPTY},at-limit,at-limit`, `2,${P},${S},solved`, '']);
    expect(solveBytes('....\n....\n....\n....\n', asked).tally.atLimit).toBe(1);
  });

  test('does not mark a complete list', () => {
    expect(solveBytes(`${EMPTY}\n`, { solutions: 'count' }).tally).not.toHaveProperty('atLimit');
    expect(solveBytes(`${EMPTY}\n`, { solutions: 'count' }).text).toContain(',solved,288,');
  });

  // each engine has one of them
  const EXACT = [
    [EMPTY, 288],
    ['8.........95.......67..........2.485...4.3192......736...651947...732518...894263', 125],
  ] as const;

  test.each(EXACT)('does not mark a count that is complete at the limit: %s has %i', (puzzle, count) => {
    for (const [limit, text] of [
      [count - 1, `${count - 1}+`],
      [count, `${count}`],
      [count + 1, `${count}`],
    ] as const) {
      const asked = { solutions: 'count', limit } as const;
      const { tally } = solveBytes(`${puzzle}\n`, asked);
      expect(tally).toMatchObject({ solved: 1, solutions: Math.min(limit, count) });
      expect(tally.atLimit).toBe(limit < count ? 1 : undefined);
      expect(solveBytes(`puzzle\n${puzzle}\n`, asked).text).toContain(`,solved,${text}\n`);
    }
  });

  test.each(EXACT)('does not mark a list that is complete at the limit: %s has %i', (puzzle, count) => {
    const listed = (limit: number) =>
      solveBytes(`${puzzle}\n`, { solutions: 'all', limit, output: 'csv' }).text.trimEnd().split('\n');
    expect(listed(count)).toHaveLength(1 + count);
    expect(listed(count - 1)).toEqual([...listed(count).slice(0, count), `1,${puzzle},at-limit,at-limit`]);
    expect(solveBytes(`${puzzle}\n`, { solutions: 'all', limit: count }).tally.atLimit).toBeUndefined();
  });

  test('does not shorten a count if the budget is spent after the limit', () => {
    const puzzle = `1${'.'.repeat(80)}`;
    // some of these budgets allow exactly as many solutions as the limit
    for (const limit of [1, 125]) {
      for (let budget = 30; budget < 180; budget++) {
        const { text, tally } = solveBytes(`puzzle\n${puzzle}\n`, { solutions: 'count', limit, budget });
        if (tally.unsolved > 0) expect(tally.solutions).toBeLessThan(limit);
        else expect(text).toMatch(new RegExp(`,\\d{81},solved,${limit}\\+\n$`));
      }
    }
  });
});

test('raises the default budget with the limit: counts the 148,357,268 solutions of a known puzzle', () => {
  const nine = geometry(9);
  expect(defaultBudget(nine)).toBe(10_000_000);
  // it takes 158,050,822 guesses
  expect(defaultBudget(nine, 148_357_269)).toBeGreaterThan(160_000_000);
  expect(defaultBudget(nine, 2 ** 32 - 1)).toBe(2_000_000_000);
});

describe('ids are the first column of tables', () => {
  test.each([
    ['a column', `nr,sudoku\n"a, b",${P}\n7,12\n`, ['"a, b"', '7']],
    ['a member', `[{"name":"x","id":7,"puzzle":"${P}"},{"id":"k","puzzle":"12"}]`, ['7', 'k']],
    ['a number before the puzzle', `3: 1${'.'.repeat(80)}\n4: ${'.'.repeat(80)}1\n`, ['3', '4']],
  ])('%s', (_, file, ids) => {
    const [header, ...rows] = solveBytes(file, { output: 'csv', budget: 100 }).text.trimEnd().split('\n');
    expect(header).toBe('id,puzzle,solution,status,count,guesses');
    expect(rows.map((row) => /^("[^"]*"|[^,]*),/.exec(row)![1])).toEqual(ids);
  });

  test('have the type that JSON Lines give them: a number or a string', () => {
    const { text } = solveBytes(`id,puzzle\n7,${P}\n007,${P}\n`, { output: 'jsonl' });
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((row) => (JSON.parse(row) as { id: unknown }).id),
    ).toEqual([7, '007']);
  });

  test('are those of each record of JSON, whatever stands before and around them', () => {
    const puzzle = `"puzzle":"${P}"`;
    const records: readonly [string, string][] = [
      [`{"id":"a",${puzzle}}`, 'a'],
      [`{"id":"b",${puzzle}}`, 'b'],
      [`{"id": "c", ${puzzle}}`, 'c'],
      [`{"id":"d\\u0041",${puzzle}}`, 'dA'],
      [`{"id":5.50,${puzzle}}`, '5.50'],
      [`{"id":null,${puzzle}}`, ''],
      [`{"id":[1],${puzzle}}`, ''],
      [`{${puzzle},"id":"e"}`, 'e'],
      [`{${puzzle.replace('12', '..')},"id":"f"}`, 'f'],
      [`{"name":"g","id":"h",${puzzle}}`, 'h'],
      [`{"name":"g","id":"i",${puzzle}}`, 'i'],
      [`{"name":"j",${puzzle}}`, 'j'],
      [`{"identity":"k",${puzzle}}`, ''],
      [`{${puzzle}}`, ''],
    ];
    const { text } = solveBytes(`${records.map(([record]) => record).join('\n')}\n`, { output: 'csv' });
    const [header, ...rows] = text.trimEnd().split('\n');
    expect(header).toMatch(/^id,/);
    expect(rows.map((row) => row.split(',')[0])).toEqual(records.map(([, id]) => id));
  });

  test('are omitted for a file without ids', () => {
    expect(solveBytes(`${P}\n`, { output: 'csv' }).text).toMatch(/^puzzle,/);
  });
});

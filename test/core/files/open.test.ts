import { describe, expect, test } from 'vitest';
import { openFile } from '../../../core/files/index.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
/** Nobody lives to see all solutions of an empty grid counted. */
const ENDLESS = '.'.repeat(81);
const FOREVER = { solutions: 'count', limit: 2 ** 32 - 1, budget: 2 ** 32 - 1 } as const;

describe('the deadline', () => {
  test('that has passed leaves everything to another', () => {
    const solver = openFile(planOf(`${ENDLESS}\n`), { deadline: performance.now() - 1 });
    const output = [...solver.push(Buffer.from(`# a\n${ENDLESS}\n${ENDLESS}\n`)), ...solver.end()];
    expect(Buffer.concat(output).toString()).toBe('');
    expect(solver).toMatchObject({ interrupted: true, consumed: 0, tally: { puzzles: 0, lines: 0 } });
  });

  test('that comes within the first record leaves not even a header, which the other writes', () => {
    const plan = planOf(`${ENDLESS}\n`, { ...FOREVER, output: 'csv' });
    const input = Buffer.from(`${ENDLESS}\n${P}\n`);
    const solver = openFile(plan, { deadline: performance.now() + 20 });
    expect([...solver.push(input), ...solver.end()]).toEqual([]);
    expect(solver).toMatchObject({ interrupted: true, consumed: 0 });
    const other = openFile({ ...plan, options: { ...plan.options, budget: 10 } });
    const table = Buffer.concat([...other.push(input), ...other.end()]).toString();
    expect(table.match(/^number,puzzle,.*\n/gm)).toHaveLength(1);
  });

  test('that comes in the middle ends the work before a record, and another goes on with it', () => {
    const input = Buffer.from(`${`${P}\n# b\n`.repeat(200)}${ENDLESS}\n${ENDLESS}\n${P}\n`);
    const plan = planOf(input, FOREVER);
    const solver = openFile(plan, { deadline: performance.now() + 100 });
    const front = Buffer.concat([...solver.push(input), ...solver.end()]).toString();
    expect(solver.interrupted).toBe(true);
    expect(input[solver.consumed - 1]).toBe(10);
    // a first line of names, then a row a record
    expect(front.match(/\n/g)).toHaveLength(1 + solver.tally.puzzles);
    expect([...solver.push(input), ...solver.flush(), ...solver.end()]).toEqual([]);

    const rest = openFile({ ...plan, options: { ...plan.options, budget: 10 } }, { first: false });
    const back = Buffer.concat([...rest.push(input.subarray(solver.consumed)), ...rest.end()]).toString();
    expect(back.match(/\n/g)).toHaveLength(rest.tally.puzzles);
    expect(solver.tally.puzzles + rest.tally.puzzles).toBe(203);
    expect(solver.tally.lines + rest.tally.lines).toBe(403);
  });

  test.each(['# a comment that goes on and on', ''])(
    'is looked at where no puzzle comes, as in lines of %j',
    (line) => {
      const piece = Buffer.from(`${line}\n`.repeat(200_000));
      const solver = openFile(planOf(`${P}\n`), { deadline: performance.now() + 20 });
      let pushed = 0;
      while (pushed < 2 ** 31 && !solver.interrupted) {
        for (const _ of solver.push(piece));
        pushed += piece.length;
      }
      expect(solver.interrupted).toBe(true);
    },
  );

  test('cuts a listing too', () => {
    const rows = `${ENDLESS.replace(/.{9}/g, '$&\n')}\n`;
    const plan = planOf(`1234\n3412\n2143\n4321\n\n${rows}`, { ...FOREVER, solutions: 'all' });
    const solver = openFile(plan, { deadline: performance.now() + 100 });
    let bytes = 0;
    for (const output of solver.push(Buffer.from(`1234\n3412\n2143\n4321\n\n${rows}`)))
      bytes += output.length;
    for (const output of solver.end()) bytes += output.length;
    expect(bytes).toBeGreaterThan(20);
    expect(solver).toMatchObject({ interrupted: true, consumed: 21, tally: { puzzles: 1, solved: 1 } });
  });
});

describe('what is not to be worked with is refused', () => {
  test('a text in place of bytes', () => {
    const solver = openFile(planOf(`${P}\n`));
    expect(() => [...solver.push('text' as never)]).toThrow('expected bytes, a Uint8Array, got string');
  });

  test.each(['deadline', 'mostOutput', 'maxBudget'])('a %s that is no number', (name) => {
    expect(() => openFile(planOf(`${P}\n`), { [name]: Number.NaN })).toThrow(
      `${name}: expected a number, got NaN`,
    );
  });
});

describe('output comes as it is ready', () => {
  test('a record buffer at a time for much input', () => {
    const solver = openFile(planOf(`${P}\n`));
    const piece = Buffer.from(`${P}\n`.repeat(50_000));
    const sizes = Array.from(solver.push(piece), (bytes) => bytes.length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(solver.consumed).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(solver.consumed % (P.length + 1)).toBe(0);
  });

  test('at once when asked to flush, but for a record that is not complete', () => {
    const solver = openFile(planOf(`${P}\n`));
    expect([...solver.push(Buffer.from(`${P}\n${P}\n12.4`))]).toEqual([]);
    expect(Buffer.concat([...solver.flush()]).toString()).toBe(`${S}\n${S}\n`);
    expect([...solver.flush()]).toEqual([]);
    const rest = [...solver.push(Buffer.from(`${P.slice(4)}\n`)), ...solver.end()];
    expect(Buffer.concat(rest).toString()).toBe(`${S}\n`);
    expect(solver.tally).toMatchObject({ puzzles: 3, solved: 3, lines: 3 });
  });

  test('chunks are not written into again', () => {
    const solver = openFile(planOf(`${P}\n`));
    const piece = Buffer.from(`${P}\n`.repeat(100_000));
    const chunks = [...solver.push(piece), ...solver.end()];
    expect(Buffer.concat(chunks).toString()).toBe(`${S}\n`.repeat(100_000));
  });
});

test('counts of all kinds', () => {
  const { tally } = solveBytes(`${P}\n# c\n\n123....4........\n1.1.............\n${P}1\n`, {
    solutions: 'unique',
  });
  expect(tally).toMatchObject({
    puzzles: 4,
    solved: 1,
    noSolution: 1,
    invalid: 2,
    lines: 6,
    sizes: { '4x4': 3 },
    solutions: 1,
  });
});

test('the report keeps a hundred problems and counts all', () => {
  const { tally } = solveBytes(`${P}\n${'1.1.............\n'.repeat(250)}`);
  expect(tally.problems).toHaveLength(100);
  expect(tally.problems[99]).toMatchObject({ line: 101 });
  expect(tally.invalid).toBe(250);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { openFile, planFile } from '../../../core/files/index.ts';
import { coalesced, owned } from '../../../core/files/output-pieces.ts';
import { lanesEngine } from '../../../core/solver/lanes/engine.ts';
import { Status } from '../../../core/solver/model/status.ts';
import fc from '../../property.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const EMPTY = '.'.repeat(81);
/** Options under which the solutions of an empty grid are counted for years. */
const ENDLESS = { solutions: 'count', limit: 2 ** 32 - 1, budget: 2 ** 32 - 1 } as const;

afterEach(() => void vi.restoreAllMocks());

/** Replaces the clock by one that advances by a millisecond with each look at it. */
function countLooksAtTheClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
}

describe('a deadline', () => {
  test('that has passed leaves everything to a retry', () => {
    const solver = openFile(planOf(`${EMPTY}\n`), { deadline: performance.now() - 1 });
    const output = [...solver.push(Buffer.from(`# a\n${EMPTY}\n${EMPTY}\n`)), ...solver.end()];
    expect(Buffer.concat(output).toString()).toBe('');
    expect(solver).toMatchObject({ interrupted: true, consumed: 0, tally: { puzzles: 0, lines: 0 } });
  });

  test('within the first record leaves even the header to a retry', () => {
    countLooksAtTheClock();
    const plan = planOf(`${EMPTY}\n`, { ...ENDLESS, output: 'csv' });
    const input = Buffer.from(`${EMPTY}\n${P}\n`);
    const solver = openFile(plan, { deadline: 20 });
    expect([...solver.push(input), ...solver.end()]).toEqual([]);
    expect(solver).toMatchObject({ interrupted: true, consumed: 0 });
    const retry = openFile({ ...plan, options: { ...plan.options, budget: 10 } });
    const table = Buffer.concat([...retry.push(input), ...retry.end()]).toString();
    expect(table.match(/^number,puzzle,.*\n/gm)).toHaveLength(1);
  });

  test('in the middle of a file stops the work before a record, from which a retry continues', () => {
    countLooksAtTheClock();
    const input = Buffer.from(`${`${P}\n# b\n`.repeat(200)}${EMPTY}\n${EMPTY}\n${P}\n`);
    const plan = planOf(input, ENDLESS);
    const solver = openFile(plan, { deadline: 100 });
    const front = Buffer.concat([...solver.push(input), ...solver.end()]).toString();
    expect(solver.interrupted).toBe(true);
    expect(input[solver.consumed - 1]).toBe(10);
    // a header, then a row for each record
    expect(front.match(/\n/g)).toHaveLength(1 + solver.tally.puzzles);
    expect([...solver.push(input), ...solver.flush(), ...solver.end()]).toEqual([]);

    const retry = openFile({ ...plan, options: { ...plan.options, budget: 10 } }, { first: false });
    const back = Buffer.concat([...retry.push(input.subarray(solver.consumed)), ...retry.end()]).toString();
    expect(back.match(/\n/g)).toHaveLength(retry.tally.puzzles);
    expect(solver.tally.puzzles + retry.tally.puzzles).toBe(203);
    expect(solver.tally.lines + retry.tally.lines).toBe(403);
  });

  test.each(['# a comment that goes on and on', ''])(
    'stops a solver that receives no puzzles but only lines of %j',
    (line) => {
      countLooksAtTheClock();
      const piece = Buffer.from(`${line}\n`.repeat(20_000));
      const solver = openFile(planOf(`${P}\n`), { deadline: 5 });
      let pushed = 0;
      while (pushed < 2 ** 25 && !solver.interrupted) {
        for (const _ of solver.push(piece));
        pushed += piece.length;
      }
      expect(solver.interrupted).toBe(true);
    },
  );

  test('stops a listing before the puzzle that it interrupts', () => {
    countLooksAtTheClock();
    const rows = `${EMPTY.replace(/.{9}/g, '$&\n')}\n`;
    const text = `1234\n3412\n2143\n4321\n\n${rows}`;
    const solver = openFile(planOf(text, { ...ENDLESS, solutions: 'all' }), { deadline: 20 });
    let bytes = 0;
    for (const output of solver.push(Buffer.from(text))) bytes += output.length;
    for (const output of solver.end()) bytes += output.length;
    expect(bytes).toBeGreaterThan(20);
    expect(solver).toMatchObject({ interrupted: true, consumed: 21, tally: { puzzles: 1, solved: 1 } });
  });
});

describe('giveUpAfter', () => {
  const EASY = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
  const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';

  /** Lets the empty grid take until the deadline, which passes after that many milliseconds. */
  function interruptEmptyGrids(milliseconds: number): void {
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    const solveBatch = lanesEngine.solveBatch.bind(lanesEngine);
    vi.spyOn(lanesEngine, 'solveBatch').mockImplementation((batch, options, result) => {
      solveBatch(batch, options, result);
      for (let p = 0; p < batch.count; p++) {
        if (batch.cells.subarray(81 * p, 81 * p + 81).some((value) => value > 0)) continue;
        passed = milliseconds;
        result.statuses[p] = Status.interrupted;
        result.solutions.fill(0, 81 * p, 81 * p + 81);
      }
    });
    vi.spyOn(lanesEngine, 'list').mockImplementation(function* (_geometry, cells) {
      yield cells.slice();
      passed = milliseconds;
      return { status: Status.interrupted, count: 1, guesses: 9 };
    });
  }

  function solve(lines: readonly string[], options: string) {
    const head = Buffer.from([`#! sudoku ${options}`, ...lines, ''].join('\n'));
    const plan = planFile({ head, complete: true, name: '', given: [] });
    const solver = openFile(plan, { deadline: 100, giveUpAfter: 50 });
    const output = Buffer.concat([...solver.push(head), ...solver.end()]).toString();
    return { solver, left: head.length - solver.consumed, lines: output.split('\n').slice(1) };
  }

  test('makes the first puzzle unsolved, with the reason, if the deadline interrupts it after that time', () => {
    interruptEmptyGrids(100);
    const { solver, lines, left } = solve([EMPTY], 'solutions=first');
    expect(lines).toEqual(['unsolved'.padEnd(81), '']);
    expect([solver.interrupted, left]).toEqual([false, 0]);
    expect(solver.tally).toMatchObject({ puzzles: 1, unsolved: 1, guesses: 0 });
    expect(solver.tally.problems).toMatchObject([
      {
        status: 'unsolved',
        reason: 'the time ran out before the search ended: set a smaller budget to end it earlier',
      },
    ]);
  });

  test('leaves a first puzzle that had less time to a retry', () => {
    interruptEmptyGrids(49);
    const { solver, left } = solve([EMPTY], 'solutions=first');
    expect([solver.interrupted, left, solver.tally.puzzles]).toEqual([true, 82, 0]);
  });

  test('leaves every other puzzle to a retry, however much time it had', () => {
    interruptEmptyGrids(100);
    const { solver, lines, left } = solve([EASY, EMPTY, EASY], 'solutions=first');
    expect(lines).toEqual([SOLUTION, '']);
    expect([solver.interrupted, left]).toEqual([true, 164]);
  });

  test('ends a list with the solutions found so far', () => {
    interruptEmptyGrids(100);
    const { solver, lines } = solve([EMPTY], 'solutions=all');
    expect(solver.interrupted).toBe(false);
    expect(solver.tally).toMatchObject({ puzzles: 1, unsolved: 1 });
    expect(lines.filter((line) => line.includes('unsolved'))).toHaveLength(1);
  });
});

describe('mostOutput', () => {
  const LINE = `${S.replaceAll('4', '.')}\n`;
  /** Several record buffers, each solved in one go. */
  const FILE = Buffer.from(LINE.repeat(50_000));

  test('stops the work after so much output, which is complete for what is consumed', () => {
    const plan = planFile({ head: FILE, complete: true, name: 'f.txt', given: [] });
    const whole = Buffer.concat([...openFile(plan).push(FILE), ...openFile(plan).end()]);
    const solver = openFile(plan, { mostOutput: 1 });
    const output = Buffer.concat([...solver.push(FILE), ...solver.end()]);
    expect(solver.interrupted).toBe(true);
    expect(solver.consumed).toBeGreaterThan(0);
    expect(solver.consumed).toBeLessThan(FILE.length);
    expect(output.equals(whole.subarray(0, solver.consumed))).toBe(true);
    expect(solver.tally.puzzles).toBe(solver.consumed / LINE.length);
  });

  test('counts what precedes the first record, but stops no solver before it', () => {
    const given = [{ output: 'csv' as const }];
    const plan = planFile({ head: FILE, complete: true, name: 'f.txt', given });
    const solver = openFile(plan, { mostOutput: 1 });
    for (const _ of solver.push(FILE));
    expect(solver.consumed).toBeGreaterThan(0);
  });

  test('does not interrupt a solver that has finished its input', () => {
    const plan = planFile({ head: Buffer.from(LINE), complete: true, name: 'f.txt', given: [] });
    const solver = openFile(plan, { mostOutput: 1 });
    const output = Buffer.concat([...solver.push(Buffer.from(LINE)), ...solver.end()]);
    expect(solver.interrupted).toBe(false);
    expect(output.length).toBe(LINE.length);
  });
});

describe('invalid arguments', () => {
  test('push rejects text in place of bytes', () => {
    const solver = openFile(planOf(`${P}\n`));
    expect(() => [...solver.push('text' as never)]).toThrow('bytes: expected a Uint8Array, got "text"');
  });

  test.each(['deadline', 'mostOutput', 'maxBudget'])('openFile rejects a %s that is not a number', (name) => {
    expect(() => openFile(planOf(`${P}\n`), { [name]: Number.NaN })).toThrow(
      `${name}: expected a number, got NaN`,
    );
  });
});

describe('output', () => {
  test('is returned for each record buffer of a large input', () => {
    const solver = openFile(planOf(`${P}\n`));
    const piece = Buffer.from(`${P}\n`.repeat(50_000));
    const sizes = Array.from(solver.push(piece), (bytes) => bytes.length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(solver.consumed).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(solver.consumed % (P.length + 1)).toBe(0);
  });

  test('is returned by flush for all complete records', () => {
    const solver = openFile(planOf(`${P}\n`));
    expect([...solver.push(Buffer.from(`${P}\n${P}\n12.4`))]).toEqual([]);
    expect(Buffer.concat([...solver.flush()]).toString()).toBe(`${S}\n${S}\n`);
    expect([...solver.flush()]).toEqual([]);
    const rest = [...solver.push(Buffer.from(`${P.slice(4)}\n`)), ...solver.end()];
    expect(Buffer.concat(rest).toString()).toBe(`${S}\n`);
    expect(solver.tally).toMatchObject({ puzzles: 3, solved: 3, lines: 3 });
  });

  test('of push is not overwritten later', () => {
    const solver = openFile(planOf(`${P}\n`));
    const piece = Buffer.from(`${P}\n`.repeat(100_000));
    const chunks = [...solver.push(piece), ...solver.end()];
    expect(Buffer.concat(chunks).toString()).toBe(`${S}\n`.repeat(100_000));
  });

  test('is coalesced to fewer pieces with the same bytes', () => {
    const lengths = fc.array(fc.oneof(fc.nat(100), fc.nat(200_000)), { maxLength: 100 });
    fc.assert(
      fc.property(lengths, (all) => {
        const pieces = all.map((length, i) => Buffer.alloc(length, i + 1));
        const result = Array.from(coalesced(pieces), owned);
        expect(Buffer.concat(result).equals(Buffer.concat(pieces))).toBe(true);
        expect(result.every(({ length }) => length > 0)).toBe(true);
        // no two neighbours would fit into one piece
        for (const [i, { length }] of result.slice(1).entries()) {
          expect(result[i]!.length + length).toBeGreaterThan(65_536);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('take', () => {
  const LONG = `# ${'long '.repeat(1000)}\n`;

  /** A file of several formats, with broken and unusual records between the others. */
  const FILES: Record<string, string> = {
    lines: `${P}\n${LONG}12.4\n${P} text\n${'.'.repeat(81)}\n`,
    csv: `id,puzzle,solution\n1,${P},\n2,"${P}",\n${LONG}3,${P},1234341221434321\n4,${P},4321\n5,12,\n6,${P}\n`,
    'json lines': `{"puzzle":"${P}"}\n{"puzzle": "12"}\n{"a":1}\n{"puzzle":"${P}","solution":""}\n`,
    grids: `${P.replace(/.{4}/g, '$&\n')}\n${LONG}12.4\n34..\n2.43\n43.11\n\n`,
    'lines that end in carriage returns': `${P}\r${LONG.trim()}\r12.4\r${P} text\r`,
    'grids that end in carriage returns': `${P.replace(/.{4}/g, '$&\r')}\r12.4\r34..\r2.43\r43.11\r\r`,
  };

  /** Solves `file` in pieces of these lengths, all of which use the same memory. */
  function taken(file: Buffer, lengths: readonly number[]) {
    const solver = openFile(planOf(file));
    const memory = new Uint8Array(Math.max(...lengths));
    const output: Buffer[] = [];
    for (let at = 0, i = 0; at < file.length; at += lengths[i++ % lengths.length]!) {
      const piece = file.subarray(at, at + lengths[i % lengths.length]!);
      memory.set(piece);
      for (const part of solver.take(memory.subarray(0, piece.length))) output.push(Buffer.from(part));
      memory.fill(0xaa);
    }
    for (const part of solver.end()) output.push(Buffer.from(part));
    return { text: Buffer.concat(output).toString('latin1'), tally: solver.tally };
  }

  test.each(Object.entries(FILES))(
    'gives the same result as push for %s, however they are cut',
    (_, content) => {
      const file = Buffer.from(content.repeat(20));
      const { text, tally } = solveBytes(file);
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }),
          (lengths) => {
            expect(taken(file, lengths)).toEqual({ text, tally });
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  test.each(Object.entries(FILES))(
    'gives the same result as push for %s longer than a buffer',
    (_, content) => {
      const file = Buffer.from(content.repeat(400));
      const { text, tally } = solveBytes(file);
      expect(taken(file, [700_000])).toEqual({ text, tally });
    },
  );

  test('skips a record that is too long for its memory', () => {
    const file = Buffer.from(`${P}\n${'1'.repeat(3_000_000)}\n${P}\n`);
    const { text, tally } = solveBytes(file);
    expect(taken(file, [100_000])).toEqual({ text, tally });
    expect(tally).toMatchObject({ solved: 2, invalid: 1 });
  });
});

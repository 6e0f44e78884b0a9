import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type FilePlan,
  openFile,
  type PartialOptions,
  planFile,
  RejectedFile,
  readFrom,
  recordsInRange,
  sumTallies,
} from '../../core/files/index.ts';
import { ByteCollector, solveInPlace } from '../../lambda/invocation/solve-in-place.ts';
import { casesOf } from '../cases.ts';
import { exampleFiles } from '../example-files.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

/** Maximum number of cuts to test for each file. */
const MAX_CUTS = casesOf(24);

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';

const TABLES: Record<string, string> = {
  'table.csv': `id,puzzle,solution\n1,${PUZZLE},\n2,${PUZZLE.replaceAll('.', '0')},\n3,12,\n`,
  'records.jsonl': `{"id":1,"puzzle":"${PUZZLE}"}\n{"puzzle":"11"}\n\n{"puzzle":"${PUZZLE}"}`,
};

const OPTIONS: Record<string, PartialOptions> = {
  'as they are': {},
  'as CSV': { output: 'csv' },
  'as JSON Lines': { output: 'jsonl' },
  counted: { solutions: 'count', limit: 3 },
};

const files = [
  ...exampleFiles().map((name) => [name, readFileSync(new URL(name, EXAMPLES))] as const),
  ...Object.entries(TABLES).map(([name, text]) => [name, Buffer.from(text)] as const),
];

const cases = files.flatMap(([name, bytes]) =>
  Object.entries(OPTIONS).flatMap(([how, given]) => {
    const plan = planOf(bytes, name, given);
    return plan?.splittable ? [{ name, how, bytes, plan }] : [];
  }),
);

function planOf(bytes: Buffer, name: string, given: PartialOptions): FilePlan | undefined {
  try {
    return planFile({ head: bytes, complete: true, name, given: [given] });
  } catch (error) {
    if (error instanceof RejectedFile) return undefined;
    throw error;
  }
}

/** Solves the lines that begin in a range, as the function solves a chunk. */
async function solvePiece(bytes: Buffer, plan: FilePlan, from: number, to: number) {
  async function* reading() {
    // a copy, since solutions are written over the puzzles
    yield Buffer.from(bytes.subarray(readFrom({ from, to })));
  }
  const output = new ByteCollector(bytes.length);
  const records = recordsInRange(plan, reading(), { from, to });
  const { tally } = await solveInPlace(plan, records.bytes, output, { first: from === 0 });
  return { output: output.bytes().toString('latin1'), tally };
}

/** Offset of the first puzzle: files are not cut before it. */
function firstPuzzle(bytes: Buffer, plan: FilePlan): number {
  const solver = openFile(plan, { deadline: -Infinity });
  for (const _ of solver.push(bytes));
  for (const _ of solver.end());
  return solver.interrupted ? solver.consumed : 0;
}

test('lines, numbers in lines, jigsaws, links, pencilmarks, CSV, JSON Lines and arrays can be cut', () => {
  expect([...new Set(cases.map(({ plan }) => plan.format))].sort()).toEqual([
    'csv',
    'jigsaw-lines',
    'json',
    'lines',
    'links',
    'npy',
    'number-lines',
    'pencilmarks',
  ]);
});

describe.each(cases)('$name $how', ({ bytes, plan }) => {
  test('is solved the same in two pieces as in one', async () => {
    const whole = await solvePiece(bytes, plan, 0, bytes.length);
    const start = firstPuzzle(bytes, plan) + 1;
    const step = Math.max(1, Math.floor((bytes.length - start) / MAX_CUTS));
    for (let cut = start; cut < bytes.length; cut += step) {
      const left = await solvePiece(bytes, plan, 0, cut);
      const right = await solvePiece(bytes, plan, cut, bytes.length);
      expect(left.output + right.output, `cut at ${cut}`).toBe(whole.output);
      expect(sumTallies([left.tally, right.tally]), `cut at ${cut}`).toEqual(whole.tally);
    }
  });
});

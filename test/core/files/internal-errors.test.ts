// The net of the library: an unexpected error costs its record or its file, at each stage.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sumTallies, type Tally } from '../../../core/files/tally.ts';
import { csvKernels } from '../../../core/formats/csv/reader.ts';
import { jsonKernels } from '../../../core/formats/json/reader.ts';
import { linesKernels } from '../../../core/formats/lines/kernel.ts';
import { patternKernels } from '../../../core/formats/patterns/runs.ts';
import {
  HEAD_BYTES,
  InternalError,
  openFile,
  type PartialOptions,
  planFile,
  type Report,
  report,
  solveFile,
  solverStream,
  solveStream,
  solveText,
} from '../../../core/index.ts';
import { DEFECTS_URL } from '../../../core/kernel/internal-error.ts';
import type { KernelPool } from '../../../core/kernel/kernel.ts';
import { lanesKernels } from '../../../core/solver/lanes/engine.ts';
import project from '../../../package.json' with { type: 'json' };
import { temporaryDirectory } from '../../bin/command-line.ts';
import { someOf } from '../../cases.ts';
import { setFault, withFault } from '../../fault-hook.ts';
import { differing, FAULTY_FILES, faultyCase, lostText, puzzleAt, STAGES } from '../../faulty-files.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

afterEach(() => setFault(undefined));

const cellsOf = (puzzle: string) =>
  Buffer.from(puzzle.split('').map((cell) => Number(cell.replace('.', '0'))));

/** An array of numbers of one byte. */
function arrayOf(puzzles: readonly string[]): Buffer {
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${puzzles.length}, 81), }`.padEnd(117);
  const magic = Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1');
  return Buffer.concat([magic, Buffer.from(`${header}\n`), ...puzzles.map(cellsOf)]);
}

type Solved = { readonly text: string; readonly report: Report };

/** All ways of the library to solve a text. */
const WAYS: Record<string, (text: string, options: PartialOptions) => Solved | Promise<Solved>> = {
  solveText,
  solverStream: async (text, options) => {
    const solver = solverStream(options);
    const result = await new Response(new Blob([text]).stream().pipeThrough(solver)).text();
    return { text: result, report: await solver.report };
  },
  solveFile: async (text, options) => {
    const directory = temporaryDirectory();
    const [input, output] = [join(directory, 'in.txt'), join(directory, 'out.txt')];
    writeFileSync(input, text);
    return { report: await solveFile(input, output, options), text: readFileSync(output, 'utf8') };
  },
  'solveStream, cut anywhere': async (text, options) => {
    const bytes = Buffer.from(text);
    const plan = planFile({
      head: bytes.subarray(0, HEAD_BYTES),
      complete: bytes.length <= HEAD_BYTES,
      name: '',
      given: [options],
    });
    const pieces: Uint8Array[] = [];
    async function* cut() {
      for (let at = 0; at < bytes.length; at += 777) yield bytes.subarray(at, at + 777);
    }
    const { tally } = await solveStream(plan, cut(), (piece) => void pieces.push(piece));
    return {
      text: Buffer.concat(pieces).toString(),
      report: report({ input: { key: '' }, plan, tally, seconds: 0 }),
    };
  },
};

const CASES = Object.keys(WAYS).flatMap((way) =>
  FAULTY_FILES.flatMap((file) =>
    STAGES.map(({ stage, options }) => ({
      way,
      file,
      name: file.name,
      stage,
      options,
      asked: JSON.stringify(options),
    })),
  ),
);

/** A file, option or way that loses more than its record does so in many cases: TEST_CASES=all tests all. */
const SOME = someOf(CASES, 60);

test.each(SOME)(
  '$way loses only the record of $name that causes an error at the stage $stage, with $asked',
  async ({ way, file, stage, options }) => {
    const [count, culprit] = [60, 31];
    const { text, fault } = faultyCase(file, stage, count, culprit);
    const good = await WAYS[way]!(text, options);
    const found = await withFault(fault, () => WAYS[way]!(text, options));
    const { format, options: used } = found.report;
    const isTable = used.output !== 'same' || (used.solutions === 'count' && format !== 'csv');
    const before = isTable ? Number(used.output !== 'jsonl') : file.before;
    const changed = differing(found.text, good.text, isTable ? '\n' : file.separator, before);
    expect(changed).toEqual([[culprit, expect.stringContaining(lostText(file, fault, isTable))]]);
    expect(found.report).toMatchObject({
      puzzles: count,
      solved: count - 1,
      invalid: 1,
      internalErrors: 1,
      problems: [
        { status: 'invalid', reason: expect.stringMatching(/^internal error \(TypeError: caused by/) },
      ],
    });
  },
);

describe('the net under each record', () => {
  const [lines] = FAULTY_FILES;

  test.each(['read', 'solve', 'write'] as const)(
    'loses each of several records at the stage %s',
    async (stage) => {
      const { text } = faultyCase(lines!, stage, 9000, 0);
      const isHit = (line: string) => line.includes('53..7');
      const good = solveText(text);
      const found = await withFault({ stage, text: '53..7' }, () => solveText(text));
      const hits = text.split('\n').flatMap((line, i) => (isHit(line) ? [i] : []));
      expect(hits.length).toBeGreaterThan(5);
      expect(differing(found.text, good.text, '\n', 0)).toEqual(hits.map((i) => [i, 'invalid'.padEnd(81)]));
      expect(found.report).toMatchObject({ invalid: hits.length, internalErrors: hits.length });
      expect(found.report.solved + found.report.invalid).toBe(9000);
      expect(found.report.problems.map(({ line }) => line - 1)).toEqual(hits.slice(0, 100));
    },
  );

  test.each(STAGES)(
    'counts an error at the stage $stage once, wherever a deadline leaves the rest to another solver, with $options',
    async ({ stage, options }) => {
      const [count, culprit] = [12, 7];
      const { text, fault } = faultyCase(lines!, stage, count, culprit);
      const bytes = Buffer.from(text);
      const plan = planFile({ head: bytes, complete: true, name: '', given: [options] });
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
      let deadline = 0;
      // an engine fails only in the puzzles that it reaches before the deadline
      const isInTime = { ...fault, isDue: () => now < deadline };
      const faults = stage === 'solve' || stage === 'facts' ? [fault, isInTime] : [fault];
      const solveWithin = (looks: number) => {
        const tallies: Tally[] = [];
        for (let at = 0, most = looks; ; ) {
          deadline = now + most;
          const solver = openFile(plan, { first: at === 0, deadline });
          for (const _ of solver.push(bytes.subarray(at)));
          for (const _ of solver.end());
          tallies.push(solver.tally);
          if (!solver.interrupted) return tallies;
          // a puzzle that takes longer gets more time
          if (solver.consumed === 0) most++;
          at += solver.consumed;
        }
      };
      try {
        for (const each of faults) {
          const runs = await withFault(each, () => Array.from({ length: 60 }, (_, i) => solveWithin(i + 1)));
          expect(Math.max(...runs.map(({ length }) => length))).toBeGreaterThan(1);
          for (const tallies of runs) {
            expect(sumTallies(tallies)).toMatchObject({
              ...{ puzzles: count, solved: count - 1, invalid: 1, internalErrors: 1 },
              problems: [{ line: culprit + 1 }],
            });
          }
        }
      } finally {
        clock.mockRestore();
      }
    },
  );

  test('lists no solutions of a puzzle whose search fails, and all of the others', async () => {
    const text = '1...............\n12.434..2.4343.1\n.2..............\n';
    const options = { solutions: 'all', limit: 2 } as const;
    const good = solveText(text, options);
    const found = await withFault({ stage: 'solve', text: '12.434..2.4343.1' }, () =>
      solveText(text, options),
    );
    const own = (row: string) => row.startsWith('2,');
    expect(found.text.split('\n').filter((row) => !own(row))).toEqual(
      good.text.split('\n').filter((row) => !own(row)),
    );
    expect(found.text.split('\n').filter(own)).toEqual(['2,12.434..2.4343.1,invalid,invalid']);
    expect(found.report).toMatchObject({ puzzles: 3, invalid: 1, internalErrors: 1 });
  });

  test('lends a kernel whose work has failed to nobody else', async () => {
    const before = lanesKernels.take();
    lanesKernels.giveBack(before);
    const plan = planFile({ head: Buffer.from(`${'.'.repeat(81)}\n`), complete: true, name: '', given: [] });
    const solver = openFile(plan);
    const { cells } = before;
    const set = cells.set.bind(cells);
    let failures = 0;
    cells.set = () => {
      failures++;
      throw new WebAssembly.RuntimeError('memory access out of bounds');
    };
    const output = [...solver.push(Buffer.from(`${'.'.repeat(81)}\n`)), ...solver.end()];
    cells.set = set;
    expect(failures).toBe(1);
    expect(Buffer.concat(output).toString()).toMatch(/^\d{81}\n$/);
    // nothing is lost, but the defect is counted
    expect(solver.tally).toMatchObject({ solved: 1, internalErrors: 1 });
    expect(lanesKernels.take()).not.toBe(before);
  });

  test('reads a document without the kernel whose reading of objects has failed', () => {
    const file = FAULTY_FILES.find(({ name }) => name === 'array.json')!;
    const { text } = faultyCase(file, 'read', 300, 4);
    const good = solveText(text);
    const plan = planFile({ head: Buffer.from(text), complete: true, name: file.name, given: [] });
    const kernel = jsonKernels.take();
    jsonKernels.giveBack(kernel);
    kernel.readObjects = () => {
      throw new WebAssembly.RuntimeError('memory access out of bounds');
    };
    const solver = openFile(plan);
    const output = Buffer.concat([...solver.push(Buffer.from(text)), ...solver.end()]);
    expect(output.toString()).toBe(good.text);
    expect(solver.tally).toMatchObject({ solved: 300, internalErrors: 1 });
    expect(Array.from({ length: 5 }, () => jsonKernels.take())).not.toContain(kernel);
  });

  test('loses only the record of an array of numbers that causes an error', () => {
    const puzzles = Array.from({ length: 300 }, (_, i) => puzzleAt(i));
    const file = arrayOf(puzzles);
    const good = solveBytes(file).output;
    setFault({ stage: 'read', text: cellsOf(puzzles[123]!).toString('latin1') });
    const found = solveBytes(file, {}, [1, 100, 5000]);
    const start = file.length - 81 * (300 - 123);
    expect(found.output.subarray(start, start + 81)).toEqual(Buffer.alloc(81));
    expect(found.output.subarray(0, start)).toEqual(good.subarray(0, start));
    expect(found.output.subarray(start + 81)).toEqual(good.subarray(start + 81));
    expect(found.tally).toMatchObject({ puzzles: 300, solved: 299, invalid: 1, internalErrors: 1 });
    expect(found.tally.problems).toMatchObject([{ line: 124 }]);
  });

  // the fault is that of the kernel, so that another one reads the same file
  test.each([
    { name: 'lines.txt', pool: linesKernels },
    { name: 'table.csv', pool: csvKernels },
    { name: 'records.jsonl', pool: jsonKernels },
    { name: 'grids.txt', pool: patternKernels },
  ])('lends a kernel that has failed to read $name to nobody else', ({ name, pool }) => {
    const file = FAULTY_FILES.find((one) => one.name === name)!;
    const { text } = faultyCase(file, 'read', 9, 4);
    const plan = planFile({ head: Buffer.from(text), complete: true, name, given: [] });
    const kernel = (pool as KernelPool<{ load: (bytes: Uint8Array) => void }>).take();
    pool.giveBack(kernel as never);
    kernel.load = () => {
      throw new WebAssembly.RuntimeError('memory access out of bounds');
    };
    const solver = openFile(plan);
    Buffer.concat([...solver.push(Buffer.from(text)), ...solver.end()]);
    expect(solver.tally).toMatchObject({ puzzles: 9, solved: 9, internalErrors: 1 });
    expect(Array.from({ length: 5 }, () => pool.take())).not.toContain(kernel);
  });

  test('passes an error of a caller on', () => {
    const head = Buffer.from(`${`${'.'.repeat(81)}\n`.repeat(20_000)}`);
    const plan = planFile({
      head: head.subarray(0, HEAD_BYTES),
      complete: false,
      name: '',
      given: [{ solutions: 'count', limit: 1000 }],
    });
    const failure = new Error('the caller has failed');
    const solver = openFile(plan, {
      onProgress: () => {
        throw failure;
      },
    });
    expect(() => [...solver.push(head), ...solver.end()]).toThrow(failure);
  });
});

test('messages ask for a report where package.json says', () => {
  expect(DEFECTS_URL).toBe(project.bugs);
});

test.each(FAULTY_FILES)(
  'planFile rejects $name if it cannot be recognised because of a defect',
  async (file) => {
    const { text, fault } = faultyCase(file, 'recognise', 20, 10);
    const error = await withFault(fault, () => solveText(text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InternalError);
    expect((error as Error).message).toMatch(/^internal error \(TypeError: caused by/);
  },
);

import { describe, expect, test } from 'vitest';
import { linesKernels } from '../../../../core/formats/lines/kernel.ts';
import fc from '../../../property.ts';

const kernel = linesKernels.take();

/** Reads the front of a text in the kernel: the grids, their offsets, and the offset where it stopped. */
function read(text: string, cells: number, size: number) {
  const bytes = Buffer.from(text, 'latin1');
  kernel.load(bytes);
  const count = kernel.read(0, bytes.length, cells, size, 0, 0, 0);
  const grids = Array.from({ length: count }, (_, p) =>
    kernel.cells.subarray(p * cells, (p + 1) * cells).join(''),
  );
  return { grids, offsets: [...kernel.offsets.subarray(0, count)], stoppedAt: kernel.stoppedAt };
}

/** The same by a regular expression. */
function readByRule(text: string, cells: number, size: number) {
  // a line that begins with such a symbol and has no given can be a rule
  const rule = `(?![-*_][.*_0-]{${cells - 1}})`;
  const line = new RegExp(`${rule}([.*_0-${size}-]{${cells}})(?:\\r?\\n|[\\t\\r ,;:|][^\\n]*\\n)`, 'y');
  const [grids, offsets]: [string[], number[]] = [[], []];
  let stoppedAt = 0;
  for (let found = line.exec(text); found; found = line.exec(text)) {
    grids.push(found[1]!.replace(/[.*_-]/g, '0'));
    offsets.push(stoppedAt);
    stoppedAt = line.lastIndex;
  }
  return { grids, offsets, stoppedAt };
}

const SIZES = [
  { size: 4, cells: 16 },
  { size: 6, cells: 36 },
  { size: 8, cells: 64 },
  { size: 9, cells: 81 },
];

describe.each(SIZES)('lines of $cells cells', ({ size, cells }) => {
  const row = '.1203'.repeat(20).slice(0, cells);

  test('reads every valid byte in every place, and stops at others', () => {
    for (let byte = 0; byte < 256; byte++) {
      for (let place = 0; place <= cells + 1; place++) {
        const line = `${row}\n${row} \n`;
        const text = line.slice(0, place) + String.fromCharCode(byte) + line.slice(place + 1);
        expect(read(text, cells, size)).toEqual(readByRule(text, cells, size));
      }
    }
  });

  test('reads lines of all kinds in any order', () => {
    const line = fc.tuple(
      fc.string({
        unit: fc.constantFrom('.', '0', '1', '*', '_', '-', String(size)),
        minLength: cells,
        maxLength: cells,
      }),
      fc.oneof(
        fc.constantFrom('', '\r', ' ', ',', ':1', ' text\r', '\r ', 'x', '1'),
        fc.string({ maxLength: 40 }),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('', row, '\n'), (lines, last) => {
        const text = `${lines.map(([grid, after]) => `${grid}${after}\n`).join('')}${last}`;
        const bytes = Buffer.from(text).toString('latin1');
        expect(read(bytes, cells, size)).toEqual(readByRule(bytes, cells, size));
      }),
      { numRuns: 200 },
    );
  });

  test('writes solutions over the cells of their puzzles only', () => {
    const text = `${row}\n${row},text\r\n${row}\n`;
    const bytes = Buffer.from(text);
    kernel.load(bytes);
    expect(kernel.read(0, bytes.length, cells, size, 0, 0, 0)).toBe(3);
    const solutions = new Uint8Array(3 * cells).fill(size);
    const statuses = Uint8Array.of(0, 0, 1);
    const solved = String(size).repeat(cells);
    // results in other memory, and in the kernel's own
    kernel.results.solutions.set(solutions);
    kernel.results.statuses.set(statuses);
    for (const results of [{ statuses, solutions }, kernel.results]) {
      const copy = Buffer.from(bytes);
      kernel.load(bytes);
      expect(kernel.write(copy, 0, 3, cells, results)).toBe(2);
      expect(copy.toString()).toBe(`${solved}\n${solved},text\r\n${row}\n`);
    }
  });
});

test('finds a line end of another kind in every place', () => {
  const text = fc.array(fc.constantFrom('\r', '\r\n', '\r ', 'a', '1'.repeat(60)), { maxLength: 12 });
  fc.assert(
    fc.property(text, fc.nat(20), (parts, from) => {
      const bytes = Buffer.from(`${parts.join('')}\n`);
      const at = Math.min(from, bytes.length);
      kernel.load(bytes);
      const found = bytes
        .toString()
        .slice(at)
        .search(/\r(?=[^\n\r ])/);
      expect(kernel.otherLineEnd(at, bytes.length)).toBe(found < 0 ? bytes.length : at + found);
    }),
  );
});

test('concurrent readers do not affect each other', async () => {
  const { openFile } = await import('../../../../core/files/index.ts');
  const { planOf } = await import('../solve-bytes.ts');
  const files = ['12.434..2.4343.1\n', '1234............ a\n'].map((line) =>
    Buffer.from(line.repeat(20_000)),
  );
  const solvers = files.map((file) => openFile(planOf(file)));
  const alone = files.map((file) => {
    const solver = openFile(planOf(file));
    return Buffer.concat([...solver.push(file), ...solver.end()]);
  });
  const outputs: Uint8Array[][] = [[], []];
  // consume both alternately, so that each has a block in use while the other reads
  const running = solvers.map((solver, i) => solver.push(files[i]!)[Symbol.iterator]());
  for (let open = true; open; ) {
    open = false;
    for (const [i, output] of running.entries()) {
      const step = output.next();
      if (step.done) continue;
      outputs[i]!.push(step.value);
      open = true;
    }
  }
  for (const [i, solver] of solvers.entries()) {
    outputs[i]!.push(...solver.end());
    expect(Buffer.concat(outputs[i]!).equals(alone[i]!)).toBe(true);
  }
});

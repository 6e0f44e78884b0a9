import { describe, expect, test } from 'vitest';
import { openContent } from '../../../core/files/file-solver.ts';
import { type FilePlan, planFile } from '../../../core/files/index.ts';
import { lines, made, NO_SOLUTION } from '../../bin/command-line.ts';
import fc from '../../property.ts';

const { puzzles } = made(20);

const planOf = (text: string): FilePlan =>
  planFile({ head: Buffer.from(text, 'latin1'), complete: true, name: 'a', given: [] });

const solverOf = (text: string, block = 256) => openContent(planOf(text), { room: { block, record: 1024 } });

const textOf = (pieces: Iterable<Uint8Array>): string =>
  Array.from(pieces, (piece) => Buffer.from(piece).toString('latin1')).join('');

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...puzzles) },
  fc.constantFrom('', '# text', '12', NO_SOLUTION, '12.434..2.4343.1', `${puzzles[0]},a`, `${puzzles[0]}\r`),
  fc.integer({ min: 82, max: 2000 }).map((length) => `${puzzles[0]} `.padEnd(length, 'x')),
);

describe('The memory of a file solver', () => {
  test('may be filled with a file that is cut anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        (rows, sizes, isEnded) => {
          const text = `${puzzles[1]}\n${rows.join('\n')}${isEnded ? '\n' : ''}`;
          const bytes = Buffer.from(text, 'latin1');
          const front = solverOf(text);
          const expected = textOf(front.push(bytes)) + textOf(front.end());
          const solver = solverOf(text);
          let result = '';
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const size = sizes[i % sizes.length]!;
            const room = solver.room ?? new Uint8Array(size);
            const piece = room.subarray(0, Math.min(size, room.length, bytes.length - at));
            piece.set(bytes.subarray(at, at + piece.length));
            at += piece.length;
            result += textOf(solver.take(piece));
          }
          result += textOf(solver.end());
          expect(result).toBe(expected);
          expect(solver.tally).toEqual(front.tally);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('holds the output, which is not copied', () => {
    const text = lines(puzzles);
    const solver = solverOf(text, 4096);
    const piece = solver.room!.subarray(0, text.length);
    piece.set(Buffer.from(text));
    const output = [...solver.take(piece)];
    expect(output.map(({ buffer, byteOffset }) => ({ buffer, byteOffset }))).toEqual([
      { buffer: piece.buffer, byteOffset: piece.byteOffset },
    ]);
    expect(textOf(output)).toMatch(/^(?:[1-9]{81}\n){20}$/);
  });

  test('is not lent while the solver holds an incomplete line', () => {
    const solver = solverOf(lines(puzzles));
    expect(solver.room).toHaveLength(256);
    textOf(solver.take(Buffer.from(puzzles[0]!.slice(0, 40))));
    expect(solver.room).toBeUndefined();
    textOf(solver.take(Buffer.from(`${puzzles[0]!.slice(40)}\n`)));
    expect(solver.room).toHaveLength(256);
  });

  test.each([
    ['grids of several lines', `${puzzles[0]!.replace(/.{9}/g, '$&\n')}\n`],
    ['CSV', `puzzle,solution\n${puzzles[0]},\n`],
    ['lines that end in carriage returns', puzzles.join('\r')],
  ])('is not lent for %s', (_, text) => {
    expect(solverOf(text).room).toBeUndefined();
  });
});

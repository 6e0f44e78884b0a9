import { expect, test } from 'vitest';
import { type DifferentLine, LineComparer } from '../../../bin/check/line-comparer.ts';
import fc from '../../property.ts';

function compared(expected: string, got: string, pieces: readonly number[] = []): DifferentLine[] {
  const found: DifferentLine[] = [];
  const comparer = new LineComparer((line) => found.push(line));
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(got)];
  let at = 0;
  for (const length of pieces) {
    comparer.expect(ours.subarray(at, at + length));
    comparer.receive(theirs.subarray(at, at + length));
    comparer.compare();
    at += length;
  }
  comparer.expect(ours.subarray(at));
  comparer.receive(theirs.subarray(at));
  comparer.end();
  return found;
}

test('reports each line that differs, however the texts are cut into pieces', () => {
  const line = fc.constantFrom('a', 'b', 'long line', '');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, line), { maxLength: 12 }),
      fc.array(fc.nat(9), { maxLength: 8 }),
      (lines, pieces) => {
        const text = (which: 0 | 1) => lines.map((pair) => `${pair[which]}\n`).join('');
        const wanted = lines.flatMap(([expected, got], i) =>
          expected === got ? [] : [{ line: i + 1, expected: `${expected}\n`, got: `${got}\n` }],
        );
        expect(compared(text(0), text(1), pieces)).toEqual(wanted);
      },
    ),
  );
});

test('reports missing and additional lines', () => {
  expect(compared('a\nb', 'a\n')).toEqual([{ line: 2, expected: 'b', got: '' }]);
  expect(compared('a\n', 'a\nb\nc')).toMatchObject([
    { line: 2, got: 'b\n' },
    { line: 3, got: 'c' },
  ]);
});

test('reports once that texts are megabytes apart, and stops comparing them', () => {
  expect(compared('a\n', `a\n${'b\n'.repeat(5_000_000)}`)).toEqual([
    { line: 2, expected: '0 bytes more', got: '10,000,000 bytes more' },
  ]);
});

test('compares lines that are longer than its buffers', () => {
  const long = 'c'.repeat(20_000_000);
  const pieces = Array.from({ length: 40 }, () => 500_001);
  expect(compared(`${long}\nb\n`, `${long}\nb\n`, pieces)).toEqual([]);
  const found = compared(`a\n${long}\nb\n`, `a\n${long.slice(1)}x\nc\n`, pieces);
  expect(found.map(({ line }) => line)).toEqual([2, 3]);
  expect(found[1]).toEqual({ line: 3, expected: 'b\n', got: 'c\n' });
  const early = compared(`${long}\nb\n`, `x${long}\nb\n`, pieces);
  const [expected, got] = [expect.stringMatching(/^c+$/), expect.stringMatching(/^xc+$/)];
  expect(early).toEqual([{ line: 1, expected, got }]);
});

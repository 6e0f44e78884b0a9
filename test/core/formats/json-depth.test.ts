import { describe, expect, test, vi } from 'vitest';
import type * as Scan from '../../../core/formats/json/scan.ts';
import { planOf, problemsOf, solveBytes } from './solve-bytes.ts';

/** Bytes that the functions of scan.ts have examined for their callers, counted again each time. */
const examined = vi.hoisted(() => ({ bytes: 0 }));

vi.mock('../../../core/formats/json/scan.ts', async (original) => {
  const scan = await original<typeof Scan>();
  const counted =
    <Result>(examine: (bytes: Uint8Array, start: number, end: number) => Result): typeof examine =>
    (bytes, start, end) => {
      examined.bytes += end - start;
      return examine(bytes, start, end);
    };
  return {
    ...scan,
    scanValue: (...[bytes, at, limit, state]: Parameters<typeof scan.scanValue>) => {
      const end = scan.scanValue(bytes, at, limit, state);
      examined.bytes += (end < 0 ? limit : end) - at;
      return end;
    },
    depthOf: counted(scan.depthOf),
    textInValue: counted(scan.textInValue),
    textBetween: counted(scan.textBetween),
  };
});

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const nested = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);

describe('deeply nested JSON', () => {
  test.each([8000, 24_000, 1_000_000])('rejects %i nested arrays with one sentence', (depth) => {
    expect(() => planOf(nested(depth))).toThrow(
      /^expected puzzles, .*; got JSON nested \d+ deep, of which at most 64 is read$/,
    );
    expect(() => planOf('{"a":'.repeat(depth))).toThrow(/^expected puzzles, .*; got JSON nested \d+ deep/);
  });

  test('is one invalid record among others', () => {
    const deep = `{"id":${nested(100_000)},"puzzle":"${P}"}`;
    const solved = solveBytes(`{"puzzle":"${P}"}\n${deep}\n{"puzzle":"${P}"}\n`);
    expect(problemsOf(solved)).toEqual(['2:1 invalid: expected values nested at most 64 deep, got 100001']);
  });
});

test('reads escapes of characters as characters', () => {
  const escaped = P.replace('2', '\\u0032');
  expect(solveBytes(`{"puzzle":"${escaped}"}\n`).text).toBe(
    `{"puzzle":"${escaped}","solution":"${S}","status":"solved"}\n`,
  );
  expect(solveBytes(`{"puzzle":"${P}","solution":"${S.replace('1', '\\u0031')}"}\n`).tally).toMatchObject({
    solved: 1,
    disagreements: 0,
  });
});

test('does not solve a part of an object with several puzzles', () => {
  expect(solveBytes(`{"p0": "${P}", "p1": "${P}"}\n`).text).toBe(`{"p0": "${S}", "p1": "${S}"}\n`);
});

test.each([',', ', ', ',\n  '])('a record of more than a MiB in an array counts once (after %j)', (comma) => {
  const long = `{"puzzle":"${P}","note":"${'x'.repeat(2_500_000)}"}`;
  const { tally, text } = solveBytes(`[{"puzzle":"${P}"}${comma}${long}${comma}{"puzzle":"${P}"}]`);
  expect(tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
  expect(text).toContain(long);
});

/**
 * How often a byte may be examined on average. Some five hundred times are usual, up to sixteen hundred for arrays that do not
 * close. If each level classified all levels below it anew, it would be five thousand times and more.
 */
const MAX_EXAMINED = 3000;

test.each<[string, string, string]>([
  ['numbers', `{"a":["${P}"],"b":[`, `${nested(60, '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17')},`],
  ['words', `{"a":["${P}"],"b":[`, `${nested(60, `${'"abcdefgh",'.repeat(2500)}1`)},`],
  ['puzzles', `{"a":["${P}",`, `${nested(60, `"${P}"`)},`],
  ['what does not close', `{"a":["${P}"],"b":`, `${'['.repeat(12)},`],
])('classifies nested arrays of %s once for each array around them', (_, front, repeated) => {
  const text = front + repeated.repeat(Math.ceil(100_000 / repeated.length));
  examined.bytes = 0;
  const { tally, text: solved } = solveBytes(text, { format: 'json' });
  expect(tally.solved).toBeGreaterThan(0);
  expect(solved).toContain(S);
  expect(examined.bytes / text.length).toBeLessThan(MAX_EXAMINED);
});

test('throws no error within for invalid JSON, as a file can have a million such records', () => {
  const spy = vi.spyOn(JSON, 'parse');
  try {
    expect(solveBytes(`["${P}",a,"${P}","${P}",a]`).tally).toMatchObject({ solved: 3, invalid: 2 });
    expect(spy).not.toHaveBeenCalledWith('a');
  } finally {
    spy.mockRestore();
  }
});

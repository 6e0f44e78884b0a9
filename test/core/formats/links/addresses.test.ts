// Which web addresses are puzzles.

import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { isLink } from '../../../../core/formats/links/link.ts';
import { solve } from '../../../../core/puzzle/index.ts';
import fc from '../../../property.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ZEROS = PUZZLE.replaceAll('.', '0');
const OBJECT = JSON.stringify({
  size: 9,
  grid: PUZZLE.match(/.{9}/g)!.map((row) =>
    Array.from(row, (digit) => (digit === '.' ? {} : { value: Number(digit), given: true })),
  ),
});

/** Addresses that hold a puzzle, of sites that we do not know. */
const PUZZLES: readonly string[] = [
  `https://www.example.org/sudoku.htm?bd=${ZEROS}`,
  `https://example.org/?s=${PUZZLE}&level=3`,
  `http://example.org/play/${ZEROS}`,
  `https://example.org/play/${PUZZLE}/#top`,
  `https://example.org/a?id=1234567812345678&p=${ZEROS.replaceAll('0', '*')}`,
  `https://example.org/a#${ZEROS.replaceAll('0', '%2E')}`,
  `https://example.org/a?q=${PUZZLE}`,
  `https://example.org/editor?load=${lzString.compressToBase64(OBJECT)}`,
];

/** Any other address is text. */
const OTHERS: readonly string[] = [
  'https://example.org',
  'https://example.org/license?load=1',
  'https://creativecommons.org/licenses/by/4.0/',
  'https://json-schema.org/draft/2020-12/schema',
  'https://example.org/1234567812345678',
  'https://example.org/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  `https://example.org/?a=${ZEROS}&b=${ZEROS}`,
  `https://example.org/?p=${ZEROS}0`,
  `https://example.org/?s=${ZEROS}&p=${SOLUTION}`,
  `https://example.org/?load=${lzString.compressToBase64('{"a":1}')}`,
];

describe('an address', () => {
  test.each(PUZZLES)('is a puzzle with a payload or one run of cells: %s', (address) => {
    expect(isLink(address)).toBe(true);
    expect(solve(address)).toMatchObject({ status: 'solved', solution: SOLUTION });
    expect(solveBytes(`${address}\n`).text).toBe(`${SOLUTION}\n`);
    expect(solveBytes(`id,puzzle\n1,${address}\n`).text).toContain(`${address},${SOLUTION},solved`);
  });

  test.each(OTHERS)('is text without one: %s', (address) => {
    expect(isLink(address)).toBe(false);
    const lines = `${address}\n${PUZZLES[0]}\nby ${address}\n${PUZZLES[1]}\n`;
    const { text, tally } = solveBytes(lines);
    expect(text).toBe(`${address}\n${SOLUTION}\nby ${address}\n${SOLUTION}\n`);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2 });
    expect(() => solve(address)).toThrow('expected ');
  });

  test.each([
    `?p=${PUZZLE}&variant=x`,
    `?utm_source=letter&p=${PUZZLE}&variant=x#board`,
    `#p=${PUZZLE}&variant=x`,
  ])('has its rules in its query or its fragment: %s', (end) => {
    expect(solve(`https://example.org/try${end}`)).toMatchObject({ status: 'no-solution' });
  });

  test('is invalid at the place of a puzzle, and the reason shows the part that matters', () => {
    const long = `https://example.org/${'a'.repeat(60)}/play.htm?bd=S9B${'0'.repeat(10)}`;
    for (const [address, shown] of [
      [OTHERS[0]!, OTHERS[0]!],
      [long, 'example.org…?bd=S9B0000000000'],
    ] as const) {
      const records = [address, PUZZLE, PUZZLE].map((puzzle) => `${JSON.stringify({ puzzle })}\n`).join('');
      expect(problemsOf(solveBytes(records))).toEqual([
        `1:12 invalid: expected a link that contains the puzzle, got ${shown}`,
      ]);
    }
  });

  test('beside a puzzle is never changed, whatever it is', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'Z', '0', '7', '.', '-', '_', '%20'),
      maxLength: 30,
    });
    const address = fc
      .tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), part)
      .map(([url, end]) => `${url}${end}`);
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 6 }), fc.boolean(), (urls, isFirst) => {
        const records = urls.map((url, id) =>
          isFirst ? { source: url, id, puzzle: PUZZLE } : { id, puzzle: PUZZLE, links: [url, { url }] },
        );
        const { text } = solveBytes(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
        const found = text.trim().split('\n');
        expect(found.map((line) => JSON.parse(line))).toEqual(
          records.map((record) => ({ ...record, solution: SOLUTION, status: 'solved' })),
        );
      }),
    );
  });

  /** Files of records that have an address beside their puzzle. */
  type Draw = (address: string, puzzle: string, i: number) => string;
  const each = (records: readonly [string, string][], draw: Draw) =>
    records.map(([address, puzzle], i) => draw(address, puzzle, i)).join('');
  test.each<[string, front: string, Draw, end: string]>([
    ['a line of Python', '[', (a, p, i) => `${i ? ', ' : ''}{'url': '${a}', 'puzzle': '${p}'}`, ']\n'],
    ['statements of SQL', '', (a, p, i) => `INSERT INTO t (id, url) VALUES (${i}, '${a}', '${p}');\n`, ''],
    ['rows of SQL', 'INSERT INTO t VALUES\n', (a, p, i) => `(${i},'${a}','${p}'),\n`, ''],
  ])('beside a puzzle is not changed in %s', (_, front, draw, end) => {
    for (const address of [...PUZZLES, ...OTHERS]) {
      const file = (puzzle: string) => front + each(Array(4).fill([address, puzzle]), draw) + end;
      expect(solveBytes(file(PUZZLE)).text).toBe(file(SOLUTION));
    }
  });

  test.each([...PUZZLES, ...OTHERS])('in JSON on one line is no puzzle beside one: %s', (url) => {
    const records = [1, 2, 3].map((id) => ({ url, id, puzzle: PUZZLE }));
    const text = (of: readonly object[]) => JSON.stringify(of).replaceAll(/([:,])"/g, '$1 "');
    const done = records.map((record) => ({ ...record, solution: SOLUTION, status: 'solved' }));
    expect(JSON.parse(solveBytes(text(records)).text)).toEqual(done);
  });

  test.each([',', ';', '\t'])(
    'is in a column with any name, above which stands a header: %j',
    (separator) => {
      const row = (...fields: readonly string[]) => `${fields.join(separator)}\n`;
      const rows = PUZZLES.map((address, i) => row(address, `Joe ${i}`));
      const { plan, tally } = solveBytes(row('url', 'name') + rows.join(''));
      expect([plan.format, tally.solved]).toEqual(['csv', PUZZLES.length]);
    },
  );
});

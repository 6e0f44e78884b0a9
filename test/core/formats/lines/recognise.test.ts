import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../../../core/formats/formats.ts';
import { recogniseLines, recognisePlainLines } from '../../../../core/formats/lines/recognise.ts';
import { headOf } from '../../../../core/formats/shared/head.ts';
import { unsupportedKind } from '../../../../core/formats/unsupported.ts';
import fc from '../../../property.ts';

const P9 = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const head = (text: string, complete = false, name = 'a.txt') =>
  headOf(Buffer.from(text, 'latin1'), complete, name);

const cells = fc.string({ unit: fc.constantFrom(...'0123456789..'.split('')), minLength: 81, maxLength: 81 });
const otherLine = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.-*_#, \t\r'.split('')), maxLength: 90 }),
  cells.map((text) => `${text} # a comment`),
  cells.map((text) => text.replaceAll('.', '-')),
  fc.constantFrom('', '.'.repeat(81), '-'.repeat(81), '0'.repeat(81), '81', `${P9},${P9}`),
);
const plainHead = fc
  .tuple(fc.array(cells, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', '\r\n'), fc.nat(100))
  .map(([lines, end, cut]) => `${lines.join(end)}${end}${P9.slice(0, cut)}`);
const mixedHead = fc
  .tuple(
    fc.array(fc.oneof({ weight: 5, arbitrary: cells }, otherLine), { maxLength: 20 }),
    fc.array(fc.constantFrom('\n', '\n', '\r\n', '\r'), { minLength: 20, maxLength: 20 }),
  )
  .map(([lines, ends]) => lines.map((line, i) => line + ends[i]).join(''));
const name = fc.constantFrom('a.txt', 'a.csv', 'a.tsv', 'a.json', 'a.sdm');

describe('recognisePlainLines', () => {
  test.each([
    ['line feeds', `${P9}\n${P9}\n`],
    ['carriage returns before them', `${P9}\r\n${P9}\r\n`],
    ['zeros for empty cells', `${P9.replaceAll('.', '0')}\n`],
    ['a line that the end of the head cuts', `${P9}\n${P9.slice(40)}`],
  ])('recognises puzzles with %s', (_, text) => {
    expect(recognisePlainLines(head(text))).toEqual(recogniseLines(head(text)));
    expect(recognisePlainLines(head(text))).toBeDefined();
  });

  test.each([
    ['no line end', P9, true],
    ['a last line that is no puzzle', `${P9}\n123`, true],
    ['text after the cells', `${P9},\n${P9},\n`, false],
    ['text after the cells of one line', `${P9}\r\n${P9},\n`, false],
    ['other signs for empty cells', `${P9.replaceAll('.', '-')}\n`, false],
    ['a comment', `# a\n${P9}\n`, false],
    ['a byte-order mark', `\xef\xbb\xbf${P9}\n`, false],
    ['puzzles of another size', '12.434..2.4343.1\n'.repeat(6), false],
    ['nothing', '', true],
  ])('leaves %s to the other recognisers', (_, text, complete) => {
    expect(recognisePlainLines(head(text, complete))).toBeUndefined();
  });

  test('recognises only what all recognisers together take for lines, with the same state', () => {
    let heads = 0;
    let recognised = 0;
    fc.assert(
      fc.property(fc.oneof(plainHead, mixedHead), fc.boolean(), name, (text, complete, file) => {
        heads++;
        const found = recognisePlainLines(head(text, complete, file));
        if (found === undefined) return;
        recognised++;
        const other = head(text, complete, file);
        expect(recogniseLines(other)).toEqual(found);
        expect(unsupportedKind(other)).toBeUndefined();
        for (const format of FORMATS) expect(format.fault?.(other)).toBeUndefined();
        const first = FORMATS.find((format) => format.recognise(other) !== undefined);
        expect(first?.name).toBe('lines');
      }),
      { numRuns: 300 },
    );
    expect(recognised).toBeGreaterThan(heads / 12);
  });
});

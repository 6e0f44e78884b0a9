import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { decompressLinkText, MAX_TEXT, mostText } from '../../../../core/formats/links/decompress.ts';
import { LinkFault } from '../../../../core/formats/links/description.ts';
import fc from '../../../property.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** A number, its lowest bit first. */
const reversed = (number: number, width: number) =>
  number.toString(2).padStart(width, '0').split('').reverse().join('');

const pack = (text: string) => lzString.compressToBase64(text);

describe('a payload of lz-string', () => {
  test('unpacks to the text that was packed', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc
        .array(fc.constantFrom('ab', 'abc', '{"cells":', 'R1C1', 'é', '棋'), { maxLength: 100 })
        .map((all) => all.join('')),
      fc.nat(1000).map((count) => 'a'.repeat(count)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(decompressLinkText(pack(text))).toBe(text);
      }),
    );
  });

  test('of as much text as is allowed is unpacked, and no more', () => {
    const text = '0123456789abcdef'.repeat(100);
    expect(decompressLinkText(pack(text), text.length)).toBe(text);
    expect(() => decompressLinkText(pack(text), text.length - 1)).toThrow(
      'expected a link that unpacks to at most 1599 characters, got a longer one',
    );
  });

  test('that would unpack to millions of characters is refused', () => {
    // the code of each phrase of a run is that of the phrase before it and one character more: n codes make n * n / 2 characters
    let bits = `00${reversed(97, 8)}`;
    for (let size = 4, width = 3, left = 4; size < 20_000; size++) {
      bits += reversed(size, width);
      if (--left === 0) left = 2 ** width++;
    }
    const payload = bits
      .match(/.{6}/g)!
      .map((six) => DIGITS[Number.parseInt(six, 2)])
      .join('');
    expect(payload.length).toBeLessThan(50_000);
    expect(() => decompressLinkText(payload)).toThrow(
      `expected a link that unpacks to at most ${mostText(payload.length)} characters, got a longer one`,
    );
  });

  test.each([
    [0, 65_536],
    [500, 65_536],
    [4096, 65_536],
    [4097, 65_552],
    [20_000, 320_000],
    [65_536, MAX_TEXT],
    [1_000_000, MAX_TEXT],
  ])('of %i characters may unpack to %i', (payload, text) => {
    expect(mostText(payload)).toBe(text);
  });

  test('is unpacked to no more than its length allows, whatever it repeats', () => {
    const parts = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(parts, fc.nat(200_000), (all, length) => {
        const text = all.join('').repeat(length).slice(0, length);
        const payload = pack(text);
        const most = mostText(payload.length);
        if (text.length <= most) expect(decompressLinkText(payload)).toBe(text);
        else
          expect(() => decompressLinkText(payload)).toThrow(`at most ${most} characters, got a longer one`);
      }),
      { numRuns: 20 },
    );
  });

  test('of a grid of 36x36 equal cells is unpacked', () => {
    const cell = { value: 36, given: true, c: '#FFFFFF', region: 35 };
    const grid = JSON.stringify({ size: 36, grid: Array(36).fill(Array(36).fill(cell)) });
    expect(grid.length).toBeGreaterThan(60_000);
    expect(decompressLinkText(pack(grid))).toBe(grid);
  });

  test('that is cut short is refused', () => {
    const payload = pack('{"size":9,"grid":[[{"value":5,"given":true}]]}').replace(/=*$/, '');
    for (let length = 0; length < payload.length - 1; length++)
      expect(() => decompressLinkText(payload.slice(0, length))).toThrow(LinkFault);
    expect(() => decompressLinkText(payload.slice(0, 20))).toThrow(
      'expected a complete payload, got one that is cut short',
    );
  });

  test.each([
    ['another character', 'N4Ig!aaa', 'expected a payload in base64, got "!" in it'],
    ['a letter beyond ASCII', 'N4Igéaaa', 'expected a payload in base64, got "é" in it'],
    [
      'a phrase that is not there',
      '////',
      'expected a payload of lz-string, got one that is damaged at its character 1',
    ],
    ['nothing', '', 'expected a complete payload, got one that is cut short'],
  ])('with %s is refused', (_, payload, reason) => {
    expect(() => decompressLinkText(payload)).toThrow(reason);
  });

  test('of any characters is a text or refused', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...DIGITS.split('')),
      maxLength: 200,
    });
    fc.assert(
      fc.property(digits, (payload) => {
        let text: string;
        try {
          text = decompressLinkText(payload);
        } catch (error) {
          expect(error).toBeInstanceOf(LinkFault);
          return;
        }
        expect(text).toBe(lzString.decompressFromBase64(payload));
      }),
    );
  });
});

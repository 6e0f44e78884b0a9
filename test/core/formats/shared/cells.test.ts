import { expect, test } from 'vitest';
import { DIGITS, decodeTable, namedAlphabet } from '../../../../core/formats/shared/alphabet.ts';
import { isPlain, readDigits, viewOf, writeCells } from '../../../../core/formats/shared/cells.ts';
import fc from '../../../property.ts';

/** Reads cells one by one, for comparison with reading four at a time. */
function readOneByOne(bytes: Uint8Array, size: number): number[] | undefined {
  const table = decodeTable(namedAlphabet(DIGITS.slice(0, size)));
  const isUsual = [...bytes].every((byte) => byte === 0x2e || (byte >= 0x30 && byte <= 0x30 + size));
  return isUsual ? Array.from(bytes, (byte) => table[byte]!) : undefined;
}

function readByWords(bytes: Uint8Array, size: number): number[] | undefined {
  const cells = new Uint8Array(bytes.length);
  return readDigits(viewOf(bytes), 0, bytes.length, size, viewOf(cells), 0) ? [...cells] : undefined;
}

test('reads every byte in every place of a word as it reads single bytes', () => {
  for (let byte = 0; byte < 256; byte++) {
    for (let place = 0; place < 9; place++) {
      for (const size of [4, 6, 8, 9]) {
        const bytes = new Uint8Array(Buffer.from('1.2043.21'));
        bytes[place] = byte;
        expect(readByWords(bytes, size)).toEqual(readOneByOne(bytes, size));
      }
    }
  }
});

test('reads the bytes of a word independently', () => {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('0123456789.*-_/')), fc.nat(255));
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.array(byte, { maxLength: 9 }),
      (any, some) => {
        for (const bytes of [any, Uint8Array.from(some)]) {
          expect(readByWords(bytes, 9)).toEqual(readOneByOne(bytes, 9));
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a plain line consists of digits and points, with a digit among them', () => {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('0123456789..')), fc.nat(255));
  const plain = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...Buffer.from('0.5.')) }, byte);
  fc.assert(
    fc.property(fc.array(plain, { maxLength: 12 }), fc.nat(3), fc.nat(3), (line, before, after) => {
      const bytes = Uint8Array.from([...Array(before).fill(65), ...line, ...Array(after).fill(66)]);
      const expected = /^[\d.]*\d[\d.]*$/.test(Buffer.from(line).toString('latin1'));
      expect(isPlain(viewOf(bytes), before, before + line.length)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('writes empty cells as points', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (values) => {
      const out = new Uint8Array(values.length);
      writeCells(viewOf(Uint8Array.from(values)), 0, values.length, viewOf(out), 0);
      expect(Buffer.from(out).toString()).toBe(values.join('').replaceAll('0', '.'));
    }),
  );
});

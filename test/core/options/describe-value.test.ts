import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isBytes } from '../../../core/options/describe-value.ts';

test.each([
  ['a Uint8Array', new Uint8Array(1), true],
  ['a Buffer', Buffer.from('a'), true],
  ['a Uint8Array of another global object, such as a frame', runInNewContext('new Uint8Array(1)'), true],
  ['a Uint16Array', new Uint16Array(1), false],
  ['an ArrayBuffer', new ArrayBuffer(1), false],
  ['an object that claims to be one', { [Symbol.toStringTag]: 'Uint8Array' }, false],
  ['nothing', undefined, false],
])('isBytes is true for bytes only: %s', (_, value, expected) => {
  expect(isBytes(value)).toBe(expected);
});

import { expect, test } from 'vitest';
import { FingerprintSet } from '../../../bin/generate/distinct-puzzles.ts';
import { hashBytes, KEY_WORDS } from '../../../bin/threads/class-keys.ts';

function key(i: number): Uint32Array {
  const words = new Uint32Array(KEY_WORDS);
  hashBytes(Uint8Array.of(i, i >> 8, i >> 16), words, 0);
  return words.slice(0, 2);
}

test('recognises new fingerprints, however many there are', () => {
  const seen = new FingerprintSet();
  for (let i = 0; i < 20_000; i++) expect(seen.add(key(i))).toBe(true);
  for (let i = 0; i < 20_000; i += 7) expect(seen.add(key(i))).toBe(false);
  expect(seen.size).toBe(20_000);
});

test('stores a fingerprint of zeros like any other', () => {
  const seen = new FingerprintSet();
  expect([seen.add([0, 0]), seen.add([0, 0]), seen.add([0, 2]), seen.add([2, 0])]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('gives keys that differ in one byte fingerprints that differ in both halves', () => {
  const halves = new Set(Array.from({ length: 5000 }, (_, i) => [...key(i)]).flat());
  expect(halves.size).toBeGreaterThan(9_990);
});

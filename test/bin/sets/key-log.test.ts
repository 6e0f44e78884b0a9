import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KeyLog } from '../../../bin/sets/key-log.ts';
import { KEY_WORDS } from '../../../bin/threads/class-keys.ts';
import { temporaryDirectory } from '../command-line.ts';

/** Keys of records, of which each of the second half repeats one of the first. */
const COUNT = 20_000;
const keys = Uint32Array.from({ length: COUNT * KEY_WORDS }, (_, i) => {
  const [record, word] = [Math.floor(i / KEY_WORDS) % (COUNT / 2), i % KEY_WORDS];
  return Math.imul(record + 1, 0x9e3779b1 + 2 * word) >>> 0;
});

test.each([
  ['all at once', 1e9],
  ['part by part', 200_000],
])('finds each record whose key an earlier one has, %s', (_, memory) => {
  const directory = temporaryDirectory();
  const log = new KeyLog(undefined, directory, { by: 'puzzle', files: [] });
  log.append(keys);
  const pairs: [number, number][] = [];
  const repeats = log.findDuplicates(
    memory,
    (record, first) => void pairs.push([record, first]),
    () => {},
  );
  const found = Array.from({ length: COUNT }, (_, i) => ((repeats[i >> 3]! >> (i & 7)) & 1) === 1);
  expect(found).toEqual(Array.from({ length: COUNT }, (_, i) => i >= COUNT / 2));
  pairs.sort((a, b) => a[0] - b[0]);
  expect(pairs).toEqual(Array.from({ length: COUNT / 2 }, (_, i) => [i + COUNT / 2, i]));
  log.close(true, false);
  expect(readdirSync(directory)).toEqual([]);
});

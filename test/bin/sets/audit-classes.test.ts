// Classes of equivalent puzzles that several files share, as the audit counts them.

import { expect, test } from 'vitest';
import { Classes, EXAMPLES, RecordPlaces } from '../../../bin/sets/audit-classes.ts';
import { KEY_WORDS } from '../../../bin/threads/class-keys.ts';
import fc from '../../property.ts';

/** Adds files of records, each given as the number of its class. */
function classesOf(files: readonly (readonly number[])[]) {
  const places = new RecordPlaces();
  const classes = new Classes(places);
  const repeats = files.map((records, file) => {
    places.beginFile();
    return records.map((one, i) => {
      const record = places.add(i + 1);
      const keys = new Uint32Array(KEY_WORDS).fill(one + 1);
      return classes.add(keys, 0, record, () => ({ file: `${file}`, line: i + 1, puzzle: `${one}` }));
    });
  });
  return { places, repeats, shared: classes.shared };
}

test('groups each class by all of its files, and finds repetitions within a file', () => {
  const file = fc.array(fc.nat({ max: 7 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 6 }), (files) => {
      const { places, repeats, shared } = classesOf(files);
      const expected = new Map<string, number>();
      for (const one of new Set(files.flat())) {
        const own = files.flatMap((records, i) => (records.includes(one) ? [i] : []));
        if (own.length > 1) expected.set(own.join(), (expected.get(own.join()) ?? 0) + 1);
      }
      expect(new Map(shared.map((group) => [group.files.join(), group.classes]))).toEqual(expected);
      const starts = files.map((_, i) => files.slice(0, i).flat().length);
      for (const [i, records] of files.entries()) {
        const firsts = records.map((one, at) =>
          records.indexOf(one) < at ? starts[i]! + records.indexOf(one) : undefined,
        );
        expect(repeats[i]).toEqual(firsts);
      }
      for (const { files: own, examples } of shared) {
        expect(examples).toHaveLength(Math.min(EXAMPLES, expected.get(own.join())!));
        expect(new Set(examples.map(({ first }) => first)).size).toBe(examples.length);
        for (const { record, first, place } of examples) {
          const one = files.flat()[record]!;
          if (place)
            expect(place).toEqual({ file: `${own.at(-1)}`, line: places.lines.at(record), puzzle: `${one}` });
          // of a class that exactly these files have
          expect(files.flatMap((records, i) => (records.includes(one) ? [i] : []))).toEqual(own);
          expect(files.flat().indexOf(one)).toBe(first);
          expect(places.fileOf(record)).toBe(own.at(-1));
        }
      }
    }),
  );
});

test('has one group for any number of files with the same classes', () => {
  const files = Array.from({ length: 5000 }, () => [1, 2, 3, 4, 5, 6]);
  const { shared } = classesOf(files);
  expect(shared.map((group) => [group.files.length, group.classes, group.examples.length])).toEqual([
    [files.length, 6, EXAMPLES],
  ]);
});

// Classes of equivalent puzzles that several files share, as the audit counts them.

import { expect, test } from 'vitest';
import {
  CLASS_KINDS,
  ClassesInMemory,
  EXAMPLES,
  type FoundClasses,
  type SetClasses,
} from '../../../bin/sets/audit-classes.ts';
import { ClassesOnDisk } from '../../../bin/sets/audit-log.ts';
import { KEY_WORDS } from '../../../bin/threads/class-keys.ts';
import fc from '../../property.ts';
import { temporaryDirectory } from '../command-line.ts';

const keysOf = (one: number) =>
  Uint32Array.from({ length: KEY_WORDS }, (_, word) => 1 + one + (word === 3 ? one : 0));

/** Adds files of records, each given as the number of its class, whose solutions are alike for two classes. */
function classesOf(files: readonly (readonly number[])[], classes: SetClasses = new ClassesInMemory()) {
  for (const [file, records] of files.entries()) {
    classes.beginFile();
    for (const [i, one] of records.entries()) {
      const keys = { puzzle: keysOf(one), grid: one % 3 === 2 ? undefined : keysOf(one >> 1) };
      classes.add(keys, 0, i + 1, () => ({ file: `${file}`, line: i + 1, puzzle: `${one}` }));
    }
  }
  const found = classes.find();
  const lines = files.flatMap((records) => records.map((_, i) => i + 1));
  expect(lines.map((_, record) => classes.lineOf(record))).toEqual(lines);
  return { classes, found, shared: found.shared.puzzle };
}

const FILES = fc.array(fc.array(fc.nat({ max: 7 }), { maxLength: 12 }), { maxLength: 6 });

test('groups each class by all of its files, and finds repetitions within a file', () => {
  fc.assert(
    fc.property(FILES, (files) => {
      const { classes, found, shared } = classesOf(files);
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
        const repeats = firsts.flatMap((first, at) =>
          first === undefined ? [] : [[starts[i]! + at, first]],
        );
        const { count, pairs } = found.repeats[i]!;
        expect(count.puzzle).toBe(repeats.length);
        expect(pairs.map(({ record, first }) => [record, first])).toEqual(repeats.slice(0, EXAMPLES));
      }
      for (const { files: own, examples } of shared) {
        expect(examples).toHaveLength(Math.min(EXAMPLES, expected.get(own.join())!));
        expect(new Set(examples.map(({ first }) => first)).size).toBe(examples.length);
        for (const { record, first, place } of examples) {
          const one = files.flat()[record]!;
          if (place)
            expect(place).toEqual({ file: `${own.at(-1)}`, line: classes.lineOf(record), puzzle: `${one}` });
          // of a class that exactly these files have
          expect(files.flatMap((records, i) => (records.includes(one) ? [i] : []))).toEqual(own);
          expect(files.flat().indexOf(one)).toBe(first);
          expect(classes.fileOf(record)).toBe(own.at(-1));
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

/** What is found, without what depends on the order in which classes leave groups: which of them are examples. */
function countsIn({ repeats, shared }: FoundClasses) {
  const groups = CLASS_KINDS.map((kind) =>
    shared[kind].map(({ files, classes, unmarked, examples }) => ({
      ...{ files, classes, unmarked },
      examples: files.length > 2 ? examples.length : examples.map(({ record, first }) => [record, first]),
    })),
  );
  const files = repeats.map(({ count, pairs }) => [count, pairs.map(({ record, first }) => [record, first])]);
  return { groups, files };
}

test('finds the same on disk, in one part or in several', () => {
  const directory = temporaryDirectory();
  fc.assert(
    fc.property(FILES, fc.constantFrom(1e9, 246_400), (files, memory) => {
      const onDisk = new ClassesOnDisk(memory, directory);
      const { found } = classesOf(files, onDisk);
      onDisk.close();
      expect(countsIn(found)).toEqual(countsIn(classesOf(files).found));
    }),
    { numRuns: 50 },
  );
});

import type { Audit, Fault, FileAudit } from '../../../core/report/audit.ts';
import { FAULTS } from '../../../core/report/audit.ts';
import { HOSTILE, NONE9 } from './reports.ts';

const [A, B] = [
  '519..7.8..2.59........1..7.......5.7.58......27......88....1..4...24..9.4..6...1.',
  '.......9.......4.15.4........235...843.27....79...........6..5.9..8..3.4..1.328..',
];

/** An audit of a file. */
export function audited(file: string, counts: Partial<Record<Fault, number>>): FileAudit {
  const none = Object.fromEntries(FAULTS.map(([key]) => [key, 0])) as Record<Fault, number>;
  return {
    ...{ file, puzzles: 1000, cellByCell: 0, ...none, ...counts, sameGrid: counts.duplicates ?? 0 },
    ...{ clues: { 24: 700, 25: 300 }, ratings: { '1.5': 400, '>9.5': 1, [HOSTILE]: 2 } },
    examples: counts.duplicates ? [{ file, line: 9, puzzle: B, ofFile: file, ofLine: 1, ofPuzzle: A }] : [],
    faulty: [
      { fault: 'wrongSolutions', file, line: 3, puzzle: A, solution: `${'1'.repeat(80)}.` },
      { fault: 'noSolution', file, line: 4, puzzle: NONE9 },
      { fault: 'invalid', file, line: 5, puzzle: HOSTILE },
    ],
  };
}

const meeting = (a: string, b: string) => ({
  ...{ files: [a, b] as const, by: 'puzzle' as const, classes: 12 },
  examples: [{ file: b, line: 7, puzzle: B, ofFile: a, ofLine: 2, ofPuzzle: A }],
});

export const clean: Audit = { files: [{ ...audited('clean.csv', {}), faulty: [] }], meetings: [] };

/** Findings of all kinds, in files with hostile names. */
export const faulty: Audit = {
  files: [
    audited('train.csv', { duplicates: 3, wrongSolutions: 1, noSolution: 1 }),
    audited(HOSTILE, { invalid: 1 }),
  ],
  meetings: [meeting('train.csv', HOSTILE)],
};

/** Thousands of files with long names, each of which meets many others. */
export function many(count: number): Audit {
  const names = Array.from({ length: count }, (_, i) => `${'<'.repeat(300)}${i}.txt`);
  return {
    files: names.map((name) => audited(name, { duplicates: 2 })),
    meetings: names.flatMap((name, i) => names.slice(i + 1, i + 4).map((other) => meeting(name, other))),
  };
}

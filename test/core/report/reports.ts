import { type AnyReport, report } from '../../../core/files/index.ts';
import type { DoneReport } from '../../../core/report/page-document.ts';
import { generateCells } from '../../../core/solver/generate-cells.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

// Reports of all kinds, for tests of the page.

export const HOSTILE = '</script><img src=x onerror="document.title=1"><!--$&{{reports}}.txt';
/** The last cell of its first row has no candidate. */
export const NONE9 = `12345678.........9${'.'.repeat(63)}`;

export const usual = reportOf('usual.txt', `${puzzles(9, 60)}${NONE9}\n.1 <b>1.2</b>\n`);
export const diagonal = reportOf('x.txt', puzzles(9, 2, 'x'), { variant: 'x' });
export const large = reportOf('large.txt', puzzles(25, 1, 'classic', 420));
export const cut: DoneReport = {
  ...usual,
  chunks: 3,
  requests: { s3Writes: 14, s3Reads: 11, sqs: 1 },
  cost: { dollars: 0.0000912, invocations: 4, lambdaSeconds: 1.5, memoryMiB: 1769 },
  timeline: {
    planned: 0.25,
    chunks: [
      [0.5, 1],
      [0.625, 2],
      [0.5, 2.5],
    ],
    assembled: 3,
  },
};
export const rejected: AnyReport = {
  status: 'rejected',
  input: { key: HOSTILE },
  reason: 'expected puzzles, got <i>',
  line: 3,
};
export const failed: AnyReport = {
  status: 'failed',
  input: { key: 'f.txt' },
  reason: 'AccessDenied',
  advice: 'redrive it',
};

/** The report of a text. */
export function reportOf(key: string, text: string, options: Parameters<typeof solveBytes>[1] = {}) {
  const { plan, tally } = solveBytes(text, options);
  return report({ input: { key }, plan, tally, seconds: 0.5 });
}

/** A table whose only solution is wrong. */
export const wrongSolution = (key: string) =>
  reportOf(key, `puzzle,solution\n12.434..2.4343.1,${'1'.repeat(16)}\n`);

function puzzles(size: number, count: number, variant: 'classic' | 'x' = 'classic', clues = 0): string {
  const made = generateCells(geometry(size, variant), { seed: 3, clues });
  const symbols = '.123456789ABCDEFGHIJKLMNOP';
  return Array.from(
    { length: count },
    () => `${[...made.next().value.cells].map((v) => symbols[v]).join('')}\n`,
  ).join('');
}

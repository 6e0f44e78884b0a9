import type { PartialOptions } from '../options/options.ts';
import { headIn } from './head-bytes.ts';
import { openFile } from './open.ts';
import { planFile } from './plan.ts';
import { type Report, report } from './report.ts';

/** What comes of a text of puzzles. */
export interface SolvedText {
  /** In the format of what was given: one record for each record, in the same order; all that is not cells stays. */
  readonly text: string;
  /** How many puzzles were solved, and where and why one was not. */
  readonly report: Report;
}

/**
 * Solves puzzles in a text of any format that files may have: one puzzle a line, grids, CSV, JSON, ….
 *
 * @param text as a file would hold it, options in its first line included
 * @param options beside those of the text's own `#!` line, which are stronger
 * @throws RejectedFile if the text holds no puzzles, or asks for an option that there is not
 * @throws OptionError if `options` do
 * @example
 * import { solveText } from 'sudoku-batch';
 *
 * const { text, report } = solveText('12.434..2.4343.1\n11..............\n');
 * text; // => '1234341221434321\ninvalid         \n'
 * report.solved; // => 1
 * report.problems[0].line; // => 2
 */
export function solveText(text: string, options: PartialOptions = {}): SolvedText {
  const start = performance.now();
  const bytes = new TextEncoder().encode(text);
  const head = headIn(bytes);
  const plan = planFile({ head, complete: head.length === bytes.length, name: '', given: [options] });
  const solver = openFile(plan);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const output: string[] = [];
  for (const pieces of [solver.push(bytes), solver.end()]) {
    for (const piece of pieces) output.push(decoder.decode(piece, { stream: true }));
  }
  output.push(decoder.decode());
  return {
    text: output.join(''),
    report: report({
      input: { key: 'text', bytes: bytes.length },
      plan,
      tally: solver.tally,
      seconds: (performance.now() - start) / 1000,
    }),
  };
}

// Solves a text in memory, synchronously: for callers who have puzzles as a string, and for pages.

import { checkText } from '../../options/describe-value.ts';
import { OptionError } from '../../options/option-text.ts';
import type { PartialOptions } from '../../options/options.ts';
import { openFile } from '../file-solver.ts';
import { headIn } from '../head-extent.ts';
import { planFile } from '../recognise.ts';
import { type Report, report } from '../report.ts';
import { resultEncoding } from '../result-encoding.ts';
import { requirePlaces } from './solve-source.ts';

/** The result for a text of puzzles. */
export interface SolvedText {
  /** In the format of the input: one record for each record, in the same order. All other text is preserved. */
  readonly text: string;
  /** How many puzzles were solved, and where and why others were not. */
  readonly report: Report;
}

/**
 * Solves puzzles in a text of any supported format: one puzzle a line, grids, CSV, JSON, ….
 *
 * @param text as a file would hold it, including any `#!` line of options
 * @param options defaults for options that the text's own `#!` line does not set
 * @throws RejectedFile if the text holds no puzzles, or requests an unknown option
 * @throws OptionError if `options` has an unknown option or value, or requests something about each puzzle for
 *   which the result has no place
 * @throws TypeError if `text` is no string
 * @example
 * import { solveText } from 'sudoku-batch';
 *
 * const { text, report } = solveText('12.434..2.4343.1\n11..............\n');
 * text; // => '1234341221434321\ninvalid         \n'
 * report.solved; // => 1
 * report.problems[0].line; // => 2
 */
export function solveText(text: string, options: PartialOptions = {}): SolvedText {
  checkText(text, 'text');
  const start = performance.now();
  const bytes = new TextEncoder().encode(text);
  const head = headIn(bytes);
  const plan = planFile({ head, complete: head.length === bytes.length, name: '', given: [options] });
  requirePlaces(options, plan);
  if (resultEncoding(plan)) {
    throw new OptionError(
      `options.output: expected same, csv or jsonl, as the result is a text; got ${plan.options.output}`,
    );
  }
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

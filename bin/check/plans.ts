import { compressionOf } from '../../core/files/compression.ts';
import { type FilePlan, type PartialOptions, planFile, RejectedFile } from '../../core/files/index.ts';
import type { OpenedFile } from '../solve/plan.ts';

/** Formats whose results hold solutions in place of the puzzles. */
const IN_PLACE = ['lines', 'number-lines', 'grids'];

/** What the header, or the first row, of a result shows that is a table whatever its puzzles were. */
const TABLES = [
  ['csv', /^(id,)?(number,)?puzzle,solution,status,count,guesses\b/],
  [
    'jsonl',
    /^\{("id":[^,]*,)?("number":\d+,)?"puzzle":"[^"]*","solution":"[^"]*","status":"[^"]*","count":\d+(,"atLimit":true)?,"guesses":/,
  ],
] as const;

export interface ResultPlans {
  /** How the result is to be read. */
  readonly result: FilePlan;
  /** The plan of the puzzles, with the output that the result has; undefined if it is a table of somebody else. */
  readonly puzzles: FilePlan | undefined;
}

/**
 * A result that holds solutions in place of the puzzles is read as its puzzles are: full grids alone might be taken for
 * another alphabet. One that holds them beside the puzzles has columns or members that the puzzles lack.
 */
export function plansFor(
  path: string,
  { head, complete }: OpenedFile,
  puzzles: FilePlan,
  given: PartialOptions,
): ResultPlans {
  const compression = compressionOf(head);
  const asPuzzles = { result: { ...puzzles, compression }, puzzles };
  try {
    // what format the puzzles are said to be need not hold for the result; their rules do, which a table does not tell
    const { variant, boxes, alphabet } = puzzles.options;
    const options = { ...given, variant, boxes, alphabet, format: undefined };
    const result = planFile({ head, complete, name: path, given: [options] });
    if (IN_PLACE.includes(result.format)) return asPuzzles;
    const table = puzzles.options.output === 'same' ? tableIn(head, puzzles) : puzzles.options.output;
    if (table) return { result, puzzles: { ...puzzles, options: { ...puzzles.options, output: table } } };
    return { result, puzzles: result.format === puzzles.format ? puzzles : undefined };
  } catch (error) {
    if (error instanceof RejectedFile) return asPuzzles;
    throw error;
  }
}

function tableIn(head: Uint8Array, { format }: FilePlan): 'csv' | 'jsonl' | undefined {
  const front = Buffer.from(head.subarray(0, 8192)).toString('latin1');
  const [table] = TABLES.find(([, shape]) => shape.test(front)) ?? [];
  // their own layout may look like that
  return (table === 'csv' && format === 'csv') || (table === 'jsonl' && format === 'json')
    ? undefined
    : table;
}

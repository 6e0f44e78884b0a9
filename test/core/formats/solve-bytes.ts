import {
  type FilePlan,
  openFile,
  type PartialOptions,
  planFile,
  type Tally,
} from '../../../core/files/index.ts';
import { formatOf } from '../../../core/formats/formats.ts';

/** A solved file: how it was read, its result and its counts. */
export interface Solved {
  readonly plan: FilePlan;
  readonly output: Buffer;
  readonly text: string;
  /** Bytes of the longest piece of output. */
  readonly longest: number;
  readonly tally: Tally;
}

/** The plan of a complete file. */
export function planOf(file: string | Uint8Array, given: PartialOptions = {}, name = 'puzzles'): FilePlan {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'latin1') : file;
  const head = bytes.subarray(0, 64 * 1024);
  return planFile({ head, complete: head.length === bytes.length, name, given: [given] });
}

/** Solves a file in pieces of these lengths, and the rest as one more piece. */
export function solveBytes(
  file: string | Uint8Array,
  given: PartialOptions = {},
  pieces: readonly number[] = [],
): Solved {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'latin1') : file;
  const plan = planOf(bytes, given);
  const solver = openFile(plan);
  const output: Uint8Array[] = [];
  let at = 0;
  for (const length of pieces) {
    // a copy, as the buffer can be reused immediately
    const piece = Uint8Array.from(bytes.subarray(at, at + length));
    output.push(...solver.push(piece));
    piece.fill(0xaa);
    at += length;
  }
  output.push(...solver.push(bytes.subarray(at)), ...solver.end());
  const whole = Buffer.concat(output);
  const longest = output.reduce((most, { length }) => Math.max(most, length), 0);
  return { plan, longest, output: whole, text: whole.toString('latin1'), tally: solver.tally };
}

/** The records that were not solved, as in a report: `line:column status reason`. */
export function problemsOf({ tally }: Solved): string[] {
  return tally.problems.map(({ line, column, status, reason }) => `${line}:${column} ${status}: ${reason}`);
}

/** The alphabets, as in a report. */
export function alphabetsOf(plan: FilePlan): string[] {
  return formatOf(plan).alphabets?.(plan.state) ?? [];
}

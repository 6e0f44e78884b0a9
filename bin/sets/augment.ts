// `sudoku augment`: writes each record and random equivalents of it.
import type { Exit } from '../cli/exit.ts';
import { number } from '../cli/terminal.ts';
import { countsEnd } from '../files/file-run.ts';
import { inputsOf } from '../files/inputs.ts';
import { Destination } from '../files/output.ts';
import { isJsonTree, recordsIn } from '../records/whole-records.ts';
import { Augmented, type AugmentTask, type Copies, canCopy, MAX_ROWS } from '../threads/augment.ts';
import { type SetOptions, SetReader } from './read-sets.ts';

export interface AugmentOptions extends SetOptions {
  /** copies of each record */
  readonly times: number;
  readonly seed: number;
  /** whether to leave out the records themselves */
  readonly onlyNew: boolean;
}

/** Records of a task: of short ones that are copied many times. */
const [MOST_RECORDS, MOST_COPIES] = [2048, 16_384];

export async function augmentFiles(paths: readonly string[], options: AugmentOptions): Promise<Exit> {
  const { out, times, seed, onlyNew } = options;
  const inputs = inputsOf(paths, out);
  const reader = new SetReader(options);
  const counts = {
    written: 0,
    invalid: 0,
    wrongSolution: 0,
    notReplaceable: 0,
    fewerForms: 0,
    withRules: 0,
    otherSize: 0,
  };
  let total = 0;
  let first = 0;
  return reader.end(async () => {
    const destination = new Destination(out, inputs, 'puzzles');
    await reader.changeFiles<AugmentTask>(inputs, destination, ({ plan }) => {
      const isTree = isJsonTree(plan);
      const layout = isTree ? 'values' : plan.format === 'grids' ? 'grids' : 'lines';
      const isMultiline = (plan.state as { multiline?: boolean }).multiline === true;
      return {
        most: Math.max(1, Math.min(MOST_RECORDS, Math.floor(MOST_COPIES / times))),
        task(batch) {
          const { bytes, starts } = batch;
          const from = first;
          first += starts.length;
          if (!batch.geometry || !canCopy(batch.geometry)) return undefined;
          const sent = recordsIn(batch);
          const ends = isMultiline ? starts.map((_, i) => starts[i + 1] ?? bytes.length) : batch.ends;
          return sent && { kind: 'augment', ...sent, ends, times, seed, first: from, layout };
        },
        change(batch, copies) {
          const { bytes, starts, ends } = batch;
          total += starts.length;
          const firsts = startsOf(copies);
          for (const [i, puzzle] of batch.puzzles.entries()) {
            counts.written += (copies?.counts[i] ?? 0) + (onlyNew ? 0 : 1);
            if (copies)
              counts[OUTCOMES[copies.outcomes[i]!]!] += copies.outcomes[i] === Augmented.done ? 0 : 1;
            else if (puzzle < 0) counts.invalid++;
            else counts[batch.geometry!.size > MAX_ROWS ? 'otherSize' : 'withRules']++;
          }
          return {
            routes: new Uint8Array(starts.length),
            textOf(i) {
              const own = onlyNew ? [] : [bytes.subarray(starts[i]!, ends[i]!)];
              const gap = bytes.subarray(ends[i]!, starts[i + 1] ?? bytes.length);
              if (!isTree) {
                const made = copies?.bytes.subarray(...rangeOf(copies, firsts, i));
                return [...own, ...(made?.length ? [made] : []), ...(gap.length > 0 ? [gap] : [])];
              }
              const made = Array.from({ length: copies?.counts[i] ?? 0 }, (_, c) => {
                const at = firsts[i]! + c;
                return copies!.bytes.subarray(at === 0 ? 0 : copies!.ends[at - 1]!, copies!.ends[at]!);
              });
              return [...own, ...made];
            },
          };
        },
      };
    });
    const notes = [
      ...(counts.otherSize > 0
        ? [`only puzzles of up to ${MAX_ROWS}x${MAX_ROWS} have copies; larger ones are written as they are`]
        : []),
      ...(counts.withRules > 0
        ? [
            'puzzles whose rules or regions cannot move, or are not known, have no copies, and are written as they are',
          ]
        : []),
      ...(counts.fewerForms > 0
        ? [
            `${counts.fewerForms === 1 ? '1 puzzle has' : `${number(counts.fewerForms)} puzzles have`} fewer than ${times} other forms: all found are written`,
          ]
        : []),
    ];
    const { written: _, ...others } = counts;
    return countsEnd(
      total,
      counts,
      Object.values(others).every((count) => count === 0),
      notes,
    );
  });
}

/** Counters by outcome. */
const OUTCOMES = [
  'written',
  'invalid',
  'wrongSolution',
  'notReplaceable',
  'fewerForms',
  'withRules',
] as const;

/** The number of the first copy of each record. */
function startsOf(copies: Copies | undefined): Uint32Array {
  const firsts = new Uint32Array(copies?.counts.length ?? 0);
  for (let i = 1; i < firsts.length; i++) firsts[i] = firsts[i - 1]! + copies!.counts[i - 1]!;
  return firsts;
}

function rangeOf({ ends, counts }: Copies, firsts: Uint32Array, i: number): [number, number] {
  const [from, to] = [firsts[i]!, firsts[i]! + counts[i]!];
  return [from === 0 ? 0 : ends[from - 1]!, to === 0 ? 0 : ends[to - 1]!];
}

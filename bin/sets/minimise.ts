import { Exit } from '../cli/exit.ts';
import { isJsonTree } from '../records/whole-records.ts';
import { inputsOf } from '../solve/inputs.ts';
import { MINIMISED, type MinimiseTask } from '../threads/minimise.ts';
import { shapeOf } from '../threads/shape.ts';
import { type SetOptions, SetReader } from './read-sets.ts';
import { changeFiles } from './write-sets.ts';

export interface MinimiseOptions extends SetOptions {
  readonly seed: number;
}

/** Records of a task: each takes some tens of searches. */
const MOST_RECORDS = 256;

/** Writes records without redundant givens. */
export async function minimiseFiles(paths: readonly string[], options: MinimiseOptions): Promise<Exit> {
  const { out, seed } = options;
  const inputs = inputsOf(paths, out);
  const reader = new SetReader(options);
  const counts = {
    minimised: 0,
    wereMinimal: 0,
    invalid: 0,
    withoutOneSolution: 0,
    notReplaceable: 0,
    otherSize: 0,
  };
  let [total, removed, first] = [0, 0, 0];
  try {
    const isRead = await changeFiles<MinimiseTask>(inputs, out, reader, ({ plan }) => ({
      most: MOST_RECORDS,
      task({ geometry, bytes, starts, puzzles, cells }) {
        const from = first;
        first += starts.length;
        if (geometry?.cells !== 81) return undefined;
        const ends = starts.map((_, i) => starts[i + 1] ?? bytes.length);
        return {
          kind: 'minimise',
          shape: shapeOf(geometry),
          bytes,
          starts,
          ends,
          puzzles,
          cells,
          seed,
          first: from,
        };
      },
      change({ bytes, starts, ends, puzzles }, result) {
        total += starts.length;
        removed += result?.removed ?? 0;
        for (const [i, puzzle] of puzzles.entries()) {
          const other = puzzle < 0 ? 'invalid' : 'otherSize';
          counts[result ? MINIMISED[result.outcomes[i]!]! : other]++;
        }
        const changed = result?.bytes ?? bytes;
        return {
          routes: new Uint8Array(starts.length),
          textOf: (i) => {
            const end = isJsonTree(plan) ? ends[i]! : (starts[i + 1] ?? changed.length);
            return [changed.subarray(starts[i]!, end)];
          },
        };
      },
    }));
    if (!isRead) return Exit.allSolved;
  } finally {
    await reader.close();
  }
  const note = `${removed} givens removed`;
  reader.summary(total, counts, removed > 0 ? [note] : []);
  const isGood = counts.minimised + counts.wereMinimal === total;
  return reader.worst || (isGood ? Exit.allSolved : Exit.someUnsolved);
}

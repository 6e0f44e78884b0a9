// `sudoku minimise`: writes records without redundant givens.
import type { Exit } from '../cli/exit.ts';
import { countText } from '../cli/terminal.ts';
import { countsEnd } from '../files/file-run.ts';
import { inputsOf } from '../files/inputs.ts';
import { Destination } from '../files/output.ts';
import { isJsonTree, recordsIn } from '../records/whole-records.ts';
import { MINIMISED, type MinimiseTask } from '../threads/minimise.ts';
import { type SetOptions, SetReader } from './read-sets.ts';

export interface MinimiseOptions extends SetOptions {
  readonly seed: number;
}

/** Records of a task: each takes some tens of searches. */
const MOST_RECORDS = 256;

export async function minimiseFiles(paths: readonly string[], options: MinimiseOptions): Promise<Exit> {
  const { out, seed } = options;
  const inputs = inputsOf(paths, out);
  const reader = new SetReader(options);
  const counts = Object.fromEntries(MINIMISED.map((name) => [name, 0]));
  let [total, removed, first] = [0, 0, 0];
  return reader.end(async () => {
    const destination = new Destination(out, inputs, 'puzzles');
    await reader.changeFiles<MinimiseTask>(inputs, destination, ({ plan }) => ({
      most: MOST_RECORDS,
      task(batch) {
        const from = first;
        first += batch.starts.length;
        const sent = recordsIn(batch);
        return sent && { kind: 'minimise', ...sent, seed, budget: plan.options.budget, first: from };
      },
      change({ bytes, starts, ends }, result) {
        total += starts.length;
        removed += result?.removed ?? 0;
        for (let i = 0; i < starts.length; i++) {
          counts[result ? MINIMISED[result.outcomes[i]!]! : 'invalid']!++;
        }
        return {
          routes: new Uint8Array(starts.length),
          textOf(i) {
            const text = result?.texts[i] ?? bytes.subarray(starts[i]!, ends[i]!);
            return isJsonTree(plan)
              ? [text]
              : [text, bytes.subarray(ends[i]!, starts[i + 1] ?? bytes.length)];
          },
        };
      },
    }));
    const notes = removed > 0 ? [`${countText(removed, 'given')} removed`] : [];
    return countsEnd(total, counts, counts.minimised! + counts.wereMinimal! === total, notes);
  });
}

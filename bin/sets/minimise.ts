// `sudoku minimise`: writes records without redundant givens.
import { shapeOf } from '../../core/solver/model/shape.ts';
import { Exit } from '../cli/exit.ts';
import { countText } from '../cli/terminal.ts';
import { inputsOf } from '../files/inputs.ts';
import { isJsonTree } from '../records/whole-records.ts';
import { MINIMISED, type MinimiseTask } from '../threads/minimise.ts';
import { type SetOptions, SetReader } from './read-sets.ts';
import { changeFiles } from './write-sets.ts';

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
  try {
    const isRead = await changeFiles<MinimiseTask>(inputs, out, reader, ({ plan }) => ({
      most: MOST_RECORDS,
      task({ geometry, bytes, starts, ends, puzzles, cells, symbols }) {
        const from = first;
        first += starts.length;
        if (!geometry || cells.length === 0) return undefined;
        return {
          kind: 'minimise',
          shape: shapeOf(geometry),
          ...{ bytes, starts, ends, puzzles, cells, symbols, seed },
          budget: plan.options.budget,
          first: from,
        };
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
    if (!isRead) return Exit.allSolved;
  } finally {
    await reader.close();
  }
  const note = `${countText(removed, 'given')} removed`;
  reader.summary(total, counts, removed > 0 ? [note] : []);
  const isGood = counts.minimised! + counts.wereMinimal! === total;
  return reader.worst || (isGood ? Exit.allSolved : Exit.someUnsolved);
}

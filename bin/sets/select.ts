// `sudoku select`: writes the records that meet a condition, or a sample of them.
import { OUTCOMES } from '../../core/solver/model/status.ts';
import type { Exit } from '../cli/exit.ts';
import { countText } from '../cli/terminal.ts';
import { countsEnd } from '../files/file-run.ts';
import {
  type InputFile,
  inputName,
  inputsOf,
  type PlannedFile,
  refuseStandardInput,
} from '../files/inputs.ts';
import { Destination } from '../files/output.ts';
import { type Fields, fieldReader } from '../records/fields.ts';
import { DROPPED } from '../records/record-router.ts';
import { puzzlesIn, type RecordBatch, recordBytes } from '../records/whole-records.ts';
import {
  FIELD_NAMES,
  type FieldTask,
  type FieldValues,
  isSlowField,
  SLOW_PER_TASK,
} from '../threads/computed-fields.ts';
import { type Condition, checkFields, checkTexts, parseCondition } from './expression.ts';
import { RECORDS_PER_TASK, type RecordChange, type SetOptions, SetReader } from './read-sets.ts';
import { hashedShare } from './strata.ts';

export interface SelectOptions extends SetOptions {
  /** The condition that records must meet; undefined for all puzzles. */
  readonly where: string | undefined;
  /** Number of records that are drawn from those; undefined for all of them. */
  readonly sample: number | undefined;
  readonly seed: number;
}

export async function select(paths: readonly string[], options: SelectOptions): Promise<Exit> {
  const { out, where, sample } = options;
  const inputs = inputsOf(paths, out);
  const condition = where === undefined ? undefined : parseCondition(where);
  if (sample !== undefined) refuseStandardInput(inputs, '--sample');
  const reader = new SetReader(options);
  const counts = { selected: 0, others: 0, invalid: 0 };
  return reader.end(async () => {
    const drawn = sample === undefined ? undefined : await draw(inputs, condition, options);
    let record = 0;
    const destination = new Destination(out, inputs, 'puzzles');
    await reader.changeFiles<FieldTask>(inputs, destination, (file, input) => {
      const filter = drawn ? undefined : filterFor(condition, file, input);
      return {
        ...(filter && { most: filter.most }),
        task: (batch) => filter?.task(batch),
        change(batch, computed) {
          const routes = new Uint8Array(batch.starts.length);
          for (let i = 0; i < routes.length; i++, record++) {
            const isChosen = drawn ? drawn.has(record) : filter!.holds(batch, i, computed);
            if (!isChosen) routes[i] = DROPPED;
            if (batch.puzzles[i]! < 0) counts.invalid++;
            else counts[isChosen ? 'selected' : 'others']++;
          }
          return { routes };
        },
      };
    });
    const total = counts.selected + counts.others + counts.invalid;
    const isShort = sample !== undefined && counts.selected < sample;
    const note = `--sample ${sample}: ${where === undefined ? 'the files have' : 'the condition holds for'} only ${countText(counts.selected, 'puzzle')}`;
    return countsEnd(total, counts, counts.invalid === 0, isShort ? [note] : []);
  });
}

const STATUSES = OUTCOMES.map(({ name }) => name);

interface Filter {
  readonly most: number;
  task: RecordChange<FieldTask>['task'];
  /** Whether a record is a puzzle that meets the condition. */
  holds(batch: RecordBatch, record: number, computed: FieldValues | undefined): boolean;
}

/** The condition for the records of a file. A column comes before a computed field of its name. */
function filterFor(condition: Condition | undefined, file: PlannedFile, input: InputFile): Filter {
  const fieldsOf = fieldReader(file);
  const used = condition?.fields.map(({ name }) => name) ?? [];
  /** Those that the records do not have. */
  let missing: readonly string[] | undefined;
  /** Decided by the first record, whose fields the others have. */
  const missingIn = (batch: RecordBatch) => {
    const first = batch.puzzles.findIndex((puzzle) => puzzle >= 0);
    if (first < 0 || missing) return missing ?? [];
    const fields: Fields = fieldsOf?.(recordBytes(batch, first)) ?? new Map();
    if (condition) checkFields(condition, [...new Set([...fields.keys(), ...FIELD_NAMES])], inputName(input));
    missing = FIELD_NAMES.filter((name) => used.includes(name) && !fields.has(name));
    if (condition && missing.includes('status')) checkTexts(condition, 'status', STATUSES, fields);
    return missing;
  };
  return {
    most: used.some(isSlowField) ? SLOW_PER_TASK : RECORDS_PER_TASK,
    task(batch) {
      const wanted = missingIn(batch);
      const puzzles = wanted.length > 0 ? puzzlesIn(batch) : undefined;
      return puzzles && { kind: 'fields', fields: wanted, ...puzzles };
    },
    holds(batch, record, computed) {
      const puzzle = batch.puzzles[record]!;
      if (puzzle < 0) return false;
      if (!condition) return true;
      let fields: Fields | undefined;
      return condition.holds((name) => {
        if (computed && missing?.includes(name)) return computed[name]?.[puzzle];
        fields ??= fieldsOf?.(recordBytes(batch, record)) ?? new Map();
        return fields.get(name);
      });
    },
  };
}

/** The numbers of the records of a sample: those with the lowest of random numbers that depend on the seed. */
async function draw(
  inputs: readonly InputFile[],
  condition: Condition | undefined,
  options: SelectOptions,
): Promise<ReadonlySet<number>> {
  const { sample, seed } = options;
  // failures are reported when the files are read again
  const reader = new SetReader({ ...options, quiet: true, json: false });
  const reservoir = new Reservoir(sample!);
  let record = 0;
  try {
    await reader.eachFile(inputs, async ({ file, input }) => {
      const filter = filterFor(condition, file, input);
      for await (const [batch, computed] of reader.batches<FieldTask>(file, filter.task, filter.most)) {
        for (let i = 0; i < batch.starts.length; i++, record++)
          if (filter.holds(batch, i, computed)) reservoir.offer(record, hashedShare(record, seed));
      }
    });
  } finally {
    await reader.close();
  }
  return reservoir.records;
}

/** Keeps the records with the lowest numbers, in a heap with the highest of them on top. */
class Reservoir {
  readonly #most: number;
  readonly #heap: { readonly record: number; readonly rank: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get records(): ReadonlySet<number> {
    return new Set(this.#heap.map(({ record }) => record));
  }

  offer(record: number, rank: number): void {
    const heap = this.#heap;
    const isFull = heap.length === this.#most;
    if (isFull && rank >= heap[0]!.rank) return;
    const one = { record, rank };
    if (!isFull) {
      let at = heap.push(one) - 1;
      for (let above = (at - 1) >> 1; at > 0 && heap[above]!.rank < rank; above = (at - 1) >> 1) {
        heap[at] = heap[above]!;
        at = above;
      }
      heap[at] = one;
      return;
    }
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < heap.length && heap[below + 1]!.rank > heap[below]!.rank) below++;
      if (below >= heap.length || heap[below]!.rank <= rank) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = one;
  }
}

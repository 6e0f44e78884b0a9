import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { type Block, recordsOf } from '../shared/block.ts';
import { isNothing } from '../shared/field/reader.ts';
import { FieldWriter } from '../shared/field/writer.ts';
import { Verdict } from '../shared/file-solutions.ts';
import type { OutputOptions, Writer } from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { Splicer } from '../shared/splicer.ts';
import { isStatusOrBlank, STATUSES } from '../shared/status-field.ts';
import type { CsvLayout } from './reader.ts';
import type { CsvState } from './recognise.ts';
import { Slot, STRIDE, UNTOUCHED } from './slots.ts';

const QUOTE = Buffer.from('"');
const NOTHING = new Uint8Array(0);

type FilledRole = 'solution' | 'status' | 'count';

/** What a row gets. */
interface Answer {
  /** Undefined where the file's own stays. */
  solution: Uint8Array | undefined;
  status: Uint8Array;
  /** Undefined unless solutions are counted. */
  count: Uint8Array | undefined;
}

/** Fills the columns for the answer, or adds them after the last one; all other bytes stay. */
export class CsvWriter implements Writer<CsvLayout> {
  readonly #state: CsvState;
  readonly #delimiter: Uint8Array;
  /** statuses with the delimiter before them: nearly all that most rows get */
  readonly #statuses: ReadonlyMap<Uint8Array, Uint8Array>;
  readonly #counted: boolean;
  readonly #fields = new FieldWriter();
  /** the columns that the file has, from left to right, and those that it lacks */
  readonly #present: readonly FilledRole[];
  readonly #added: readonly FilledRole[];

  constructor(state: CsvState, { solutions }: OutputOptions) {
    this.#state = state;
    this.#delimiter = Uint8Array.of(state.delimiter);
    this.#statuses = new Map(STATUSES.map((status) => [status, Buffer.concat([this.#delimiter, status])]));
    this.#counted = solutions === 'count';
    const roles: FilledRole[] = this.#counted ? ['solution', 'status', 'count'] : ['solution', 'status'];
    this.#present = roles.filter((role) => state[role] >= 0).sort((a, b) => state[a] - state[b]);
    this.#added = roles.filter((role) => state[role] < 0);
  }

  *batch(block: Block<CsvLayout>, result: BatchResult): Generator<Uint8Array> {
    const { bytes, layout } = block;
    const splicer = new Splicer(bytes);
    if (layout.isHeader) this.#writeHeader(splicer, block);
    let slot = 0;
    for (const record of recordsOf(block)) {
      if (layout.slots[slot + Slot.rowEnd] !== UNTOUCHED) {
        const answer =
          typeof record === 'number' ? this.#answer(block, result, record, slot) : this.#invalid(block, slot);
        this.#writeRow(splicer, block, slot, answer);
      }
      slot += STRIDE;
    }
    yield splicer.finish();
  }

  #answer(block: Block<CsvLayout>, result: BatchResult, p: number, slot: number): Answer {
    const status = result.statuses[p]!;
    const verdict = block.fileSolutions ? block.fileSolutions.verdicts[p]! : Verdict.fill;
    const stays = verdict === Verdict.right || verdict === Verdict.another;
    return {
      solution: stays ? undefined : this.#solution(block, result, p, slot),
      status: STATUSES[status]!,
      count: this.#counted ? Buffer.from(String(result.counts[p])) : undefined,
    };
  }

  #solution(
    block: Block<CsvLayout>,
    { statuses, solutions }: BatchResult,
    p: number,
    slot: number,
  ): Uint8Array {
    if (statuses[p] !== Status.solved) return STATUSES[statuses[p]!]!;
    const { slots, kind } = block.layout;
    const [start, end] = [slots[slot + Slot.puzzleStart]!, slots[slot + Slot.puzzleEnd]!];
    return this.#fields.write(block.bytes, start, end, kind!, solutions, p * kind!.geometry.cells);
  }

  /** For a row without a puzzle that can be read: what it brings as solution may be right, and stays. */
  #invalid({ bytes, layout }: Block<CsvLayout>, slot: number): Answer {
    const [start, end] = [layout.slots[slot + Slot.solutionStart]!, layout.slots[slot + Slot.solutionEnd]!];
    const stays = !isNothing(bytes, start, end) && !markerIn(bytes, start, end);
    const invalid = STATUSES[Status.invalid]!;
    return {
      solution: stays ? undefined : invalid,
      status: invalid,
      count: this.#counted ? NOTHING : undefined,
    };
  }

  #writeRow(splicer: Splicer, { bytes, layout }: Block<CsvLayout>, slot: number, answer: Answer): void {
    const { slots } = layout;
    const fields = slots[slot + Slot.fields]!;
    const isQuoted = slots[slot + Slot.quoted] === 1;
    for (const role of this.#present) {
      // in a row that is too long, nobody knows what the fields are
      if (this.#state[role] >= fields || fields > this.#state.columns) break;
      const [start, end] = [slots[slot + STARTS[role]]!, slots[slot + STARTS[role] + 1]!];
      const value = answer[role];
      // somebody else's status is not ours to change
      if (!value || (role === 'status' && !isStatusOrBlank(bytes, start, end))) continue;
      const wantsQuotes = role === 'solution' && isQuoted && bytes[start - 1] !== QUOTE[0];
      splicer.replace(start, end, NOTHING);
      putValue(splicer, value, wantsQuotes);
    }
    splicer.copyTo(slots[slot + Slot.rowEnd]!);
    for (let column = fields; column < this.#state.columns; column++) {
      const role = this.#present.find((present) => this.#state[present] === column);
      splicer.insert(this.#delimiter);
      putValue(splicer, (role && answer[role]) ?? NOTHING, isQuoted);
    }
    for (const role of this.#added) {
      if (role === 'status' && !isQuoted) splicer.insert(this.#statuses.get(answer.status)!);
      else {
        splicer.insert(this.#delimiter);
        putValue(splicer, answer[role] ?? NOTHING, isQuoted);
      }
    }
  }

  #writeHeader(splicer: Splicer, { bytes, layout }: Block<CsvLayout>): void {
    const end = layout.slots[Slot.rowEnd]!;
    splicer.copyTo(end);
    const isQuoted = bytes[end - 1] === QUOTE[0];
    for (const role of this.#added) {
      splicer.insert(this.#delimiter);
      putValue(splicer, Buffer.from(role), isQuoted);
    }
  }
}

const STARTS = { solution: Slot.solutionStart, status: Slot.statusStart, count: Slot.countStart } as const;

function putValue(splicer: Splicer, value: Uint8Array, inQuotes: boolean): void {
  if (inQuotes) splicer.insert(QUOTE);
  splicer.insert(value);
  if (inQuotes) splicer.insert(QUOTE);
}

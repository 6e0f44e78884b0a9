// The kernel of JSON, and the names of members that it knows.

import {
  KEY_OTHER,
  KEY_PUZZLE,
  KEY_SOLUTION,
  MAX_KEY_BYTES,
  MAX_KEYS,
  PUZZLE_START,
  SOLUTION_START,
} from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { FieldKind } from '../records/field-reader.ts';
import { RecordKernel } from '../records/kernel.ts';
import type { Sequence } from './finder.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { PlaceNode } from './places.ts';
import type { Member, MemberKind } from './record.ts';

const instantiate = kernelFactory<Exports>(code);

const SEQUENCES: readonly Sequence[] = ['lines', 'values', 'elements'];

/** Reads and writes objects whose members have known names. */
export class JsonKernel extends RecordKernel<Exports> {
  #keys: KnownKeys['keys'] | undefined;

  constructor() {
    const exports = instantiate();
    super(exports);
    new Uint8Array(exports.memory.buffer).set(Buffer.from('"solution""status""solved"'), exports.TEXTS.value);
  }

  /** Reads records while they are known; see assembly/objects.ts. @returns how many */
  readObjects(
    keys: KnownKeys,
    sequence: Sequence,
    at: number,
    end: number,
    origin: number,
    first: number,
    record: number,
    line: number,
  ): number {
    if (this.#keys !== keys.keys) this.#setKeys(keys.keys);
    const { cells, size } = keys.kind!.geometry;
    const number = SEQUENCES.indexOf(sequence);
    return this.exports.readObjects(number, at, end, cells, size, origin, first, record, line);
  }

  /** Line feeds of the block after the last call of {@link readObjects}. */
  get lineFeeds(): number {
    return this.exports.lineFeeds.value;
  }

  override readonly writeRun = this.exports.writeObjects;

  #setKeys(keys: KnownKeys['keys']): void {
    const { memory, KEYS, KEY_LENGTHS, KEY_KINDS } = this.exports;
    const bytes = new Uint8Array(memory.buffer);
    for (const [i, [name, kind]] of [...keys].entries()) {
      const text = Buffer.from(name);
      bytes.set(text, KEYS.value + i * MAX_KEY_BYTES);
      bytes[KEY_LENGTHS.value + i] = text.length;
      bytes[KEY_KINDS.value + i] = kind;
    }
    this.exports.setKeys(keys.size);
    this.#keys = keys;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const jsonKernels = new KernelPool(() => new JsonKernel(), Infinity);

/** Calls in vain, one after another, after which only each sixteenth record is tried. */
const MAX_MISSES = 50;

/** What a member is to the kernel; TypeScript must look at members of other kinds. */
const KEY_KINDS: ReadonlyMap<MemberKind, number> = new Map<MemberKind, number>([
  [PUZZLE_START, KEY_PUZZLE],
  [SOLUTION_START, KEY_SOLUTION],
  ['mentionsRule', KEY_OTHER],
  [undefined, KEY_OTHER],
]);

/**
 * The names of members whose values cannot change what a record is: its puzzle, its solution, and those that mean nothing. Records
 * that have no others need not be parsed, as the kernel checks all of their bytes. They are learnt from records that were parsed.
 */
export class KnownKeys {
  /** The names and what they are to the kernel. Another map for each change. */
  keys: ReadonlyMap<string, number> = new Map();
  /** Of the puzzle of the last record that was parsed. */
  kind: FieldKind | undefined;
  /** Where the records are. */
  node: PlaceNode | undefined;
  #misses = 0;

  /** Whether the kernel may know the next record. */
  get isWorthwhile(): boolean {
    return this.#misses < MAX_MISSES || this.#misses++ % 16 === 0;
  }

  /** @param records that the kernel has read */
  note(records: number): void {
    this.#misses = records > 0 ? 0 : this.#misses + 1;
  }

  /** Learns the names of an object with a puzzle of this kind. */
  learn(members: readonly Member[], kind: FieldKind, node: PlaceNode): void {
    if (!kind.digits || node.names.length === 0) return;
    this.kind = kind;
    if (node !== this.node) this.keys = new Map();
    this.node = node;
    for (const { name, kind: own } of members) {
      const what = this.keys.size < MAX_KEYS && !this.keys.has(name) ? KEY_KINDS.get(own) : undefined;
      if (what === undefined || /["\\]/.test(name) || Buffer.byteLength(name) > MAX_KEY_BYTES) continue;
      this.keys = new Map(this.keys).set(name, what);
    }
  }
}

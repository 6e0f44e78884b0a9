import { KEY_OTHER, KEY_PUZZLE, KEY_SOLUTION, MAX_KEY_BYTES, MAX_KEYS } from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { FieldKind } from '../records/field-reader.ts';
import { RecordKernel } from '../records/kernel.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import { roleOf } from '../shared/roles.ts';
import type { Sequence } from './finder.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { PlaceNode } from './places.ts';
import { childrenOf } from './scan.ts';

const instantiate = kernelFactory<Exports>(code);

const SEQUENCES: readonly Sequence[] = ['lines', 'values', 'elements'];

/** Reads and writes objects whose members have known names. */
export class JsonKernel extends RecordKernel<Exports> {
  #version: number | undefined;

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
    if (this.#version !== keys.version) this.#setKeys(keys);
    const { cells, size } = keys.kind!.geometry;
    const number = SEQUENCES.indexOf(sequence);
    return this.exports.readObjects(number, at, end, cells, size, origin, first, record, line);
  }

  /** Line feeds of the block after the last call of {@link readObjects}. */
  get lineFeeds(): number {
    return this.exports.lineFeeds.value;
  }

  override writeRun(
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ): number {
    return this.exports.writeObjects(origin, done, first, limit, record, cells);
  }

  #setKeys({ keys, version }: KnownKeys): void {
    const { memory, KEYS, KEY_LENGTHS, KEY_KINDS } = this.exports;
    const bytes = new Uint8Array(memory.buffer);
    for (const [i, { name, kind }] of keys.entries()) {
      bytes.set(name, KEYS.value + i * MAX_KEY_BYTES);
      bytes[KEY_LENGTHS.value + i] = name.length;
      bytes[KEY_KINDS.value + i] = kind;
    }
    this.exports.setKeys(keys.length);
    this.#version = version;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const jsonKernels = new KernelPool(() => new JsonKernel(), Infinity);

/** Calls in vain, one after another, after which only each sixteenth record is tried. */
const MAX_MISSES = 50;

let versions = 0;

/**
 * The names of members whose values cannot change what a record is: its puzzle, its solution, and those that mean nothing. Records
 * that have no others need not be parsed, as the kernel checks all of their bytes. They are learnt from records that were parsed.
 */
export class KnownKeys {
  /** Unique for each list of names. */
  version = 0;
  readonly keys: { readonly name: Uint8Array; readonly kind: number }[] = [];
  /** Of the puzzle of the last record that was parsed. */
  kind: FieldKind | undefined;
  /** Where the records are. */
  node: PlaceNode | undefined;
  readonly #names = new Set<string>();
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
  learn(bytes: Uint8Array, start: number, end: number, kind: FieldKind, node: PlaceNode): void {
    if (!kind.digits || node.names.length === 0) return;
    this.kind = kind;
    if (node !== this.node) {
      this.node = node;
      this.keys.length = 0;
      this.#names.clear();
      this.version = ++versions;
    }
    for (const { name, nameStart, nameEnd } of childrenOf(bytes, start, end)) {
      if (this.#names.has(name) || this.keys.length === MAX_KEYS) continue;
      const what = kindOf(name, node);
      if (what === undefined || name.includes('\\') || nameEnd - nameStart > MAX_KEY_BYTES) continue;
      this.#names.add(name);
      this.keys.push({ name: Uint8Array.from(bytes.subarray(nameStart, nameEnd)), kind: what });
      this.version = ++versions;
    }
  }
}

/** What a member is to the kernel; undefined if TypeScript must look at it. */
function kindOf(name: string, { names }: PlaceNode): number | undefined {
  if (names.includes(name)) return KEY_PUZZLE;
  const role = roleOf(name);
  if (role === 'solution') return KEY_SOLUTION;
  return role === 'status' || role === 'count' || mayHoldRules(name) ? undefined : KEY_OTHER;
}

// Assigns classes of puzzles to parts, so that each value of a column has the same proportions in all parts.
import { hashBytes, KEY_WORDS } from '../threads/class-keys.ts';
import { NumberList } from './key-log.ts';
import { KeySet } from './key-set.ts';

/** A part of a set, and its share of the puzzles, from 0 to 1. */
export interface Part {
  readonly name: string;
  readonly share: number;
}

const seeded = new Uint32Array(KEY_WORDS);
const seededBytes = new Uint8Array(seeded.buffer);
const hashed = new Uint32Array(KEY_WORDS);

/** A number from 0 to 1 that depends on nothing but the seed and the key: a class gets the same part in every run. */
export function shareOf(keys: Uint32Array, at: number, seed: number): number {
  seeded[0] = keys[at]! ^ seed;
  seeded[1] = keys[at + 1]! ^ Math.floor(seed / 2 ** 32);
  seeded[2] = keys[at + 2]!;
  seeded[3] = keys[at + 3]!;
  hashBytes(seededBytes, hashed, 0);
  return (hashed[0]! * 2 ** 21 + (hashed[1]! >>> 11)) / 2 ** 53;
}

/** A number from 0 to 1 that depends on the seed and the number of a record. */
export function hashedShare(record: number, seed: number): number {
  // not in the words of the seed: records that differ as two seeds do would change places
  return shareOf(Uint32Array.of(0, 0, record, Math.floor(record / 2 ** 32)), 0, seed);
}

/** The classes of a set, each with its size and the value of its first record. */
export class Strata {
  readonly #classes = new KeySet();
  readonly #values = new Map<string, number>();
  readonly keys = new NumberList();
  readonly stratum = new NumberList();
  readonly sizes: number[] = [];

  add(keys: Uint32Array, at: number, value: string): void {
    const before = this.#classes.size;
    const found = this.#classes.add(keys, at);
    if (found < before) {
      this.sizes[found]!++;
      return;
    }
    for (let i = 0; i < KEY_WORDS; i++) this.keys.push(keys[at + i]!);
    const known = this.#values.get(value) ?? this.#values.size;
    this.#values.set(value, known);
    this.stratum.push(known);
    this.sizes.push(1);
  }

  /** The number of the class with a key. */
  classOf(keys: Uint32Array, at: number): number {
    return this.#classes.add(keys, at);
  }

  /** Number of different values. */
  get count(): number {
    return this.#values.size;
  }
}

/**
 * The part of each class. In each stratum, large classes are placed first, others in an order that depends on the seed; each
 * goes to the part that lacks most. What parts lack after a stratum, they lack in the next one, too: otherwise, the largest
 * part would get all strata of few puzzles.
 */
export function assignStrata(strata: Strata, parts: readonly Part[], seed: number): Uint8Array {
  const { sizes, stratum } = strata;
  const keys = Uint32Array.from({ length: strata.keys.length }, (_, i) => strata.keys.at(i));
  const order = Float64Array.from(sizes, (_, i) => shareOf(keys, i * KEY_WORDS, seed));
  const totals = new Float64Array(strata.count);
  for (const [i, size] of sizes.entries()) totals[stratum.at(i)]! += size;
  const chosen = new Uint8Array(sizes.length);
  const classes = sizes
    .map((_, i) => i)
    .sort((a, b) => stratum.at(a) - stratum.at(b) || sizes[b]! - sizes[a]! || order[a]! - order[b]!);
  const lacks = parts.map(() => 0);
  let last = -1;
  for (const one of classes) {
    const value = stratum.at(one);
    if (value !== last) for (const [i, { share }] of parts.entries()) lacks[i]! += share * totals[value]!;
    last = value;
    const part = lacks.indexOf(Math.max(...lacks));
    lacks[part]! -= sizes[one]!;
    chosen[one] = part;
  }
  return chosen;
}

// Keys of symmetry classes: equal for two puzzles if a symmetry makes one of the other.
import { createHash } from 'node:crypto';
import { defaultBudget } from '../../core/solver/engine/budget.ts';
import { batchResult } from '../../core/solver/engine/engine.ts';
import { anyGeometry, type Geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';
import { ruleIdentity } from '../../core/solver/model/rule-kinds.ts';
import { shapeOf } from '../../core/solver/model/shape.ts';
import { Status } from '../../core/solver/model/status.ts';
import { engineFor } from '../../core/solver/solve/engines.ts';
import {
  appliedTo,
  type CanonicalForms,
  canonicalForms,
  hasMinlexForm,
} from '../../core/solver/symmetry/canonical.ts';
import { equivalenceKey } from '../../core/solver/symmetry/equivalence.ts';
import type { SentPuzzles } from '../records/whole-records.ts';
import { computeFields, type FieldValues } from './computed-fields.ts';

/** A 128-bit hash is four numbers of 32 bits: two of 10^8 different puzzles have the same one with a chance of 1 in 10^22. */
export const KEY_WORDS = 4;

/** What two records that count as the same have in common, up to symmetry or exactly. */
export type Sameness = 'puzzle' | 'grid' | 'exact';

/** Puzzles whose keys are to be found. */
export interface KeyTask extends SentPuzzles {
  readonly kind: 'keys';
  readonly by: Sameness;
  /** a field of each puzzle that is to be computed too */
  readonly field?: string | undefined;
}

export interface ClassKeys {
  /** four words of 32 bits a puzzle */
  readonly keys: Uint32Array;
  /** Status codes: of `puzzle` and `exact` solved or invalid, of `grid` the outcome of solving; its key is the puzzle's if not solved */
  readonly statuses: Uint8Array;
  /** 1 for a puzzle or grid that is compared cell by cell although symmetry was asked for, as its class is not known */
  readonly byCells: Uint8Array;
  /** of the field, if one was requested */
  readonly values?: FieldValues[string] | undefined;
}

export function classKeys(shape: Geometry, { cells, by, field }: KeyTask): ClassKeys {
  // forms stay here: what is returned is copied to another thread
  const { keys, statuses, byCells } = keysBy(shape, cells, by);
  const fields = field && computeFields(shape, cells, [field]);
  return { keys, statuses, byCells, ...(fields && { values: fields[field] }) };
}

/** The keys of puzzles and of their solutions, by one search for forms, not two. Those of puzzles differ from those of other tasks. */
export function pairKeys(shape: Geometry, cells: Uint8Array): Record<'puzzle' | 'grid', ClassKeys> {
  const grid = keysBy(shape, cells, 'grid');
  return { grid, puzzle: keysBy(shape, cells, 'puzzle', grid) };
}

type FoundKeys = ClassKeys & { readonly found: CanonicalForms | undefined };

/** @param grids of the solutions of the same puzzles */
function keysBy(shape: Geometry, cells: Uint8Array, by: Sameness, grids?: FoundKeys): FoundKeys {
  const count = cells.length / shape.cells;
  const statuses = new Uint8Array(count);
  const byCells = new Uint8Array(count);
  const keys = new Uint32Array(count * KEY_WORDS);
  const compared = by === 'grid' ? solved(shape, cells, statuses) : checked(shape, cells, statuses);
  // a solution can be that of puzzles with other rules
  const base = by === 'grid' ? withoutRules(shape) : shape;
  const hasForms = by !== 'exact' && hasMinlexForm(base);
  const isPaired = hasForms && grids?.found !== undefined;
  const found = hasForms && !isPaired ? canonicalForms(compared) : undefined;
  const forms = isPaired
    ? formsBySolutions(compared, grids.statuses, grids.found!)
    : (found?.forms ?? compared);
  const hasOwnForm = base === shape ? hasForms : hasMinlexForm(shape);
  for (let p = 0; p < count; p++) {
    const own = statuses[p] === Status.solved ? base : shape;
    const [from, to] = [p * shape.cells, p * KEY_WORDS];
    const isValid = statuses[p] !== Status.invalid;
    // a full grid that contradicts itself has no form
    const isForm = hasForms && isValid && (own === base || hasOwnForm);
    if (by !== 'exact' && !isForm && hasAllRules(own)) {
      const isSearched = !hasMinlexForm(own);
      const found = isSearched && equivalenceKey(own, compared.subarray(from, from + shape.cells));
      if (found) {
        const digest = createHash('sha256').update(found).digest();
        for (let word = 0; word < KEY_WORDS; word++) keys[to + word] = digest.readUInt32LE(4 * word);
        continue;
      }
      byCells[p] = 1;
    }
    const seed = own.size * 4 + (own.variant === 'classic' ? 0 : 1) + (isValid ? 0 : 2);
    hash(isForm ? forms : compared, from, shape.cells, seed, keys, to);
    const rules = isForm ? undefined : rulesText(own);
    if (rules === undefined) continue;
    hashBytes(Buffer.from(`${rules}${keys.subarray(to, to + KEY_WORDS).join()}`), keys, to);
  }
  return { keys, statuses, byCells, found };
}

/**
 * Forms of puzzles from those of their solutions: what the symmetry that makes the form of its solution makes of a puzzle. Equivalent
 * puzzles have equivalent solutions, so that they get the same one if only one symmetry does that. The others get their canonical
 * form, which is none of the former.
 */
function formsBySolutions(cells: Uint8Array, statuses: Uint8Array, grids: CanonicalForms): Uint8Array {
  const forms = appliedTo(cells, grids);
  const size = cells.length / statuses.length;
  const others: number[] = [];
  for (let p = 0; p < statuses.length; p++) {
    // without a solution, that of the puzzle itself has been found
    if (statuses[p] !== Status.solved) forms.set(grids.forms.subarray(p * size, (p + 1) * size), p * size);
    else if (grids.automorphisms[p] !== 1) others.push(p);
  }
  const rest = new Uint8Array(others.length * size);
  for (const [i, p] of others.entries()) rest.set(cells.subarray(p * size, (p + 1) * size), i * size);
  const found = canonicalForms(rest).forms;
  for (const [i, p] of others.entries()) forms.set(found.subarray(i * size, (i + 1) * size), p * size);
  return forms;
}

/** The grid of a puzzle without the rules of its own; its variants and regions stay. */
function withoutRules(shape: Geometry): Geometry {
  const { size, variant, boxes, regions } = shapeOf(shape);
  return shape.rules.length === 0 && hasAllRules(shape) ? shape : anyGeometry(size, variant, boxes, regions);
}

/** The same text for the same rules, in any order; undefined for the usual ones. */
function rulesText({ variant, regions, rules, unsupported, unfit }: Geometry): string | undefined {
  const isUsual = (variant === 'classic' || variant === 'x') && !regions && rules.length === 0;
  if (isUsual && unsupported === undefined && unfit === undefined) return undefined;
  const lines = rules.map(ruleIdentity);
  const text = [variant, regions ?? '', unsupported, unfit, ...lines.sort()].join(';');
  return createHash('sha256').update(text).digest('base64');
}

/** Whether all rules of a puzzle are in its geometry: of those that are unknown or cannot be read, others may differ. */
export function hasAllRules({ unsupported, unfit }: Geometry): boolean {
  return unsupported === undefined && unfit === undefined;
}

/** The solutions of puzzles with exactly one; the puzzles themselves for others. */
function solved(shape: Geometry, cells: Uint8Array, statuses: Uint8Array): Uint8Array {
  const count = statuses.length;
  const result = batchResult(shape, count);
  const options = { mode: 'unique', budget: defaultBudget(shape), deadline: Infinity, limit: 2 } as const;
  engineFor(shape).solveBatch({ geometry: shape, count, cells }, options, result);
  statuses.set(result.statuses);
  for (let p = 0; p < count; p++) {
    if (statuses[p] === Status.solved) continue;
    const from = p * shape.cells;
    result.solutions.set(cells.subarray(from, from + shape.cells), from);
  }
  return result.solutions;
}

/** The puzzles; marks those with unknown rules, and full grids with a digit twice in a unit, which have no canonical form. */
function checked(shape: Geometry, cells: Uint8Array, statuses: Uint8Array): Uint8Array {
  if (!hasAllRules(shape)) {
    statuses.fill(shape.unsupported === undefined ? Status.invalid : Status.unsupported);
    return cells;
  }
  for (let p = 0; p < statuses.length; p++) {
    const puzzle = cells.subarray(p * shape.cells, (p + 1) * shape.cells);
    const isValid = puzzle.includes(0) || givensAreConsistent(shape, puzzle);
    statuses[p] = isValid ? Status.solved : Status.invalid;
  }
  return cells;
}

const [C1, C2, C3, C4] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];

/**
 * MurmurHash3 for 128 bits on 32-bit machines (Austin Appleby, public domain), of cells that are packed into words first:
 * nine digits, or four values of larger grids.
 */
function hash(
  cells: Uint8Array,
  from: number,
  length: number,
  seed: number,
  keys: Uint32Array,
  to: number,
): void {
  const [perWord, base] = length <= 81 ? [9, 10] : [4, 256];
  const end = from + length;
  const after = (at: number) => Math.min(at + perWord, end);
  let [h1, h2, h3, h4] = [seed, seed, seed, seed];
  for (let at = from; at < end; ) {
    const second = after(at);
    const third = after(second);
    const fourth = after(third);
    const next = after(fourth);
    h1 ^= Math.imul(turn(Math.imul(packed(cells, at, second, base), C1), 15), C2);
    h1 = (Math.imul((turn(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(turn(Math.imul(packed(cells, second, third, base), C2), 16), C3);
    h2 = (Math.imul((turn(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(turn(Math.imul(packed(cells, third, fourth, base), C3), 17), C4);
    h3 = (Math.imul((turn(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(turn(Math.imul(packed(cells, fourth, next, base), C4), 18), C1);
    h4 = (Math.imul((turn(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
    at = next;
  }
  h1 = finish(h1 ^ length);
  h2 = finish(h2 ^ length);
  h3 = finish(h3 ^ length);
  h4 = finish(h4 ^ length);
  h1 = (h1 + h2 + h3 + h4) | 0;
  keys[to] = h1;
  keys[to + 1] = h2 + h1;
  keys[to + 2] = h3 + h1;
  keys[to + 3] = h4 + h1;
}

/** Cells as a word of 32 bits. */
function packed(cells: Uint8Array, from: number, to: number, base: number): number {
  let word = 0;
  for (let at = from; at < to; at++) word = Math.imul(word, base) + cells[at]!;
  return word;
}

function turn(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finish(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Shorter texts are hashed as if zeros followed, in memory that is used again: V8 collects all buffers after few new ones. */
const SHORT_BYTES = 82;
const shortRoom = new Uint8Array(SHORT_BYTES);

/** Hashes any bytes; of more than 64 KiB, their beginning and their number. */
export function hashBytes(bytes: Uint8Array, keys: Uint32Array, to: number): void {
  const isShort = bytes.length <= SHORT_BYTES;
  const padded = isShort ? shortRoom : bytes.subarray(0, 1 << 16);
  if (isShort) {
    shortRoom.fill(0, bytes.length);
    shortRoom.set(bytes);
  }
  hash(padded, 0, padded.length, 0x5bd1e995 ^ bytes.length, keys, to);
}

// Rules of a puzzle beside its units, and their form for the kernel.

/** Which digits two cells may have together. */
export interface Relation {
  /** Relations of the same name are the same. */
  readonly name: string;
  /** Whether the first cell may have `a` while the second has `b`. */
  readonly allows: (a: number, b: number) => boolean;
}

/** Two cells whose digits have a relation. */
export interface Pair {
  readonly cells: readonly [number, number];
  readonly relation: Relation;
  /** Name of the rule, for messages. */
  readonly rule: string;
}

/** Whether a solution with renamed digits is a solution, too. */
export function areRenamable(pairs: readonly Pair[]): boolean {
  return pairs.every(({ relation }) => relation === DIFFERENT);
}

/** Cells with different digits that add up to `sum`, or that are consecutive in any order. */
export interface Group {
  readonly cells: readonly number[];
  readonly sum?: number | undefined;
  readonly consecutive?: boolean;
  /** Of the rule, for messages: `the cage at r1c1`. */
  readonly name?: string;
}

/** Cells whose digits add up to `sum`, after those of others are subtracted. */
export interface Sum {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  readonly sum: number;
  readonly name?: string;
}

/** The digits that a cell may have by a rule. */
export interface CellDigits {
  readonly cell: number;
  readonly allows: (digit: number) => boolean;
  readonly name: string;
}

/** The rules of a puzzle beside its units. */
export interface Rules {
  readonly pairs: readonly Pair[];
  readonly groups: readonly Group[];
  readonly sums: readonly Sum[];
}

export const DIFFERENT: Relation = { name: 'different', allows: (a, b) => a !== b };

export const NOT_CONSECUTIVE: Relation = { name: 'not consecutive', allows: (a, b) => Math.abs(a - b) !== 1 };

/** Grids up to this size have a table of all sets of digits. */
const MAX_SETS_SIZE = 16;

/** All sets of digits of a size, by their number and sum; then those of consecutive digits, by their number. */
export interface SetTable {
  readonly sets: BigUint64Array;
  readonly starts: Uint32Array;
}

const tables = new Map<number, SetTable>();

/** The table for a size; made at first use, which takes milliseconds for 16. */
export function setTable(size: number): SetTable {
  let found = tables.get(size);
  if (!found) {
    found = makeSetTable(size);
    tables.set(size, found);
  }
  return found;
}

function makeSetTable(size: number): SetTable {
  const columns = (size * (size + 1)) / 2 + 2;
  const starts = new Uint32Array((size + 2) * columns);
  const all = size <= MAX_SETS_SIZE ? 1 << size : 0;
  const keys = new Uint32Array(all);
  for (let set = 1; set < all; set++) {
    // the set without its lowest digit is known
    const rest = set & (set - 1);
    keys[set] = keys[rest]! + columns + 32 - Math.clz32(set ^ rest);
  }
  for (let set = 0; set < all; set++) starts[keys[set]! + 1]!++;
  for (let i = 1; i < (size + 1) * columns; i++) starts[i]! += starts[i - 1]!;
  const windows: bigint[] = [];
  for (let count = 1; count <= size + 1; count++) {
    starts[(size + 1) * columns + count] = all + windows.length;
    for (let low = 0; low + count <= size; low++) windows.push(((1n << BigInt(count)) - 1n) << BigInt(low));
  }
  const sets = new BigUint64Array(all + windows.length);
  const next = starts.slice();
  for (let set = 0; set < all; set++) sets[next[keys[set]!]!++] = BigInt(set);
  sets.set(windows, all);
  return { sets, starts };
}

const CAGE = 0;
const CONSECUTIVE = 1;
const SUM = 2;
const DIFFERENT_CELLS = 3;
const SUBTRACTED = 1 << 15;

/** The rules of a puzzle as words of 16 bits, in the order that assembly/rule-tables.ts describes. */
export interface RuleWords {
  /** Number of pairs, which come first. */
  readonly pairs: number;
  readonly words: Uint16Array;
}

const numbers = new Map<string, number>();

/** All relations in use, by their number; each is followed by its reverse. */
export const relations: Relation[] = [];

function relationNumber(relation: Relation): number {
  let number = numbers.get(relation.name);
  if (number === undefined) {
    number = relations.length;
    numbers.set(relation.name, number);
    relations.push(relation, { name: `${relation.name}, reversed`, allows: (a, b) => relation.allows(b, a) });
  }
  return number;
}

// the kernel relates cells that differ by number 0
relationNumber(DIFFERENT);

/** Most words of a puzzle's rules. */
const MAX_WORDS = 1 << 16;
const scratch = new Uint16Array(MAX_WORDS);

/** The rules of a puzzle for the kernel. */
export function ruleWords({ pairs, groups, sums }: Rules): RuleWords {
  const words = scratch;
  let at = 0;
  for (const { cells, relation } of pairs) {
    words[at++] = cells[0];
    words[at++] = cells[1];
    words[at++] = relationNumber(relation);
  }
  for (const { cells, sum, consecutive } of groups) {
    words[at++] = consecutive ? CONSECUTIVE : sum === undefined ? DIFFERENT_CELLS : CAGE;
    words[at++] = cells.length;
    words[at++] = sum ?? 0;
    for (const cell of cells) words[at++] = cell;
  }
  for (const { plus, minus, sum } of sums) {
    words[at++] = SUM;
    words[at++] = plus.length + minus.length;
    words[at++] = sum;
    for (const cell of plus) words[at++] = cell;
    for (const cell of minus) words[at++] = cell | SUBTRACTED;
  }
  return { pairs: pairs.length, words: words.slice(0, at) };
}

// Rules of a puzzle beside its units, and their form for the kernel.
import {
  DIFFERENT_RELATION,
  MAX_CELLS_OF_RULE,
  MAX_RELATED_PAIRS,
  MAX_RELATIONS,
  MAX_RULE_CELLS,
  MAX_RULES,
  MAX_SETS_SIZE,
  RULE_CAGE,
  RULE_CONSECUTIVE,
  RULE_DIFFERENT,
  RULE_SUM,
  SUBTRACTED,
} from '../../kernel/constants.ts';

/** Which digits two cells may have together. */
export interface Relation {
  /** In words, of two digits: `differ by 1`. Relations of the same name are the same. */
  readonly name: string;
  /** The same of one digit and others: `differs by 1 from`. */
  readonly ofOne: string;
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
export interface DigitRule {
  readonly cell: number;
  /** One function for all rules of a kind, so that what it allows is found once. */
  readonly allows: (digit: number) => boolean;
  readonly name: string;
}

/** The rules of a puzzle beside its units. */
export interface Rules {
  readonly pairs: readonly Pair[];
  readonly groups: readonly Group[];
  readonly sums: readonly Sum[];
}

export const DIFFERENT: Relation = { name: 'differ', ofOne: 'differs from', allows: (a, b) => a !== b };

/**
 * What the values of a group are and should not be; undefined if nothing is wrong.
 * @param from where the grid begins in `cells`
 */
export function groupFault(group: Group, size: number, cells: Uint8Array, from: number): string | undefined {
  const { sum, consecutive, cells: members } = group;
  let [total, open, least, most] = [0, 0, size, 1];
  for (const cell of members) {
    const value = cells[from + cell]!;
    if (value === 0) {
      open++;
      continue;
    }
    total += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (open === members.length) return undefined;
  const digits = members.map((cell) => cells[from + cell]!).filter((value) => value > 0);
  const twice = digits.find((value, i) => digits.indexOf(value) < i);
  if (twice !== undefined) return `expected different digits, got two of ${twice}`;
  if (sum !== undefined && (total + open > sum || total + open * size < sum))
    return `expected digits with sum ${sum}, got ${total}${open > 0 ? ' in a part of them' : ''}`;
  if (consecutive && most - least >= members.length)
    return `expected ${members.length} consecutive digits, got ${least} and ${most}`;
  return undefined;
}

/** Whether no digits of the open cells give the sum. */
export function isSumBroken(
  { plus, minus, sum }: Sum,
  size: number,
  cells: Uint8Array,
  from: number,
): boolean {
  let [least, most] = [0, 0];
  for (const cell of plus) {
    const value = cells[from + cell]!;
    least += value || 1;
    most += value || size;
  }
  for (const cell of minus) {
    const value = cells[from + cell]!;
    least -= value || size;
    most -= value || 1;
  }
  return least > sum || most < sum;
}

/** All sets of digits of a size, by their number and sum: bit d - 1 for digit d. */
export interface SetTable {
  /** Zeros fill up those of a number and sum to a multiple of {@link VECTOR}. */
  readonly sets: Uint16Array;
  /** Entry of `sets` where those of a number and sum begin: number * columns + sum, with a column for each sum from 0 and one more. */
  readonly starts: Uint32Array;
}

/** Sets that the kernel looks at together. */
const VECTOR = 8;

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
  const counts = new Uint32Array((size + 1) * columns);
  const all = size <= MAX_SETS_SIZE ? 1 << size : 0;
  const keys = new Uint32Array(all);
  for (let set = 0; set < all; set++) {
    // the set without its lowest digit is known
    const rest = set & (set - 1);
    if (set > 0) keys[set] = keys[rest]! + columns + 32 - Math.clz32(set ^ rest);
    counts[keys[set]!]!++;
  }
  const starts = new Uint32Array(counts.length);
  for (let i = 1; i < starts.length; i++)
    starts[i] = starts[i - 1]! + VECTOR * Math.ceil(counts[i - 1]! / VECTOR);
  const sets = new Uint16Array(starts.at(-1)!);
  const next = starts.slice();
  for (let set = 0; set < all; set++) sets[next[keys[set]!]!++] = set;
  return { sets, starts };
}

/** Why there are too many rules for the kernel. Undefined if there are not. @param size of the grid */
export function tooManyRules({ pairs, groups, sums }: Rules, size: number): string | undefined {
  const cellsOf = [...groups.map(({ cells }) => cells.length), ...sums.map(sumLength)];
  const total = cellsOf.reduce((sum, cells) => sum + cells, 0);
  const related = pairs.length + groups.reduce((sum, { cells }) => sum + unseenPairs(cells, size), 0);
  const counts: [what: string, count: number, most: number][] = [
    ['cells in a rule', cellsOf.reduce((most, cells) => Math.max(most, cells), 0), MAX_CELLS_OF_RULE],
    ['pairs of cells that rules relate', related, MAX_RELATED_PAIRS / 2],
    ['rules of several cells', cellsOf.length, MAX_RULES],
    ['cells in all rules', total, MAX_RULE_CELLS],
  ];
  const over = counts.find(([, count, most]) => count > most);
  return over && `expected at most ${over[2]} ${over[0]}, got ${over[1]}`;
}

/** Pairs of cells of which the kernel must be told that they differ: those of a row or column do. */
function unseenPairs(cells: readonly number[], size: number): number {
  let pairs = 0;
  for (const [i, a] of cells.entries()) {
    for (let j = 0; j < i; j++) {
      const b = cells[j]!;
      if (a % size !== b % size && Math.floor(a / size) !== Math.floor(b / size)) pairs++;
    }
  }
  return pairs;
}

const sumLength = ({ plus, minus }: Sum) => plus.length + minus.length;

/** Relations by their number; every second one is the reverse of the one before. */
export type RelationTable = readonly Relation[];

/** The rules of a puzzle as words of 16 bits, in the order that assembly/rule-tables.ts describes. */
export interface RuleWords {
  /** Number of pairs, which come first. */
  readonly pairs: number;
  /** Number of words. */
  readonly length: number;
  /** The relations that the words number. It grows, and its entries stay. */
  readonly relations: RelationTable;
}

/** Kind, number of cells, sum. */
const WORDS_OF_HEAD = 3;

/**
 * Numbers relations by their names. Puzzles share a table until it is full; the next one begins a new table, so that a process
 * that meets ever more relations neither grows nor runs out of numbers.
 */
class RelationNumbers {
  readonly #numbers = new Map<string, number>();
  readonly relations: Relation[] = [];

  constructor() {
    // the kernel relates cells that differ by this number
    this.numberOf(DIFFERENT);
  }

  /** Its number; -1 if there is no room for it. */
  numberOf(relation: Relation): number {
    const { name, allows } = relation;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.relations.length;
      if (number + 2 > MAX_RELATIONS) return -1;
      this.#numbers.set(name, number);
      this.relations.push(relation, {
        ...relation,
        name: `${name}, reversed`,
        allows: (a, b) => allows(b, a),
      });
    }
    return number;
  }
}

let shared = new RelationNumbers();

/**
 * Writes the rules of a puzzle for the kernel, which has room for them: see {@link tooManyRules}.
 * @param words of the kernel
 * @throws RangeError if there are too many relations; those of the kinds of rules are fewer at any size
 */
export function writeRules({ pairs, groups, sums }: Rules, words: Uint16Array): RuleWords {
  let at = writePairs(words, pairs, shared);
  if (at < 0) {
    shared = new RelationNumbers();
    at = writePairs(words, pairs, shared);
    if (at < 0) throw new RangeError(`expected at most ${MAX_RELATIONS / 2} relations, got more`);
  }
  for (const { cells, sum, consecutive } of groups) {
    const kind = consecutive ? RULE_CONSECUTIVE : sum === undefined ? RULE_DIFFERENT : RULE_CAGE;
    at = writeHead(words, at, kind, cells.length, sum ?? 0);
    for (const cell of cells) words[at++] = cell;
  }
  for (const each of sums) {
    at = writeHead(words, at, RULE_SUM, sumLength(each), each.sum);
    for (const cell of each.plus) words[at++] = cell;
    for (const cell of each.minus) words[at++] = cell | SUBTRACTED;
  }
  return { pairs: pairs.length, length: at, relations: shared.relations };
}

/** @returns the number of words written; -1 if there is no room for a relation */
function writePairs(words: Uint16Array, pairs: readonly Pair[], numbers: RelationNumbers): number {
  let at = 0;
  for (const { cells, relation } of pairs) {
    const number = relation === DIFFERENT ? DIFFERENT_RELATION : numbers.numberOf(relation);
    if (number < 0) return -1;
    words[at++] = cells[0];
    words[at++] = cells[1];
    words[at++] = number;
  }
  return at;
}

function writeHead(words: Uint16Array, at: number, kind: number, cells: number, sum: number): number {
  words[at] = kind;
  words[at + 1] = cells;
  words[at + 2] = sum;
  return at + WORDS_OF_HEAD;
}

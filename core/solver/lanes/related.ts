// Pairs of cells whose digits have a relation, such as neighbours on a thermometer, as the kernel reads them.
import { CELL_SETS, MAX_RELATED, RELATIONS_ROOM } from '../../kernel/constants.ts';
import { lazy } from '../../kernel/kernel.ts';
import { VARIANTS } from '../../options/variants.ts';
import type { Geometry } from '../model/geometry.ts';
import { ALL_GIVEN, type AllGiven, isPossible, pairsWithout, RULE_KINDS } from '../model/rule-kinds.ts';
import { DIFFERENT, type Relation } from '../model/rules.ts';

const SIZE = 9;

/** Words of a pair. */
export const PAIR_WORDS = 3;
/** Words from the tables of a relation to the next. */
const TABLES = 2 * CELL_SETS;

/** The relations that the kernel has tables for: of every rule with every number, but not what is said of dots with several numbers. */
const relations = lazy(() => {
  const found = new Map<string, Relation>();
  const add = (relation: Relation) => {
    if (isPossible(relation, SIZE)) found.set(relation.name, relation);
  };
  for (const { cells, value, parts } of Object.values(RULE_KINDS)) {
    if (cells[0] > 2) continue;
    for (let number = 1; number <= SIZE; number++) {
      const { pairs = [] } = parts({ cells: [0, 1], value: value && number }, '');
      for (const { relation } of pairs) add(relation);
    }
  }
  for (const { relation } of Object.values(VARIANTS)) if (relation) add(relation(SIZE));
  for (const name of Object.keys(ALL_GIVEN) as AllGiven[]) add(pairsWithout(name, [], SIZE)[0]!.relation);
  if (found.size > RELATIONS_ROOM)
    throw new RangeError(`expected at most ${RELATIONS_ROOM} relations, got ${found.size}`);
  return [...found.values()];
});

const numbers = lazy(() => new Map(relations().map(({ name }, number) => [name, number])));

/** Two tables for each relation: by a set of digits of the first cell, then of the second, those that the other cell may have. */
export const relationTables = lazy(() => {
  const tables = new Uint16Array(relations().length * TABLES);
  for (const [number, { allows }] of relations().entries()) {
    for (let set = 1; set < CELL_SETS; set++) {
      const digit = 32 - Math.clz32(set);
      const rest = set ^ (1 << (digit - 1));
      const [first, second] = [number * TABLES, number * TABLES + CELL_SETS];
      let [after, before] = [tables[first + rest]!, tables[second + rest]!];
      for (let other = 1; other <= SIZE; other++) {
        if (allows(digit, other)) after |= 1 << (other - 1);
        if (allows(other, digit)) before |= 1 << (other - 1);
      }
      tables[first + set] = after;
      tables[second + set] = before;
    }
  }
  return tables;
});

const NO_WORDS = new Uint16Array(0);
const known = new WeakMap<Geometry, Uint16Array | null>();

/**
 * The pairs of a puzzle, three words each: two cells and their relation, as byte offsets in the kernel. Those of cells that only
 * differ are left out. Null if the kernel has no room for them, or no table for a relation.
 */
export function relatedWords(geometry: Geometry): Uint16Array | null {
  if (geometry.pairs.length === 0) return NO_WORDS;
  let words = known.get(geometry);
  if (words === undefined) {
    words = makeWords(geometry);
    known.set(geometry, words);
  }
  return words;
}

function makeWords({ pairs }: Geometry): Uint16Array | null {
  const words = new Uint16Array(pairs.length * PAIR_WORDS);
  let length = 0;
  let last: Relation = DIFFERENT;
  let number: number | undefined;
  for (const { cells, relation } of pairs) {
    if (relation === DIFFERENT) continue;
    if (relation !== last) number = numbers().get(relation.name);
    if (number === undefined) return null;
    last = relation;
    const first = cells[0];
    const second = cells[1];
    // of neighbours, those first that are on black fields of a chessboard: then no pair waits for the result of another
    const isReversed = areNeighbours(first, second) && (first + Math.floor(first / SIZE)) % 2 === 1;
    words[length++] = (isReversed ? second : first) * CELL;
    words[length++] = (isReversed ? first : second) * CELL;
    words[length++] = (number * TABLES + (isReversed ? CELL_SETS : 0)) * Uint16Array.BYTES_PER_ELEMENT;
  }
  return length > MAX_RELATED * PAIR_WORDS ? null : words.subarray(0, length);
}

/** Whether two different cells share a side; or are the last cell of a row and the first of the next, which does no harm. */
function areNeighbours(a: number, b: number): boolean {
  const distance = Math.abs(a - b);
  return distance === 1 || distance === SIZE;
}

/** Bytes of a cell in the kernel: eight lanes of 16 bits. Lists hold cells as byte offsets. */
const CELL = 16;

// Pairs of cells whose digits have a relation, such as neighbours on a thermometer, as the kernel reads them.
import {
  CELL_SETS,
  FIRST_UNION,
  MAX_DERIVED_SETS,
  MAX_RELATED,
  MAX_UNIONS,
  RELATIONS_ROOM,
} from '../../kernel/constants.ts';
import { lazy } from '../../kernel/kernel.ts';
import { VARIANTS, type VariantName } from '../../options/variants.ts';
import type { Geometry } from '../model/geometry.ts';
import { ALL_GIVEN, type AllGiven, isPossible, pairsWithout, RULE_KINDS } from '../model/rule-kinds.ts';
import { DIFFERENT, type Pair, type Relation } from '../model/rules.ts';

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

/** Whether a pair is of a variant, so that all puzzles with the same units have it: it is in the tables of rules. */
export function isOfVariant({ rule }: Pair): boolean {
  return Object.hasOwn(VARIANTS, rule) && VARIANTS[rule as VariantName].relation !== undefined;
}

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

function makeWords({ pairs, variant }: Geometry): Uint16Array | null {
  const relatesAll = variant.split(',').some((name) => VARIANTS[name as VariantName]?.relation !== undefined);
  const words = new Uint16Array(pairs.length * PAIR_WORDS);
  let length = 0;
  let last: Relation = DIFFERENT;
  // no pair of a rule has the very relation of a variant
  let isListed = false;
  let number: number | undefined;
  for (const pair of pairs) {
    const { cells, relation } = pair;
    if (relation !== last) {
      last = relation;
      isListed = relation !== DIFFERENT && !(relatesAll && isOfVariant(pair));
      number = numbers().get(relation.name);
    }
    if (!isListed) continue;
    if (number === undefined) return null;
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

/** What follows from the pairs of a variant, for the tables of rules. */
interface RelatedSets {
  /** By cell: sets, of whose digits it keeps only those that each has. */
  readonly locks: readonly number[][];
  /** By number of a set: the unions whose common digits it has. */
  readonly commons: readonly number[][];
  readonly images: readonly number[];
  readonly maps: readonly number[][];
}

/** Most cells of a unit that must have a digit if a cell beside them prevents it in the others. */
const MAX_OTHERS = 6;

/**
 * A cell keeps the digits that go with some digit of each cell that it has a relation with. And it loses a digit that would leave a
 * unit no place for another: one that goes with none of its cells that the digit says nothing about.
 * @param unionsOf numbers of the unions of sets of cells, as far as there is room for them
 */
export function relatedSets(
  units: readonly Uint16Array[],
  pairs: readonly Pair[],
  unionsOf: (cells: readonly number[][]) => (number | undefined)[],
): RelatedSets {
  const locks = Array.from({ length: SIZE ** 2 }, (): number[] => []);
  const commons: number[][] = [];
  const images: number[] = [];
  const maps: number[][] = [];
  let next = FIRST_UNION + MAX_UNIONS;
  const map = (sources: readonly number[], bytes: number[]) => {
    const first = next;
    for (let i = 0; i < sources.length; i += 2) {
      const [one, other = one] = sources.slice(i, i + 2);
      images.push(one! * CELL, other! * CELL, next * CELL, maps.length * bytes.length);
      next += 2;
    }
    maps.push(bytes);
    return (source: number) => first + sources.indexOf(source);
  };
  for (const { allows, others } of directionsOf(pairs)) {
    const near = map(
      [...new Set(others.flat())],
      mapOf(false, (other, digit) => allows(digit, other)),
    );
    for (const [cell, own] of others.entries()) locks[cell]!.push(...own.map(near));

    const far = others.map((): number[] => []);
    for (const unit of units) {
      const left = others.map((own, cell) =>
        Array.from(unit).filter((each) => each !== cell && !own.includes(each)),
      );
      const targets = [...left.keys()].filter(
        (cell) => left[cell]!.length > 0 && left[cell]!.length <= MAX_OTHERS,
      );
      for (const [i, union] of unionsOf(targets.map((cell) => left[cell]!)).entries())
        if (union !== undefined) far[targets[i]!]!.push(union);
    }
    const targets = [...far.keys()].filter((cell) => far[cell]!.length > 0);
    const sources = targets.map((cell) => {
      commons[next] = far[cell]!;
      return next++;
    });
    const kept = map(
      sources,
      mapOf(true, (other, digit) => digit !== other && !allows(digit, other)),
    );
    for (const [i, cell] of targets.entries()) locks[cell]!.push(kept(sources[i]!));
  }
  if (next > FIRST_UNION + MAX_UNIONS + MAX_DERIVED_SETS)
    throw new RangeError(`expected at most ${MAX_DERIVED_SETS} sets of relations, got more`);
  return { locks, commons, images, maps };
}

/** The pairs by what they allow a cell: by cell, the others with which it has this relation. */
function directionsOf(pairs: readonly Pair[]) {
  const found = new Map<string, { allows: Relation['allows']; others: number[][] }>();
  for (const { cells, relation } of pairs) {
    const { name, allows } = relation;
    const isSymmetric = DIGITS.every((a) => DIGITS.every((b) => allows(a, b) === allows(b, a)));
    for (const [i, cell] of cells.entries()) {
      const key = isSymmetric ? name : `${name} ${i}`;
      const known = found.get(key) ?? {
        allows: i === 0 ? allows : (a: number, b: number) => allows(b, a),
        others: Array.from({ length: SIZE ** 2 }, () => []),
      };
      found.set(key, known);
      known.others[cell]!.push(cells[1 - i]!);
    }
  }
  return found.values();
}

const DIGITS = Array.from({ length: SIZE }, (_, i) => i + 1);

/**
 * A map of sets of digits, as assembly/rule-tables.ts describes it: to all digits that go with some digit of a set.
 * @param isTurned whether to map to those that go with no digit that the set lacks
 */
function mapOf(isTurned: boolean, goes: (digit: number, image: number) => boolean): number[] {
  const sets = [0, 4, 8].map((before) =>
    Array.from({ length: 16 }, (_, part) => {
      const digits = DIGITS.filter(
        (d) => d > before && d <= before + 4 && (part >> (d - before - 1)) % 2 === (isTurned ? 0 : 1),
      );
      return DIGITS.reduce(
        (set, digit) => set | (digits.some((d) => goes(d, digit)) ? 1 << (digit - 1) : 0),
        0,
      );
    }),
  );
  const words = new Uint16Array(8).fill(isTurned ? CELL_SETS - 1 : 0);
  return [
    ...sets.flat().map((set) => set & 255),
    ...sets.flat().map((set) => set >> 8),
    ...new Uint8Array(words.buffer),
  ];
}

// Pairs of cells whose digits have a relation, such as neighbours on a thermometer, and groups of cells, as the kernel reads them.
import {
  ARROW_WORDS,
  CELL_SETS,
  FIRST_UNION,
  MAX_CELL_GROUPS,
  MAX_DERIVED_SETS,
  MAX_UNIONS,
  RELATED_WORDS,
  RELATIONS_ROOM,
} from '../../kernel/constants.ts';
import { lazy } from '../../kernel/kernel.ts';
import { VARIANTS, type VariantName } from '../../options/variants.ts';
import type { Geometry } from '../model/geometry.ts';
import { ALL_GIVEN, type AllGiven, isPossible, pairsWithout, RULE_KINDS } from '../model/rule-kinds.ts';
import { DIFFERENT, type Group, type Pair, type Relation, type Sum } from '../model/rules.ts';

const SIZE = 9;
const CELLS = 81;

/** Words of the head of a list: where its parts end. */
const HEAD_WORDS = 3;
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

// Arrows. A choice is the digits of the cells on the line. For each number of these there are at most 126.

const CHOICE_WORDS = 8;
/** A table of choices is by the low digits of a set, and then by the others. */
const LOW_DIGITS = 5;
const HIGH_SETS = 1 << LOW_DIGITS;
const TABLE_SETS = HIGH_SETS + (1 << (SIZE - LOW_DIGITS));

/** The number of the first table of arrows of a length: one for each cell, and one for the circle. */
const firstTable = (length: number) => ((length - 1) * (length + 2)) / 2;

const sumOf = (digits: readonly number[]) => digits.reduce((sum, digit) => sum + digit, 0);

/** All choices by the length of the arrow. */
const arrowChoices = lazy(() => {
  const all: number[][][] = [[[]]];
  for (let length = 1; length <= SIZE; length++) {
    all[length] = all[length - 1]!.flatMap((digits) =>
      Array.from({ length: SIZE - sumOf(digits) }, (_, i) => [...digits, i + 1]),
    );
  }
  return all;
});

/** The tables of all lengths: the choices, a bit each, in which a cell has a digit of a set. */
export const arrowTables = lazy(() => {
  const tables = new Uint16Array(ARROW_WORDS);
  for (let length = 1; length <= SIZE; length++) {
    for (const [choice, digits] of arrowChoices()[length]!.entries()) {
      for (const [cell, digit] of [...digits, sumOf(digits)].entries()) {
        const table = (firstTable(length) + cell) * TABLE_SETS;
        const [from, bit] = digit <= LOW_DIGITS ? [0, digit - 1] : [HIGH_SETS, digit - 1 - LOW_DIGITS];
        const sets = from === 0 ? HIGH_SETS : TABLE_SETS - HIGH_SETS;
        for (let set = 0; set < sets; set++)
          if ((set >> bit) & 1) addChoice(tables, (table + from + set) * CHOICE_WORDS, choice);
      }
    }
  }
  return tables;
});

function addChoice(words: Uint16Array, at: number, choice: number): void {
  words[at + (choice >> 4)]! |= 1 << (choice & 15);
}

const choicesKnown = new Map<string, Uint16Array>();
/** Rarely are there more: of long arrows whose cells do not see each other. */
const MAX_CHOICES_KNOWN = 256;

/** The choices of an arrow in which cells differ: pairs of places on the line. */
function choicesOf(length: number, differing: readonly (readonly [number, number])[]): Uint16Array {
  const key = `${length} ${differing.join(' ')}`;
  let words = choicesKnown.get(key);
  if (words === undefined) {
    words = new Uint16Array(CHOICE_WORDS);
    for (const [choice, digits] of arrowChoices()[length]!.entries())
      if (differing.every(([i, j]) => digits[i] !== digits[j])) addChoice(words, 0, choice);
    if (choicesKnown.size < MAX_CHOICES_KNOWN) choicesKnown.set(key, words);
  }
  return words;
}

/** By the units of a grid: whether two cells share one, at 81 * cell + other. */
const sharedUnits = new WeakMap<Geometry['units'], Uint8Array>();

/** The cells of a line that must differ, by their places on it. */
function differingOf(units: Geometry['units'], line: readonly number[]): (readonly [number, number])[] {
  let shared = sharedUnits.get(units);
  if (shared === undefined) {
    shared = new Uint8Array(CELLS * CELLS);
    for (const unit of units)
      for (const one of unit) for (const other of unit) shared[one * CELLS + other] = 1;
    sharedUnits.set(units, shared);
  }
  return line.flatMap((cell, i) =>
    line.slice(0, i).flatMap((other, j) => (shared[cell * CELLS + other] ? [[j, i] as const] : [])),
  );
}

/** Whether a pair is of a variant, so that all puzzles with the same units have it: it is in the tables of rules. */
export function isOfVariant({ rule }: Pair): boolean {
  return Object.hasOwn(VARIANTS, rule) && VARIANTS[rule as VariantName].relation !== undefined;
}

const NO_WORDS = new Uint16Array(HEAD_WORDS);
const known = new WeakMap<Geometry, Uint16Array | null>();

/** Whether a puzzle has pairs of cells with a relation, or groups. */
export function isRelated(geometry: Geometry): boolean {
  return relatedWords(geometry)!.length > HEAD_WORDS;
}

/**
 * The pairs and groups of a puzzle, as assembly/relations.ts and groups.ts describe them. Pairs of cells that only differ are left
 * out. Null if the kernel has no room for them, or no table for a relation.
 */
export function relatedWords(geometry: Geometry): Uint16Array | null {
  const { pairs, groups, sums } = geometry;
  if (pairs.length + groups.length + sums.length === 0) return NO_WORDS;
  let words = known.get(geometry);
  if (words === undefined) {
    words = makeWords(geometry);
    known.set(geometry, words);
  }
  return words;
}

/** Where lists are made, with room for what is one rule too much, and the end of the one that is made. */
const list = new Uint16Array(RELATED_WORDS + CHOICE_WORDS + 2 * SIZE);
let end = HEAD_WORDS;

function makeWords({ pairs, groups, sums, units, variant }: Geometry): Uint16Array | null {
  const relatesAll = variant.split(',').some((name) => VARIANTS[name as VariantName]?.relation !== undefined);
  end = HEAD_WORDS;
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
    if (number === undefined || end > RELATED_WORDS) return null;
    addPair(cells[0], cells[1], number);
  }
  if (groups.length + sums.length === 0) list[0] = list[1] = end - HEAD_WORDS;
  else if (!addGroups(groups, sums, units)) return null;
  list[2] = end - HEAD_WORDS;
  return end > RELATED_WORDS ? null : list.slice(0, end);
}

function addPair(first: number, second: number, relation: number): void {
  // of neighbours, those first that are on black fields of a chessboard: then no pair waits for the result of another
  const isReversed = areNeighbours(first, second) && (first + Math.floor(first / SIZE)) % 2 === 1;
  list[end++] = (isReversed ? second : first) * CELL;
  list[end++] = (isReversed ? first : second) * CELL;
  list[end++] = (relation * TABLES + (isReversed ? CELL_SETS : 0)) * Uint16Array.BYTES_PER_ELEMENT;
}

function addCells(cells: readonly number[]): void {
  for (const cell of cells) list[end++] = cell * CELL;
}

/** Renban lines of two cells are pairs. False if there are other rules, or too many. */
function addGroups(groups: readonly Group[], sums: readonly Sum[], units: Geometry['units']): boolean {
  const areKnown =
    groups.every(({ consecutive }) => consecutive) &&
    sums.every(({ plus, minus, sum }) => minus.length === 1 && sum === 0 && plus.length < SIZE);
  if (!areKnown || groups.length + sums.length > MAX_CELL_GROUPS) return false;
  const { relation } = RULE_KINDS.white.parts({ cells: [0, 1] }, '').pairs![0]!;
  const consecutive = numbers().get(relation.name)!;
  for (const { cells } of groups) if (cells.length === 2) addPair(cells[0]!, cells[1]!, consecutive);
  list[0] = end - HEAD_WORDS;
  for (const { plus, minus } of sums) {
    if (plus.length !== 2) continue;
    addCells(plus);
    addCells(minus);
    list[end++] = differingOf(units, plus).length;
  }
  list[1] = end - HEAD_WORDS;
  for (const { cells } of groups) {
    if (cells.length === 2) continue;
    if (end > RELATED_WORDS) return false;
    list[end++] = cells.length;
    list[end++] = 0;
    addCells(cells);
  }
  for (const { plus, minus } of sums) {
    if (plus.length === 2) continue;
    if (end > RELATED_WORDS) return false;
    list[end++] = plus.length + 1;
    list[end++] = 1 + firstTable(plus.length);
    list.set(choicesOf(plus.length, differingOf(units, plus)), end);
    end += CHOICE_WORDS;
    addCells(plus);
    addCells(minus);
  }
  return true;
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

// The rules that a single puzzle can have: cages, lines, dots and the like. KINDS has an entry for each kind: how records write it,
// how many cells it has, what its number means, and which pairs, groups and sums the engines solve in its place.
import { MAX_SIZE } from '../../kernel/constants.ts';
import type { DigitRule, Group, Pair, Relation, Sum } from './rules.ts';

/** The cells and the number of a rule. */
interface RuleContent {
  /** Numbers of its cells (row * size + column). The order matters: a thermometer begins with its bulb. */
  readonly cells: readonly number[];
  /** The number that belongs to it, such as the sum of a cage. Undefined for none, or the usual one. */
  readonly value?: number | undefined;
}

/** A rule of a puzzle. */
export interface Rule extends RuleContent {
  /** What it says about its cells. */
  readonly kind: RuleKind;
}

/** The parts that the engines solve in place of a rule. */
export interface Parts {
  readonly pairs?: readonly Pair[];
  readonly groups?: readonly Group[];
  readonly sums?: readonly Sum[];
  readonly digits?: readonly DigitRule[];
}

interface Kind {
  /** The member or column that holds rules of this kind. Several kinds may share one. */
  readonly member: RuleMember;
  /** Other names of the member. */
  readonly aliases?: readonly string[];
  /** The word that distinguishes the kind from others of the same member: `white` in `dots`. */
  readonly word?: string;
  /** For messages: `the cage at r1c1`. */
  readonly label: string;
  /** Minimum and maximum number of cells. Without a maximum, as many as there are digits. */
  readonly cells: readonly [least: number, most?: number];
  /** What about the order of the cells makes it another rule: nothing by default, the first cell, or the line in either direction. */
  readonly order?: 'first' | 'line' | 'direction';
  /** Name of the number, if the kind can have one, and the number of a rule without it. */
  readonly value?: { readonly name: string; readonly usual?: number };
  /** Why no digits can obey the rule. Called when the number of cells is valid and no cell is repeated. */
  readonly fault?: (rule: RuleContent, size: number) => string | undefined;
  readonly parts: (rule: RuleContent, name: string) => Parts;
}

const LESS: Relation = { name: 'are in rising order', ofOne: 'is less than', allows: (a, b) => a < b };
const GREATER: Relation = {
  name: 'are in falling order',
  ofOne: 'is greater than',
  allows: (a, b) => a > b,
};
/** A relation for each number, made once: puzzles have many pairs with the same one. */
function eachOnce(make: (number: number) => Relation): (number: number) => Relation {
  const made = new Map<number, Relation>();
  return (number) => {
    const relation = made.get(number) ?? make(number);
    // numbers of other rules come from files
    if (made.size < MAX_SIZE) made.set(number, relation);
    return relation;
  };
}

const apartBy = eachOnce((least) => ({
  name: `differ by ${least} or more`,
  ofOne: `differs by ${least} or more from`,
  allows: (a, b) => Math.abs(a - b) >= least,
}));
const exactlyApart = eachOnce((distance) => ({
  name: `differ by ${distance}`,
  ofOne: `differs by ${distance} from`,
  allows: (a, b) => Math.abs(a - b) === distance,
}));
const inRatio = eachOnce((ratio) => ({
  name: `are in a 1:${ratio} ratio`,
  ofOne: `is in a 1:${ratio} ratio with`,
  allows: (a, b) => a === ratio * b || b === ratio * a,
}));
const addingUpTo = eachOnce((sum) => ({
  name: `add up to ${sum}`,
  ofOne: `makes ${sum} with`,
  allows: (a, b) => a + b === sum,
}));

/** Minimum difference of neighbours on a German whispers line. */
const GERMAN = 5;
const ROMAN = { x: 10, v: 5 } as const;

const isEven = (digit: number) => digit % 2 === 0;
const isOdd = (digit: number) => digit % 2 === 1;

/** All kinds, in the order of their members. */
const KINDS = {
  // cells differ, and add up to the sum if there is one
  cage: {
    member: 'cages',
    aliases: ['cage'],
    label: 'cage',
    cells: [1],
    value: { name: 'sum' },
    fault: ({ cells: { length }, value }, size) =>
      value === undefined || (value >= triangle(length) && value <= length * (size + 1) - triangle(length))
        ? undefined
        : `needs ${length} different ${length === 1 ? 'digit' : 'digits'} with sum ${value}`,
    parts: ({ cells, value }, name) => ({ groups: [{ cells, sum: value, name }] }),
  },
  // the first cell, the circle, is the sum of the others
  arrow: {
    member: 'arrows',
    aliases: ['arrow'],
    label: 'arrow',
    cells: [2, Infinity],
    order: 'first',
    fault: ({ cells: { length } }, size) =>
      length - 1 <= size ? undefined : `needs ${length - 1} digits with a sum of ${size} or less`,
    parts: ({ cells: [circle, ...rest] }, name) => ({
      sums: [{ plus: rest, minus: [circle!], sum: 0, name }],
    }),
  },
  // digits rise from the bulb, which is the first cell
  thermo: {
    member: 'thermos',
    aliases: ['thermo', 'thermometer', 'thermometers'],
    label: 'thermometer',
    cells: [2],
    order: 'direction',
    parts: ({ cells }, name) => ({ pairs: alongLine(cells, LESS, name) }),
  },
  whisper: {
    member: 'whispers',
    aliases: ['whisper'],
    word: 'german',
    label: 'whispers line',
    cells: [2, Infinity],
    order: 'line',
    value: { name: 'difference', usual: GERMAN },
    parts: ({ cells, value = GERMAN }, name) => ({ pairs: alongLine(cells, apartBy(value), name) }),
  },
  // consecutive digits in any order
  renban: {
    member: 'renban',
    label: 'renban line',
    cells: [2],
    parts: ({ cells }, name) => ({ groups: [{ cells, consecutive: true, name }] }),
  },
  white: {
    member: 'dots',
    word: 'white',
    label: 'white dot',
    cells: [2, 2],
    value: { name: 'difference', usual: 1 },
    parts: ({ cells, value = 1 }, name) => ({ pairs: alongLine(cells, exactlyApart(value), name) }),
  },
  black: {
    member: 'dots',
    word: 'black',
    label: 'black dot',
    cells: [2, 2],
    value: { name: 'ratio', usual: 2 },
    parts: ({ cells, value = 2 }, name) => ({ pairs: alongLine(cells, inRatio(value), name) }),
  },
  x: {
    member: 'xv',
    word: 'x',
    label: 'X',
    cells: [2, 2],
    parts: ({ cells }, name) => ({ pairs: alongLine(cells, addingUpTo(ROMAN.x), name) }),
  },
  v: {
    member: 'xv',
    word: 'v',
    label: 'V',
    cells: [2, 2],
    parts: ({ cells }, name) => ({ pairs: alongLine(cells, addingUpTo(ROMAN.v), name) }),
  },
  // the first cell is greater than the second
  greater: {
    member: 'greater',
    label: 'greater-than sign',
    cells: [2, 2],
    order: 'direction',
    parts: ({ cells }, name) => ({ pairs: alongLine(cells, GREATER, name) }),
  },
  even: {
    member: 'even',
    label: 'even cell',
    cells: [1, 1],
    parts: ({ cells }, name) => ({ digits: [{ cell: cells[0]!, name, allows: isEven }] }),
  },
  odd: {
    member: 'odd',
    label: 'odd cell',
    cells: [1, 1],
    parts: ({ cells }, name) => ({ digits: [{ cell: cells[0]!, name, allows: isOdd }] }),
  },
} satisfies Readonly<Record<string, Kind>>;

/** The kind of a rule, such as `cage`. */
export type RuleKind = keyof typeof KINDS;
/** A member of records, or a column of tables, that holds rules. */
export type RuleMember = keyof MembersWith<never, never, never>;

/** The entry of each kind. */
export const RULE_KINDS: Readonly<Record<RuleKind, Kind>> = KINDS;
/** The members and columns, in the order in which they are written. */
export const RULE_MEMBERS: readonly RuleMember[] = [
  ...new Set(Object.values(RULE_KINDS).map(({ member }) => member)),
];

/** Cells that differ. */
export interface Cage<Cells> {
  /** What the digits add up to; any sum without it. */
  readonly sum?: number;
  /** Its cells. */
  readonly cells: Cells;
}

/** Cells of which neighbours are apart by a number of their own. */
export interface WithDifference<Cells> {
  /** How far apart the digits are, in place of the usual number. */
  readonly difference?: number;
  /** Its cells. */
  readonly cells: Cells;
}

/** Two cells whose digits have a ratio of their own. */
export interface WithRatio<Cells> {
  /** The greater digit divided by the other, in place of 2. */
  readonly ratio?: number;
  /** Its cells. */
  readonly cells: Cells;
}

/**
 * What each member holds, for callers of the library.
 * @typeParam Text what may stand in place of a rule or of a list of rules
 */
export interface MembersWith<Cell, Line, Text> {
  /** Cells that differ, and add up to a sum if there is one: `{ sum: 10, cells: ['r1c1', 'r1c2'] }` or `'10 r1c1 r1c2'`. */
  readonly cages?: Text | readonly (Text | Cage<Line>)[] | undefined;
  /** The first cell, the circle, is the sum of the others. */
  readonly arrows?: Text | readonly Line[] | undefined;
  /** Digits rise from the first cell, the bulb. */
  readonly thermos?: Text | readonly Line[] | undefined;
  /** Neighbours on the line differ by 5 or more, or by `difference`. */
  readonly whispers?: Text | readonly (Line | WithDifference<Line>)[] | undefined;
  /** The digits of the line are consecutive, in any order. */
  readonly renban?: Text | readonly Line[] | undefined;
  /** Two cells whose digits differ by 1 or `difference` (white), or of which one is twice or `ratio` times the other (black). */
  readonly dots?:
    | Text
    | {
        /** Digits that are apart by 1. */
        readonly white?: Text | readonly (Line | WithDifference<Line>)[];
        /** Digits of which one is twice the other. */
        readonly black?: Text | readonly (Line | WithRatio<Line>)[];
      }
    | undefined;
  /** Two cells that add up to 10 (x) or 5 (v). */
  readonly xv?:
    | Text
    | {
        /** Pairs that add up to 10. */
        readonly x?: Text | readonly Line[];
        /** Pairs that add up to 5. */
        readonly v?: Text | readonly Line[];
      }
    | undefined;
  /** The first cell is greater than the second. */
  readonly greater?: Text | readonly Line[] | undefined;
  /** Cells with even digits. */
  readonly even?: Text | readonly Cell[] | undefined;
  /** Cells with odd digits. */
  readonly odd?: Text | readonly Cell[] | undefined;
}

/** The pairs of cells beside each other on a line. */
function alongLine(cells: readonly number[], relation: Relation, rule: string): Pair[] {
  return cells.slice(1).map((cell, i) => ({ cells: [cells[i]!, cell], relation, rule }));
}

/** By variant: the kinds of rules of which all are given. Neighbours without such a rule are known to break it. */
export const ALL_GIVEN = { 'all-dots': ['white', 'black'], 'all-xv': ['x', 'v'] } as const satisfies Record<
  string,
  readonly RuleKind[]
>;
export type AllGiven = keyof typeof ALL_GIVEN;

/** The pairs of neighbours without a rule of some kinds, which are known to break it. */
export function pairsWithout(variant: AllGiven, rules: readonly Rule[], size: number): Pair[] {
  const kinds: readonly RuleKind[] = ALL_GIVEN[variant];
  const key = (a: number, b: number) => Math.min(a, b) * size * size + Math.max(a, b);
  const given = new Set<number>();
  // the usual numbers, and those that the puzzle has beside them
  const relations = new Map<string, Relation>();
  const add = (rule: Rule) => {
    for (const { relation } of RULE_KINDS[rule.kind].parts(rule, '').pairs!)
      relations.set(relation.name, relation);
  };
  for (const kind of kinds) add({ kind, cells: [0, 1] });
  for (const rule of rules) {
    if (!kinds.includes(rule.kind)) continue;
    add(rule);
    given.add(key(rule.cells[0]!, rule.cells[1]!));
  }
  const broken = [...relations.values()];
  const relation: Relation = {
    name: neitherOf(broken.map(({ name }) => name)),
    ofOne: neitherOf(broken.map(({ ofOne }) => ofOne)),
    allows: (a, b) => broken.every(({ allows }) => !allows(a, b)),
  };
  const pairs: Pair[] = [];
  for (let cell = 0; cell < size * size; cell++) {
    const below = cell + size;
    const right = cell % size === size - 1 ? size * size : cell + 1;
    for (const other of [right, below]) {
      if (other < size * size && !given.has(key(cell, other)))
        pairs.push({ cells: [cell, other], relation, rule: variant });
    }
  }
  return pairs;
}

/** What several texts deny together, with the words that all have in front or at the end said once: `makes neither 10 nor 5 with` */
function neitherOf(texts: readonly string[]): string {
  const words = texts.map((text) => text.split(' '));
  const [first, ...others] = words as [string[], ...string[][]];
  const front = first.findIndex((word, i) => others.some((other) => other[i] !== word));
  const back = first.toReversed().findIndex((word, i) => others.some((other) => other.at(-1 - i) !== word));
  const differing = words.map((own) => own.slice(front, own.length - back).join(' '));
  const end = first.slice(first.length - back);
  return [...first.slice(0, front), 'neither', differing.join(' nor '), ...end].join(' ');
}

/** Name of a rule: `the cage at r1c1`. */
export function ruleName({ kind, cells }: Rule, size: number): string {
  return `the ${RULE_KINDS[kind].label} at ${cells[0] === undefined ? 'no cell' : cellCode(cells[0], size)}`;
}

/** A text that is equal for equal rules, in whatever order their cells were given. */
export function ruleIdentity({ kind, cells, value }: Rule): string {
  const { order, value: number } = RULE_KINDS[kind];
  const [first, ...rest] = cells;
  const inOrder = {
    direction: cells,
    line: cells.at(-1)! < first! ? cells.toReversed() : cells,
    first: [first, ...rest.toSorted((a, b) => a - b)],
    none: cells.toSorted((a, b) => a - b),
  }[order ?? 'none'];
  return `${kind} ${value ?? number?.usual ?? ''} ${inOrder.join()}`;
}

/** `r1c1` */
export function cellCode(cell: number, size: number): string {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}

/** Why a puzzle cannot have its rules: `the cage at r1c1 needs 3 different digits with sum 4`. Undefined if it can. */
export function rulesFault(rules: readonly Rule[], size: number): string | undefined {
  const cageOf = new Map<number, Rule>();
  const parities = new Map<number, RuleKind>();
  for (const rule of rules) {
    const { kind, cells, value } = rule;
    const { cells: bounds, fault, parts } = RULE_KINDS[kind];
    const [least, most = size] = bounds;
    const name = ruleName(rule, size);
    const outside = cells.find((cell) => !Number.isInteger(cell) || cell < 0 || cell >= size * size);
    if (outside !== undefined) return `${name}: expected cells of a ${size}x${size} grid, got ${outside}`;
    if (cells.length < least || cells.length > most) {
      const expected =
        least === most ? `${least}` : most === Infinity ? `${least} or more` : `${least} to ${most}`;
      return `${name}: expected ${expected} cells, got ${cells.length}`;
    }
    const seen = new Set<number>();
    const twice = cells.find((cell) => seen.size === seen.add(cell).size);
    if (twice !== undefined) return `${name}: expected each cell once, got ${cellCode(twice, size)} twice`;
    if (value !== undefined && !(Number.isInteger(value) && value > 0))
      return `${name}: expected a whole number from 1, got ${value}`;
    const why = fault?.(rule, size);
    if (why !== undefined) return `${name} ${why}`;
    const own = parts(rule, name);
    const impossible = own.pairs?.find(({ relation }) => !isPossible(relation, size));
    if (impossible)
      return `${name} needs two digits that ${impossible.relation.name}, but 1 to ${size} have none`;
    if (kind === 'even' || kind === 'odd') {
      if ((parities.get(cells[0]!) ?? kind) !== kind)
        return `${name}: expected an even or an odd cell, got both`;
      parities.set(cells[0]!, kind);
    }
    if (kind !== 'cage') continue;
    for (const cell of cells) {
      const other = cageOf.get(cell);
      if (other) {
        return `${name}: expected cages that share no cell, got ${cellCode(cell, size)} in ${ruleName(other, size)}, too`;
      }
      cageOf.set(cell, rule);
    }
  }
  return undefined;
}

/** Whether two different digits have the relation. */
export function isPossible({ allows }: Relation, size: number): boolean {
  for (let a = 1; a <= size; a++) for (let b = 1; b <= size; b++) if (a !== b && allows(a, b)) return true;
  return false;
}

/** What the rules of a puzzle stand for. */
export function rulePartsOf(rules: readonly Rule[], size: number): Required<Parts> {
  const all = rules.map((rule) => RULE_KINDS[rule.kind].parts(rule, ruleName(rule, size)));
  return {
    pairs: all.flatMap(({ pairs = [] }) => pairs),
    groups: all.flatMap(({ groups = [] }) => groups),
    sums: all.flatMap(({ sums = [] }) => sums),
    digits: all.flatMap(({ digits = [] }) => digits),
  };
}

const triangle = (n: number) => (n * (n + 1)) / 2;

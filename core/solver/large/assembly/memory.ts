// The memory layout. All tables are static: their addresses are constants, used as offsets of loads and stores.
import {
  MAX_CELLS_OF_RULE,
  MAX_RELATED_PAIRS,
  MAX_RELATIONS,
  MAX_RULE_CELLS,
  MAX_RULE_WORDS,
  MAX_RULES,
  MAX_SETS_SIZE,
  MAX_SIZE,
  MAX_UNITS,
  MAX_UNITS_OF_CELL,
} from '../../../kernel/constants';

const MAX_CELLS = MAX_SIZE * MAX_SIZE;
/** candidates of an empty 36x36 grid */
const MAX_VARIABLES = MAX_CELLS * MAX_SIZE;
export const MAX_CELL_UNITS: u32 = MAX_UNITS_OF_CELL;
/** of these, those whose groups are in {@link SLOTS} */
export const USUAL_UNITS: u32 = 3;
export const EXTRA_UNITS: u32 = MAX_CELL_UNITS - USUAL_UNITS;
/** pairs of units that share two cells or more, at most */
const MAX_CROSSINGS = 8 * MAX_CELLS;
/** entries of the queue of changed cells: a power of two above their number */
export const CHANGED_RING: u32 = 2048;
/** sum of all digits of the largest grid that has a table of sets */
const MAX_SUM = (MAX_SETS_SIZE * (MAX_SETS_SIZE + 1)) / 2;
/** all sets of digits, and up to seven zeros behind those of each number and sum */
const MAX_SETS = (1 << MAX_SETS_SIZE) + 8 * (MAX_SETS_SIZE + 1) * (MAX_SUM + 2);
/** groups of cells and units, and group 0, which means none */
const MAX_GROUPS = MAX_CELLS + MAX_UNITS * MAX_SIZE + 1;

// The puzzle.

/** u8 a cell: digits given, 0 for empty; written by the host */
export const GIVENS: usize = memory.data(MAX_CELLS);
/** u64 a cell: the digits that it may have, bit d for digit d counted from 0; written by the host */
export const ALLOWED: usize = memory.data(MAX_CELLS * 8, 8);
/** u8 a cell: the solution found last; read by the host */
export const SOLUTION: usize = memory.data(MAX_CELLS);
/** u8 a cell: a solution known beforehand; for the debug build */
export const WITNESS: usize = memory.data(MAX_CELLS);
/** u16 an entry, unit * size + place: the cell; written by the host */
export const UNIT_CELLS: usize = memory.data(MAX_UNITS * MAX_SIZE * 2, 2);
/** u8 a cell: the number of units that it is in */
export const UNIT_COUNT: usize = memory.data(MAX_CELLS);
/** u64 a cell: bit i for each of its units i, if i is below 64 */
export const UNIT_SETS: usize = memory.data(MAX_CELLS * 8, 8);
/** u32 an entry, cell * {@link MAX_CELL_UNITS} + i: the i-th unit of the cell << 6 | its place in it */
export const CELL_UNITS: usize = memory.data(MAX_CELLS * MAX_CELL_UNITS * 4, 4);
/** 24 bytes a crossing of two units: u32 unit, u32 other unit, u64 places of the first that they share, u64 of the other */
export const CROSSINGS: usize = memory.data(MAX_CROSSINGS * 24, 8);
/** u16 an entry, unit * units + other unit: number of their crossing, counted from 1 */
export const CROSSING_OF: usize = memory.data(MAX_UNITS * MAX_UNITS * 2, 2);

// The root, before search. From here on digits are counted from 0.

/** u64 a cell: bit d for each candidate d */
export const CANDIDATES: usize = memory.data(MAX_CELLS * 8, 8);
/** u64 an entry, unit * size + digit: bit i for each place i of the unit that can take the digit */
export const PLACES: usize = memory.data(MAX_UNITS * MAX_SIZE * 8, 8);
/** u32 a unit: number of the pass through all crossings in which it lost a place last */
export const LAST_CHANGES: usize = memory.data(MAX_UNITS * 4, 4);
/** u16 an entry: cells placed, in that order */
export const QUEUE: usize = memory.data(MAX_CELLS * 2, 2);

// Variables and groups: the candidates that survive the root, and the sets of which exactly one is true, numbered densely.

/** u32 a variable: cell << 6 | digit */
export const CANDIDATE_OF: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u8 a variable: the groups of units that it has a slot for so far */
export const NEXT_SLOT: usize = memory.data(MAX_VARIABLES);
/** u16 a cell: its first variable */
export const FIRST_VARIABLE: usize = memory.data(MAX_CELLS * 2, 2);
/** u32 a group of the variable (cell, then its first three units): byte offset of the group << 6 | bit of the variable in it, 0 for none */
export const SLOTS: usize = memory.data(MAX_VARIABLES * 16, 16);
/** the same for further units, {@link EXTRA_UNITS} a variable */
export const EXTRA_SLOTS: usize = memory.data(MAX_VARIABLES * EXTRA_UNITS * 4, 8);
/** 16 bytes a group: u64 set of the members that are not false, u32 address of the list of members */
export const GROUPS: usize = memory.data(MAX_GROUPS * 16, 16);
/** 16 bytes a group: u64 set of the members that were not false at level 0 */
export const ROOT_GROUPS: usize = memory.data(MAX_GROUPS * 16, 16);
/** u16 a member: variables, group after group */
export const MEMBERS: usize = memory.data(MAX_VARIABLES * (1 + MAX_CELL_UNITS) * 2, 8);

// Assignment. A literal is variable << 1 | sign, sign 1 for "not".

/** i8 a literal: 1 true, -1 false, 0 open */
export const VALUES: usize = memory.data(MAX_VARIABLES * 2);
/** u32 level, u32 reason: a variable */
export const INFO: usize = memory.data(MAX_VARIABLES * 8, 8);
/** u32 an entry: literals in the order in which they became true */
export const TRAIL: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u32 an entry: byte offsets of groups */
export const SINGLES: usize = memory.data(MAX_GROUPS * 4, 4);
/** u32 a level: length of the trail before its decision */
export const LEVEL_STARTS: usize = memory.data(MAX_VARIABLES * 4 + 8, 4);

// Choice of decisions.

/** f64 a variable */
export const ACTIVITY: usize = memory.data(MAX_VARIABLES * 8, 8);
/** f64 a variable in the heap: its order, at least its activity */
export const HEAP_KEYS: usize = memory.data(MAX_VARIABLES * 8, 8);
/** u32 a variable: conflicts that it took part in since it got its value */
export const USES: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u32 index in the trail, u32 conflicts before: where and when each era begins */
export const ERAS: usize = memory.data((MAX_VARIABLES + 1) * 8, 8);
/** u32 an entry: a binary heap of variables, the most active first */
export const HEAP: usize = memory.data(MAX_VARIABLES * 4, 4);
/** i32 a variable: its index in the heap, -1 for none */
export const HEAP_INDEX: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u8 a variable: sign of the literal that was true last */
export const PHASE: usize = memory.data(MAX_VARIABLES);

// Conflict analysis.

/** u8 a variable */
export const MARKS: usize = memory.data(MAX_VARIABLES);
/** u32 an entry: the variables that have marks */
export const MARKED: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u32 an entry: literals of the clause being learnt */
export const LEARNT: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u32 an entry: literals that follow from the puzzle alone, or from it and the solutions excluded */
export const FACTS: usize = memory.data(MAX_VARIABLES * 4, 4);
/** u32 a level: number of the last clause that had a literal of it */
export const LEVEL_STAMPS: usize = memory.data(MAX_VARIABLES * 4 + 8, 4);

/** u32 a level: literals of the clause that are of the level */
export const LEVEL_LITERALS: usize = memory.data(MAX_VARIABLES * 4 + 8, 4);
/** u32 an entry: levels of the clause, highest first */
export const CLAUSE_LEVELS: usize = memory.data(MAX_VARIABLES * 4 + 8, 4);

// Rules beside units. The host writes the first four.

/** u16 a word: the rules of a puzzle, see rule-tables.ts */
export const RULE_INPUT: usize = memory.data(MAX_RULE_WORDS * 2, 2);
/** u64 an entry, relation * 64 + digit: the digits that the other cell may have beside this digit */
export const RELATIONS: usize = memory.data(MAX_RELATIONS * 64 * 8, 8);
/** u16 an entry, relation * 512 + set of digits: what the other cell may have beside some digit of the set; for small grids */
export const RELATED_SETS: usize = memory.data(MAX_RELATIONS * 512 * 2, 2);
/** u16 an entry: sets of digits, by their number and sum; zeros fill them up to vectors of eight */
export const SETS: usize = memory.data(MAX_SETS * 2, 16);
/** u32 an entry, a row a number of digits, a column a sum: where their sets begin */
export const SET_STARTS: usize = memory.data((MAX_SIZE + 1) * (MAX_SUM + 2) * 4, 4);

/** u32 a cell: its first pair; one more for the end */
export const PAIR_STARTS: usize = memory.data((MAX_CELLS + 1) * 4, 4);
/** u32 a pair of a cell: the other cell << 8 | their relation */
export const PAIRS: usize = memory.data(MAX_RELATED_PAIRS * 4, 4);
/** 16 bytes a rule, see rule-tables.ts */
export const RULES: usize = memory.data(MAX_RULES * 16, 4);
/** u16 an entry: cells, rule after rule */
export const RULE_CELLS: usize = memory.data(MAX_RULE_CELLS * 2, 2);
/** a bit a rule, for each cell: its rules */
export const RULES_OF_CELLS: usize = memory.data((MAX_CELLS * (MAX_RULES + 1)) / 8, 8);
/** u16 a cell: its cage, counted from 1 */
export const CAGE_OF: usize = memory.data(MAX_CELLS * 2, 2);
/** 8 bytes a cage, that of no cell included: u16 number of its cells, u16 sum, u32 where it is in the input */
export const CAGES: usize = memory.data((MAX_CELLS + 1) * 8, 8);
/** Regions whose sums are known, at most: units, and two adjacent rows or columns. */
const MAX_REGIONS = MAX_UNITS + 2 * MAX_SIZE;
/** u8 a region: its first unit; and the number of its cells */
export const REGION_UNITS: usize = memory.data(MAX_REGIONS);
export const REGION_CELLS: usize = memory.data(MAX_REGIONS + 16, 16);
/** u8 a region, for each cell: whether it is in it */
export const REGION_MASKS: usize = memory.data(MAX_CELLS * (MAX_REGIONS + 16), 16);
/** u16 an entry: cells of a rule that is being made, and one more */
export const DERIVED_CELLS: usize = memory.data((MAX_CELLS + 1) * 2, 2);
/** u64 a cell: digits that are not false */
export const DOMAINS: usize = memory.data(MAX_CELLS * 8, 8);
/** u64 a cell of the rule that is being applied: its digits */
export const RULE_DOMAINS: usize = memory.data(MAX_CELLS_OF_RULE * 8, 8);
/** u64 a cell of it: the digits that it has in one set, and those with which the rule can hold */
export const SET_DOMAINS: usize = memory.data(MAX_CELLS_OF_RULE * 8, 8);
export const SUPPORTED: usize = memory.data(MAX_CELLS_OF_RULE * 8, 8);
/** u8 a cell: whether it is in the queue of changed cells; u16 an entry: that queue, a ring */
export const CHANGED: usize = memory.data(MAX_CELLS);
export const CHANGED_CELLS: usize = memory.data(CHANGED_RING * 2, 2);
/** a bit a rule: whether it waits */
export const WAITING_RULES: usize = memory.data((MAX_RULES + 1) / 8, 8);

// Small grids, see small-grid.ts.

/** Cells and units of the largest grid that is small. */
export const MAX_SMALL_CELLS: u32 = 144;
export const MAX_SMALL_UNITS: u32 = 64;
const MAX_LANE_BYTES = 2 * (144 + 64);
/** u16 a cell: its digits; u16 a unit: its digits that are not placed; and a bit a cell: whether it is placed */
export const LANES: usize = memory.data(MAX_LANE_BYTES + 32, 16);
/** u16 a cell: its digits when its pairs and rules were looked at last, and when crossings were */
export const SEEN_LANES: usize = memory.data(144 * 2, 16);
export const CROSSED_LANES: usize = memory.data(144 * 2, 16);
/** u16 a cell: the digits that single cages leave it */
export const CAGE_LANES: usize = memory.data(144 * 2, 16);
/** u32 a cell of a rule: the address of its mask in PEER_MASKS */
export const RULE_MASKS: usize = memory.data(MAX_CELLS_OF_RULE * 4, 4);
/** a bit a cell: whether it has pairs or rules */
export const RULED_CELLS: usize = memory.data(144 / 8);
/** for each cell, a mask of the lanes of its peers and units */
export const PEER_MASKS: usize = memory.data(144 * MAX_LANE_BYTES, 16);
/** u16 an entry: byte offsets of lanes; eight units at a time, place by place, their cells */
export const GATHERED: usize = memory.data(64 * 12 * 2, 16);
/** u16 a unit, eight at a time: its digits that have one place left and are not placed; and those that have two */
export const HIDDEN: usize = memory.data(16, 16);
export const TWO_PLACES: usize = memory.data(64 * 2, 16);
/** u8 a unit: whether it has changed */
export const CHANGED_UNITS: usize = memory.data(64);

// The walk through small grids.

/** Solutions of a walk that gives up, at most. */
export const MAX_WALKED_SOLUTIONS: u32 = 32;
/** u32 a guess: cell << 6 | digit */
export const WALK_CHOICES: usize = memory.data(144 * 4, 4);
/** u32 a cell: guesses in it that have failed */
export const WALK_WEIGHTS: usize = memory.data(144 * 4, 4);
/** u8 a cell: the first solutions */
export const WALKED_SOLUTIONS: usize = memory.data(144 * 32);

// Clauses.

/** 16 bytes a literal: u32 address, u32 length, u32 capacity of its list of watches */
export const WATCH_LISTS: usize = memory.data(MAX_VARIABLES * 2 * 16, 16);
/** u32 a bucket: number of clauses of each badness */
export const HISTOGRAM: usize = memory.data(4096 * 4, 4);

/** 8 bytes a watch: u32 some other literal of the clause, u32 clause */
export const WATCHES: usize = 13 << 20;
export const WATCHES_END: usize = WATCHES + (32 << 20);
/** u32 a word: size, flags, literals of each clause, clause after clause */
export const CLAUSES: usize = WATCHES_END;
export const CLAUSES_END: usize = CLAUSES + (64 << 20);
/** 8 bytes a pair, while tables of rules are made and there are no clauses: u32 one cell << 16 | the other, u32 their relation */
export const FOUND_PAIRS: usize = CLAUSES;
/** u8 a region, for each cage, when the pairs have been put in place: its cells inside */
export const CAGE_INSIDE: usize = CLAUSES;
/** u32 a word: explanations of rules */
export const EXPLANATIONS: usize = CLAUSES_END;
export const EXPLANATIONS_END: usize = EXPLANATIONS + (8 << 20);

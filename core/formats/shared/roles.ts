// What columns and members are, by their names.

import { byFactRole } from '../../options/facts.ts';

/** Names of a table's columns and of an object's members, in common use. */
const NAMES = {
  puzzle:
    /^(puzzles?|quiz(zes)?|questions?|sudokus?|grids?|boards?|problems?|givens|unsolved|initial|input|((initial|start(ing)?|unsolved|puzzle|sudoku|quiz|question)_(state|board|grid|string|puzzle|sudoku|quiz)))$/,
  solution:
    /^(solutions?|answers?|solved|results?|output|target|((solution|solved|final|answer|target)_(state|board|grid|string|puzzle|sudoku))|sudoku_solution|puzzle_solution)$/,
  status: /^status$/,
  count: /^(count|counts|solution_count|num_solutions|n_solutions|number_of_solutions)$/,
  ...byFactRole(({ names }) => names),
} as const;
export type Role = keyof typeof NAMES;

/** A name with underscores for blanks and hyphens within it. */
export const underscored = (name: string): string => name.trim().replace(/[\s-]+/g, '_');

/** The role of a column or member, by its name. */
export function roleOf(name: string): Role | undefined {
  const plain = underscored(name.replace(/([a-z])([A-Z])/g, '$1_$2')).toLowerCase();
  return (Object.keys(NAMES) as Role[]).find((role) => NAMES[role].test(plain));
}

const ID = /^(id|key|name|nr|no|number|index|puzzle_?(id|name|nr|no|number|index)|uuid|hash)$/i;

/** Whether a column or member of this name identifies records. */
export function isIdName(name: string): boolean {
  return ID.test(underscored(name));
}

/**
 * Whether these are the columns or members of a result whose rows are numbered, as this package writes them: its numbers only count
 * the rows, and identify none.
 */
export function isNumberedResult(names: Iterable<string>): boolean {
  return /^number,puzzle,solution,status,count,(?:at_?limit,)?guesses(?:,|$)/i.test([...names].join());
}

/** Whether a column of this name says how a search went, in a result of this package: such a column has no other role. */
export const isSearchName = (name: string): boolean => /^(at_limit|guesses)$/.test(name);

const LEVEL =
  /^(very_?)?(easy|easiest|simple|basic|beginners?|novice|gentle|moderate|medium|intermediate|normal|hard|harder|hardest|tough|difficult|advanced|expert|master|diabolical|evil|fiendish|extreme|insane)$/i;

/** Whether a member of this name holds puzzles of a level, as in `{"easy": […], "hard": […]}`. */
export function isLevelName(name: string): boolean {
  return LEVEL.test(underscored(name));
}

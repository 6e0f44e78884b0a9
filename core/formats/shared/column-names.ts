/** What people call the columns of a table and the members of an object. */
const NAMES = {
  puzzle:
    /^(puzzles?|quiz(zes)?|questions?|sudokus?|grids?|boards?|problems?|givens|unsolved|initial|input|((initial|start(ing)?|unsolved|puzzle|sudoku|quiz|question)_(state|board|grid|string|puzzle|sudoku|quiz)))$/,
  solution:
    /^(solutions?|answers?|solved|results?|output|target|((solution|solved|final|answer|target)_(state|board|grid|string|puzzle|sudoku))|sudoku_solution|puzzle_solution)$/,
  status: /^status$/,
  count: /^(count|counts|solution_count|num_solutions|n_solutions|number_of_solutions)$/,
  rating: /^(rating|se_rating|er)$/,
} as const;
export type Role = keyof typeof NAMES;

/** What a column or member of this name holds, if it is one of those that matter. */
export function roleOf(name: string): Role | undefined {
  const plain = name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return (Object.keys(NAMES) as Role[]).find((role) => NAMES[role].test(plain));
}

const ID = /^(id|key|name|nr|no|number|index|puzzle_?(id|name|nr|no|number|index)|uuid|hash)$/i;

/** Whether a column or member of this name tells records apart. */
export function isIdName(name: string): boolean {
  return ID.test(name.trim().replace(/[\s-]+/g, '_'));
}

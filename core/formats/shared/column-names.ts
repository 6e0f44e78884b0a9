/** What people call the columns of a table and the members of an object. */
const NAMES = {
  puzzle:
    /^(puzzles?|quiz(zes)?|questions?|sudokus?|grids?|boards?|problems?|givens|unsolved|initial|input)$/,
  solution: /^(solutions?|answers?|solved|results?|output|target|solution_(grid|board|string))$/,
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

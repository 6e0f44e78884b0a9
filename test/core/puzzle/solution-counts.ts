/** Counts the solutions of a 4x4 puzzle in the simplest way there is. */
export function countOf(puzzle: string): number {
  const at = puzzle.indexOf('.');
  if (at < 0) return 1;
  let count = 0;
  for (const digit of '1234')
    if (fits(puzzle, at, digit)) count += countOf(puzzle.slice(0, at) + digit + puzzle.slice(at + 1));
  return count;
}

function fits(puzzle: string, cell: number, digit: string): boolean {
  const box = (i: number) => Math.floor(i / 8) * 2 + Math.floor((i % 4) / 2);
  return Array.from(puzzle).every(
    (other, i) =>
      other !== digit ||
      (Math.floor(i / 4) !== Math.floor(cell / 4) && i % 4 !== cell % 4 && box(i) !== box(cell)),
  );
}

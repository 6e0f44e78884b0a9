import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { Status, statusName } from '../../solver/status.ts';
import type { BlockCounts } from './count-block.ts';
import { addAmong, cellsText, compareHardness, type HardPuzzle, MAX_DRAWN, MAX_HARDEST } from './hardest.ts';
import { selectHardest } from './select-hardest.ts';
import type { Statistics } from './statistics.ts';

type Solved = Pick<BatchResult, 'statuses' | 'guesses' | 'solutions'>;

/** Puts puzzles of a solved block among the hardest. Parameters as those of addBlock. */
export function addHardest(
  statistics: Statistics,
  { cells, geometry, count, lines: linesOf }: Block,
  { guesses, statuses, solutions }: Solved,
  { byGuessesApart }: BlockCounts,
  {
    size,
    lines,
    isListed,
    listedGuesses,
  }: { size: string; lines: number; isListed: boolean; listedGuesses: number },
): void {
  const { hardest } = statistics;
  const isFull = hardest.length >= MAX_HARDEST;
  // a later puzzle must be harder than the last of a full list: among equals the first ones stay
  const floor = Math.max(isFull ? hardest.at(-1)!.guesses : -1, listedGuesses) + 1;
  if (!hasSome(byGuessesApart, floor)) return;
  const own = leastOf(byGuessesApart);
  const least = Math.max(floor, own.guesses);
  const ties = own.guesses < floor ? count : own.ties;
  const candidates = selectHardest({ guesses, statuses }, count, least, ties);
  if (candidates.length === 0) return;
  candidates.sort((a, b) => guesses[b]! - guesses[a]! || a - b);
  const lastDrawn = hardest[MAX_DRAWN - 1];
  const found = candidates.slice(0, MAX_HARDEST).map((p, rank): HardPuzzle => {
    const outcome = statusName(statuses[p] as Status) as HardPuzzle['outcome'];
    const puzzle = { line: lines + linesOf[p]! + 1, guesses: guesses[p]!, size, outcome };
    if (rank >= MAX_DRAWN || (lastDrawn && compareHardness(lastDrawn, puzzle) < 0)) return puzzle;
    const range = [p * geometry!.cells, (p + 1) * geometry!.cells] as const;
    const isFound = statuses[p] === Status.solved && !isListed;
    return {
      ...puzzle,
      puzzle: cellsText(cells, ...range),
      ...(isFound && { solution: cellsText(solutions, ...range) }),
    };
  });
  statistics.hardest = addAmong(hardest, found);
}

/** Whether puzzles took so many guesses, as far as these are told apart: most puzzles of most files took none. */
function hasSome(byGuesses: Uint32Array, least: number): boolean {
  for (let guesses = Math.min(least, byGuesses.length - 1); guesses < byGuesses.length; guesses++) {
    if (byGuesses[guesses] !== 0) return true;
  }
  return false;
}

/**
 * The guesses that the hardest of a block took at least, as many as are kept, and how many of those with just as many are
 * among them.
 */
function leastOf(byGuesses: Uint32Array): { guesses: number; ties: number } {
  let harder = 0;
  let guesses = byGuesses.length - 1;
  while (guesses > 0 && harder + byGuesses[guesses]! < MAX_HARDEST) harder += byGuesses[guesses--]!;
  // what is above is not told apart
  return { guesses, ties: guesses === byGuesses.length - 1 ? Infinity : MAX_HARDEST - harder };
}

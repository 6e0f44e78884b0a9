import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { Status, statusName } from '../../solver/status.ts';
import {
  cellsText,
  compareHardness,
  type HardPuzzle,
  MAX_DRAWN,
  MAX_HARDEST,
  mergeHardest,
} from './hardest.ts';
import type { Statistics } from './statistics.ts';

type Solved = Pick<BatchResult, 'statuses' | 'guesses' | 'solutions'>;

/** Puts puzzles of a solved block among the hardest. Parameters as those of addBlock. */
export function addHardest(
  statistics: Statistics,
  { cells, geometry, count, lines: linesOf }: Block,
  { guesses, statuses, solutions }: Solved,
  { size, lines, isListed }: { size: string; lines: number; isListed: boolean },
): void {
  const { hardest } = statistics;
  const isFull = hardest.length >= MAX_HARDEST;
  // a later puzzle must be harder than the last of a full list: among equals the first ones stay
  const floor = isFull ? hardest.at(-1)!.guesses + 1 : 0;
  const own = leastOf(guesses, statuses, count);
  const least = Math.max(floor, own.guesses);
  let rest = own.guesses < floor ? count : own.ties;
  const candidates: { p: number; puzzle: HardPuzzle }[] = [];
  for (let p = 0; p < count; p++) {
    if (guesses[p]! < least || statuses[p] === Status.invalid) continue;
    if (guesses[p] === least && rest-- <= 0) continue;
    const outcome = statusName(statuses[p] as Status) as HardPuzzle['outcome'];
    const line = lines + linesOf[p]! + 1;
    candidates.push({ p, puzzle: { line, guesses: guesses[p]!, size, outcome } });
  }
  if (candidates.length === 0) return;
  candidates.sort((a, b) => compareHardness(a.puzzle, b.puzzle));
  const drawn = candidates.slice(0, MAX_HARDEST).map(({ p, puzzle }, rank): HardPuzzle => {
    if (rank >= MAX_DRAWN) return puzzle;
    const range = [p * geometry!.cells, (p + 1) * geometry!.cells] as const;
    const found = statuses[p] === Status.solved && !isListed;
    return {
      ...puzzle,
      puzzle: cellsText(cells.subarray(...range)),
      ...(found && { solution: cellsText(solutions.subarray(...range)) }),
    };
  });
  statistics.hardest = mergeHardest([hardest, drawn]);
}

/** Numbers of guesses that are told apart here: what is above counts as one. */
const MAX_COUNTED = 64;

/**
 * The guesses that the hardest of a block took at least, as many as are kept, and how many of those with just as many are
 * among them: most puzzles of most files take none, and need not be sorted.
 */
function leastOf(
  guesses: Uint32Array,
  statuses: Uint8Array,
  count: number,
): { guesses: number; ties: number } {
  const counts = new Uint32Array(MAX_COUNTED + 1);
  for (let p = 0; p < count; p++) {
    if (guesses[p] !== 0 && statuses[p] !== Status.invalid) counts[Math.min(guesses[p]!, MAX_COUNTED)]!++;
  }
  let harder = 0;
  let least = MAX_COUNTED;
  while (least > 0 && harder + counts[least]! < MAX_HARDEST) harder += counts[least--]!;
  // how many took none is not counted: the first of them are taken until there are enough
  return { guesses: least, ties: least === MAX_COUNTED ? count : MAX_HARDEST - harder };
}

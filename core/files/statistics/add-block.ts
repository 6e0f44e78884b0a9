import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { isRated } from '../../solver/grade/rating.ts';
import { OUTCOMES, Status, statusName } from '../../solver/status.ts';
import { countGivens } from './count-givens.ts';
import {
  cellsText,
  compareHardness,
  type HardPuzzle,
  MAX_DRAWN,
  MAX_HARDEST,
  mergeHardest,
} from './hardest.ts';
import { addCounts, givensBinWidth, LOG_BINS, logBin } from './histogram.ts';
import { type SizeStatistics, type Statistics, statisticsOf } from './statistics.ts';

type Solved = Pick<BatchResult, 'statuses' | 'counts' | 'guesses' | 'solutions' | 'ratings'>;

/**
 * Adds a solved block.
 * @param size name of the puzzles' size and variant
 * @param lines line feeds of the file or piece before the block
 * @param isListed whether all solutions were listed, so that the result has none
 */
export function addBlock(
  statistics: Statistics,
  block: Block,
  result: Solved,
  { size, lines, isListed }: { size: string; lines: number; isListed: boolean },
): void {
  const { geometry, count } = block;
  if (!geometry || count === 0) return;
  const { statuses, counts, guesses } = result;
  const outcomes = new Uint32Array(OUTCOMES.length);
  const byGuesses = new Uint32Array(LOG_BINS);
  const bySolutions = new Uint32Array(LOG_BINS);
  for (let p = 0; p < count; p++) {
    outcomes[statuses[p]!]!++;
    byGuesses[logBin(guesses[p]!)]!++;
    bySolutions[logBin(counts[p]!)]!++;
  }
  const entry = statisticsOf(statistics, size);
  for (let status = 0; status < OUTCOMES.length; status++) {
    entry[OUTCOMES[status]!.key] += outcomes[status]!;
  }
  addCounts(entry.guesses, byGuesses);
  addCounts(entry.solutions, bySolutions);
  const width = givensBinWidth(geometry.cells);
  const byGivens = countGivens(block.cells, geometry.cells, count);
  for (let givens = 0; givens < byGivens.length; givens++) {
    const bin = givens - (givens % width);
    if (byGivens[givens]! > 0) entry.givens[bin] = (entry.givens[bin] ?? 0) + byGivens[givens]!;
  }
  addRatings(entry, result);
  addHardest(statistics, block, result, { size, lines, isListed });
}

function addRatings(entry: SizeStatistics, { ratings = [] }: Solved): void {
  for (const rating of ratings) {
    if (!rating || !isRated(rating)) continue;
    if (rating.status === 'beyond') {
      entry.beyond = (entry.beyond ?? 0) + 1;
      continue;
    }
    entry.er ??= {};
    const tenths = Math.round(rating.er * 10);
    entry.er[tenths] = (entry.er[tenths] ?? 0) + 1;
  }
}

function addHardest(
  statistics: Statistics,
  { cells, geometry, count, lines: linesOf }: Block,
  { guesses, statuses, solutions }: Solved,
  { size, lines, isListed }: { size: string; lines: number; isListed: boolean },
): void {
  const { hardest } = statistics;
  const isFull = hardest.length >= MAX_HARDEST;
  // a later puzzle must be harder than the last of a full list: among equals the first ones stay
  const least = isFull ? hardest.at(-1)!.guesses + 1 : 0;
  const candidates: { p: number; puzzle: HardPuzzle }[] = [];
  for (let p = 0; p < count; p++) {
    if (guesses[p]! < least || statuses[p] === Status.invalid) continue;
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

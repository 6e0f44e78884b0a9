import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { isRated } from '../../solver/grade/rating.ts';
import { OUTCOMES } from '../../solver/status.ts';
import { addHardest } from './add-hardest.ts';
import type { BlockCounts } from './count-block.ts';
import { addCounts, givensBinWidth } from './histogram.ts';
import { type SizeStatistics, type Statistics, statisticsOf } from './statistics.ts';

type Solved = Pick<BatchResult, 'statuses' | 'guesses' | 'solutions' | 'ratings'>;

/**
 * Adds a solved block.
 * @param counts of its puzzles
 * @param size name of the puzzles' size and variant
 * @param lines line feeds of the file or piece before the block
 * @param isListed whether all solutions were listed, so that the result has none
 * @param listedGuesses that a puzzle took more of, if it is to be among the hardest
 */
export function addBlock(
  statistics: Statistics,
  block: Block,
  result: Solved,
  counts: BlockCounts,
  where: { size: string; lines: number; isListed: boolean; listedGuesses: number },
): void {
  const entry = statisticsOf(statistics, where.size);
  for (let status = 0; status < OUTCOMES.length; status++) {
    entry[OUTCOMES[status]!.key] += counts.byStatus[status]!;
  }
  addCounts(entry.guesses, counts.byGuesses);
  addCounts(entry.solutions, counts.bySolutions);
  addCounts(entry.givens, counts.byGivens, givensBinWidth(block.geometry!.cells));
  addRatings(entry, result);
  addHardest(statistics, block, result, counts, where);
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

import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { isRated } from '../../solver/grade/rating.ts';
import { OUTCOMES, Status } from '../../solver/status.ts';
import { addHardest } from './add-hardest.ts';
import { countGivens } from './count-givens.ts';
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
  let plain = 0;
  for (let p = 0; p < count; p++) {
    // most puzzles of most files: counted apart, as adding to one place in memory again and again takes its time
    if ((statuses[p]! | guesses[p]!) === 0 && counts[p] === 1) {
      plain++;
      continue;
    }
    outcomes[statuses[p]!]!++;
    byGuesses[logBin(guesses[p]!)]!++;
    bySolutions[logBin(counts[p]!)]!++;
  }
  outcomes[Status.solved]! += plain;
  byGuesses[logBin(0)]! += plain;
  bySolutions[logBin(1)]! += plain;
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

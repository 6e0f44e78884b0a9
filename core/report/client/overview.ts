// The page of several files: their sections in order.

import { countOrCompact, mean, numberText } from '../format.ts';
import type { PageDocument } from '../page-document.ts';
import { aboutFiles } from './about.ts';
import { attention, type Concern } from './attention.ts';
import { comparison } from './comparison.ts';
import { distributions } from './distributions.ts';
import { files } from './files.ts';
import { hardest } from './hardest.ts';
import { headline, tiles } from './headline.ts';
import { outcomes } from './outcomes.ts';
import { problems } from './problems.ts';
import { drawnSafely } from './sections.ts';

/** All sections about several files together. */
export function overview(page: PageDocument): Node[] {
  const { totals, lists } = page;
  const table = files(page);
  const problemTable = problems(lists.problems, totals);
  const show = (concern: Concern) => table.show(concern);
  const parts: (() => Node | undefined)[] = [
    () => tilesOf(page),
    () => attention(totals, show),
    () => outcomes(totals, totals.statistics),
    () => table.element,
    () => comparison(page),
    () => problemTable?.element,
    () => distributions(totals.statistics),
    () => hardest(lists),
    () => aboutFiles(totals),
  ];
  return [headline(totals), ...drawnSafely(parts)];
}

function tilesOf({
  totals: { files: number, puzzles, solved, solutions, guesses },
}: PageDocument): HTMLElement {
  return tiles([
    ['files', numberText(number)],
    ['puzzles', numberText(puzzles)],
    ['solutions found', solutions > solved ? countOrCompact(solutions) : undefined],
    ['guesses a puzzle', puzzles > 0 ? mean(guesses / puzzles) : undefined],
  ]);
}

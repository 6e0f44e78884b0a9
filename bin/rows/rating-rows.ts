// The rows of `sudoku grade`: a table of ratings, with all steps if they are requested.
import type { Table } from '../../core/options/options.ts';
import { explainedStepText } from '../../core/solver/explain/explain.ts';
import type { Explained } from '../../core/solver/grade/solve-by-hand.ts';
import { isRated, ratingJson, ratingTexts } from '../../core/solver/steps/rating.ts';
import { SLOW_PER_TASK } from '../threads/computed-fields.ts';
import type { Graded, GradeTask } from '../threads/tasks.ts';
import type { RowFileKind, RowValues } from './row-files.ts';

/** @param withPath whether to include all steps */
export function ratingRows(format: Table, withPath: boolean): RowFileKind<GradeTask> {
  return {
    name: 'ratings',
    format,
    columns: ['er', 'ep', 'ed', 'hardest', 'techniques', ...(withPath ? ['path'] : [])],
    recordsPerTask: SLOW_PER_TASK,
    good: ['graded', 'filled'],
    otherShape: 'not-graded',
    notes: {
      explained: 'explained: only 9x9 puzzles, classic or X and without candidates, have ratings',
      'not-graded': 'not-graded: the puzzle has a rule that is not known',
    },
    accepts: ({ unsupported }) => unsupported === undefined,
    hasCandidates: true,
    task: (shape, cells, allowed) => ({ kind: 'grade', shape, cells, allowed, path: withPath }),
    values: (_, grades, puzzle) => {
      const rated = grades[puzzle]!;
      if ('difficulty' in rated) return explainedValues(rated, format, withPath);
      const path = isRated(rated) ? rated.path : undefined;
      const fields = format === 'csv' ? ratingFields(rated, withPath) : undefined;
      return { status: rated.status, fields, members: { ...ratingJson(rated), path } };
    },
  };
}

function ratingFields(grade: Graded, withPath: boolean): string[] {
  const { hardest = '', counts, path = [] } = grade;
  const ratings = isRated(grade) ? ratingTexts(grade) : ['', '', ''];
  const steps = path.map(({ rating, step }) => `${rating.toFixed(1)} ${step}`);
  return [...ratings, hardest, countsText(counts), ...(withPath ? [steps.join('; ')] : [])];
}

/** The steps of a puzzle without a rating; its difficulty is a word of our own. */
function explainedValues(explained: Explained, format: Table, withPath: boolean): RowValues {
  const { status, difficulty, counts, steps } = explained;
  if (format !== 'csv')
    return { status, fields: undefined, members: { difficulty, counts, path: withPath ? steps : undefined } };
  const all = Object.entries(counts);
  const hardest = all.at(-1)?.[0] ?? '';
  const texts = withPath ? [steps.map(explainedStepText).join('; ')] : [];
  return { status, fields: ['', '', '', hardest, countsText(all), ...texts] };
}

const countsText = (counts: Iterable<readonly [name: string, count: number]>): string =>
  Array.from(counts, ([name, count]) => `${name}: ${count}`).join('; ');

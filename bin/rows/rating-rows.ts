// The rows of `sudoku grade`: a table of ratings, with all steps if they are requested.
import type { Table } from '../../core/options/options.ts';
import { canGrade, isRated, ratingJson, ratingTexts } from '../../core/solver/steps/rating.ts';
import { SLOW_PER_TASK } from '../threads/computed-fields.ts';
import type { Graded, GradeTask } from '../threads/tasks.ts';
import type { RowFileKind } from './row-files.ts';

/** @param withPath whether to include all steps */
export function ratingRows(format: Table, withPath: boolean): RowFileKind<GradeTask> {
  return {
    name: 'ratings',
    format,
    columns: ['er', 'ep', 'ed', 'hardest', 'techniques', ...(withPath ? ['path'] : [])],
    recordsPerTask: SLOW_PER_TASK,
    good: ['graded', 'filled'],
    otherShape: 'not-graded',
    note: 'only 9x9 puzzles with 3x3 boxes, classic or X, are graded',
    accepts: canGrade,
    task: (shape, cells) => ({ kind: 'grade', shape, cells, path: withPath }),
    values: (_, grades, puzzle) => {
      const grade = grades[puzzle]!;
      const path = isRated(grade) ? grade.path : undefined;
      const fields = format === 'csv' ? ratingFields(grade, withPath) : undefined;
      return { status: grade.status, fields, members: { ...ratingJson(grade), path } };
    },
  };
}

function ratingFields(grade: Graded, withPath: boolean): string[] {
  const { hardest = '', counts, path = [] } = grade;
  const ratings = isRated(grade) ? ratingTexts(grade) : ['', '', ''];
  const techniques = [...counts].map(([name, count]) => `${name}: ${count}`);
  const steps = path.map(({ rating, step }) => `${rating.toFixed(1)} ${step}`);
  return [...ratings, hardest, techniques.join('; '), ...(withPath ? [steps.join('; ')] : [])];
}

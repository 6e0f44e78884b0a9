// The rows of `sudoku grade`: a table of ratings, with all steps if they are requested.
import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { csvRows, jsonlRows } from '../../core/formats/tables/rows.ts';
import type { Table } from '../../core/options/options.ts';
import { canGrade, isRated, ratingJson, ratingTexts } from '../../core/solver/steps/rating.ts';
import { cellsAt } from '../records/whole-records.ts';
import { SLOW_PER_TASK } from '../threads/computed-fields.ts';
import type { Graded, GradeTask } from '../threads/tasks.ts';
import { csvRow, type RowFileKind } from './row-files.ts';

/** @param path whether to include all steps */
export function ratingRows(format: Table, path: boolean): RowFileKind<GradeTask> {
  const { header, toLine } = rowFormat(format, path);
  return {
    name: 'ratings',
    extension: format,
    header,
    recordsPerTask: SLOW_PER_TASK,
    good: ['graded', 'filled'],
    otherShape: 'not-graded',
    note: 'only 9x9 puzzles with 3x3 boxes, classic or X, are graded',
    accepts: canGrade,
    task: (shape, cells) => ({ kind: 'grade', shape, cells, path }),
    rows: (batch, grades, count, hasIds) => {
      const lines: string[] = [];
      for (const [record, p] of batch.puzzles.entries()) {
        const grade = p < 0 ? undefined : grades?.[p];
        const status = p < 0 ? 'invalid' : 'not-graded';
        count(grade?.status ?? status);
        const puzzle = p < 0 ? batch.faults.get(record)!.text : lineOf(cellsAt(batch, p));
        const id = hasIds ? (batch.ids?.[record] ?? '') : undefined;
        lines.push(toLine({ id, puzzle, grade, status }));
      }
      return Buffer.from(lines.join(''));
    },
  };
}

/** A record of a file with its rating. */
interface RatingRow {
  /** undefined in tables without ids */
  readonly id: string | undefined;
  readonly puzzle: string;
  /** undefined unless it is a 9x9 puzzle with 3x3 boxes */
  readonly grade: Graded | undefined;
  /** of a record without a grade */
  readonly status: 'invalid' | 'not-graded';
}

/** How ratings are written: a header and a line for each row. @param path whether to include all steps */
function rowFormat(
  format: Table,
  path: boolean,
): { readonly header: RowFileKind<GradeTask>['header']; readonly toLine: (row: RatingRow) => string } {
  if (format === 'jsonl') return { header: () => '', toLine: jsonLine };
  return {
    header: (hasIds) =>
      `${hasIds ? 'id,' : ''}puzzle,status,er,ep,ed,hardest,techniques${path ? ',path' : ''}\n`,
    toLine: (row) => csvLine(row, path),
  };
}

function jsonLine({ id, puzzle, grade, status }: RatingRow): string {
  const path = grade && isRated(grade) ? grade.path : undefined;
  const members = { puzzle, ...(grade ? ratingJson(grade) : { status }), path };
  return `{${jsonlRows.id(id || undefined)}${JSON.stringify(members).slice(1)}\n`;
}

function csvLine({ id, ...row }: RatingRow, withPath: boolean): string {
  return `${id === undefined ? '' : csvRows.id(id)}${csvRow(ratingFields(row, withPath))}`;
}

function ratingFields({ puzzle, grade, status }: Omit<RatingRow, 'id'>, withPath: boolean): string[] {
  if (!grade) return [puzzle, status, '', '', '', '', '', ...(withPath ? [''] : [])];
  const { hardest = '', counts, path = [] } = grade;
  const ratings = isRated(grade) ? ratingTexts(grade) : ['', '', ''];
  const techniques = [...counts].map(([name, count]) => `${name}: ${count}`);
  const steps = path.map(({ rating, step }) => `${rating.toFixed(1)} ${step}`);
  return [
    puzzle,
    grade.status,
    ...ratings,
    hardest,
    techniques.join('; '),
    ...(withPath ? [steps.join('; ')] : []),
  ];
}

import type { Table } from '../../core/options/options.ts';
import { isRated, ratingsOf, ratingTexts } from '../../core/solver/grade/rating.ts';
import type { Graded } from '../threads/tasks.ts';

/** A record of a file with its rating. */
export interface RatingRow {
  readonly puzzle: string;
  /** undefined unless it is a 9x9 puzzle with 3x3 boxes */
  readonly grade: Graded | undefined;
  /** of a record without a grade */
  readonly status: 'invalid' | 'not-graded';
}

/** How ratings are written: a header, which may be empty, and a line for each row. @param path whether to include all steps */
export function rowFormat(
  format: Table,
  path: boolean,
): { readonly header: string; readonly toLine: (row: RatingRow) => string } {
  if (format === 'jsonl') return { header: '', toLine: jsonLine };
  return {
    header: `puzzle,status,er,ep,ed,hardest,techniques${path ? ',path' : ''}\n`,
    toLine: (row) => csvLine(row, path),
  };
}

function jsonLine({ puzzle, grade, status }: RatingRow): string {
  if (!grade) return `${JSON.stringify({ puzzle, status })}\n`;
  const { hardest, counts, path } = grade;
  const [er, ep, ed] = ratingsOf(grade);
  const rated = isRated(grade) ? { er, ep, ed, hardest, counts, path } : {};
  return `${JSON.stringify({ puzzle, status: grade.status, ...rated })}\n`;
}

function csvLine({ puzzle, grade, status }: RatingRow, withPath: boolean): string {
  if (!grade) return csv([puzzle, status, '', '', '', '', '', ...(withPath ? [''] : [])]);
  const { hardest = '', counts, path = [] } = grade;
  const ratings = isRated(grade) ? ratingTexts(grade) : ['', '', ''];
  const techniques = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  const steps = path.map(({ rating, step }) => `${rating.toFixed(1)} ${step}`);
  return csv([
    puzzle,
    grade.status,
    ...ratings,
    hardest,
    techniques.join('; '),
    ...(withPath ? [steps.join('; ')] : []),
  ]);
}

function csv(fields: readonly string[]): string {
  return `${fields.map((field) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\n`;
}

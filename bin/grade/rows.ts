import type { Table } from '../../core/options/options.ts';
import { isRated, ratingsOf, ratingTexts } from '../../core/solver/grade/rating.ts';
import type { Graded } from '../threads/tasks.ts';

/** A record of a file and what came of it; without a grade where it is no 9x9 puzzle. */
export interface Row {
  readonly puzzle: string;
  readonly grade: Graded | undefined;
  /** of a record without a grade */
  readonly status: 'invalid' | 'not-graded';
}

export type ToLine = (row: Row) => string;

/** How rows become lines: a head line, if there is one, and a line for each. */
export function rowFormat(format: Table, path: boolean): { head: string; line: ToLine } {
  if (format === 'jsonl') return { head: '', line: jsonLine };
  return {
    head: `puzzle,status,er,ep,ed,hardest,techniques${path ? ',path' : ''}\n`,
    line: (row) => csvLine(row, path),
  };
}

function jsonLine({ puzzle, grade, status }: Row): string {
  if (!grade) return `${JSON.stringify({ puzzle, status })}\n`;
  const { hardest, counts, path } = grade;
  const [er, ep, ed] = ratingsOf(grade);
  const rated = isRated(grade) ? { er, ep, ed, hardest, counts, path } : {};
  return `${JSON.stringify({ puzzle, status: grade.status, ...rated })}\n`;
}

function csvLine({ puzzle, grade, status }: Row, withPath: boolean): string {
  if (!grade) return csv([puzzle, status, '', '', '', '', '', ...(withPath ? [''] : [])]);
  const { hardest = '', counts, path = [] } = grade;
  const ratings = isRated(grade) ? ratingTexts(grade) : ['', '', ''];
  const techniques = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  const steps = path.map(({ rating: value, step }) => `${value.toFixed(1)} ${step}`);
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

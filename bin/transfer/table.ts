import { visible } from '../../core/formats/shared/bytes.ts';
import { OUTCOMES } from '../../core/solver/status.ts';
import type { AnyReport } from '../remote/report.ts';

/** One file's line. */
export interface TableRow {
  readonly file: { readonly key: string };
  readonly report: AnyReport;
  readonly seconds: number;
}

const COLUMNS = ['puzzles', ...OUTCOMES.map(({ name }) => name.replace('-', ' ')), 'seconds'];

/** One line a file, in columns as wide as the longest key needs. */
export class Table {
  readonly #keyWidth: number;

  constructor(keys: readonly string[]) {
    this.#keyWidth = Math.max(4, ...keys.map((key) => visible(key).length));
  }

  header(): string {
    return this.#line('file', COLUMNS);
  }

  row({ file, report, seconds }: TableRow): string {
    if (report.status !== 'done') {
      const line = report.status === 'rejected' ? report.line : undefined;
      const where = line === undefined ? '' : `line ${line}: `;
      return visible(
        `${visible(file.key).padEnd(this.#keyWidth)}  ${report.status}: ${where}${report.reason}`,
      );
    }
    const counts = [report.puzzles, ...OUTCOMES.map(({ key }) => report[key])];
    return this.#line(file.key, [...counts.map((count) => count.toLocaleString('en')), seconds.toFixed(2)]);
  }

  #line(key: string, cells: readonly string[]): string {
    const padded = cells.map((cell, i) => cell.padStart(Math.max(COLUMNS[i]!.length, 9)));
    return `${visible(key).padEnd(this.#keyWidth)} ${padded.join(' ')}`;
  }
}

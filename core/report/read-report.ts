import schema from '../files/report.schema.json' with { type: 'json' };
import type { AnyReport } from '../files/report.ts';
import { OUTCOMES } from '../solver/status.ts';
import { type Schema, wrongType } from './check-types.ts';

/** A text that is no report. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/**
 * Reads a report as `sudoku solve --json`, `sudoku local` or a deployed pipeline writes it. Members that an older version
 * did not write yet are taken as empty.
 * @throws ReportError that says what was expected and what came
 */
export function readReport(text: string): AnyReport {
  const value = parse(text);
  const { status, input } = value;
  if (typeof status !== 'string' || typeof (input as { key?: unknown } | undefined)?.key !== 'string') {
    throw new ReportError('expected a report with a status and an input, got other JSON');
  }
  if (status !== 'done') {
    if (typeof value.reason !== 'string') {
      throw new ReportError(`expected a reason in a report with status ${JSON.stringify(status)}, got none`);
    }
    checkTypes(value, 'failed');
    return value as unknown as AnyReport;
  }
  for (const name of ['puzzles', 'seconds', ...OUTCOMES.map(({ key }) => key)]) {
    if (typeof value[name] !== 'number') {
      throw new ReportError(`expected a number as ${name} of the report, got ${JSON.stringify(value[name])}`);
    }
  }
  checkTypes(value, 'done');
  const defaults = { disagreements: 0, guesses: 0, puzzlesPerSecond: 0, alphabets: [], options: {} };
  return { ...defaults, problems: [], statistics: {}, hardest: [], ...value } as unknown as AnyReport;
}

/**
 * Reads what may also be JSON Lines, as `sudoku solve --json` tells what goes on: its reports are those of the files.
 * @throws ReportError
 */
export function readReports(text: string): AnyReport[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{"event":'));
  if (lines.length === 0) return [readReport(text)];
  const reports = lines.filter((line) => line.startsWith('{"event":"file"'));
  if (reports.length === 0) throw new ReportError('expected reports among the events, got none');
  return reports.map(readReport);
}

/** What is to be drawn is drawn without another look. */
function checkTypes(value: object, status: 'done' | 'failed'): void {
  const root: Schema = schema as object;
  for (const part of [root, root.definitions![status]!]) {
    const wrong = wrongType(value, part, root, '');
    if (wrong !== undefined) throw new ReportError(wrong);
  }
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ReportError(`expected a report in JSON, got something else (${(error as Error).message})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ReportError('expected a report in JSON, an object, got another value');
  }
  return value as Record<string, unknown>;
}

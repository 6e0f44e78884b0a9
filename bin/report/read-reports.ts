import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyReport } from '../../core/files/index.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { ReportError, readReport } from '../../core/report/read-report.ts';
import { UsageError } from '../cli/exit.ts';

/**
 * The reports in files, and in directories with those below them.
 * @throws UsageError for what cannot be read, is no report, or holds none
 */
export function readReports(paths: readonly string[]): AnyReport[] {
  return paths.flatMap(filesAt).map((path) => {
    try {
      return readReport(readFileSync(path, 'utf8'));
    } catch (error) {
      throw new UsageError(`${path}: ${unreadable(error)}`);
    }
  });
}

function filesAt(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(REPORT_SUFFIX),
    );
    if (found.length > 0) return found.sort().map((name) => join(path, name));
  } catch (error) {
    throw new UsageError(`${path}: ${unreadable(error)}`);
  }
  throw new UsageError(`${path}: expected files that end in ${REPORT_SUFFIX}, got none`);
}

/** @throws the error itself if it is neither ours nor the system's */
function unreadable(error: unknown): string {
  if (error instanceof ReportError) return error.message;
  if (error instanceof Error && 'code' in error) return `cannot be read: ${error.message}`;
  throw error;
}

import { writeFileSync } from 'node:fs';
import type { AnyReport } from '../../core/files/index.ts';
import { renderPage } from '../../core/report/render-page.ts';
import { FailureError } from '../cli/exit.ts';

/**
 * Writes the page of reports to a file, or to standard output.
 * @throws FailureError if it cannot be written
 */
export function writePage(path: string, reports: readonly AnyReport[]): void {
  try {
    writeFileSync(path === '-' ? process.stdout.fd : path, renderPage(reports));
  } catch (error) {
    throw new FailureError(`${path}: cannot be written: ${(error as Error).message}`);
  }
}

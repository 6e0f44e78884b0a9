import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyReport } from '../../core/files/index.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { ReportError, readReports as readText } from '../../core/report/read-report.ts';
import { UsageError } from '../cli/exit.ts';

/**
 * The reports in files, also as JSON Lines of `--json`, and in directories with those below them.
 * @throws UsageError for what cannot be read, is no report, or holds none
 */
export function readReports(paths: readonly string[]): AnyReport[] {
  return paths.flatMap(filesAt).flatMap((path) => {
    try {
      return readText(contentOf(path));
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

/** A report is at most 64 KiB; events of very many files are longer. */
const MAX_BYTES = 256 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Read piece by piece: what is no file, as a device, may have no end. @throws ReportError */
function contentOf(path: string): string {
  const pieces: Buffer[] = [];
  const file = openSync(path, 'r');
  try {
    for (let bytes = 0; ; ) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const read = readSync(file, piece, 0, piece.length, null);
      if (read === 0) return Buffer.concat(pieces).toString();
      bytes += read;
      if (bytes > MAX_BYTES)
        throw new ReportError('expected a report of at most 64 KiB, got more than 256 MiB');
      pieces.push(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** @throws the error itself if it is neither ours nor the system's */
function unreadable(error: unknown): string {
  if (error instanceof ReportError) return error.message;
  if (error instanceof Error && 'code' in error) return `cannot be read: ${error.message}`;
  throw error;
}

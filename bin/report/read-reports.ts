import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { AnyReport } from '../../core/files/index.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { ReportError, readReports as readText } from '../../core/report/read-report.ts';
import { UsageError } from '../cli/exit.ts';
import { type FilesIn, filesIn } from '../cli/files-in.ts';
import { systemMessage } from '../cli/paths.ts';

/**
 * Files of reports: those given, and those in directories, by their names (see {@link filesIn}).
 * @throws UsageError for a directory without any, and for what is not there
 */
export function reportFiles(paths: readonly string[]): FilesIn {
  const found = paths.map(filesAt);
  return {
    files: found.flatMap(({ files }) => files),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

/**
 * The reports in files, also as JSON Lines of `--json`.
 * @throws UsageError for what cannot be read, is no report, or holds none
 */
export function readReports(files: readonly string[]): AnyReport[] {
  return files.flatMap((path) => {
    try {
      return readText(contentOf(path));
    } catch (error) {
      throw new UsageError(`${path}: ${unreadable(error)}`);
    }
  });
}

function filesAt(path: string): FilesIn {
  try {
    if (!statSync(path).isDirectory()) return { files: [path], unreadable: [] };
  } catch (error) {
    throw new UsageError(`${path}: ${unreadable(error)}`);
  }
  const found = filesIn(path);
  const files = found.files.filter((name) => name.endsWith(REPORT_SUFFIX));
  if (files.length + found.unreadable.length > 0) return { ...found, files };
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
  const message = systemMessage(error);
  if (message === undefined) throw error;
  return `cannot be read: ${message}`;
}

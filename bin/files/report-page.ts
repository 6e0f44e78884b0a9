// Reads reports, and writes the HTML page of reports or of an audit.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { arch, availableParallelism, cpus, type } from 'node:os';
import type { AnyReport, Provenance } from '../../core/files/index.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { ShapeError } from '../../core/options/shape.ts';
import type { Audit } from '../../core/report/audit.ts';
import { readReports as readText } from '../../core/report/read-report.ts';
import project from '../../package.json' with { type: 'json' };
import { ReaderGone, UsageError } from '../cli/exit.ts';
import { type FilesIn, filesIn, systemMessage } from '../cli/paths.ts';
import { type Output, openOutput } from './output.ts';

/**
 * The files of reports: those given, and those in given directories, found by name (see {@link filesIn}).
 * @throws UsageError for a missing path and for a directory without reports
 */
export function reportFiles(paths: readonly string[]): FilesIn {
  const found = paths.map(reportFilesAt);
  return {
    files: found.flatMap(({ files }) => files),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

function reportFilesAt(path: string): FilesIn {
  try {
    if (!statSync(path).isDirectory()) return { files: [path], unreadable: [] };
  } catch (error) {
    throw new UsageError(`${path}: ${problemOf(error)}`);
  }
  const found = filesIn(path);
  const files = found.files.filter((name) => name.endsWith(REPORT_SUFFIX));
  if (files.length + found.unreadable.length > 0) return { ...found, files };
  throw noReports([path]);
}

/** The error for directories that contain no reports, as far as they can be read. */
export function noReports(paths: readonly string[]): UsageError {
  return new UsageError(`${paths.join(', ')}: expected files that end in ${REPORT_SUFFIX}, got none`);
}

/**
 * Reads reports from files, also from the JSON Lines of `--json`.
 * @throws UsageError for a file that is unreadable, is not a report, or contains none
 */
export function readReportFiles(files: readonly string[]): AnyReport[] {
  return files.flatMap((path) => {
    try {
      return readText(contentOf(path));
    } catch (error) {
      throw new UsageError(`${path}: ${problemOf(error)}`);
    }
  });
}

/** A report has at most 64 KiB; the events of very many files are longer. */
const MAX_BYTES = 256 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Reads piece by piece: a device may never end. @throws ShapeError */
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
        throw new ShapeError('expected a report of at most 64 KiB, got more than 256 MiB');
      pieces.push(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** @throws the error itself if it is neither a ShapeError nor from the system */
function problemOf(error: unknown): string {
  if (error instanceof ShapeError) return error.message;
  const message = systemMessage(error);
  if (message === undefined) throw error;
  return `cannot be read: ${message}`;
}

/** An HTML page, opened for writing. */
export interface OpenPage<T> {
  /** Does nothing if the reader of the pipe is gone. @throws FailureError if the page cannot be written */
  write(data: T): Promise<void>;
  /** Removes an unfinished page. */
  discard(): void;
}

/**
 * Opens a page of reports before the work that it shows, so that an unwritable path fails before the work.
 * @param path `-` for standard output
 * @throws UsageError if it cannot be opened
 */
export async function openPage(path: string, folder?: string): Promise<OpenPage<readonly AnyReport[]>> {
  return pageIn(await openOutput(path, folder), async (reports) => {
    const { renderPage } = await import('../../core/report/render-page.ts');
    return renderPage(reports);
  });
}

/** As {@link openPage}, for an audit. */
export async function openAuditPage(path: string): Promise<OpenPage<Audit>> {
  return pageIn(await openOutput(path), async (audit) => {
    const { renderAudit } = await import('../../core/report/render-page.ts');
    return renderAudit(audit, provenance());
  });
}

function pageIn<T>(output: Output, render: (data: T) => Promise<string>): OpenPage<T> {
  return {
    async write(data) {
      try {
        await output.write(Buffer.from(await render(data)));
        await output.commit();
      } catch (error) {
        if (!(error instanceof ReaderGone)) throw error;
      }
    },
    discard: () => output.discard(),
  };
}

/** When, by which version and on what machine a file was processed, as of now. Names no host and no user. */
export function provenance(): Provenance {
  return { date: new Date().toISOString(), version: project.version, machine: machine() };
}

let machineName: string | undefined;

/** Such as `Linux x64, AMD EPYC 7B13, 8 processors`. Reading the processor's name takes milliseconds, so it is read once. */
function machine(): string {
  if (machineName !== undefined) return machineName;
  const processors = availableParallelism();
  const model = cpus()[0]?.model.trim();
  machineName = [`${type()} ${arch()}`, model, `${processors} processor${processors === 1 ? '' : 's'}`]
    .filter((part) => part && part !== 'unknown')
    .join(', ');
  return machineName;
}

import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { UsageError } from '../../cli/exit.ts';
import { isMissing } from '../errors.ts';
import type { Gate } from '../gate.ts';
import { pauses } from '../pauses.ts';
import type { AnyReport } from '../report.ts';
import { bare } from './parts.ts';

export interface ResultsOptions {
  readonly s3: S3Client;
  readonly bucket: string;
  /** What keys begin with there, before those of the uploads. */
  readonly prefix: string;
  /** where results go */
  readonly directory: string;
  /** bounds requests */
  readonly gate: Gate;
  /** milliseconds before the second look */
  readonly firstPause?: number;
}

/** The upload whose report is waited for. */
export interface Awaited {
  readonly etag: string;
  /** When it came, where it was there before this run. */
  readonly at?: Date | undefined;
  /** ETag of the report that stood there before it. */
  readonly oldReport?: string | undefined;
}

interface FoundReport {
  readonly text: string;
  readonly report: AnyReport;
  readonly reportEtag: string | undefined;
  readonly at: Date | undefined;
}

/** Waits for reports, and brings results. */
export class Results {
  readonly #options: ResultsOptions;

  constructor(options: ResultsOptions) {
    this.#options = options;
  }

  /** The report on an upload, as it stands in the bucket. One request each look, with growing pauses between them. */
  async report(key: string, upload: Awaited): Promise<{ report: AnyReport; text: string }> {
    const { gate, firstPause, prefix } = this.#options;
    for (const pause of pauses(firstPause)) {
      const found = await gate.pass(() => this.#read(prefix + key + REPORT_SUFFIX));
      // that of an earlier upload may still stand there
      if (found && isOn(upload, found)) return found;
      await setTimeout(pause);
    }
    throw new Error('pauses ended');
  }

  /**
   * Downloads a result, then its report: who finds the report here has both.
   * @returns the path of the result, undefined where there is none
   */
  async download(key: string, report: AnyReport, text: string): Promise<string | undefined> {
    const { s3, bucket: Bucket, gate } = this.#options;
    const path = pathOf(this.#options.directory, key);
    const output = report.status === 'done' ? report.output : undefined;
    if ((await textOf(path + REPORT_SUFFIX)) === text) return output && path;
    await mkdir(dirname(path), { recursive: true });
    if (output) {
      await gate.pass(async () => {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: output.key }));
        await pipeline(Body as Readable, createWriteStream(`${path}.part`));
      });
      await rename(`${path}.part`, path);
    }
    await writeFile(path + REPORT_SUFFIX, text);
    return output && path;
  }

  async #read(Key: string): Promise<FoundReport | undefined> {
    try {
      const { s3, bucket: Bucket } = this.#options;
      const { Body, ETag, LastModified } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      const text = await Body!.transformToString();
      return { text, report: JSON.parse(text) as AnyReport, reportEtag: ETag, at: LastModified };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function isOn({ etag, at, oldReport }: Awaited, found: FoundReport): boolean {
  if (bare(found.report.input.etag) !== etag) return false;
  if (oldReport !== undefined && found.reportEtag === oldReport) return false;
  return at === undefined || found.at === undefined || found.at >= at;
}

/** @throws UsageError for a key that leads out of the directory */
function pathOf(directory: string, key: string): string {
  const path = resolve(directory, key);
  if (relative(directory, path).startsWith('..')) {
    throw new UsageError(`expected a key below ${directory}, got ${key}: choose another with --key`);
  }
  return path;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { downloadObject, readText } from '../../transfer/download.ts';
import { pathOf, writeBelow } from '../../transfer/result-paths.ts';
import { isMissing } from '../errors.ts';
import type { Gate } from '../gate.ts';
import { pauses } from '../pauses.ts';
import { type AnyReport, isFinal, parseReport } from '../report.ts';
import { bare } from './parts.ts';

export interface ResultsOptions {
  readonly s3: S3Client;
  readonly uploadBucket: string;
  readonly bucket: string;
  /** What keys begin with there, before those of the uploads. */
  readonly prefix: string;
  /** where results go */
  readonly directory: string;
  /** bounds requests */
  readonly gate: Gate;
  /** milliseconds before the second look */
  readonly firstPause?: number;
  /** Ends waiting and downloads. */
  readonly signal?: AbortSignal;
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
  readonly at: Date | undefined;
}

/** Of so many looks one is whether the upload is still there: of one that was replaced or deleted no report comes. */
const LOOKS_AN_UPLOAD = 5;

/** Waits for reports, and brings results. */
export class Results {
  readonly #options: ResultsOptions;

  constructor(options: ResultsOptions) {
    this.#options = options;
  }

  /**
   * The report on an upload, as it stands in the bucket. One request each look, with growing pauses between them.
   * @returns a failure without a text where none will ever come
   */
  async report(key: string, upload: Awaited): Promise<{ report: AnyReport; text: string | undefined }> {
    const { gate, firstPause, signal } = this.#options;
    let looks = 0;
    for (const pause of pauses(firstPause)) {
      const isLost = ++looks % LOOKS_AN_UPLOAD === 0;
      const reason = isLost ? await gate.pass(() => this.#loss(key, upload)) : undefined;
      // it may have been reported on before it was lost
      const found = isLost && !reason ? undefined : await gate.pass(() => this.#read(key, upload));
      if (found) return found;
      if (reason !== undefined) {
        return { report: { status: 'failed', input: { key, etag: upload.etag }, reason }, text: undefined };
      }
      await setTimeout(pause, undefined, { signal });
    }
    throw new Error('pauses ended');
  }

  /** Why there will be no report on an upload; undefined while it is there. */
  async #loss(key: string, { etag }: Awaited): Promise<string | undefined> {
    const { s3, uploadBucket: Bucket } = this.#options;
    try {
      const { ETag } = await s3.send(new HeadObjectCommand({ Bucket, Key: key }));
      return bare(ETag) === etag ? undefined : 'another upload has replaced it before it was solved';
    } catch (error) {
      if (isMissing(error)) return 'the upload was deleted before it was solved';
      throw error;
    }
  }

  /**
   * Downloads a result, then its report: who finds the report here has both.
   * @returns the path of the result, undefined where there is none
   */
  async download(key: string, report: AnyReport, text: string): Promise<string | undefined> {
    const path = pathOf(this.#options.directory, key);
    const { s3, bucket: Bucket, directory, gate, signal } = this.#options;
    const output = report.status === 'done' ? report.output : undefined;
    if ((await textOf(path + REPORT_SUFFIX)) === text) return output && path;
    if (output) {
      await gate.pass(async () => {
        await downloadObject(s3, { Bucket, Key: output.key }, { directory, path, signal });
      });
    }
    await writeBelow(directory, path + REPORT_SUFFIX, [Buffer.from(text)]);
    return output && path;
  }

  /** The report on an upload, if it is there: that of an earlier one may still stand in its place. */
  async #read(key: string, upload: Awaited): Promise<FoundReport | undefined> {
    const Key = this.#options.prefix + key + REPORT_SUFFIX;
    try {
      const { s3, bucket: Bucket, signal } = this.#options;
      const { text, etag, modified } = await readText(s3, { Bucket, Key }, { signal });
      if (upload.oldReport !== undefined && etag === upload.oldReport) return undefined;
      const found = {
        text,
        report: parseReport(text, `s3://${Bucket}/${Key}`),
        at: modified,
      };
      return isOn(upload, found) && isFinal(found.report, found.at) ? found : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function isOn({ etag, at }: Awaited, found: FoundReport): boolean {
  if (bare(found.report.input.etag) !== etag) return false;
  return at === undefined || found.at === undefined || found.at >= at;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

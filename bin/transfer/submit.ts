import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Rejection, Report } from '../../core/files/index.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { downloadObject, readText } from './download.ts';
import type { LocalFile } from './list-files.ts';
import { writeBelow } from './result-paths.ts';

/** A pipeline that files are sent to. */
export interface Pipeline {
  readonly s3: S3Client;
  readonly uploadBucket: string;
  readonly outputBucket: string;
  /** Resolves when the upload's report is in the output bucket. Called before the upload. */
  readonly reported: (key: string) => Promise<void>;
}

/** What came back of a file. */
export interface Submitted {
  readonly file: LocalFile;
  readonly report: Report | Rejection;
  /** from the beginning of the upload to the end of the download */
  readonly seconds: number;
  /** where the result is; undefined where there is none */
  readonly result: string | undefined;
}

/** Uploads a file, waits for its report, and downloads report and result into a directory. */
export async function submit(
  pipeline: Pipeline,
  file: LocalFile,
  metadata: Readonly<Record<string, string>>,
  directory: string,
): Promise<Submitted> {
  const begin = performance.now();
  const { s3, uploadBucket, outputBucket, reported } = pipeline;
  const done = reported(file.key);
  await s3.send(
    new PutObjectCommand({
      Bucket: uploadBucket,
      Key: file.key,
      Body: createReadStream(file.path),
      ContentLength: file.bytes,
      Metadata: metadata,
    }),
  );
  await done;

  const path = join(directory, file.key);
  const { text } = await readText(s3, { Bucket: outputBucket, Key: file.key + REPORT_SUFFIX });
  await writeBelow(directory, path + REPORT_SUFFIX, [Buffer.from(text)]);
  const report = JSON.parse(text) as Report | Rejection;
  const output = report.status === 'done' ? report.output : undefined;
  if (output !== undefined)
    await downloadObject(s3, { Bucket: outputBucket, Key: output.key }, { directory, path });
  const seconds = (performance.now() - begin) / 1000;
  return { file, report, seconds, result: output && path };
}

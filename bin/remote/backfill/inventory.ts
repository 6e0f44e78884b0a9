import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { UsageError } from '../../cli/exit.ts';
import type { StandingObject, Walk } from './listed.ts';

/** A list of a bucket's objects that S3 has made. */
export interface Inventory {
  readonly bucket: string;
  readonly files: readonly string[];
  /** Position of each field in a row. */
  readonly columns: ReadonlyMap<string, number>;
}

/** What `manifest.json` says. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html */
interface Manifest {
  readonly sourceBucket?: string;
  readonly destinationBucket?: string;
  readonly fileFormat?: string;
  readonly fileSchema?: string;
  readonly files?: readonly { readonly key: string }[];
}

const NEEDED = ['Key', 'Size', 'LastModifiedDate', 'ETag'];

/**
 * Reads an inventory's manifest.
 * @throws UsageError for what is none, is of another bucket or another format than CSV, or lacks fields
 */
export async function readInventory(
  s3: S3Client,
  at: { readonly bucket: string; readonly key: string },
  sourceBucket: string,
): Promise<Inventory> {
  const url = `s3://${at.bucket}/${at.key}`;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: at.bucket, Key: at.key }));
  const manifest = parsed(await Body!.transformToString());
  const { destinationBucket, fileFormat, fileSchema = '', files } = manifest;
  if (fileFormat === undefined || destinationBucket === undefined || files === undefined) {
    throw new UsageError(
      `--inventory: expected the manifest.json of an S3 Inventory, got ${url}, which is none`,
    );
  }
  if (manifest.sourceBucket !== sourceBucket) {
    throw new UsageError(
      `--inventory: expected one of the bucket ${sourceBucket}, got ${url}, which is of ${manifest.sourceBucket}`,
    );
  }
  if (fileFormat !== 'CSV') {
    throw new UsageError(
      `--inventory: expected one in CSV, got ${url} in ${fileFormat}: have it made in CSV, or leave it out, and the bucket is listed`,
    );
  }
  const columns = new Map(fileSchema.split(',').map((name, i) => [name.trim(), i]));
  const missing = NEEDED.filter((name) => !columns.has(name));
  if (missing.length > 0) {
    throw new UsageError(
      `--inventory: expected the fields ${NEEDED.join(', ')}, got ${url} without ${missing.join(', ')}: add them to its configuration`,
    );
  }
  return { bucket: destinationBucket.split(':').at(-1)!, files: files.map(({ key }) => key), columns };
}

/** The objects that an inventory names, latest versions only, in its order. */
export async function* inventoried(
  s3: S3Client,
  { bucket: Bucket, files, columns }: Inventory,
  walk: Walk,
): AsyncGenerator<StandingObject> {
  for (const Key of files) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    walk.requests++;
    const unzipped = (Body as Readable).pipe(createGunzip());
    for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) {
      const cells = line.split(',').map((cell) => cell.replace(/^"|"$/g, ''));
      const cell = (name: string) => cells[columns.get(name) ?? -1] ?? '';
      if (line === '' || cell('IsLatest') === 'false' || cell('IsDeleteMarker') === 'true') continue;
      yield {
        // encoded as in forms, so that neither commas nor quotes are in it
        key: decodeURIComponent(cell('Key').replaceAll('+', ' ')),
        bytes: Number(cell('Size')),
        etag: cell('ETag'),
        modified: new Date(cell('LastModifiedDate')),
      };
    }
  }
}

function parsed(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return {};
  }
}

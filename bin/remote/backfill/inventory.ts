// Reads an inventory, which is S3's list of the objects of a bucket, in files of CSV that a manifest names.
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import { splitLines } from '../../../core/formats/shared/split-lines.ts';
import {
  integer,
  listOf,
  members,
  parseJson,
  type Shape,
  ShapeError,
  text,
} from '../../../core/options/shape.ts';
import { encodedKey } from '../../../lambda/invocation/message.ts';
import { bucketName, etagText, MAX_OBJECT_BYTES, objectKey } from '../../../lambda/invocation/upload.ts';
import { UsageError } from '../../cli/exit.ts';
import { readObject, readObjectText } from '../download.ts';
import { problemWithObject } from '../errors.ts';
import type { ListedObject } from '../objects.ts';

/** The counts that reading an inventory updates. */
interface InventoryCounts {
  requests: number;
  unreadable: number;
  readonly problems: string[];
}

/** S3's list of the objects of a bucket. */
export interface Inventory {
  readonly bucket: string;
  readonly files: readonly string[];
  /** names of the columns */
  readonly fields: readonly string[];
}

/** `manifest.json` of an inventory. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html */
interface Manifest {
  readonly sourceBucket: string;
  readonly destinationBucket: string;
  readonly fileFormat: string;
  readonly fileSchema: string;
  readonly files: readonly { readonly key: string }[];
}

const checkManifest = members<Manifest>({
  sourceBucket: bucketName,
  // the name or the ARN
  destinationBucket: (value, name) => bucketName(text()(value, name).split(':').at(-1), name),
  fileFormat: text(),
  fileSchema: text(),
  files: listOf(members({ key: objectKey }), 1_000_000),
});

/** Maximum bytes of a manifest: a line for each of a million files. */
const MAX_MANIFEST = 256 * 1024 * 1024;

/** Maximum bytes of a row: the longest key takes 3,072, all other fields much less. */
const MAX_ROW = 64 * 1024;

/** Maximum problems that are reported with their place; further ones are only counted. */
const MAX_PROBLEMS = 10;

const REQUIRED_FIELDS = ['Key', 'Size', 'LastModifiedDate', 'ETag'];

/**
 * Reads an inventory's manifest.
 * @throws UsageError if the object is not a manifest, or its inventory is of another bucket, is not in CSV, or lacks fields
 */
export async function readInventory(
  s3: S3Client,
  at: { readonly bucket: string; readonly key: string },
  sourceBucket: string,
): Promise<Inventory> {
  const url = `s3://${at.bucket}/${at.key}`;
  const { text: json } = await readObjectText(s3, { Bucket: at.bucket, Key: at.key }, { most: MAX_MANIFEST });
  const { destinationBucket, fileFormat, fileSchema, files, ...manifest } = parseManifest(json, url);
  if (manifest.sourceBucket !== sourceBucket) {
    throw new UsageError(
      `--inventory: expected an inventory of the bucket ${sourceBucket}, got ${url}, which is of ${manifest.sourceBucket}`,
    );
  }
  if (fileFormat !== 'CSV') {
    throw new UsageError(
      `--inventory: expected the format CSV, got ${url} in ${fileFormat}: configure CSV, or omit --inventory to list the bucket`,
    );
  }
  const fields = fileSchema.split(',').map((name) => name.trim());
  const missing = REQUIRED_FIELDS.filter((name) => !fields.includes(name));
  if (missing.length > 0) {
    throw new UsageError(
      `--inventory: expected the fields ${REQUIRED_FIELDS.join(', ')}, got ${url} without ${missing.join(', ')}: add them to its configuration`,
    );
  }
  return { bucket: destinationBucket, files: files.map(({ key }) => key), fields };
}

function parseManifest(json: string, url: string): Manifest {
  try {
    return checkManifest(parseJson(json, url), url);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new UsageError(
      `--inventory: expected the manifest.json of an S3 Inventory, got another file: ${error.message}`,
    );
  }
}

/**
 * The objects of an inventory, latest versions only, in its order. Unreadable rows and files are noted in the counts, and
 * the rest is read.
 */
export async function* inventoryObjects(
  s3: S3Client,
  { bucket: Bucket, files, fields }: Inventory,
  counts: InventoryCounts,
): AsyncGenerator<ListedObject> {
  for (const Key of files) {
    const url = `s3://${Bucket}/${Key}`;
    let line = 0;
    try {
      counts.requests++;
      for await (const row of splitLines(unzipped(s3, { Bucket, Key }), MAX_ROW)) {
        line++;
        if (row.text === '') continue;
        try {
          if (row.isCut) throw new ShapeError(`expected a row of at most ${MAX_ROW} bytes, got a longer one`);
          const object = objectIn(row.text, fields);
          if (object !== undefined) yield object;
        } catch (error) {
          if (!(error instanceof ShapeError)) throw error;
          addProblem(counts, `${url}: line ${line}: ${error.message}; the row is skipped`);
        }
      }
    } catch (error) {
      const problem = isOfZlib(error) ? error.message : problemWithObject(error);
      const where = line === 0 ? '' : `after line ${line}: `;
      addProblem(counts, `${url}: ${where}${problem}; the rest of the file is skipped`);
    }
  }
}

function addProblem(counts: InventoryCounts, problem: string): void {
  counts.unreadable++;
  if (counts.problems.length < MAX_PROBLEMS) counts.problems.push(problem);
}

/** The content of a gzip file. @throws Error of zlib if it is damaged or truncated */
async function* unzipped(
  s3: S3Client,
  name: { readonly Bucket: string; readonly Key: string },
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  const read = pipeline(readObject(s3, name), gunzip);
  // the loop below throws the same error
  read.catch(() => {});
  yield* gunzip;
  await read;
}

function isOfZlib(error: unknown): error is Error {
  return /^Z_/.test(String((error as { code?: unknown }).code));
}

const digits = text('a number of bytes', (value) => /^\d{1,15}$/.test(value));
const bytes = integer(0, MAX_OBJECT_BYTES);
const date = text('a date such as 2026-11-20T10:00:00.000Z', (value) => !Number.isNaN(Date.parse(value)));

/**
 * The object of a row; undefined for an old version and for a delete marker.
 * @throws ShapeError that names the column
 */
function objectIn(row: string, fields: readonly string[]): ListedObject | undefined {
  const cells = cellsOf(row);
  if (cells.length !== fields.length) {
    throw new ShapeError(`expected ${fields.length} fields, got ${cells.length}`);
  }
  const cell = <T>(name: string, shape: Shape<T>): T => {
    const column = fields.indexOf(name);
    return shape(cells[column], `column ${column + 1} (${name})`);
  };
  const cellText = (name: string) => (fields.includes(name) ? cell(name, text()) : '');
  if (cellText('IsLatest') === 'false' || cellText('IsDeleteMarker') === 'true') return undefined;
  return {
    key: cell('Key', encodedKey),
    bytes: cell('Size', (value, name) => bytes(Number(digits(value, name)), name)),
    etag: cell('ETag', etagText),
    modified: new Date(cell('LastModifiedDate', date)),
  };
}

/** The fields of a CSV row, without quotes. @throws ShapeError for a missing closing quote */
function cellsOf(row: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= row.length; ) {
    let end = at;
    if (row[at] === '"') {
      // two quotes inside a field stand for one
      do {
        end = row.indexOf('"', end + 1);
        if (end < 0) throw new ShapeError(`column ${cells.length + 1}: expected a closing quote, got none`);
      } while (row[++end] === '"');
    }
    const next = row.indexOf(',', end);
    end = next < 0 ? row.length : next;
    const cell = row.slice(at, end);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at = end + 1;
  }
  return cells;
}

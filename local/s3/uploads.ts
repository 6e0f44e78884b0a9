import type { S3Call } from './call.ts';
import { noSuchUpload, S3Error } from './error.ts';
import { elements, listOf, readXml, textOf } from './xml.ts';

export interface Part {
  readonly etag: string;
  /** bytes */
  readonly size: number;
  readonly modified: Date;
}

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly initiated: Date;
  readonly parts: Map<number, Part>;
}

/** S3's highest part number. */
const MAX_PARTS = 10_000;

/** The open multipart uploads: what ListParts and ListMultipartUploads tell, and the sizes of completed objects. */
export class UploadIndex {
  readonly #uploads = new Map<string, Upload>();

  create(call: S3Call, uploadId: string): void {
    const { bucket, key } = call;
    this.#uploads.set(uploadId, { bucket, key, initiated: new Date(), parts: new Map() });
  }

  /** The upload a call is about. @throws S3Error NoSuchUpload, also if it belongs to another key */
  find(call: S3Call): Upload {
    const upload = this.#uploads.get(call.query.uploadId ?? '');
    if (upload?.bucket !== call.bucket || upload.key !== call.key) throw noSuchUpload();
    return upload;
  }

  addPart(call: S3Call, part: Part): void {
    this.find(call).parts.set(partNumber(call), part);
  }

  close(call: S3Call): void {
    this.#uploads.delete(call.query.uploadId ?? '');
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html, all parts in one answer */
  listParts(call: S3Call): string {
    const { bucket, key, parts } = this.find(call);
    const numbers = [...parts.keys()].sort((a, b) => a - b);
    return elements('ListPartsResult', {
      Bucket: bucket,
      Key: key,
      UploadId: call.query.uploadId,
      IsTruncated: false,
      MaxParts: MAX_PARTS,
      Part: numbers.map((number) => {
        const { etag, size, modified } = parts.get(number)!;
        return { PartNumber: number, LastModified: modified.toISOString(), ETag: etag, Size: size };
      }),
    });
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html, all uploads in one answer */
  listUploads(call: S3Call): string {
    const prefix = call.query.prefix ?? '';
    const open = [...this.#uploads].filter(
      ([, upload]) => upload.bucket === call.bucket && upload.key.startsWith(prefix),
    );
    return elements('ListMultipartUploadsResult', {
      Bucket: call.bucket,
      Prefix: prefix,
      IsTruncated: false,
      Upload: open.map(([id, upload]) => ({
        Key: upload.key,
        UploadId: id,
        Initiated: upload.initiated.toISOString(),
      })),
    });
  }
}

/** The part a call is about. @throws S3Error InvalidArgument */
export function partNumber(call: S3Call): number {
  const number = Number(call.query.partNumber);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_PARTS) return number;
  throw new S3Error(
    400,
    'InvalidArgument',
    `partNumber must be an integer from 1 to ${MAX_PARTS}, not ${call.query.partNumber}`,
  );
}

/** Part numbers that a CompleteMultipartUpload names. @throws S3Error MalformedXML, also if there is none */
export function completedParts(call: S3Call): number[] {
  const parts = listOf(readXml(call.body, 'CompleteMultipartUpload').Part);
  const numbers = parts.map((part) => Number(textOf(part, 'PartNumber')));
  if (numbers.length > 0 && numbers.every(Number.isInteger)) return numbers;
  throw new S3Error(400, 'MalformedXML', 'CompleteMultipartUpload must name at least one part by its number');
}

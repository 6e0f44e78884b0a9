import type { Cloud, Multipart, OpenMultipart, StoredPart } from './cloud.ts';
import { MultipartGone, translate } from './errors.ts';
import { asFailedCondition, conditionHeaders, headersOf, millisecondsOf, unquoted } from './objects.ts';
import { encodeKey, type S3, type S3Ask } from './wire/s3.ts';
import { type Element, listOf, textOf, writeXml } from './wire/xml.ts';

type MultipartCalls = Pick<
  Cloud,
  | 'createMultipart'
  | 'uploadPart'
  | 'copyPart'
  | 'completeMultipart'
  | 'listParts'
  | 'abortMultipart'
  | 'listMultiparts'
>;

export function multipartCalls(s3: S3): MultipartCalls {
  return {
    async createMultipart(target) {
      const { bucket, key } = target;
      const ask = {
        method: 'POST',
        bucket,
        key,
        query: { uploads: '' },
        headers: headersOf(target),
      } as const;
      const answer = await s3.document(
        { operation: 'CreateMultipartUpload', ...ask },
        'InitiateMultipartUploadResult',
      );
      return { bucket, key, uploadId: textOf(answer, 'UploadId')! };
    },

    async uploadPart(multipart, number, body, signal) {
      const headers = { 'content-type': 'application/octet-stream' };
      const { etag } = await s3
        .headers({
          operation: 'UploadPart',
          method: 'PUT',
          ...part(multipart, number),
          headers,
          body,
          signal,
        })
        .catch((error: unknown) => {
          throw translate(error, multipart);
        });
      return { number, etag: unquoted(etag) };
    },

    async copyPart(multipart, number, source, range, signal) {
      const headers = {
        'x-amz-copy-source': `${source.bucket}/${encodeKey(source.key)}`,
        'x-amz-copy-source-range': range && `bytes=${range.from}-${range.to - 1}`,
      };
      const answer = await s3
        .document(
          { operation: 'UploadPartCopy', method: 'PUT', ...part(multipart, number), headers, signal },
          'CopyPartResult',
        )
        .catch((error: unknown) => {
          throw translate(error, source);
        });
      return { number, etag: unquoted(textOf(answer, 'ETag')) };
    },

    async completeMultipart(multipart, parts, condition) {
      const listed = parts.map(({ number, etag }) => ({ ETag: etag, PartNumber: String(number) }));
      const body = writeXml('CompleteMultipartUpload', 'Part', listed);
      const headers = { 'content-type': 'application/xml', ...conditionHeaders(condition) };
      const ask = { method: 'POST', ...named(multipart), headers, body } as const;
      try {
        const answer = await s3.document(
          { operation: 'CompleteMultipartUpload', ...ask },
          'CompleteMultipartUploadResult',
        );
        return unquoted(textOf(answer, 'ETag'));
      } catch (error) {
        throw asFailedCondition(translate(error, multipart), condition);
      }
    },

    async listParts(multipart) {
      const found: StoredPart[] = [];
      for await (const page of pages({ 'part-number-marker': 'NextPartNumberMarker' }, (markers) => {
        const ask = named(multipart, markers);
        return s3
          .document({ operation: 'ListParts', method: 'GET', ...ask }, 'ListPartsResult')
          .catch((error: unknown) => {
            throw translate(error, multipart);
          });
      })) {
        for (const stored of listOf(page, 'Part')) {
          found.push({
            number: Number(textOf(stored, 'PartNumber')),
            etag: unquoted(textOf(stored, 'ETag')),
            bytes: Number(textOf(stored, 'Size') ?? 0),
          });
        }
      }
      return found;
    },

    async abortMultipart(multipart) {
      try {
        await s3.headers({ operation: 'AbortMultipartUpload', method: 'DELETE', ...named(multipart) });
      } catch (error) {
        if (!(translate(error, multipart) instanceof MultipartGone)) throw error;
      }
    },

    async listMultiparts({ bucket, key }) {
      const found: OpenMultipart[] = [];
      const markers = { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' };
      for await (const page of pages(markers, (values) => {
        // the prefix also matches longer keys: those are other files
        const ask = { method: 'GET', bucket, query: { uploads: '', prefix: key, ...values } } as const;
        return s3.document({ operation: 'ListMultipartUploads', ...ask }, 'ListMultipartUploadsResult');
      })) {
        for (const upload of listOf(page, 'Upload')) {
          if (textOf(upload, 'Key') !== key) continue;
          const initiated = millisecondsOf(textOf(upload, 'Initiated'));
          found.push({ bucket, key, uploadId: textOf(upload, 'UploadId')!, initiated });
        }
      }
      return found;
    },
  };
}

/** What a query asks the next page of a listing by. */
type Markers = Readonly<Record<string, string | undefined>>;

/** The pages of a listing. @param markers where the next one begins: a parameter, by the element that has its value */
async function* pages(
  markers: Readonly<Record<string, string>>,
  ask: (markers: Markers) => Promise<Element>,
): AsyncGenerator<Element> {
  let values: Markers | undefined = {};
  while (values) {
    const page: Element = await ask(values);
    yield page;
    const next = Object.entries(markers).map(([parameter, element]) => [parameter, textOf(page, element)]);
    values = textOf(page, 'IsTruncated') === 'true' ? Object.fromEntries(next) : undefined;
  }
}

const named = ({ bucket, key, uploadId }: Multipart, query: Markers = {}) =>
  ({ bucket, key, query: { ...query, uploadId } }) satisfies Omit<S3Ask, 'method' | 'operation'>;

const part = (multipart: Multipart, number: number) => named(multipart, { partNumber: String(number) });

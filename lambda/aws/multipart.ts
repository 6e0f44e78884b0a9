// The calls to S3 for multipart uploads.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { Cloud, Multipart, OpenMultipart, StoredPart } from './cloud.ts';
import { isFault, translate } from './errors.ts';
import { asFailedCondition, conditionOf, millisecondsOf, targetInput, unquoted } from './objects.ts';

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

export function multipartCalls(s3: S3Client): MultipartCalls {
  return {
    async createMultipart(target) {
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand(targetInput(target)));
      return { bucket: target.bucket, key: target.key, uploadId: UploadId! };
    },

    async uploadPart(multipart, number, Body, abortSignal) {
      const command = new UploadPartCommand({ ...idOf(multipart), PartNumber: number, Body });
      const answer = await s3.send(command, { abortSignal }).catch((error: unknown) => {
        throw translate(error, multipart);
      });
      return { number, etag: unquoted(answer.ETag) };
    },

    async copyPart(multipart, number, source, range, abortSignal) {
      const command = new UploadPartCopyCommand({
        ...idOf(multipart),
        PartNumber: number,
        CopySource: `${source.bucket}/${encodeURIComponent(source.key).replaceAll('%2F', '/')}`,
        CopySourceRange: range && `bytes=${range.from}-${range.to - 1}`,
      });
      const answer = await s3.send(command, { abortSignal }).catch((error: unknown) => {
        throw translate(error, source);
      });
      return { number, etag: unquoted(answer.CopyPartResult?.ETag) };
    },

    async completeMultipart(multipart, parts, condition) {
      const command = new CompleteMultipartUploadCommand({
        ...idOf(multipart),
        MultipartUpload: { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) },
        ...conditionOf(condition),
      });
      try {
        return unquoted((await s3.send(command)).ETag);
      } catch (error) {
        throw asFailedCondition(error, multipart, condition);
      }
    },

    async listParts(multipart) {
      const found: StoredPart[] = [];
      let marker: string | undefined;
      do {
        const page: ListPartsCommandOutput = await s3
          .send(new ListPartsCommand({ ...idOf(multipart), PartNumberMarker: marker }))
          .catch((error: unknown) => {
            throw translate(error, multipart);
          });
        for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
          found.push({ number: PartNumber!, etag: unquoted(ETag), bytes: Size ?? 0 });
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
      return found;
    },

    async abortMultipart(multipart) {
      try {
        await s3.send(new AbortMultipartUploadCommand(idOf(multipart)));
      } catch (error) {
        if (!isFault(translate(error, multipart), 'MultipartGone')) throw error;
      }
    },

    async listMultiparts(bucket, prefix) {
      const found: OpenMultipart[] = [];
      let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (markers) {
        const page: ListMultipartUploadsCommandOutput = await s3.send(
          new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...markers }),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          found.push({ bucket, key: Key!, uploadId: UploadId!, initiated: millisecondsOf(Initiated) });
        }
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
      return found;
    },
  };
}

const idOf = ({ bucket, key, uploadId }: Multipart) => ({ Bucket: bucket, Key: key, UploadId: uploadId });

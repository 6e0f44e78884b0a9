import type { Options } from '../../core/files/index.ts';
import type { ObjectFacts, ObjectTarget } from '../aws/cloud.ts';
import { originOf, type Upload } from '../upload.ts';

const TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

/** The result: the key, the encoding and, unless another format was asked for, the content type of the upload. */
export function resultTarget(
  bucket: string,
  upload: Upload,
  { contentType, contentEncoding }: Pick<ObjectFacts, 'contentType' | 'contentEncoding'>,
  { output }: Pick<Options, 'output'>,
): ObjectTarget {
  return {
    bucket,
    key: upload.key,
    contentType: output === 'same' ? contentType : TYPES[output],
    contentEncoding,
    metadata: originOf(upload),
  };
}

import type { ObjectFacts, ObjectTarget } from '../aws/cloud.ts';
import type { Options } from '../files/index.ts';
import { originOf, type Upload } from './upload.ts';

const TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

/** The result: the upload's key and, unless another format was asked for, its content type. */
export function resultTarget(
  bucket: string,
  upload: Upload,
  { contentType }: Partial<Pick<ObjectFacts, 'contentType'>>,
  { output }: Pick<Options, 'output'>,
): ObjectTarget {
  const type = output === 'same' ? contentType : TYPES[output];
  return {
    bucket,
    key: upload.key,
    metadata: originOf(upload),
    ...(type === undefined ? {} : { contentType: type }),
  };
}

import type { Options } from '../../core/files/index.ts';
import type { ObjectFacts, ObjectTarget } from '../aws/cloud.ts';
import type { Settings } from '../settings.ts';
import { originOf, type Upload } from '../upload.ts';
import { resultRef } from './places.ts';

const TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

/** The result has the encoding and, unless another format was asked for, the content type of the upload. */
export function resultTarget(
  settings: Settings,
  upload: Upload,
  { contentType, contentEncoding }: Pick<ObjectFacts, 'contentType' | 'contentEncoding'>,
  { output }: Pick<Options, 'output'>,
): ObjectTarget {
  return {
    ...resultRef(settings, upload),
    contentType: output === 'same' ? plain(contentType) : TYPES[output],
    contentEncoding: plain(contentEncoding),
    metadata: originOf(upload),
  };
}

/** A header that can be sent again: of other than ASCII the signature would be of other bytes than those that arrive. */
const plain = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]*$/.test(value) ? value : undefined;

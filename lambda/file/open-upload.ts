import {
  type FilePlan,
  HEAD_BYTES,
  type PartialOptions,
  parseOptions,
  planFile,
} from '../../core/files/index.ts';
import type { ByteRange, Cloud, ObjectFacts } from '../aws/cloud.ts';
import type { Settings } from '../settings.ts';
import type { Upload } from '../upload.ts';
import { type Peeked, peek } from './peek.ts';

export interface OpenUpload extends Peeked {
  readonly facts: ObjectFacts;
  readonly plan: FilePlan;
}

/** User metadata with this prefix are options; a misspelt one is a mistake to tell of, not to pass over. */
const OPTION_PREFIX = 'sudoku-';

/**
 * One GET: begins to read an upload and decides how it is to be solved.
 * @param range from 0; all of it unless given
 * @throws ObjectChanged, RejectedFile, OptionError
 */
export async function openUpload(
  cloud: Cloud,
  settings: Settings,
  upload: Upload,
  range?: ByteRange,
): Promise<OpenUpload> {
  const { body, ...facts } = await cloud.readObject(upload, range);
  const peeked = await peek(body, HEAD_BYTES);
  try {
    const plan = planFile({
      head: peeked.head,
      complete: peeked.head.length === facts.bytes,
      name: upload.key,
      given: [metadataOptions(facts.metadata), settings.defaults],
    });
    return { ...peeked, facts, plan };
  } catch (error) {
    await peeked.close();
    throw error;
  }
}

function metadataOptions(metadata: Readonly<Record<string, string>>): PartialOptions {
  const pairs = Object.entries(metadata)
    .filter(([name]) => name.startsWith(OPTION_PREFIX))
    .map(([name, value]) => [name.slice(OPTION_PREFIX.length), value] as const);
  return parseOptions(pairs, `object metadata x-amz-meta-${OPTION_PREFIX}*`);
}

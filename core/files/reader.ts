import { formatNamed } from '../formats/formats.ts';
import { RecordBuffer } from '../formats/record-buffer.ts';
import { expandAlphabet } from '../formats/shared/alphabet.ts';
import type { FilePlan } from './contract.ts';

/**
 * Reads the content (uncompressed) of a file, or of a piece of a splittable one, into blocks of puzzles.
 * @param first false for a piece from the middle: no header, no first line is expected
 */
export function readerOf({ format, state, options }: FilePlan, first: boolean): RecordBuffer<unknown> {
  const { variant, boxes, alphabet } = options;
  const readOptions = {
    variant,
    ...(boxes && { boxes }),
    ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }),
  };
  return new RecordBuffer(formatNamed(format).reader(state, readOptions, first));
}

import { formatOf } from '../formats/formats.ts';
import { RecordBuffer } from '../formats/record-buffer.ts';
import type { Format } from '../formats/shared/format.ts';
import { expandAlphabet } from '../options/symbols.ts';
import type { FilePlan } from './contract.ts';

/**
 * Reads the content (uncompressed) of a file, or of a piece of a splittable one, into blocks of puzzles.
 * @param first false for a piece from the middle: no header, no first line is expected
 * @param format the plan's, where the caller has it
 */
export function readerOf(
  plan: FilePlan,
  first: boolean,
  format: Format = formatOf(plan),
): RecordBuffer<unknown> {
  const { variant, boxes, alphabet } = plan.options;
  const readOptions = {
    variant,
    ...(boxes && { boxes }),
    ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }),
  };
  return new RecordBuffer(format.reader(plan.state, readOptions, first));
}

import { bomLength, LF } from '../formats/shared/bytes.ts';
import type { PartialOptions } from '../options/options.ts';
import { OptionError, parseOptions } from '../options/parse-options.ts';
import { RejectedFile } from './contract.ts';

/** A first line of options is not longer than this. */
const MAX_LENGTH = 1000;

/**
 * Options of a first line such as `#! sudoku variant=x solutions=all`; none if there is no such line.
 * @throws RejectedFile on an unknown option or value
 */
export function directiveOptions(head: Uint8Array): PartialOptions {
  const start = bomLength(head);
  const end = head.indexOf(LF, start);
  const line = Buffer.from(
    head.subarray(start, end < 0 ? head.length : end).subarray(0, MAX_LENGTH),
  ).toString();
  const found = /^#!\s*sudoku(?:\s+(.*?))?\s*$/.exec(line);
  if (!found) return {};
  const words = (found[1] ?? '').split(/\s+/).filter(Boolean);
  try {
    return parseOptions(
      words.map((word) => {
        const equals = word.indexOf('=');
        return equals < 0 ? [word, ''] : [word.slice(0, equals), word.slice(equals + 1)];
      }),
      'file',
    );
  } catch (error) {
    if (error instanceof OptionError) throw new RejectedFile(error.message, 1);
    throw error;
  }
}

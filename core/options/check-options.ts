import type { PartialOptions } from './options.ts';
import { OptionError, optionPairs, parseOptions } from './parse-options.ts';
import { OPTIONS, type OptionTable } from './table.ts';

/**
 * Options as code gives them, which nothing else has read yet: plain JavaScript knows no types.
 * @param table those that may be given
 * @throws OptionError
 */
export function checkOptions(given: object, table: OptionTable = OPTIONS): PartialOptions {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OptionError(`options: expected an object, got ${JSON.stringify(given) ?? String(given)}`);
  }
  return parseOptions(optionPairs({ ...given }, table), 'call', table);
}

import { expandAlphabet } from '../formats/alphabet.ts';
import { FORMATS } from '../formats/formats.ts';
import { headOf } from '../formats/head.ts';
import { tableOf } from '../formats/output.ts';
import type { FilePlan, FileSource } from './contract.ts';
import { directiveOptions } from './directive.ts';
import { DEFAULT_OPTIONS, type Options } from './options.ts';
import { mergeOptions } from './parse-options.ts';
import { refuse } from './refuse.ts';

/**
 * Decides from the head how a file is to be solved.
 * @throws RejectedFile if it is no puzzle file, of a refused format, or asks for an unknown option
 */
export function planFile(source: FileSource): FilePlan {
  const { head: bytes, complete, name, given } = source;
  const options: Options = mergeOptions([directiveOptions(bytes), ...given], DEFAULT_OPTIONS);
  const alphabet = options.alphabet === undefined ? undefined : expandAlphabet(options.alphabet);
  const head = headOf(bytes, complete, name, alphabet);
  for (const format of FORMATS) {
    const state = format.recognise(head);
    if (state === undefined) continue;
    return {
      format: format.name,
      compression: 'none',
      options,
      // rows of a table carry the number of their puzzle, which a piece of the file does not know
      splittable: format.splittable(state) && !tableOf(format, options),
      state,
    };
  }
  refuse(head);
}

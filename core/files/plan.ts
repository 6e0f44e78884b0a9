import { FORMATS } from '../formats/formats.ts';
import { isNumbered } from '../formats/output.ts';
import { refusedAs } from '../formats/refused.ts';
import { headOf } from '../formats/shared/head.ts';
import { DEFAULT_OPTIONS, type Options } from '../options/options.ts';
import { mergeOptions } from '../options/parse-options.ts';
import { expandAlphabet } from '../options/symbols.ts';
import { compressionOf, contentOf } from './compression.ts';
import { type FilePlan, type FileSource, RECOGNISED_BYTES, RejectedFile } from './contract.ts';
import { directiveOptions } from './directive.ts';
import { noPuzzleFile } from './no-puzzle-file.ts';

/**
 * Decides from the head how a file is to be solved.
 * @throws RejectedFile if it is no puzzle file, of a refused format, or asks for an unknown option
 */
export function planFile(source: FileSource): FilePlan {
  const { name, given } = source;
  const compression = compressionOf(source.head);
  const stored = { bytes: source.head, complete: source.complete };
  const { bytes, complete } = contentOf(stored, compression, RECOGNISED_BYTES);
  const options: Options = mergeOptions([directiveOptions(bytes), ...given], DEFAULT_OPTIONS);
  const alphabet = options.alphabet === undefined ? undefined : expandAlphabet(options.alphabet);
  const head = headOf(bytes, complete, name.replace(/\.(gz|gzip|zst|zstd)$/i, ''), alphabet);
  const refused = refusedAs(head);
  if (refused !== undefined) throw new RejectedFile(refused);
  for (const format of FORMATS) {
    const state = format.recognise(head);
    if (state === undefined) continue;
    return {
      format: format.name,
      compression,
      options,
      splittable: compression === 'none' && format.splittable(state) && !isNumbered(format, options),
      state,
    };
  }
  throw noPuzzleFile(head);
}

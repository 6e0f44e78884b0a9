import { FORMATS, formatOf, refusedAs } from '../formats/formats.ts';
import { lineEnd } from '../formats/shared/bytes.ts';
import type { Format } from '../formats/shared/format.ts';
import { type Head, headOf } from '../formats/shared/head.ts';
import { checkOptions, mergeOptions } from '../options/option-text.ts';
import { DEFAULT_OPTIONS, expandAlphabet, type Options } from '../options/options.ts';
import { type Compression, type Content, compressionOf, contentOf } from './compression.ts';
import {
  type FilePlan,
  type FileSource,
  HEAD_BYTES,
  MAX_HEAD_BYTES,
  RECOGNISED_BYTES,
  RejectedFile,
} from './contract.ts';
import { directiveOptions, refuseDirective } from './directive.ts';
import { countRecords, type HeadCount, isDoubtful } from './doubt.ts';
import { firstRecord, recognisedEnd } from './head-bytes.ts';
import { endsInCarriageReturns, swapLineEnds } from './line-ends.ts';
import { noPuzzleFile, notOfFormat, rather } from './no-puzzle-file.ts';
import { obstaclesOf } from './obstacles.ts';
import { readOptionsOf } from './reader.ts';

/**
 * Decides from the head how a file is to be solved.
 *
 * @param source the file's first bytes, and what is known of it besides
 * @throws RejectedFile if it is no puzzle file, of a refused format, or asks for an unknown option
 * @throws OptionError if an unknown option or value is given
 * @example
 * import { planFile } from 'sudoku-batch';
 *
 * const head = new TextEncoder().encode('#! sudoku solutions=unique\n12.434..2.4343.1\n');
 * const plan = planFile({ head, complete: true, name: 'puzzles.txt', given: [{ variant: 'x' }] });
 * plan.format; // => 'lines'
 * [plan.options.variant, plan.options.solutions]; // => ['x', 'unique']
 */
export function planFile(source: FileSource): FilePlan {
  const { name } = source;
  const given = source.given.map((options) => checkOptions(options));
  const compression = compressionOf(source.head);
  const stored = { bytes: source.head, complete: source.complete };
  const content = recognisedContent(stored, compression);
  const isCr = endsInCarriageReturns(content.bytes);
  const bytes = isCr ? swapLineEnds(Uint8Array.from(content.bytes)) : content.bytes;
  const options: Options = mergeOptions([directiveOptions(bytes), ...given], DEFAULT_OPTIONS);
  refuseDirective(bytes, true, options);
  const alphabet = options.alphabet === undefined ? undefined : expandAlphabet(options.alphabet);
  const plainName = name.replace(/\.(gz|gzip|zst|zstd)$/i, '');
  const head = headOf(bytes, content.complete, plainName, alphabet, options.format);
  const { format, state } = recognise(head, options);
  const plan = {
    format: format.name,
    compression,
    options,
    ...(isCr && { lineEnd: 'cr' as const }),
    state,
  };
  return { ...plan, splittable: obstaclesOf(plan).length === 0 };
}

/** As much of the content as its format is told from: more than usual where no record ends in that. */
function recognisedContent(stored: Content, compression: Compression): Content {
  const content = contentOf(stored, compression, RECOGNISED_BYTES);
  const { bytes } = content;
  const at = firstRecord(bytes);
  if (bytes.length < RECOGNISED_BYTES) return content;
  // most files have a record early; of one that begins late, this may show a header or the first rows alone
  if (at < RECOGNISED_BYTES / 2) {
    return lineEnd(bytes, at) < bytes.length ? content : contentOf(stored, compression, HEAD_BYTES);
  }
  const most = contentOf(stored, compression, MAX_HEAD_BYTES);
  const end = recognisedEnd(firstRecord(most.bytes));
  return end < most.bytes.length ? { bytes: most.bytes.subarray(0, end), complete: false } : most;
}

interface Recognised {
  readonly format: Format;
  readonly state: unknown;
}

/** The format that the options name, or the first that makes sense of the head. */
function recognise(head: Head, options: Options): Recognised {
  if (options.format !== undefined) {
    const format = formatOf({ format: options.format });
    const state = format.recognise(head);
    if (state === undefined) throw notOfFormat(head, options.format);
    return { format, state };
  }
  const refused = refusedAs(head);
  if (refused !== undefined) throw new RejectedFile(refused);
  let doubtful: { format: Format; count: HeadCount } | undefined;
  for (const format of FORMATS) {
    const state = format.recognise(head);
    if (state === undefined) continue;
    const reader = format.reader(state, readOptionsOf(options), true);
    const count = countRecords(reader, head, format.name === 'grids');
    if (!isDoubtful(count)) return { format, state };
    doubtful ??= { format, count };
  }
  throw doubtful ? rather(doubtful.format.name, doubtful.count) : noPuzzleFile(head);
}

// Decides whether a file of an archive is solved, copied or rejected.

import { formatOf } from '../../formats/formats.ts';
import { visible } from '../../formats/shared/bytes.ts';
import type { Options } from '../../options/options.ts';
import { type FilePlan, InternalError, RejectedFile } from '../file-plan.ts';
import { planFile } from '../recognise.ts';
import { resultEncoding } from '../result-encoding.ts';
import { looksLikePuzzles, namedArray } from './arrays.ts';
import type { ZipEntry } from './headers.ts';

/** Files that programs add to archives by themselves. */
const ADDED_BY_PROGRAMS = /(^|[/\\])(__MACOSX[/\\]|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** Whether an entry is a directory, or metadata that the archiver added. */
export function isIncidental({ isDirectory, name }: Pick<ZipEntry, 'isDirectory' | 'name'>): boolean {
  return isDirectory || ADDED_BY_PROGRAMS.test(name);
}

/** Why a file in an archive is not solved. */
export interface Unsolved {
  /** `unchanged` for an array of something else than puzzles, as archives of arrays often have beside these */
  readonly status: 'rejected' | 'unchanged';
  readonly reason: RejectedFile;
  /** Set for an array of solved grids, which may be a result: an archive of nothing else is a set without puzzles */
  readonly areSolved?: true;
}

/**
 * Plans how to solve a file in an archive.
 * @param options of the archive, which the first line of the file can override
 * @param areSolutions whether the file is read for its full grids
 * @throws OptionError
 */
export function planEntry(
  { name, size }: Pick<ZipEntry, 'name' | 'size'>,
  head: Uint8Array,
  complete: boolean,
  options: Options,
  areSolutions = false,
): FilePlan | Unsolved {
  const { puzzle: place, ...others } = options;
  const array = namedArray(name, place);
  const isOther = array !== undefined && array.role !== 'puzzle';
  let areSolved = false;
  try {
    if (isOther && place !== undefined && !areSolutions) {
      throw new RejectedFile(
        `expected an array named ${place}, as the option puzzle says, got ${visible(array.name)}`,
      );
    }
    // the option names the array
    const given = [array ? others : options];
    const plan = planFile({ head, complete, name, given, bytes: size });
    const inner = formatOf(plan).isArchive ? plan.format : plan.compression;
    if (inner === 'none') {
      const { output } = plan.options;
      if (resultEncoding(plan) || formatOf(plan).isRanged) {
        const got = output === 'parquet' || output === 'npy' ? `output=${output}` : plan.format;
        throw new RejectedFile(
          `expected a file that is read and written from its front, got ${got}: unpack it`,
        );
      }
      if (isOther && !areSolutions && plan.format === 'npy' && !looksLikePuzzles(plan, head)) {
        areSolved = looksLikePuzzles(plan, head, true);
        const got = areSolved ? 'solved grids' : 'other values';
        throw new RejectedFile(`expected an array of puzzles, got one of ${got}`);
      }
      return plan;
    }
    throw new RejectedFile(
      `expected puzzles within zip, got ${inner} within zip, compressed twice: unpack it once`,
    );
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    const isUnchanged = isOther && !(error instanceof InternalError);
    const status = isUnchanged ? 'unchanged' : 'rejected';
    return { status, reason: error, ...(areSolved && { areSolved }) };
  }
}

/** Why an archive is rejected. @param first why its first file is not solved */
export function noPuzzlesWithin(first: { readonly name: string; readonly reason: RejectedFile } | undefined) {
  const got = first ? `${visible(first.name)}: ${first.reason.message}` : 'it is empty';
  const text = `expected a file of puzzles in the zip, got none: ${got}`;
  return first?.reason instanceof InternalError ? new InternalError(text) : new RejectedFile(text);
}

// Where surfaces may differ, and why. docs/formats.md has the same table; all else must be the same, byte for byte.

import { isDeepStrictEqual } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { type Outcome, type SurfaceName, UNCHANGED } from './surfaces.ts';

export interface Difference {
  /** `where` and `what` are a row of the table in docs/formats.md. */
  readonly where: string;
  readonly surfaces: readonly SurfaceName[];
  readonly files: RegExp;
  readonly what: string;
  /** What the surface gives. @param content of the command's result */
  readonly gives: (outcome: Outcome, expected: Outcome) => boolean | Promise<boolean>;
}

const isRejected = (reason: RegExp) => (outcome: Outcome) =>
  'rejected' in outcome && reason.test(outcome.rejected);

const PACKED = /\.(gz|zst|zip|npz)$/;
const TABLE = /\.parquet$/;

/** Whether two Parquet files have the same rows. */
async function areSameRows(outcome: Outcome, expected: Outcome): Promise<boolean> {
  if ('rejected' in outcome || 'rejected' in expected) return false;
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  const [one, other] = await Promise.all(
    [outcome, expected].map(({ content }) =>
      parquetReadObjects({ file: Uint8Array.from(content).buffer, compressors }),
    ),
  );
  return isDeepStrictEqual(one, other);
}

export const DIFFERENCES: readonly Difference[] = [
  {
    where: 'the library for browsers and for workerd',
    surfaces: ['library for browsers', 'library for workerd'],
    files: PACKED,
    what: 'compressed files and archives are rejected, as there is no zlib',
    gives: isRejected(/^expected an uncompressed file, since browsers lack node:zlib/),
  },
  {
    where: 'the library for browsers and for workerd, and the page to try',
    surfaces: ['library for browsers', 'library for workerd', 'page'],
    files: TABLE,
    what: 'Parquet files are not compressed, as there is no zlib',
    gives: areSameRows,
  },
  {
    where: 'files within an archive',
    surfaces: ['archive'],
    files: /\.(gz|zst|zip|npz|parquet)$/,
    what: 'files that are compressed, Parquet files and archives themselves stay as they are',
    gives: isRejected(new RegExp(UNCHANGED)),
  },
  {
    where: 'files within an archive',
    surfaces: ['archive'],
    files: /./,
    what: 'files that are rejected stay as they are',
    gives: (outcome, expected) => 'rejected' in expected && isRejected(new RegExp(UNCHANGED))(outcome),
  },
  {
    where: 'the page to try',
    surfaces: ['page'],
    files: /\.(zip|npz)$/,
    what: 'one file of an archive is solved and saved',
    gives: (outcome) => 'rejected' in outcome || outcome.packing === 'none',
  },
  {
    where: 'the page to try',
    surfaces: ['page'],
    files: /\.zst$/,
    what: 'the result of a zstandard file is not compressed, as browsers cannot do that',
    gives: (outcome, expected) =>
      'content' in outcome &&
      'content' in expected &&
      outcome.packing === 'none' &&
      outcome.content.equals(expected.content),
  },
];

/** The files to which a surface gives another outcome without a reason. */
export async function unmeantDifferences(
  surface: SurfaceName,
  expected: ReadonlyMap<string, Outcome>,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<string[]> {
  const unmeant: string[] = [];
  for (const [name, outcome] of outcomes) {
    const usual = expected.get(name)!;
    if (isSame(usual, outcome)) continue;
    const possible = DIFFERENCES.filter(
      ({ surfaces, files }) => surfaces.includes(surface) && files.test(name),
    );
    let isMeant = false;
    for (const { gives } of possible) isMeant ||= await gives(outcome, usual);
    if (!isMeant) unmeant.push(`${name}: expected ${described(usual)}, got ${described(outcome)}`);
  }
  return unmeant;
}

const isSame = (one: Outcome, other: Outcome): boolean =>
  'rejected' in one
    ? 'rejected' in other && one.rejected === other.rejected
    : 'content' in other && one.packing === other.packing && one.content.equals(other.content);

const described = (outcome: Outcome): string =>
  'rejected' in outcome
    ? `a rejection (${outcome.rejected})`
    : `${outcome.content.length} bytes (${JSON.stringify(outcome.content.toString('latin1', 0, 40))}…)`;

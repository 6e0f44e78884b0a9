// Where surfaces may differ, and why. docs/formats.md has the same table; all else must be the same, byte for byte.

import { type Outcome, type SurfaceName, UNCHANGED } from './surfaces.ts';

export interface Difference {
  /** `where` and `what` are a row of the table in docs/formats.md. */
  readonly where: string;
  readonly surfaces: readonly SurfaceName[];
  readonly files: RegExp;
  readonly what: string;
  /** What the surface gives. @param content of the command's result */
  readonly gives: (outcome: Outcome, expected: Outcome) => boolean;
}

const isRejected = (reason: RegExp) => (outcome: Outcome) =>
  'rejected' in outcome && reason.test(outcome.rejected);

const PACKED = /\.(gz|zst|zip|npz)$/;

export const DIFFERENCES: readonly Difference[] = [
  {
    where: 'the library for browsers and for workerd',
    surfaces: ['library for browsers', 'library for workerd'],
    files: PACKED,
    what: 'compressed files and archives are rejected, as there is no zlib',
    gives: isRejected(/^expected an uncompressed file, since browsers lack node:zlib/),
  },
  {
    where: 'files within an archive',
    surfaces: ['archive'],
    files: PACKED,
    what: 'files that are compressed, or archives themselves, stay as they are',
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
    what: 'archives are rejected',
    gives: isRejected(/./),
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
export function unmeantDifferences(
  surface: SurfaceName,
  expected: ReadonlyMap<string, Outcome>,
  outcomes: ReadonlyMap<string, Outcome>,
): string[] {
  return [...outcomes].flatMap(([name, outcome]) => {
    const usual = expected.get(name)!;
    if (isSame(usual, outcome)) return [];
    const isMeant = DIFFERENCES.some(
      ({ surfaces, files, gives }) => surfaces.includes(surface) && files.test(name) && gives(outcome, usual),
    );
    return isMeant ? [] : [`${name}: expected ${described(usual)}, got ${described(outcome)}`];
  });
}

const isSame = (one: Outcome, other: Outcome): boolean =>
  'rejected' in one
    ? 'rejected' in other && one.rejected === other.rejected
    : 'content' in other && one.packing === other.packing && one.content.equals(other.content);

const described = (outcome: Outcome): string =>
  'rejected' in outcome
    ? `a rejection (${outcome.rejected})`
    : `${outcome.content.length} bytes (${JSON.stringify(outcome.content.toString('latin1', 0, 40))}…)`;

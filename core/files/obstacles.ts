import { formatOf, isNumbered } from '../formats/formats.ts';
import type { FilePlan } from './contract.ts';

/** Something for which a file cannot be solved in pieces. */
export interface Obstacle {
  /** As it goes on after "as". */
  readonly cause: string;
  /** As it goes on after "give it". */
  readonly remedy: string;
}

/** Why a file cannot be cut between its records; none for one that can. */
export function obstaclesOf({
  format,
  compression,
  options,
  lineEnd,
  state,
}: Omit<FilePlan, 'splittable'>): Obstacle[] {
  const { solutions } = options;
  const found: (Obstacle | false)[] = [
    compression !== 'none' && { cause: `it is compressed (${compression})`, remedy: 'uncompressed' },
    !formatOf({ format }).splittable(state) && {
      cause: `its puzzles are not one a line (${format})`,
      remedy: 'with one puzzle a line',
    },
    // pieces are cut at line feeds
    lineEnd === 'cr' && {
      cause: 'its lines end in carriage returns alone',
      remedy: 'with a line feed at the end of each line',
    },
    // a piece does not know how many records come before it
    isNumbered(formatOf({ format }), options) && {
      cause: `solutions=${solutions} numbers the rows of its result`,
      remedy: 'with solutions=first or unique',
    },
  ];
  return found.filter((obstacle) => obstacle !== false);
}

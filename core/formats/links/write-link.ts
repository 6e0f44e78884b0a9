// Writes puzzles as links and constraint strings.

import lzString from 'lz-string';
import type { Geometry } from '../../solver/geometry.ts';
import { constraintTextOf, missingInConstraints } from './constraint-writer.ts';
import type { LinkPuzzle } from './description.ts';
import { fPuzzleOf, missingInFPuzzles } from './fpuzzles-writer.ts';
import type { Members } from './json-access.ts';

/** A form of links. */
export interface LinkForm {
  /** What it has no place for, in words; undefined if it holds such puzzles. */
  missing(geometry: Geometry): string | undefined;
  /**
   * The link of a puzzle that it has a place for.
   * @param more members of its object beside the puzzle, such as a title
   */
  write(puzzle: Omit<LinkPuzzle, 'notes'>, solution?: Uint8Array, more?: Members): string;
}

const packed = (puzzle: Omit<LinkPuzzle, 'notes'>, solution?: Uint8Array, more?: Members) =>
  lzString.compressToBase64(JSON.stringify({ ...more, ...fPuzzleOf(puzzle, solution) }));

/** Links by the name of their form. */
export const LINK_FORMS = {
  fpuzzles: {
    missing: missingInFPuzzles,
    write: (...puzzle) => `https://f-puzzles.com/?load=${packed(...puzzle)}`,
  },
  // it reads the constraints of f-puzzles; in a form of its own, lines and dots are drawings
  sudokupad: {
    missing: missingInFPuzzles,
    write: (...puzzle) => `https://sudokupad.app/fpuzzles${encodeURIComponent(packed(...puzzle))}`,
  },
  iss: { missing: missingInConstraints, write: constraintTextOf },
} satisfies Record<string, LinkForm>;

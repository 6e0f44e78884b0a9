// Writes puzzles as links and constraint strings.

import lzString from 'lz-string';
import type { Geometry } from '../../solver/model/geometry.ts';
import { constraintTextOf, missingInConstraints } from './constraint-text.ts';
import type { LinkPuzzle } from './description.ts';
import { fPuzzleOf, missingInFPuzzles } from './fpuzzles.ts';
import type { Members } from './json-access.ts';

/** A form of links. */
export interface LinkForm {
  /** What the form cannot express, in words; undefined if it can express the puzzle. */
  missing(geometry: Geometry): string | undefined;
  /**
   * The link of a puzzle for which `missing` is undefined.
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
  // SudokuPad reads objects of f-puzzles; in its own form, lines and dots are drawings without a meaning
  sudokupad: {
    missing: missingInFPuzzles,
    write: (...puzzle) => `https://sudokupad.app/fpuzzles${encodeURIComponent(packed(...puzzle))}`,
  },
  iss: { missing: missingInConstraints, write: constraintTextOf },
} satisfies Record<string, LinkForm>;

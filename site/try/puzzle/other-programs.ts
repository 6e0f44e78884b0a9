// Links that open a puzzle in other programs.

import { LINK_FORMS } from '../../../core/formats/links/write-link.ts';
import { lineOf } from '../../../core/formats/shared/alphabet.ts';
import { geometryOf, type Puzzle } from '../shared/puzzle.ts';

export interface OtherProgram {
  readonly name: string;
  /** Address that opens the puzzle; undefined if it cannot express the puzzle. */
  readonly href?: string;
  /** What it cannot express, in words. */
  readonly missing?: string;
}

/** The programs, with the puzzle in their links. */
export function otherPrograms(puzzle: Puzzle): OtherProgram[] {
  const geometry = geometryOf(puzzle);
  const { size, variant, regions, rules, cells, boxRows } = { ...geometry, cells: puzzle.cells };
  const isPlain = size === 9 && boxRows === 3 && variant === 'classic' && !regions && rules.length === 0;
  const line = lineOf(cells).replaceAll('.', '0');
  const inForm = (name: string, form: keyof typeof LINK_FORMS, address = ''): OtherProgram => {
    const { missing, write } = LINK_FORMS[form];
    const lacks = missing(geometry);
    if (lacks !== undefined) return { name, missing: lacks };
    const text = write({ geometry, cells });
    return { name, href: address === '' ? text : `${address}${encodeURIComponent(text)}` };
  };
  const inLine = (name: string, address: string): OtherProgram =>
    isPlain ? { name, href: `${address}${line}` } : { name, missing: 'puzzles that are not classic 9x9' };
  return [
    inForm('SudokuPad', 'sudokupad'),
    inForm('f-puzzles', 'fpuzzles'),
    inForm('Interactive Sudoku Solver', 'iss', 'https://sigh.github.io/Interactive-Sudoku-Solver/?q='),
    inLine('SudokuWiki', 'https://www.sudokuwiki.org/sudoku.htm?bd='),
    inLine('Sudoku Coach', 'https://sudoku.coach/en/play/'),
  ];
}

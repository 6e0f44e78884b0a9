// A grid in a text, and the text with its solution.

import { filledCells, spareBefore } from '../formats/grids/pasted/notation.ts';
import type { Alphabet } from '../formats/shared/alphabet.ts';

/** A grid that was found in a text. */
export interface GridText {
  readonly size: number;
  /** size * size values, 0 for empty. */
  readonly cells: Uint8Array;
  /** Undefined if the cells are numbers. */
  readonly alphabet: Alphabet | undefined;
  /** Where each cell is in the text. */
  readonly tokens: readonly Token[];
  /** Whether values are written and aligned as the givens are, such as `5.` or `'5'`. */
  readonly isLikeGivens?: true;
}

export interface Token {
  readonly start: number;
  readonly end: number;
}

export function textOf(text: string, { start, end }: Token): string {
  return text.slice(start, end);
}

/** The text with its empty cells filled in; all other characters stay. */
export function fillGridText(text: string, grid: GridText, values: Uint8Array): string {
  const { cells, alphabet, tokens } = grid;
  if (grid.isLikeGivens) return fillLikeGivens(text, grid, values);
  const isPadded = tokens.some((token) => /^0[1-9]/.test(textOf(text, token)));
  let filled = '';
  let from = 0;
  for (const [i, { start, end }] of tokens.entries()) {
    if (cells[i] !== 0) continue;
    const value = values[i]!;
    const token = text.slice(start, end);
    let cell = alphabet ? alphabet.symbols[value - 1]! : String(value);
    if (!alphabet && (isPadded || token === '00')) cell = cell.padStart(2, '0');
    else if (/^([.*_?x-])\1$/i.test(token)) cell = cell.padStart(2);
    filled += text.slice(from, start);
    // a wider number takes the space that an aligned column has to spare
    if (cell.length > token.length && /(^|[\s|]) $/.test(filled.slice(-2))) filled = filled.slice(0, -1);
    filled += cell;
    from = end;
  }
  return filled + text.slice(from);
}

function fillLikeGivens(
  text: string,
  { size, cells, alphabet, tokens }: GridText,
  values: Uint8Array,
): string {
  const symbols = alphabet?.symbols;
  const written = {
    size,
    values: cells,
    symbols,
    text: (i: number) => textOf(text, tokens[i]!),
    spareBefore: (i: number) => spareBefore((at) => text[at]!, tokens[i]!.start),
  };
  let filled = '';
  let from = 0;
  for (const { cell, before, text: value } of filledCells(written, values)) {
    const { start, end } = tokens[cell]!;
    filled += text.slice(from, start - before) + value;
    from = end;
  }
  return filled + text.slice(from);
}

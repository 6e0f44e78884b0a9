import type { Alphabet } from '../formats/shared/alphabet.ts';
import { namedAlphabet } from '../formats/shared/alphabet.ts';
import {
  CANDIDATE_SIZES,
  misplacedMark,
  pencilmarkSize,
  pencilmarkSymbols,
  pencilmarkTable,
  readCandidates,
  readMarks,
} from '../formats/shared/pencilmarks.ts';
import { quoted } from '../options/describe-value.ts';
import { onlyDigit, WORDS } from '../solver/allowed.ts';
import { PuzzleError, placeOf } from './puzzle-text.ts';

/** A puzzle of candidates that was found in a text. */
export interface CandidatesText {
  /** The only digits of cells, 0 for the others. */
  readonly cells: Uint8Array;
  /** The digits that the cells may have. */
  readonly allowed: Uint32Array;
  /** Undefined if the cells are numbers. */
  readonly alphabet: Alphabet | undefined;
  /** The text with a solution in place of the candidates. */
  readonly write: (values: Uint8Array) => string;
}

/**
 * Finds a puzzle of candidates in a text: a line of pencilmarks, or a grid with the digits of each cell.
 * @param given symbols of the option `alphabet`
 * @returns undefined for any other text
 * @throws PuzzleError for pencilmarks with a digit in the place of another
 */
export function readCandidatesText(
  text: string,
  given: string | undefined,
  name: string,
): CandidatesText | undefined {
  return pencilmarksIn(text, given, name) ?? candidateGridIn(text);
}

const COMMENT = /^\s*(#|%|\/\/)/;

interface Token {
  readonly start: number;
  readonly end: number;
}

/** The lines that are neither blank nor comments. */
function linesOf(text: string): Token[] {
  return Array.from(text.matchAll(/[^\r\n]+/g), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  })).filter(({ start, end }) => {
    const line = text.slice(start, end);
    return line.trim() !== '' && !COMMENT.test(line);
  });
}

function pencilmarksIn(text: string, given: string | undefined, name: string): CandidatesText | undefined {
  const lines = linesOf(text);
  const [line] = lines;
  if (!line || lines.length > 1) return undefined;
  const [token] = tokensOf(text, line);
  const size = token && pencilmarkSize(token.end - token.start);
  if (!size) return undefined;
  const marks = text.slice(token.start, token.end);
  const symbols = pencilmarkSymbols(marks, size, given);
  if (symbols === undefined) return undefined;
  const bytes = new TextEncoder().encode(marks);
  const values = pencilmarkTable(symbols);
  const wrong = bytes.length === marks.length ? misplacedMark(bytes, 0, bytes.length, size, values) : 0;
  if (wrong >= 0) {
    const [cell, place] = [Math.floor(wrong / size), wrong % size];
    throw new PuzzleError(
      `${name}: expected ${symbols[place]} or . at place ${place + 1} of ${placeOf(size, cell)}, got ${quoted(marks[wrong]!)}`,
    );
  }
  const { cells, allowed } = newCells(size);
  for (let cell = 0; cell < cells.length; cell++) {
    readMarks(bytes, cell * size, (cell + 1) * size, values, allowed, cell);
    cells[cell] = onlyDigit(allowed, cell);
  }
  const write = (all: Uint8Array) =>
    text.slice(0, token.start) +
    Array.from(all, (value) => symbols[value - 1]).join('') +
    text.slice(token.end);
  return { cells, allowed, alphabet: namedAlphabet(symbols), write };
}

/** Lines drawn between rows. */
const FRAME = /^[-=+*_~|:.!'"`^\\/\s\u2500-\u25ff]*$/;

function candidateGridIn(text: string): CandidatesText | undefined {
  const rows = linesOf(text)
    .filter(({ start, end }) => !FRAME.test(text.slice(start, end)))
    .map((line) => tokensOf(text, line));
  const size = rows.length;
  if (!CANDIDATE_SIZES.includes(size) || rows.some((row) => row.length !== size)) return undefined;
  const tokens = rows.flat();
  const { cells, allowed } = newCells(size);
  const encoder = new TextEncoder();
  let hasSeveral = false;
  for (const [cell, { start, end }] of tokens.entries()) {
    const bytes = encoder.encode(text.slice(start, end));
    const digits = readCandidates(bytes, 0, bytes.length, size, allowed, cell);
    if (digits < 0) return undefined;
    hasSeveral ||= digits > 1;
    cells[cell] = onlyDigit(allowed, cell);
  }
  if (!hasSeveral) return undefined;
  const write = (all: Uint8Array) => {
    let filled = '';
    let from = 0;
    for (const [cell, { start, end }] of tokens.entries()) {
      filled += text.slice(from, start) + String(all[cell]).padEnd(end - start);
      from = end;
    }
    return filled + text.slice(from);
  };
  return { cells, allowed, alphabet: undefined, write };
}

const newCells = (size: number) => ({
  cells: new Uint8Array(size * size),
  allowed: new Uint32Array(WORDS * size * size),
});

function tokensOf(text: string, { start, end }: Token): Token[] {
  return Array.from(text.slice(start, end).matchAll(/[^\s,;:|!\u2500-\u257f]+/g), ({ 0: token, index }) => ({
    start: start + index,
    end: start + index + token.length,
  }));
}

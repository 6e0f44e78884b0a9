import { CR } from '../../kernel/constants.ts';
import { type Geometry, sizeOfCells } from '../../solver/geometry.ts';
import { mayBeCells, SEPARATOR, type SymbolTable } from '../shared/alphabet.ts';
import type { BrokenRecord } from '../shared/block.ts';
import { lineEnd, quote, tokenEnd } from '../shared/bytes.ts';
import { latin1 } from '../shared/latin1.ts';
import { markerIn } from '../shared/markers.ts';

/** Prefixes of puzzles. */
export const PREFIXES = {
  /** of HoDoKu's library: `:0000:x:`; with the variant of a technique, or `x` for a failing one: `:0711-3:5:`, `:0904-x:9:` */
  hodoku: /^:\d{4}(?:-[\dx]{1,2})?:[^:]{0,40}:/,
  /** a number: `1: `, `1. `, `1) ` or `1 ` */
  number: /^\d{1,9}(?:[:.)]\s*|\s+)(?=\S)/,
  /** the hash of a puzzle bank */
  hash: /^[0-9a-f]{8,40}\s+(?=\S)/i,
} as const;
export type Prefix = keyof typeof PREFIXES;

/** Bytes of the longest prefix. */
const MAX_PREFIX = 64;

/** Characters between a prefix and its puzzle. */
const PARTS = /[:.)\s]/;

/** A line without its prefix and the blanks before it. */
export function withoutPrefix(text: string, prefix: Prefix | undefined): string {
  return prefix === undefined ? text : text.trimStart().replace(PREFIXES[prefix], '');
}

/** Offset of a line's puzzle: `start`, or the end of the prefix there. */
export function prefixEnd(bytes: Uint8Array, start: number, end: number, prefix: Prefix): number {
  const found = PREFIXES[prefix].exec(latin1(bytes, start, Math.min(end, start + MAX_PREFIX)));
  return start + (found?.[0].length ?? 0);
}

/** The prefix of a line, without the separator after it; undefined for none. */
export function prefixOf(text: string, prefix: Prefix): string | undefined {
  const line = /^.*/.exec(text.trimStart())![0];
  const found = PREFIXES[prefix].exec(line)?.[0];
  if (found === undefined) return undefined;
  let end = found.length;
  while (end > 0 && PARTS.test(found[end - 1]!)) end--;
  return found.slice(0, end);
}

/** A puzzle without the `+` that HoDoKu writes before solved cells; undefined if it has none. */
export function withoutPlusSigns(cells: string): string | undefined {
  const plain = cells.replace(/\+(?=[1-9A-Za-z])/g, '');
  return plain.length < cells.length && !plain.includes('+') ? plain : undefined;
}

export const ONLY_PREFIXES =
  'only a number, a hash or a HoDoKu code may stand before a puzzle. ' +
  'Put it after the puzzle, or write a table below the header name,puzzle';

/** Fewer characters may be a word that happens to look like cells. */
const MIN_CELLS_WITHIN = 36;

/** Characters of a line that are searched for a puzzle in its middle. */
const MAX_SEARCHED = 2000;

/** Characters before it: more can be a broken puzzle, and what follows its solution. */
const MAX_BEFORE = 30;

/** The first puzzle of a line that does not begin with it: how many cells, and the text before it. */
export function cellsWithin(text: string): { readonly cells: number; readonly before: string } | undefined {
  for (const { 0: token, index } of text.slice(0, MAX_SEARCHED).matchAll(/[^\s,;:|]+/g)) {
    const size = token.length < MIN_CELLS_WITHIN ? undefined : sizeOfCells(token.length);
    const before = text.slice(0, index).trim();
    if (before.length > MAX_BEFORE) return undefined;
    if (size !== undefined && before !== '' && mayBeCells(token, size))
      return { cells: token.length, before };
  }
  return undefined;
}

/**
 * The fault of a text in the place of a puzzle.
 * @param lineStart offset of its line, for the column
 * @param like how a puzzle of its length, or else of the most common size, is written
 */
export function brokenToken(
  bytes: Uint8Array,
  lineStart: number,
  start: number,
  end: number,
  like: { geometry: Geometry; symbolTable: SymbolTable } | undefined,
): Omit<BrokenRecord, 'line'> {
  const fault = (at: number, reason: string) => ({ start, end, column: at - lineStart + 1, reason });
  const marker = markerIn(bytes, start, end);
  if (marker)
    return {
      ...fault(start, `expected a puzzle, got ${marker}, the marker of an earlier run`),
      isMarker: true,
    };
  const got = quote(bytes, start, end);
  const line = latin1(bytes, start, Math.min(lineEnd(bytes, end), start + MAX_SEARCHED));
  const found = cellsWithin(line);
  if (found) {
    const before = quote(Buffer.from(found.before, 'latin1'));
    return fault(start, `expected a puzzle, got ${found.cells} cells after ${before}: ${ONLY_PREFIXES}`);
  }
  if (!like)
    return fault(
      start,
      `expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got ${end - start}: ${got}`,
    );
  const { geometry, symbolTable } = like;
  if (end - start !== geometry.cells) {
    return fault(
      Math.min(end, start + geometry.cells),
      `expected ${geometry.cells} cells, got ${end - start}: ${got}`,
    );
  }
  const { alphabet, values } = symbolTable;
  let at = start;
  while (values[bytes[at]!]! < SEPARATOR) at++;
  const symbol = quote(bytes, at, at + 1);
  return fault(at, `expected a symbol of ${alphabet.name} or an empty cell, got ${symbol}`);
}

/** The fault of a line that contains line ends of another kind: the text after them would be lost. */
export function mixedLine(
  bytes: Uint8Array,
  lineStart: number,
  start: number,
  lineFeed: number,
): Omit<BrokenRecord, 'line'> {
  const end = tokenEnd(bytes, start, lineFeed, true);
  const column = bytes.indexOf(CR, lineStart) - lineStart + 1;
  return {
    start,
    end,
    column,
    reason: 'expected lines that end alike, got a line end of another kind within one',
  };
}

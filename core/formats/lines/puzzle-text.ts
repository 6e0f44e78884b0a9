// The text of a line with a puzzle: what stands before it, and cells that are apart.

import { MAX_SIZE } from '../../options/options.ts';
import { isSize, sizeOfCells } from '../../solver/model/geometry.ts';
import { mayBeCells } from '../shared/alphabet.ts';
import { latin1 } from '../shared/latin1.ts';
import { markerWithin } from '../shared/markers.ts';
import { areCells, withoutLinks } from '../shared/text-line.ts';

/** Prefixes with a meaning, and those of short puzzles. Any other text can stand before a puzzle, too. */
export const PREFIXES = {
  /** of HoDoKu's library: `:0000:x:`; with the variant of a technique, or `x` for a failing one: `:0711-3:5:`, `:03111:9:` */
  hodoku: /^:\d{3,6}(?:-[\dx]{1,2})?:[^:]{0,40}:/,
  /** a number: `1: `, `1. `, `1) ` or `1 ` */
  number: /^\d{1,9}(?:[:.)]\s*|\s+)(?=\S)/,
  /** the hash of a puzzle bank */
  hash: /^[0-9a-f]{8,40}\s+(?=\S)/i,
} as const;
export type Prefix = keyof typeof PREFIXES;

/** Characters of a line that are searched for its puzzle. */
const MAX_SEARCHED = 2000;

/** Fewer characters may be a word that happens to look like cells. */
const MIN_CELLS_WITHIN = 36;

/** A hash or a UUID, of which nearly all characters can be digits. */
const HASH = /^(?=.*[a-f])[\da-f-]+$/i;

/** Characters between a prefix and its puzzle. */
const PARTS = /[:.)=\s]/;

/** The size of a grid with so many cells; undefined if there is none. */
export type SizeOf = (cells: number) => number | undefined;

/**
 * Length of the text before the puzzle of a line: a prefix that most lines have, or else what precedes the first run of cells
 * that is a grid, or was meant as one. 0 for none.
 * @param text without the blanks before it
 */
export function prefixLength(text: string, prefix: Prefix | undefined, sizeOf: SizeOf = sizeOfCells): number {
  const named = prefix && PREFIXES[prefix].exec(text)?.[0].length;
  if (named) return named;
  const front = text.slice(0, MAX_SEARCHED);
  // signs that separate texts can be symbols of a large grid
  const [first = ''] = /^[^\s,|]+/.exec(front) ?? [];
  const firstSize = sizeOf(first.length);
  if (firstSize !== undefined && mayBeCells(first, firstSize)) return 0;
  const marker = markerWithin(front);
  let width = 0;
  for (const { 0: word, index: at } of withoutLinks(front).matchAll(/[^\s,;:|="'`()[\]{}\x80-\xff]+/g)) {
    if (marker >= 0 && marker <= at) break;
    // in the place of a link, which such brackets enclose
    const isEnclosed = word.startsWith('<') && word.endsWith('>');
    const [token, index] = isEnclosed ? [word.slice(1, -1), at + 1] : [word, at];
    const cells = withoutPlusSigns(token) ?? token;
    const size = index > 0 && cells.length < MIN_CELLS_WITHIN ? undefined : sizeOf(cells.length);
    // not a drawn line
    if (size !== undefined && mayBeCells(cells, size) && /[^-*_]/.test(cells)) return index;
    const groups = token.length === width ? undefined : groupsIn(front.slice(index), sizeOf)?.cells;
    width = token.length;
    const isLong = groups !== undefined && groups.length >= MIN_CELLS_WITHIN;
    if (isLong && mayBeCells(groups, sizeOf(groups.length)!)) return index;
    // what follows a puzzle with a fault is its solution
    if (cells.length >= MIN_CELLS_WITHIN && areCells(cells, 0) && !HASH.test(cells)) return index;
  }
  return Math.max(marker, 0);
}

/** A line without its prefix and the blanks before it. */
export function withoutPrefix(line: string, prefix: Prefix | undefined, sizeOf?: SizeOf): string {
  const text = line.trimStart();
  return text.slice(prefixLength(text, prefix, sizeOf));
}

/** Offset of a line's puzzle: `start`, or the end of the prefix there. */
export function prefixEnd(
  bytes: Uint8Array,
  start: number,
  end: number,
  prefix: Prefix | undefined,
  sizeOf: SizeOf,
): number {
  return start + prefixLength(latin1(bytes, start, Math.min(end, start + MAX_SEARCHED)), prefix, sizeOf);
}

/** The prefix of a line, without the separator after it; undefined for none. */
export function prefixOf(text: string, prefix: Prefix | undefined): string | undefined {
  const line = /^.*/.exec(text.trimStart())![0];
  let end = prefixLength(line, prefix);
  if (end === 0) return undefined;
  while (end > 0 && PARTS.test(line[end - 1]!)) end--;
  return line.slice(0, end);
}

/** A puzzle without the `+` that HoDoKu writes before solved cells; undefined if it has none. */
export function withoutPlusSigns(cells: string): string | undefined {
  const plain = cells.replace(/\+(?=[1-9A-Za-z])/g, '');
  return plain.length < cells.length && !plain.includes('+') ? plain : undefined;
}

/** Cells in groups of equal length, such as nine groups of nine: how many cells, and where they end. */
export function groupsIn(
  text: string,
  sizeOf: SizeOf,
): { readonly cells: string; readonly end: number } | undefined {
  let width = 0;
  let cells = '';
  let end = 0;
  for (const { 0: group, index } of text.slice(0, MAX_SEARCHED).matchAll(/[^\s,;:|"'`()[\]{}]+/g)) {
    width ||= group.length;
    if (width < MIN_GROUP || width > MAX_SIZE || group.length !== width) break;
    cells += group;
    end = index + width;
    if (cells.length === width * width && isSize(width)) break;
  }
  const size = cells.length > width ? sizeOf(cells.length) : undefined;
  return size !== undefined && (size % width) * (width % size) === 0 ? { cells, end } : undefined;
}

/** Cells of a group: two can be a number. */
const MIN_GROUP = 3;

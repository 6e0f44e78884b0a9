// Finds the link of a line, which can have other text before and after it, such as a title.

import { isMarker } from '../shared/markers.ts';
import { isConstraintText } from './constraint-text.ts';
import { isGridText, isLink, isWebAddress } from './link.ts';

/** The stretch of a line that is a link, or another text with a puzzle. */
export interface LinkPlace {
  readonly start: number;
  readonly end: number;
  /** What it is; undefined if no part of the line is a puzzle. */
  readonly kind: 'link' | 'grid' | undefined;
}

/** Words between blanks and punctuation that no link has. */
const WORD = /[^\s,;|]+/g;

/** Words before a puzzle that are examined. */
const MAX_WORDS = 1000;

/** Signs around a link, by the first of them. */
const CLOSING: Readonly<Record<string, string>> = {
  '<': '>',
  '(': ')',
  '[': ']',
  '"': '"',
  "'": "'",
};

/** The first link of a line, or grid with a symbol for each cell; else a marker or the first word, which is no puzzle. */
export function linkPlace(line: string): LinkPlace {
  let address: LinkPlace | undefined;
  let marker: LinkPlace | undefined;
  let first: LinkPlace | undefined;
  let words = 0;
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (++words > MAX_WORDS) break;
    const place = placeOfText(line, word, index) ?? placeOfWord(word, index);
    if (place.kind) return place;
    const text = line.slice(place.start, place.end);
    // of a site that is none of those known
    if (isWebAddress(text)) address ??= place;
    else if (isMarker(text)) marker ??= place;
    first ??= place;
    // without a look for others in it, which would take long
    if (word.startsWith('{')) break;
  }
  return address ?? marker ?? first ?? { start: 0, end: line.length, kind: undefined };
}

/** Constraints or an object, which can have blanks and commas, from a word on. */
function placeOfText(line: string, word: string, index: number): LinkPlace | undefined {
  const rest = line.slice(index);
  const end = isConstraintText(word)
    ? constraintsEnd(rest)
    : word.startsWith('{') && isLink(rest)
      ? rest.lastIndexOf('}') + 1
      : 0;
  return end > 0 ? { start: index, end: index + end, kind: 'link' } : undefined;
}

function placeOfWord(word: string, index: number): LinkPlace {
  const closing = CLOSING[word[0]!];
  const start = closing === undefined ? 0 : 1;
  const close = closing === undefined ? -1 : word.indexOf(closing, 1);
  const text = word.slice(start, close < 0 ? undefined : close);
  // an object behind a bracket is an element of a list
  const isWhole = isLink(text) && !isWebAddress(text) && !text.startsWith('{');
  const kind = isWhole ? 'link' : isGridText(text) ? 'grid' : undefined;
  return { start: index + start, end: index + start + text.length, kind };
}

/** What belongs to a constraint string: a cell, a sign before an argument, or the name of a constraint. */
const OF_CONSTRAINT = /~|R\wC\w|\.[A-Z][A-Za-z]{3}/g;

/** The end of the constraints at the front of a text: they can have blanks between them, and another text can follow. */
function constraintsEnd(text: string): number {
  let last = 0;
  for (const { index } of text.matchAll(OF_CONSTRAINT)) last = index;
  const rest = text.slice(last).search(/\s/);
  return rest < 0 ? text.length : last + rest;
}

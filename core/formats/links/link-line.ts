// Finds the link of a line, which can have other text before and after it, such as a title.

import { sideOf } from '../../solver/model/geometry.ts';
import { mayBeCells } from '../shared/alphabet.ts';
import { isMarker } from '../shared/markers.ts';
import { isConstraintText } from './constraint-text.ts';
import { isLink, mayBeLink } from './link.ts';

/** The part of a line that is a link, or another text with a puzzle. */
export interface LinkPlace {
  readonly start: number;
  readonly end: number;
  /** What it is: a text is a grid or a record of JSON. Undefined if no part of the line is a puzzle. */
  readonly kind: 'link' | 'text' | 'address' | undefined;
}

/** Words, separated by blanks or by punctuation that no link contains, such as the `](` of Markdown. */
const WORD = /(?:(?!\]\()[^\s,;|])+/g;

/** Words before a puzzle that are examined. */
const MAX_WORDS = 1000;

/** Characters of the shortest word that can begin a puzzle, a constraint such as `.X~`, but for the `{` of an object. */
const MIN_WORD = 3;

/** Signs around a link, by the first of them. */
const CLOSING: Readonly<Record<string, string>> = {
  '<': '>',
  '(': ')',
  '[': ']',
  '"': '"',
  "'": "'",
};

/**
 * Finds the first link of a line, or the first grid with a symbol for each cell. If there is neither, the place of an address
 * without a puzzle, of a marker or of the first word.
 */
export function linkPlace(line: string): LinkPlace {
  let address: LinkPlace | undefined;
  let marker: LinkPlace | undefined;
  let first: LinkPlace | undefined;
  let words = 0;
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (++words > MAX_WORDS) break;
    // most words of a grid: nothing that is looked for is as short
    if (first && word.length < MIN_WORD && !word.startsWith('{')) continue;
    const place = placeOfText(line, word, index) ?? placeOfWord(word, index);
    const isValue = place.kind === 'link' && isQuoted(line, place.start) && !isItem(line.slice(0, index));
    if (place.kind === 'address' || isValue) address ??= { ...place, kind: 'address' };
    else if (place.kind) return place;
    if (isMarker(line.slice(place.start, place.end))) marker ??= place;
    first ??= place;
    // searching a long object for links would take long
    if (word.startsWith('{')) break;
  }
  return address ?? marker ?? first ?? { start: 0, end: line.length, kind: undefined };
}

const isQuoted = (line: string, start: number) => /["']/.test(line[start - 1] ?? '');

/** Whether nothing but the sign or number of a list is before a quote: behind other text, it is a value beside others. */
const isItem = (before: string) => /^\s*(?:(?:[-*+[(]|\d{1,9}[.):])\s*)?$/.test(before);

/** A constraint string or an object, which begins with this word and can contain blanks and commas. */
function placeOfText(line: string, word: string, index: number): LinkPlace | undefined {
  const rest = line.slice(index);
  const end = isConstraintText(word)
    ? constraintsEnd(rest)
    : word.startsWith('{')
      ? rest.lastIndexOf('}') + 1
      : 0;
  const kind = isLink(rest) ? 'link' : 'text';
  return end > 0 ? { start: index, end: index + end, kind } : undefined;
}

function placeOfWord(word: string, index: number): LinkPlace {
  const closing = CLOSING[word[0]!];
  const start = closing === undefined ? 0 : 1;
  const close = closing === undefined ? -1 : word.indexOf(closing, 1);
  const text = word.slice(start, close < 0 ? undefined : close);
  return { start: index + start, end: index + start + text.length, kind: kindOf(text) };
}

function kindOf(text: string): LinkPlace['kind'] {
  // an object behind a bracket is an element of a list
  if (text.startsWith('{')) return undefined;
  if (mayBeLink(text)) return isLink(text) ? 'link' : 'address';
  const size = sideOf(text.length);
  return size !== undefined && mayBeCells(text, size) ? 'text' : undefined;
}

/** Parts of a constraint string: a cell, the sign before an argument, or the name of a constraint. */
const OF_CONSTRAINT = /~|R\wC\w|\.[A-Z][A-Za-z]{3}/g;

/** The end of the constraints at the front of a text: they can have blanks between them, and another text can follow. */
function constraintsEnd(text: string): number {
  let last = 0;
  for (const { index } of text.matchAll(OF_CONSTRAINT)) last = index;
  const rest = text.slice(last).search(/\s/);
  return rest < 0 ? text.length : last + rest;
}

// The words of a line of pasted text, and what may stand before and above a row.

import { isSize } from '../../../solver/model/geometry.ts';
import { isWord, type Token, tokenOf } from './words.ts';

/** What stands before the lines of quoted mail. */
export const QUOTE_MARKS = /(?:[ \t]{0,8}>){1,20} ?/y;
/** What stands before the items of a list: `- `, `* `, `+ `. */
export const BULLET = /[ \t]*[-*+][ \t]+(?=\S)/y;
/** What stands before a row and names it. */
export const LABEL =
  /[ \t]*(?:["']?(?:[A-Za-z]{3,6}[ _]|[A-Za-z]{0,6})\d{1,2}["']?|["']?[A-Za-z]["']?|\[\d{1,2},\])(?:[.)]|[ \t]{0,8}[:=])?(?=[\s|[{("'])/y;
/** What stands after a row and names it. */
const TRAILING_LABEL = /(?<=[\s|])[rR]?(?:[A-Za-z]|\d{1,2})$/;
/** Characters of the longest such label, and the one before it. */
const MAX_TRAILING = 4;
const CALL = /[A-Za-z][\w.]{0,20}\(\d{1,2}(?:\.0?)?\)/y;
const COMMENT = /(?:#|\/\/|\/\*| -- (?=[A-Za-z]))/y;
export const COMMENT_LINE = /[ \t]*(?:#|%|\/\/|\/\*)/y;
export const OPEN = '[({';
export const CLOSE = '])}';
export const BRACKETS = OPEN + CLOSE;
/** Characters between words. */
const BETWEEN = ' \t\r\n,;|`!\f';

export interface Tokens {
  readonly tokens: readonly Token[];
  /** Where a comment begins that ends the line, or Infinity. */
  readonly commentAt: number;
  /** Whether the line has brackets or quotes. */
  readonly isCode: boolean;
}

/** The words, quoted texts and brackets of a line, without comments. */
export function tokensOf(text: string, start: number, end: number): Tokens {
  const tokens: Token[] = [];
  let commentAt = Infinity;
  let isCode = false;
  for (let at = start; at < end; ) {
    const sign = text[at]!;
    if (isCommentAt(text, start, at)) {
      commentAt = Math.min(commentAt, at);
      at = commentEnd(text, at, end);
    } else if (BETWEEN.includes(sign)) {
      if (sign === '`') isCode = true;
      at++;
    } else if (BRACKETS.includes(sign)) {
      isCode = true;
      tokens.push({ kind: OPEN.includes(sign) ? 'open' : 'close', isQuoted: false, start: at, end: ++at });
    } else if (sign === '"' || sign === "'") {
      isCode = true;
      const isTriple = text[at + 1] === sign && text[at + 2] === sign;
      const close = isTriple ? -1 : quoteEnd(text, at, end);
      if (close > 0) tokens.push(tokenOf(text, at, close, true));
      at = close > 0 ? close : at + (isTriple ? 3 : 1);
    } else {
      const next = wordEnd(text, at, end);
      tokens.push(tokenOf(text, at, next, false));
      at = next;
    }
  }
  return { tokens, commentAt, isCode };
}

export function match(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** Offset of the label after a row that ends at `end`; undefined if there is none. */
export function trailingLabelAt(text: string, start: number, end: number): number | undefined {
  const from = Math.max(start, end - MAX_TRAILING);
  const found = TRAILING_LABEL.exec(text.slice(from, end));
  return found ? from + found.index : undefined;
}

export function lineFeedAt(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** End of a line without the blanks at its end. */
export function trimmedTextEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && ' \t\r'.includes(text[at - 1]!)) at--;
  return at;
}

/** Offset of the last bracket of a line; -1 if it has none. */
export function lastBracket(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && !BRACKETS.includes(text[at]!)) at--;
  return at < start ? -1 : at;
}

/** Whether a comment of a programming language begins here. */
function isCommentAt(text: string, start: number, at: number): boolean {
  const sign = text[at]!;
  if (sign !== '#' && sign !== '/' && sign !== ' ') return false;
  if (sign === '#' && at > start && !BETWEEN.includes(text[at - 1]!)) return false;
  return match(COMMENT, text, at) !== undefined;
}

function commentEnd(text: string, at: number, end: number): number {
  const sign = text.startsWith('/*', at) ? '*/' : '\n';
  let close = at + 1;
  while (close < end && !text.startsWith(sign, close)) close++;
  return Math.min(end, close + sign.length);
}

/** Characters of a text in quotes. */
const MAX_QUOTED = 20_000;

/** End of the text in quotes that begins at `start`; -1 if it is not closed on its line. */
function quoteEnd(text: string, start: number, end: number): number {
  const quote = text[start]!;
  const most = Math.min(end, start + MAX_QUOTED);
  for (let at = start + 1; at < most && text[at] !== '\n'; at++) if (text[at] === quote) return at + 1;
  return -1;
}

function wordEnd(text: string, start: number, end: number): number {
  const call = match(CALL, text, start);
  if (call !== undefined && call <= end) return call;
  let at = start;
  while (
    at < end &&
    !BETWEEN.includes(text[at]!) &&
    !BRACKETS.includes(text[at]!) &&
    text[at] !== '"' &&
    text[at] !== "'"
  )
    at++;
  return at;
}

/** The number of columns that words are the headings of: numbers or letters in order, from 0, 1 or A, perhaps after a word; 0 for other words. */
export function headingsOf(text: string, tokens: readonly Token[]): number {
  const words = tokens.filter(isWord).map(({ start, end }) => text.slice(start, end).replace(/["']/g, ''));
  const joined = words.join('');
  if (words.length > 1 && joined.length > 3 && '123456789'.startsWith(joined)) return joined.length;
  if (!isSize(words.length) || words.some((word) => word.length > 8)) return 0;
  const [first] = words;
  const prefix = /^[A-Za-z]*/.exec(first!)![0];
  const from = Number(first!.slice(prefix.length) || 'none');
  const areNumbers = (from === 0 || from === 1) && words.every((word, i) => word === `${prefix}${from + i}`);
  const letter = first!.charCodeAt(0);
  const areLetters =
    /^[aA]$/.test(first!) && words.every((word, i) => word === String.fromCharCode(letter + i));
  return areNumbers || areLetters ? words.length : 0;
}

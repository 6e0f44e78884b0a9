// A file's first line may set options: `#! sudoku variant=x solutions=all`. The same line further down, or a misspelt
// one at the top, was meant to take effect and would not. It rejects the file.

import { bomLength, isBlank, isComment, lineEnd, quote } from '../formats/shared/bytes.ts';
import { headOf } from '../formats/shared/head.ts';
import { latin1 } from '../formats/shared/latin1.ts';
import { LF } from '../kernel/constants.ts';
import { nearestName } from '../options/nearest-name.ts';
import { OptionError, optionPairs, optionText, parseOptions } from '../options/option-text.ts';
import { OPTIONS, type OptionName, type Options, type PartialOptions } from '../options/options.ts';
import { RejectedFile } from './file-plan.ts';

/** Longest options line, in characters. */
const MAX_LENGTH = 1000;

const MARK = '#!';
const MARK_BYTES = Buffer.from(MARK);
const NAME = 'sudoku';

/** What follows `#! sudoku` in an options line; undefined for any other line. */
function optionsIn(line: string): string | undefined {
  if (!line.startsWith(MARK)) return undefined;
  const text = line.slice(MARK.length).trim();
  if (!text.startsWith(NAME)) return undefined;
  const rest = text.slice(NAME.length);
  const options = rest.trimStart();
  const isOtherWord = options !== '' && options.length === rest.length;
  return isOtherWord || options.includes('\r') || areForeign(options) ? undefined : options;
}

const NAMES = Object.keys(OPTIONS);

/** Whether words are options of another program: they begin with dashes, and have no names of ours. */
function areForeign(text: string): boolean {
  const words = text.split(/\s+/).filter(Boolean);
  const isOurs = (word: string) => {
    const name = /^-*([\w-]*)/.exec(word)![1]!.toLowerCase();
    return Object.hasOwn(OPTIONS, name) || (name.length > 4 && nearestName(name, NAMES) !== undefined);
  };
  return words.some((word) => /^-\S/.test(word)) && !words.some(isOurs);
}

/**
 * The options that a file's first line sets; none if it is no options line.
 * @throws RejectedFile if an option or value is unknown, an option is repeated, or another comment before the first record
 *   looks like a misplaced or misspelt options line
 */
export function readOptionsLine(head: Uint8Array): PartialOptions {
  const lines = leadingComments(head);
  const misspelt = lines.find(
    ({ number, text }) => isMeantAsOptionsLine(text) && !(number === 1 && optionsIn(text) !== undefined),
  );
  if (misspelt) throw misplaced(misspelt.text, misspelt.number);
  const found = optionsIn(lines[0]?.number === 1 ? lines[0].text : '');
  if (found === undefined) return {};
  const pairs = pairsOf(found);
  refuseSpacedOptions(found);
  const names = new Set<string>();
  for (const [name] of pairs) {
    if (names.has(name))
      throw new RejectedFile(`first line: expected each option once, got ${name} twice`, 1);
    names.add(name);
  }
  try {
    return parseOptions(pairs, 'file');
  } catch (error) {
    if (error instanceof OptionError) throw new RejectedFile(error.message, 1);
    throw error;
  }
}

/** The file's options line as it is written; undefined if it has none. */
export function optionsLineText(content: Uint8Array): string | undefined {
  const from = bomLength(content);
  const start = latin1(content, from, Math.min(content.length, from + MAX_LENGTH));
  const text = start.slice(0, start.search(/[\r\n]|$/)).trim();
  return optionsIn(text) === undefined ? undefined : text;
}

/**
 * Rejects options lines below the first line, for example where files were joined: they were meant for the puzzles below them.
 * A line that repeats options already in force is harmless.
 * @param isFront whether the bytes start the file, whose first line may be an options line
 * @throws RejectedFile with the line, counted from the start of these bytes
 */
export function refuseLateOptions(bytes: Uint8Array, isFront: boolean, options: Options): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let from = isFront ? lineEnd(bytes, 0) : 0; ; ) {
    const at = buffer.indexOf(MARK_BYTES, from);
    if (at < 0) return;
    // a second mark in the same line would not be its first word
    from = lineEnd(bytes, at);
    let start = at;
    while (start > 0 && isBlank(bytes[start - 1]!)) start--;
    if (start > 0 && bytes[start - 1] !== LF) continue;
    const text = latin1(bytes, at, Math.min(from, at + MAX_LENGTH));
    const found = optionsIn(text);
    if (found !== undefined && !areInForce(found, options)) {
      throw misplaced(
        text,
        bytes.subarray(0, start).reduce((n, byte) => n + Number(byte === LF), 1),
      );
    }
  }
}

/** Names and values as they are written. @param text with one character a byte */
function pairsOf(text: string): (readonly [string, string])[] {
  return wordsOf(Buffer.from(text, 'latin1').toString()).map((word) => {
    const equals = word.indexOf('=');
    return equals < 0 ? ([word, ''] as const) : ([word.slice(0, equals), word.slice(equals + 1)] as const);
  });
}

/** What blanks separate; quotes, which are a part of the value, enclose others. */
function wordsOf(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|\S)+/g) ?? [];
}

/** @throws RejectedFile for known options that are written otherwise, as `variant = x`, `variant: x` or `--variant x` */
function refuseSpacedOptions(text: string): void {
  const words = wordsOf(text);
  if (words.every((word) => /^[^=-][^=]*=./.test(word))) return;
  const parts = words.flatMap((word) => {
    const at = word.indexOf('=');
    return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
  });
  const [names, values] = [0, 1].map((odd) => parts.filter(Boolean).filter((_, i) => i % 2 === odd));
  const known = names!.map((name) =>
    name
      .replace(/^-{1,2}/, '')
      .replace(/:$/, '')
      .toLowerCase(),
  );
  if (values!.length < known.length || !known.every((name) => Object.hasOwn(OPTIONS, name))) return;
  const instead = known.map((name, i) => `${name}=${values![i]}`).join(' ');
  const got = quote(Buffer.from(text, 'latin1'));
  throw new RejectedFile(`first line: expected options as name=value, got ${got}: write ${instead}`, 1);
}

/** Whether all options of a line are valid and have their values already. */
function areInForce(text: string, options: Options): boolean {
  try {
    const pairs = optionPairs(parseOptions(pairsOf(text), 'file'));
    return pairs.every(
      ([name, value]) => value === optionText(options[name as OptionName], OPTIONS[name as OptionName]),
    );
  } catch (error) {
    if (error instanceof OptionError) return false;
    throw error;
  }
}

function misplaced(text: string, line: number): RejectedFile {
  const got = quote(Buffer.from(text.trim(), 'latin1'));
  const where = optionsIn(text.trim()) !== undefined ? ' below it' : '';
  return new RejectedFile(
    `expected options in the first line of the file, as #! sudoku variant=x, got ${got}${where}`,
    line,
  );
}

/** Comments and blank lines before the first record. */
function leadingComments(head: Uint8Array): { number: number; text: string }[] {
  const from = bomLength(head);
  const start = head.subarray(from, from + MAX_LENGTH * 10);
  const first = latin1(start, 0, Math.min(lineEnd(start, 0), MAX_LENGTH)).trim();
  // most files begin with a record
  if (first !== '' && !isComment(first)) return [];
  const { lines } = headOf(start, true, '');
  const records = lines.findIndex(({ text }) => text.trim() !== '' && !isComment(text));
  return lines.slice(0, records < 0 ? undefined : records).map(({ number, text }) => ({
    number,
    text: text.slice(0, MAX_LENGTH),
  }));
}

/**
 * Whether a comment looks like an options line: it begins with `#!`, followed neither by the path of an interpreter nor by
 * another program and its options, or with `sudoku` and an option.
 */
function isMeantAsOptionsLine(text: string): boolean {
  const marked = /^\s*#\s*!(?!\s*\/)(.*)/.exec(text)?.[1];
  if (marked !== undefined) return !areForeign(marked);
  const name = /^\s*(?:#+|%+|\/{2,})\s*(?:!\s*)?sudoku\s+(\w+)=/i.exec(text)?.[1];
  return name !== undefined && Object.hasOwn(OPTIONS, name.toLowerCase());
}

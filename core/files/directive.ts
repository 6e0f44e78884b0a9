import { bomLength, isBlank, isComment, LF, latin1, lineEnd, quote } from '../formats/shared/bytes.ts';
import { headOf } from '../formats/shared/head.ts';
import { OptionError, optionPairs, optionText, parseOptions } from '../options/option-text.ts';
import { OPTIONS, type OptionName, type Options, type PartialOptions } from '../options/options.ts';
import { RejectedFile } from './contract.ts';

/** A first line of options is not longer than this. */
const MAX_LENGTH = 1000;

const MARK = '#!';
const MARK_BYTES = Buffer.from(MARK);
const NAME = 'sudoku';

/** The options of a line such as `#! sudoku variant=x`, without blanks around them; undefined if a line is not such a one. */
function optionsIn(line: string): string | undefined {
  if (!line.startsWith(MARK)) return undefined;
  const text = line.slice(MARK.length).trim();
  if (!text.startsWith(NAME)) return undefined;
  const rest = text.slice(NAME.length);
  const options = rest.trimStart();
  const isOther = options !== '' && options.length === rest.length;
  return isOther || options.includes('\r') ? undefined : options;
}

/**
 * Options of a first line such as `#! sudoku variant=x solutions=all`; none if there is no such line.
 * @throws RejectedFile on an unknown option or value, on one given twice, and on a comment before the first record that
 * was meant to be such a line
 */
export function directiveOptions(head: Uint8Array): PartialOptions {
  const lines = leadingComments(head);
  const meant = lines.find(
    ({ number, text }) => isMeantAsDirective(text) && !(number === 1 && optionsIn(text) !== undefined),
  );
  if (meant) throw misplaced(meant.text, meant.number);
  const found = optionsIn(lines[0]?.number === 1 ? lines[0].text : '');
  if (found === undefined) return {};
  const pairs = pairsOf(found);
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

/** Names and values as they stand there. */
function pairsOf(text: string): (readonly [string, string])[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const equals = word.indexOf('=');
      return equals < 0 ? ([word, ''] as const) : ([word.slice(0, equals), word.slice(equals + 1)] as const);
    });
}

/** Whether all that a line of options says holds anyway. */
function holds(said: string, options: Options): boolean {
  try {
    const pairs = optionPairs(parseOptions(pairsOf(said), 'file'));
    return pairs.every(
      ([name, text]) => text === optionText(options[name as OptionName], OPTIONS[name as OptionName]),
    );
  } catch (error) {
    if (error instanceof OptionError) return false;
    throw error;
  }
}

/**
 * Options that come too late: whoever put them there, perhaps by joining files, means them to hold for the puzzles below.
 * Those that hold anyway do no harm.
 * @param isFront whether the bytes begin the file, whose first line may be one of options
 * @throws RejectedFile with the line, counted from the front of these bytes
 */
export function refuseDirective(bytes: Uint8Array, isFront: boolean, options: Options): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let from = isFront ? lineEnd(bytes, 0) : 0; ; ) {
    const at = buffer.indexOf(MARK_BYTES, from);
    if (at < 0) return;
    // once a line: a mark further on in it is not its first word
    from = lineEnd(bytes, at);
    let start = at;
    while (start > 0 && isBlank(bytes[start - 1]!)) start--;
    if (start > 0 && bytes[start - 1] !== LF) continue;
    const text = latin1(bytes, at, Math.min(from, at + MAX_LENGTH));
    const said = optionsIn(text);
    if (said !== undefined && !holds(said, options)) {
      throw misplaced(
        text,
        bytes.subarray(0, start).reduce((n, byte) => n + Number(byte === LF), 1),
      );
    }
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

/** The file's own line of options as it stands there; undefined if it has none. */
export function directiveText(content: Uint8Array): string | undefined {
  const from = bomLength(content);
  const front = latin1(content, from, Math.min(content.length, from + MAX_LENGTH));
  const text = front.slice(0, front.search(/[\r\n]|$/)).trim();
  return optionsIn(text) === undefined ? undefined : text;
}

/** Comments and blank lines before the first record. */
function leadingComments(head: Uint8Array): { number: number; text: string }[] {
  const front = head.subarray(bomLength(head), bomLength(head) + MAX_LENGTH * 10);
  const first = latin1(front, 0, Math.min(lineEnd(front, 0), MAX_LENGTH)).trim();
  // most files begin with a record
  if (first !== '' && !isComment(first)) return [];
  const { lines } = headOf(front, true, '');
  const records = lines.findIndex(({ text }) => text.trim() !== '' && !isComment(text));
  return lines.slice(0, records < 0 ? undefined : records).map(({ number, text }) => ({
    number,
    text: text.slice(0, MAX_LENGTH),
  }));
}

/**
 * Whether a comment looks like a line of options: it begins with `#!`, and no path of an interpreter follows, or with
 * `sudoku` and an option.
 */
function isMeantAsDirective(text: string): boolean {
  if (/^\s*#\s*!(?!\s*\/)/.test(text)) return true;
  const name = /^\s*(?:#+|%+|\/{2,})\s*(?:!\s*)?sudoku\s+(\w+)=/i.exec(text)?.[1];
  return name !== undefined && Object.hasOwn(OPTIONS, name.toLowerCase());
}

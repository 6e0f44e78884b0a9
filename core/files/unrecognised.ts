// Why a file that no format recognises is rejected: what it appears to be, and what to do.

import { grids } from '../formats/grids/index.ts';
import { firstJsonFault } from '../formats/json/fault.ts';
import { Json, MAX_DEPTH, newScan, scanValue, skipSpace } from '../formats/json/scan.ts';
import { bomLength, isComment, quote } from '../formats/shared/bytes.ts';
import { type Head, headOf } from '../formats/shared/head.ts';
import { controlAt } from '../formats/signatures.ts';
import { markupKind, unsupportedReason } from '../formats/unsupported.ts';
import { LF } from '../kernel/constants.ts';
import { isSize, sizeOfCells } from '../solver/model/geometry.ts';
import { RejectedFile } from './file-plan.ts';
import { MAX_HEAD_BYTES } from './head-extent.ts';

export const EXPECTED =
  'expected puzzles, such as 81 digits a line or nine lines of nine, with . or 0 for empty cells';

const reject = (got: string, line?: number) => new RejectedFile(`${EXPECTED}; got ${got}`, line);

/** Why a file that no format recognises is rejected. */
export function noPuzzleFile(head: Head): RejectedFile {
  if (head.bytes.length === 0) return reject('an empty file');
  const other = otherKind(head);
  if (other) return other;
  const first = head.lines.find((line) => line.text.trim() !== '' && !isComment(line.text));
  if (!first) return reject(nothingBut(head));
  const broken = brokenGrid(head);
  if (broken) return reject(`a grid with a fault (line ${broken.line}: ${broken.reason})`, broken.line);
  return reject(quoted(first.text), first.number);
}

/** Number of the first line that would be a row or a puzzle with 0 for each letter O; undefined if there is none. */
function lineWithLetterO({ lines }: Head): number | undefined {
  return lines.find(({ text }) => {
    const cells = text.replace(/[\s|,;:!]/g, '');
    const isLong = isSize(cells.length) || sizeOfCells(cells.length) !== undefined;
    return isLong && /^[\d.*_?xXoO-]+$/.test(cells) && /[oO]/.test(cells) && /\d/.test(cells);
  })?.number;
}

/** Rows of a broken grid, at least: fewer can be anything. */
const MIN_ROWS = 4;

/** The line and the fault of the first grid of the head that is one, but for some row. */
function brokenGrid({ bytes, complete, name, alphabet }: Head): { line: number; reason: string } | undefined {
  const head = headOf(bytes, complete, name, { alphabet, requested: grids.name });
  const state = grids.recognise(head);
  if (state === undefined) return undefined;
  let line = 1;
  for (const block of grids.reader(state, { variant: 'classic' }, true).read(bytes, complete)) {
    const found = block.broken.find(
      ({ start, end, column }) => column > 0 && linesIn(block.bytes, start, end) >= MIN_ROWS,
    );
    if (found) return { line: line + found.line, reason: found.reason };
    line += block.lineFeeds;
  }
  return undefined;
}

function linesIn(bytes: Uint8Array, start: number, end: number): number {
  return bytes.subarray(start, end).reduce((count, byte) => count + Number(byte === LF), 1);
}

/** Why a file is rejected that is binary, markup, broken JSON, or has the letter O for 0; undefined for other text. */
export function otherKind(head: Head): RejectedFile | undefined {
  const control = controlAt(head.bytes);
  if (control >= 0) {
    const byte = head.bytes[control]!;
    const what = byte === 0 ? 'a zero byte' : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
    return reject(`binary data (${what} at offset ${control})`);
  }
  const markup = markupKind(head.text);
  if (markup) return new RejectedFile(unsupportedReason(markup));
  const json = jsonProblem(head);
  if (json) return reject(json.got, json.line);
  const letterO = lineWithLetterO(head);
  return letterO === undefined
    ? undefined
    : reject('the letter O in place of the digit 0: replace it', letterO);
}

/** A quotation of text with one character a byte. */
const quoted = (text: string) => quote(Buffer.from(text, 'latin1'));

/** What a file without records holds. */
function nothingBut({ bytes, lines, complete }: Head): string {
  const comments = lines.map(({ text }) => text.trimStart()).filter((text) => text !== '');
  const most = bytes.length < MAX_HEAD_BYTES ? `, at most the first ${MAX_HEAD_BYTES}` : '';
  const where = complete
    ? ''
    : ` in the first ${bytes.length} bytes, where the first puzzle must begin${most}`;
  if (comments.length === 0) return `nothing but blank lines${where}`;
  const signs = COMMENT_SIGNS.filter((sign) => comments.some((text) => text.startsWith(sign)));
  return (
    `nothing but comments${where}: every line begins with ${signs.join(' or ')}, so all are comments. ` +
    'Remove the sign from lines that hold a puzzle, or write . for an empty cell'
  );
}

const COMMENT_SIGNS = ['#', '%', '//'];

/** First signs of what can follow the first bracket of a JSON file; in other files, a word often does. */
const IN_BRACKETS = /^[[{][\s[\]{}"'\d.tfn-]/;

/** What is wrong with a JSON file, as far as its head shows it; undefined for other files. */
function jsonProblem({ bytes, text, complete, name }: Head): { got: string; line?: number } | undefined {
  const start = skipSpace(bytes, bomLength(bytes), bytes.length);
  const isNamed = /\.(json|jsonl|ndjson|geojson)$/.test(name);
  if (bytes[start] !== Json.open && bytes[start] !== Json.openObject) return undefined;
  if (!isNamed && !IN_BRACKETS.test(text.slice(start, start + 2).padEnd(2))) return undefined;
  const depth = jsonDepth(bytes, start);
  if (depth > MAX_DEPTH) return { got: `JSON nested ${depth} deep, of which at most ${MAX_DEPTH} is read` };
  const fault = firstJsonFault(bytes, start, complete);
  if (fault) {
    const before = bytes.subarray(0, fault.at);
    const line = before.reduce((count, byte) => count + Number(byte === LF), 1);
    const column = fault.at - before.lastIndexOf(LF);
    const { expected, got } = fault;
    return {
      got: `JSON that breaks in line ${line}, column ${column}: expected ${expected}, got ${got ?? 'the end of the file'}`,
      line,
    };
  }
  return undefined;
}

/** The nesting depth of the JSON value that begins at `start`, as far as the bytes show it. */
function jsonDepth(bytes: Uint8Array, start: number): number {
  const state = newScan();
  scanValue(bytes, start, bytes.length, state);
  return state.deepest;
}

// Texts that contain a puzzle with its rules: links, their payloads, constraint strings, and objects of the programs.

import { sideOf } from '../../solver/geometry.ts';
import { alphabetOf, decodeTable } from '../shared/alphabet.ts';
import { isConstraintText, readConstraintText } from './constraint-text.ts';
import { decompress, MAX_TEXT } from './decompress.ts';
import { Description, LinkFault, type LinkOptions, type LinkPuzzle, printed } from './description.ts';
import { isFPuzzle, readFPuzzle } from './fpuzzles.ts';
import { isSudokuPad, readSudokuPad, unpackedJson } from './sudokupad.ts';

/** Whether a text surely is meant as a link, or as one of the other texts that contain a puzzle with its rules. */
export function isLink(text: string): boolean {
  return (
    /^\s*([hH][tT]{2}[pP][sS]?:\/\/|(scl|ctc|fpuz(zles)?)(N4\w|%7B|\{)|N4(?=.{0,60}[a-z])[\w+/%]{40})/.test(
      text,
    ) ||
    isConstraintText(text) ||
    isObjectText(text)
  );
}

/** Whether a text is JSON of an object of f-puzzles or SudokuPad. */
function isObjectText(text: string): boolean {
  return /^\s*\{/.test(text) && /"(grid|cells)"\s*:\s*\[\s*\[\s*\{/.test(text);
}

/** The link at the front of a line, and the text after it; constraints and objects can have blanks, and take the whole line. */
export function splitLink(line: string): { readonly link: string; readonly rest: string } {
  const end = isConstraintText(line) || line.startsWith('{') ? line.length : line.search(/[\s,;]|$/);
  return { link: line.slice(0, end), rest: line.slice(end).trim() };
}

/**
 * The puzzle that a text contains.
 * @param options of the file: its variant is a rule of each puzzle, too
 * @throws LinkFault if it contains none
 */
export function readLink(text: string, options?: LinkOptions): LinkPuzzle {
  if (text.length > MAX_TEXT)
    throw new LinkFault(`expected a link of at most ${MAX_TEXT} characters, got ${text.length}`);
  return describe(text.trim()).puzzle(options);
}

function describe(text: string): Description {
  if (/^https?:\/\//i.test(text)) return describeUrl(text);
  const [, prefix, payload] = PREFIXED.exec(text) ?? [];
  if (prefix !== undefined && !/^scf$/i.test(prefix)) return describePayload(decoded(payload!));
  if (isConstraintText(text)) return readConstraintText(text);
  const grid = describeGrid(text);
  if (grid) return grid;
  if (/^(\{|%7B|N4)/.test(text)) return describePayload(decoded(text));
  throw new LinkFault(`expected a link that contains a puzzle, got ${printed(text)}`);
}

/** The payload of SudokuPad, after the name of its form. */
const PREFIXED = /^(scl|ctc|fpuzzles|fpuz|scf)(\S+)$/i;

function describeUrl(url: string): Description {
  const [, load] = /[?&]load=([^&#]*)/.exec(url) ?? [];
  if (load) return describePayload(decoded(load));
  const [, prefix, payload] = /[/=](scl|ctc|fpuzzles|fpuz|scf)([^?&#]{8,})/.exec(url) ?? [];
  if (prefix === 'scf') return describeGivens(decoded(payload!));
  if (prefix !== undefined) return describePayload(decoded(payload!));
  const [, query] = /[?&]q=([^&#]*)/.exec(url) ?? [];
  if (query) {
    const text = decoded(query.replaceAll('+', ' '));
    return describeGrid(text) ?? readConstraintText(text);
  }
  const isKnown =
    /^https?:\/\/([\w-]+\.)*(f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com|tinyurl\.com)\//i.test(
      url,
    );
  throw new LinkFault(
    `expected a link that contains the puzzle, got ${isKnown ? 'a short id' : printed(url)}`,
  );
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new LinkFault('expected a link with a valid encoding of its characters, got one with a wrong %');
  }
}

/** Reads what `compressToBase64` of lz-string has packed, or JSON that is not packed. */
function describePayload(payload: string): Description {
  // a blank is a plus sign that was taken for one
  const text = payload.startsWith('{') ? payload : decompress(payload.replaceAll(' ', '+'));
  const puzzle = objectIn(text);
  if (isFPuzzle(puzzle)) return readFPuzzle(puzzle);
  if (isSudokuPad(puzzle)) return readSudokuPad(puzzle);
  throw new LinkFault(`expected a puzzle of f-puzzles or SudokuPad, got ${printed(text)}`);
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(unpackedJson(text));
    } catch (error) {
      if (error instanceof LinkFault) throw error;
      throw new LinkFault(`expected a puzzle as JSON in the link, got ${printed(text)}`);
    }
  }
}

/** A grid with a symbol for each cell, as solved files of links have; undefined for any other text. */
function describeGrid(text: string): Description | undefined {
  const size = sideOf(text.length);
  const alphabet = size === undefined ? undefined : (alphabetOf('ones', size) ?? alphabetOf('zeros', size));
  if (!alphabet || !/^[\x21-\x7e]+$/.test(text)) return undefined;
  const values = decodeTable(alphabet);
  const cells = Array.from({ length: text.length }, (_, i) => values[text.charCodeAt(i)]!);
  if (cells.some((value) => value > size!)) return undefined;
  const description = new Description(size);
  for (const [cell, value] of cells.entries()) if (value > 0) description.given(cell, value);
  return description;
}

/** Each character is a digit, 0 for empty, and a number of empty cells after it. */
const RUNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx';

/** Reads the givens of a classic puzzle in a link of SudokuPad. */
function describeGivens(payload: string): Description {
  let text = '';
  for (const character of payload) {
    const run = RUNS.indexOf(character);
    if (run < 0 || text.length > 100) break;
    text += (run % 10) + '0'.repeat(Math.floor(run / 10));
  }
  const grid = describeGrid(text);
  if (grid) return grid;
  throw new LinkFault(`expected the givens of a grid in the link, got ${printed(payload)}`);
}

// Texts that contain a puzzle with its rules: links, their payloads, constraint strings, and objects of the programs.

import { sideOf } from '../../solver/geometry.ts';
import { hasRepeatedMembers, outsideStrings, readRules, ruledGeometry } from '../rules/read-rules.ts';
import { alphabetOf, decodeTable } from '../shared/alphabet.ts';
import { roleOf } from '../shared/roles.ts';
import { isConstraintText, readConstraintText } from './constraint-text.ts';
import { decompress, MAX_TEXT } from './decompress.ts';
import {
  Description,
  isLinkSize,
  LinkFault,
  type LinkOptions,
  type LinkPuzzle,
  printed,
} from './description.ts';
import { isFPuzzle, readFPuzzle } from './fpuzzles.ts';
import { isNothing, membersIn } from './json-access.ts';
import { isSudokuPad, readSudokuPad, unpackedJson } from './sudokupad.ts';

/** Sites with puzzles in their links, of which people often omit the scheme. */
const SITES = String.raw`(?:[\w-]{1,30}\.){0,3}(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com|sigh\.github\.io)\/`;
const AT_SITE = new RegExp(`^\\s*(https?:\\/\\/)?${SITES}`, 'i');
const ADDRESS = /^\s*https?:\/\//i;
const PAYLOAD = /^\s*((scl|ctc|fpuz(zles)?)(N4\w|%7B|\{)|N4(?=.{0,60}[a-z])[\w+/%]{40})/;

/** Whether a text surely is meant as a link, or as one of the other texts that contain a puzzle with its rules. */
export function isLink(text: string): boolean {
  return (
    ADDRESS.test(text) ||
    AT_SITE.test(text) ||
    PAYLOAD.test(text) ||
    isConstraintText(text) ||
    isObjectText(text) ||
    isRecordText(text)
  );
}

/** Whether a text is a link to a site that is not known to have puzzles in its links. */
export function isWebAddress(text: string): boolean {
  return ADDRESS.test(text) && !AT_SITE.test(text);
}

/** Whether a text is JSON of an object of f-puzzles or SudokuPad. */
export function isObjectText(text: string): boolean {
  return /^\s*\{/.test(text) && /"(grid|cells)"\s*:\s*\[\s*\[\s*\{/.test(text);
}

/** A member that can be a puzzle: a text of at least 16 characters, an array or an object. */
const LONG_MEMBER = /"([^"\\]{1,40})"\s*:\s*(?:"[^"]{16}|[[{])/g;

/** Whether a text is a record of JSON with a puzzle. */
function isRecordText(text: string): boolean {
  return /^\s*\{\s*"/.test(text) && text.matchAll(LONG_MEMBER).some(([, name]) => roleOf(name!) === 'puzzle');
}

/** Whether a text is a grid with a symbol for each cell, as solved files of links have. */
export function isGridText(text: string): boolean {
  return describeGrid(text) !== undefined;
}

/**
 * The puzzle that a text contains.
 * @param options of the file: its variant is a rule of each puzzle, too
 * @throws LinkFault if it contains none
 */
export function readLink(text: string, options?: LinkOptions): LinkPuzzle {
  if (text.length > MAX_TEXT)
    throw new LinkFault(`expected a link of at most ${MAX_TEXT} characters, got ${text.length}`);
  const trimmed = text.trim();
  return isRecordText(trimmed) && !isObjectText(trimmed)
    ? readRecord(trimmed, options)
    : describe(trimmed).puzzle(options);
}

/** The puzzle of a record of JSON, with the rules in its members. */
function readRecord(text: string, options: LinkOptions | undefined): LinkPuzzle {
  const members = Object.entries(membersIn(objectIn(text), 'the record'));
  const found = members.find(([name]) => roleOf(name) === 'puzzle');
  if (!found) throw new LinkFault('expected a record with a member such as puzzle or grid, got none');
  const [, value] = found;
  const inner =
    typeof value === 'string'
      ? readLink(value, options)
      : (Array.isArray(value) ? describeRows(value) : describeObject(value)).puzzle(options);
  const rules = readRules(members, inner.geometry.size);
  return rules ? { ...inner, geometry: ruledGeometry(inner.geometry, rules) } : inner;
}

/** A grid in rows of numbers, symbols or texts, in which `null`, 0 and a point are empty. */
function describeRows(rows: readonly unknown[]): Description {
  const cells = rows.flat(2);
  const packed = cells.every((cell) => typeof cell === 'string') ? describeGrid(cells.join('')) : undefined;
  if (packed) return packed;
  const size = sideOf(cells.length);
  if (size === undefined)
    throw new LinkFault(`expected as many cells as a grid has (16, 36, 64, 81, …), got ${cells.length}`);
  const description = new Description(size);
  for (const [cell, value] of cells.entries())
    if (!isNothing(value) && !EMPTY.includes(printed(value))) description.given(cell, value);
  return description;
}

/** Texts of empty cells. */
const EMPTY: readonly string[] = ['0', '.', '-', '_', '*', ' '];

function describe(text: string): Description {
  if (ADDRESS.test(text) || AT_SITE.test(text)) return describeUrl(text);
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
  const [, prefix, payload] =
    /[/=#](scl|ctc|fpuzzles|fpuz|scf|(?<=[=#])(?=N4))([^?&#/][^?&#]{7,})/.exec(url) ?? [];
  if (prefix === 'scf') return describeGivens(decoded(payload!));
  if (prefix !== undefined) return describePayload(decoded(payload!));
  const [, query] = /[?&]q=([^&#]*)/.exec(url) ?? [];
  if (query) {
    const text = decoded(query.replaceAll('+', ' '));
    return describeGrid(text) ?? readConstraintText(text);
  }
  throw new LinkFault(`expected a link that contains the puzzle, got ${isShort(url) ? SHORT : printed(url)}`);
}

/** Whether a link has an id in place of its puzzle. */
const isShort = (url: string) => AT_SITE.test(url) || /^https?:\/\/(www\.)?tinyurl\.com\//i.test(url);

const SHORT =
  'one with a short id, whose puzzle only its site knows: open it there, and export the puzzle or a long link';

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
  return describeObject(objectIn(text), text);
}

/** @param text of the object, for messages */
function describeObject(puzzle: unknown, text: unknown = puzzle): Description {
  if (isFPuzzle(puzzle)) return readFPuzzle(puzzle);
  if (isSudokuPad(puzzle)) return readSudokuPad(puzzle);
  throw new LinkFault(`expected a puzzle of f-puzzles or SudokuPad, got ${printed(text)}`);
}

/** Most arrays and objects within each other, as in files of JSON. Published puzzles have up to ten. */
const MAX_DEPTH = 64;

/** @throws LinkFault for a text that is no object, or one that is nested too deeply */
function objectIn(text: string): unknown {
  if (!/^\s*\{/.test(text)) {
    throw new LinkFault(`expected a puzzle of f-puzzles or SudokuPad, got ${printed(text)}`);
  }
  let depth = 0;
  let deepest = 0;
  outsideStrings(text, (character) => {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  });
  if (deepest > MAX_DEPTH) {
    throw new LinkFault(`expected values nested at most ${MAX_DEPTH} deep, got ${deepest}`);
  }
  try {
    return parsed(text);
  } catch (first) {
    if (first instanceof LinkFault) throw first;
    try {
      return parsed(unpackedJson(text));
    } catch (error) {
      if (error instanceof LinkFault) throw error;
      throw new LinkFault(`expected a puzzle as JSON in the link, got ${printed(text)}`);
    }
  }
}

/** @throws LinkFault if an object has a member twice, of which JSON.parse would drop one, perhaps a rule */
function parsed(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!hasRepeatedMembers(json, value)) return value;
  throw new LinkFault('expected each member of an object once, got one of them twice');
}

/** A grid with a symbol for each cell, as solved files of links have; undefined for any other text. */
function describeGrid(text: string): Description | undefined {
  const size = sideOf(text.length);
  const alphabet = isLinkSize(size) ? (alphabetOf('ones', size) ?? alphabetOf('zeros', size)) : undefined;
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

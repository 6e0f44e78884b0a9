// Texts that contain a puzzle with its rules: links, their payloads, constraint strings, and objects of the programs.

import { isSize, sideOf } from '../../solver/model/geometry.ts';
import { ruleNameOf } from '../rules/members.ts';
import { hasRepeatedMembers, type Outline, outlineOf, readRules } from '../rules/read-rules.ts';
import {
  type Alphabet,
  cached,
  decodeTable,
  defaultAlphabet,
  mayBeCells,
  namedAlphabet,
} from '../shared/alphabet.ts';
import { isConstraintText, readConstraintText } from './constraint-text.ts';
import { decompressLinkText, MAX_TEXT } from './decompress.ts';
import {
  boxOf,
  Description,
  isLinkSize,
  LinkFault,
  type LinkOptions,
  type LinkPuzzle,
  printed,
} from './description.ts';
import { isFPuzzle, readFPuzzle } from './fpuzzles.ts';
import { isSudokuPad, readSudokuPad, unpackedJson } from './sudokupad.ts';

/** Sites with puzzles in their links, of which people often omit the scheme. */
const SITES = String.raw`(?:[\w-]{1,30}\.){0,3}(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com|sigh\.github\.io)\/`;
const AT_SITE = new RegExp(`^\\s*(https?:\\/\\/)?${SITES}(?=\\S)`, 'i');
const ADDRESS = /^\s*https?:\/\//i;
const PAYLOAD = /^\s*((scl|ctc|fpuz(zles)?)(N4\w|%7B|\{)|N4(?=.{0,60}[a-z])[\w+/%]{40})/;

/** Whether a text has the form of a link, or of one of the other texts that contain a puzzle with its rules. */
export function mayBeLink(text: string): boolean {
  return ADDRESS.test(text) || isSurelyMeant(text);
}

/** Whether a text is a link that contains a puzzle, or surely is meant as one. Any other address is text. */
export function isLink(text: string): boolean {
  return isSurelyMeant(text) || (ADDRESS.test(text) && holdsPuzzle(text));
}

/** Whether a text is a link of a site with puzzles that has only an id: what it leads to, only the site knows. */
export function hasOnlyId(text: string): boolean {
  return isOfSite(text) && !PACKED.test(text) && !holdsPuzzle(text);
}

/** An address with a packed puzzle, which need not be unpacked to know that. */
const PACKED = /[?&](?:load|q)=[^&#]|[/=#](?:scl|ctc|fpuz|scf|N4)[^?&#/][^?&#]{7}/;

function isSurelyMeant(text: string): boolean {
  return isOfSite(text) || PAYLOAD.test(text) || isConstraintText(text) || isObjectText(text);
}

/** Whether a text is an address whose payload unpacks, or that has exactly one run of cells. */
function holdsPuzzle(text: string): boolean {
  try {
    return (describeUrl(text.trim())?.size ?? 0) > 0;
  } catch (error) {
    if (error instanceof LinkFault) return false;
    throw error;
  }
}

/** Whether a text is JSON of an object of f-puzzles or SudokuPad. */
export function isObjectText(text: string): boolean {
  return /^\s*\{/.test(text) && /"(grid|cells)"\s*:\s*\[\s*\[\s*\{/.test(text);
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

/** As {@link readLink}, or why the text contains no puzzle. */
export function puzzleInLink(text: string, options?: LinkOptions): LinkPuzzle | string {
  try {
    return readLink(text, options);
  } catch (error) {
    if (error instanceof LinkFault) return error.message;
    throw error;
  }
}

function describe(text: string): Description {
  if (ADDRESS.test(text) || AT_SITE.test(text)) {
    const found = describeUrl(text);
    if (found) return found;
    throw new LinkFault(
      `expected a link that contains the puzzle, got ${isOfSite(text) ? SHORT : shownAddress(text)}`,
    );
  }
  const [, prefix, payload] = PREFIXED.exec(text) ?? [];
  if (prefix !== undefined && !/^scf$/i.test(prefix)) return describePayload(decoded(payload!));
  if (isConstraintText(text)) return readConstraintText(text);
  if (/^(\{|%7B|N4)/.test(text)) return describePayload(decoded(text));
  throw new LinkFault(`expected a link that contains a puzzle, got ${printed(text)}`);
}

/** The payload of SudokuPad, after the name of its form. */
const PREFIXED = /^(scl|ctc|fpuzzles|fpuz|scf)(\S+)$/i;

/** What an address contains; undefined if it has neither a payload nor exactly one run of cells. */
function describeUrl(url: string): Description | undefined {
  const [, load] = /[?&]load=([^&#]*)/.exec(url) ?? [];
  if (load) return describePayload(decoded(load));
  const [, prefix, payload] =
    /[/=#](scl|ctc|fpuzzles|fpuz|scf|(?<=[=#])(?=N4))([^?&#/][^?&#]{7,})/.exec(url) ?? [];
  if (prefix === 'scf') return describeGivens(decoded(payload!));
  if (prefix !== undefined) return describePayload(decoded(payload!));
  const [, query] = /[?&]q=([^&#]*)/.exec(url) ?? [];
  if (query) {
    const text = decoded(query.replaceAll('+', ' '));
    return describeCells(text) ?? readConstraintText(text);
  }
  if (/[?&#]p=/.test(url)) {
    const [, query, fragment] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(url)!;
    const named = describeParts(fragment ?? '') ?? describeParts(query ?? '');
    if (named) return named;
  }
  const parts = [...url.matchAll(/[^/?&=#;:,]+/g)];
  const runs = parts.flatMap(({ 0: part, index }) => describeRun(part, index) ?? []);
  return runs.length === 1 ? runs[0] : undefined;
}

/** The part of an address that matters: its site, and what it ends with. */
function shownAddress(url: string): string {
  if (url.length <= MAX_ADDRESS) return url;
  const plain = url.replace(/^https?:\/\//i, '');
  const [site] = /^[^/?#]{0,40}/.exec(plain)!;
  const last = Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('?'), plain.lastIndexOf('#'));
  return `${site}…${printed(plain.slice(Math.max(last, site.length)))}`;
}

const MAX_ADDRESS = 60;

/** Whether a link belongs to a site with puzzles; it can have an id in place of its puzzle. */
const isOfSite = (url: string) => AT_SITE.test(url) || /^\s*https?:\/\/(www\.)?tinyurl\.com\//i.test(url);

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
  const text = payload.startsWith('{') ? payload : decompressLinkText(payload.replaceAll(' ', '+'));
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
  const outline = outlineOf(text);
  const { deepest } = outline;
  if (deepest > MAX_DEPTH) {
    throw new LinkFault(`expected values nested at most ${MAX_DEPTH} deep, got ${deepest}`);
  }
  try {
    return parsed(text, outline);
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
function parsed(json: string, outline?: Outline): unknown {
  const value: unknown = JSON.parse(json);
  if (!hasRepeatedMembers(json, value, outline)) return value;
  throw new LinkFault('expected each member of an object once, got one of them twice');
}

/** Cells of the shortest run that an address can have: shorter ones may be an id. */
const MIN_RUN = 36;

/**
 * A run of cells in an address, which may have the escapes of one; undefined for any other part.
 * @param index of the part in the address
 */
function describeRun(part: string, index: number): Description | undefined {
  if (part.length < MIN_RUN) return undefined;
  const text = part.replace(/%(2[0ae]|5f)/gi, (code) => decodeURIComponent(code));
  if (text.length < MIN_RUN || !isSize(Math.sqrt(text.length))) return undefined;
  const description = describeCells(text.replaceAll(' ', '.'));
  if (description && text === part) description.run = index;
  return description;
}

/**
 * What a link of the site's page to try contains: `p`, a symbol for each cell, and its rules by name, such as `variant=x`.
 * @param text fragment or query of the address
 * @returns undefined if `p` holds no cells
 */
function describeParts(text: string): Description | undefined {
  const parts = new URLSearchParams(text);
  const line = parts.get('p') ?? '';
  const size = sideOf(line.length);
  const alphabet = namedAlphabet(parts.get('symbols') ?? defaultAlphabet(size ?? 0).symbols);
  const description = describeCells(line, alphabet);
  // an address of another site, in which something else may be the puzzle
  const hasOther = [...parts].some(
    ([name, value]) => name !== 'p' && !ruleNameOf(name) && describeRun(value, 0),
  );
  if (!description || hasOther) return undefined;
  const boxes = /^(\d{1,2})x(\d{1,2})$/.exec(parts.get('boxes') ?? '');
  if (boxes) {
    const [rows, columns] = [Number(boxes[1]), Number(boxes[2])];
    if (rows * columns !== description.size)
      throw new LinkFault(
        `boxes: expected ${description.size} cells in a box, got ${rows}x${columns} in a link`,
      );
    description.regions = Array.from(description.cells, (_, cell) =>
      boxOf(cell, description.size, { rows, columns }),
    );
  }
  const found = readRules(parts, description.size);
  if (found?.fault !== undefined) throw new LinkFault(found.fault);
  if (found?.unsupported !== undefined) description.unsupported(found.unsupported);
  for (const name of found?.variant ?? []) description.variant(name);
  for (const rule of found?.rules ?? []) description.rule(rule);
  if (found?.regions !== undefined) {
    const symbols = [...new Set(found.regions)];
    description.regions = Array.from(found.regions, (symbol) => symbols.indexOf(symbol));
  }
  return description;
}

/** By size of grids. */
const tables = new Map<number, Uint8Array>();

/** A symbol for each cell; undefined for any other text. */
function describeCells(text: string, alphabet?: Alphabet): Description | undefined {
  const size = sideOf(text.length);
  if (!isLinkSize(size) || !(alphabet || mayBeCells(text, size))) return undefined;
  const values = alphabet
    ? decodeTable(alphabet)
    : cached(tables, size, () => decodeTable(defaultAlphabet(size)));
  const description = new Description(size);
  for (let cell = 0; cell < text.length; cell++) {
    const value = values[text.charCodeAt(cell)]!;
    if (value > size) return undefined;
    description.cells[cell] = value;
  }
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
  const grid = describeCells(text);
  if (grid) return grid;
  throw new LinkFault(`expected the givens of a grid in the link, got ${printed(payload)}`);
}

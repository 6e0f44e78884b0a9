// Puzzles of SudokuPad: an object with cells, regions and cages. Lines, arrows and dots are drawings without a meaning, so a
// puzzle that has some is not supported.

import type { VariantName } from '../../options/variants.ts';
import { ownOf } from '../rules/members.ts';
import { Description, LinkFault, printed } from './description.ts';
import {
  integerIn,
  isNothing,
  listIn,
  type Members,
  membersIn,
  type Read,
  readMembers,
  readRows,
} from './json-access.ts';
import { newSentence, readTitle, ruleInWords } from './rules-in-words.ts';

/** Members that are no rules. */
const NO_RULES = new Set([
  ...['id', 'cells', 'cellSize', 'settings', 'title', 'author', 'solution', 'src', 'duration', 'videos'],
  ...['foglight', 'foglink', 'triggereffect', 'version'],
  // of a result
  ...['status', 'count'],
]);

const NO_CELL_RULES = new Set([
  'value',
  'given',
  'centremarks',
  'pencilMarks',
  'cornermarks',
  'color',
  'colors',
]);

/** Names in the list of rules for the whole grid. */
const GLOBALS: Readonly<Record<string, VariantName>> = {
  antiknight: 'anti-knight',
  antiking: 'anti-king',
  nonconsecutive: 'non-consecutive',
  disjoint: 'disjoint',
};

/** Whether a value is an object of SudokuPad: its cells are rows. */
export function isSudokuPad(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && 'cells' in value && Array.isArray(value.cells);
}

/** @throws LinkFault for an object that is no puzzle */
export function readSudokuPad(puzzle: Members): Description {
  const rows = listIn(puzzle.cells, 'cells');
  const description = new Description(rows.length);
  readRows(description, rows, NO_CELL_RULES, (cell, { value, given }) => {
    if (!isNothing(value) && given !== false) description.given(cell, value);
  });
  readMembers(description, puzzle, NO_RULES, (name) => ownOf(CONSTRAINTS, name));
  readTitle(description, puzzle.title);
  for (const metadata of [puzzle.metadata, puzzle.metaData])
    if (!isNothing(metadata)) readTitle(description, membersIn(metadata, 'metadata').title);
  if (isNothing(puzzle.regions)) description.unsupported('cells without a region');
  return description;
}

const drawing: Read = (description, _, name) => description.unsupported(`${name} (drawn)`);

const CONSTRAINTS: Readonly<Record<string, Read>> = {
  regions: readRegions,
  cages: (description, value, name) => {
    for (const entry of listIn(value, name)) readCage(description, membersIn(entry, 'a cage'));
  },
  global: (description, value, name) => {
    for (const rule of listIn(value, name)) {
      const variant = ownOf(GLOBALS, printed(rule));
      if (variant) description.variant(variant);
      else description.unsupported(printed(rule));
    }
  },
  metadata: readMetadata,
  metaData: readMetadata,
  lines: drawing,
  arrows: drawing,
  underlays: drawing,
  overlays: drawing,
};

function readRegions(description: Description, value: unknown, name: string): void {
  const regions = new Array<number>(description.size ** 2).fill(NaN);
  for (const [region, cells] of listIn(value, name).entries())
    for (const cell of pointsIn(description, cells, name)) {
      if (!Number.isNaN(regions[cell]!)) description.unsupported('regions that overlap');
      regions[cell] = region;
    }
  if (regions.some(Number.isNaN)) description.unsupported('cells without a region');
  else description.regions = regions;
}

/** Cells as pairs of row and column, from 0. */
function pointsIn(description: Description, value: unknown, name: string): number[] {
  return listIn(value, name).map((point) => {
    const [row, column] = listIn(point, `a cell of ${name}`).map(integerIn);
    if (row === undefined || column === undefined)
      throw new LinkFault(`expected a row and a column as a cell of ${name}, got ${printed(point)}`);
    return description.cell(row, column);
  });
}

/** Types of cages that the program adds for units. */
const UNIT_TYPES = ['row', 'col', 'column', 'rowcol', 'region', 'disjoint'];

function readCage(description: Description, cage: Members): void {
  const { value, unique, hidden, type } = cage;
  const points = cage.cells === undefined ? [] : listIn(cage.cells, 'the cells of a cage');
  if (points.length === 0) {
    readMetadata(description, metadataIn(value), 'cages');
    return;
  }
  const sum = isNothing(cage.sum) ? integerIn(value) : integerIn(cage.sum);
  if (sum === undefined && !isNothing(value)) {
    description.unsupported(`a cage with the value ${printed(value)}`);
    return;
  }
  if (unique === false || unique === 0) {
    if (sum === undefined && hidden === true) return;
    description.unsupported('a cage in which digits repeat');
    return;
  }
  const cells = pointsIn(description, points, 'a cage');
  if (sum === undefined && typeof type === 'string' && UNIT_TYPES.includes(type)) {
    // the other types repeat units of the grid
    if (type === 'disjoint') description.variant('disjoint');
    return;
  }
  if (sum) description.rule({ kind: 'cage', cells, value: sum });
  else description.area('a cage', cells);
}

/** `title: …` */
function metadataIn(value: unknown): Members {
  const [, name, text] = (typeof value === 'string' && /^([a-zA-Z]+):\s*([\s\S]*)$/.exec(value)) || [];
  return name === undefined ? {} : { [name]: text };
}

/** Reads the variants and texts in metadata. Rules in words make the puzzle unsupported, unless they repeat known rules. */
function readMetadata(description: Description, value: unknown, name: string): void {
  const metadata = membersIn(value, name);
  for (const [member, variant] of Object.entries(GLOBALS))
    if (!isNothing(metadata[member]) && metadata[member] !== 'false') description.variant(variant);
  const { title, author, rules } = metadata;
  description.note('title', title);
  description.note('author', author);
  description.note('ruleset', rules);
  const texts = isNothing(rules) ? [] : Array.isArray(rules) ? rules : [rules];
  for (const text of texts) {
    const unknown = newSentence(String(text));
    if (unknown !== undefined) description.unsupported(ruleInWords(unknown));
  }
}

/** Longer names of the members of a packed object. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  ...{ c: 'color', ca: 'cages', ct: 'center', c1: 'borderColor', c2: 'backgroundColor', ce: 'cells' },
  ...{ cs: 'cellSize', a: 'arrows', o: 'overlays', u: 'underlays', w: 'width', h: 'height', v: 'value' },
  ...{ vd: 'videos', l: 'lines', r: 'rounded', re: 'regions', fs: 'fontSize', th: 'thickness' },
  ...{ hl: 'headLength', wp: 'wayPoints', t: 'title', te: 'text', d: 'duration' },
};

/** Parts of a packed object: texts in quotes of either kind, punctuation, and words without quotes. */
const PARTS =
  /\s*(?:'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|([{}[\],:])|([^\s{}[\],:'"]+))\s*/y;

const WORDS: Readonly<Record<string, string>> = {
  t: 'true',
  f: 'false',
  '#0': '"#000000"',
  '#F': '"#FFFFFF"',
};

/**
 * Restores the JSON of an object that SudokuPad has packed: names are short and unquoted, texts are in single quotes, `true` and
 * `false` are `t` and `f`, and empty objects in lists are left out.
 * @throws LinkFault for other text
 */
export function unpackedJson(text: string): string {
  const json: string[] = [];
  let before = '';
  PARTS.lastIndex = 0;
  for (let at = 0; at < text.length; at = PARTS.lastIndex) {
    const [part, single, double, sign, word] = PARTS.exec(text) ?? [];
    if (part === undefined)
      throw new LinkFault(`expected a puzzle of SudokuPad, got ${printed(text.slice(at))} in it`);
    const isLater = text[at + part.length] === ':' && before !== ':';
    if (sign !== undefined) {
      const isAfterOpening = before === '[' || before === ',';
      if (isAfterOpening && (sign === ',' || sign === ']')) json.push('{}');
      json.push(sign);
    } else if (isLater) {
      const name = word ?? single ?? double!;
      json.push(JSON.stringify(ownOf(LONG_NAMES, name) ?? name));
    } else if (word !== undefined) {
      const isColour = /^[0-9a-f]{6}$/i.test(word) && !/^[1-9]\d*$/.test(word);
      json.push(ownOf(WORDS, word) ?? (isColour ? `"#${word}"` : word));
    } else json.push(double !== undefined ? `"${double}"` : jsonOfSingle(single!));
    before = sign ?? 'value';
  }
  return json.join('');
}

/** A text in single quotes, within which double ones need no backslash, and single ones do. */
function jsonOfSingle(text: string): string {
  return `"${text.replace(/\\'|"/g, (sign) => (sign === '"' ? '\\"' : "'"))}"`;
}

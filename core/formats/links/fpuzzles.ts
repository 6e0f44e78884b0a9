// Puzzles of f-puzzles: an object with the rows of the grid, and a member for each kind of constraint.

import { variantNames } from '../../options/options.ts';
import type { VariantName } from '../../options/variants.ts';
import { defaultBoxes, type Geometry, isSize } from '../../solver/model/geometry.ts';
import { RULE_KINDS, type RuleKind } from '../../solver/model/rule-kinds.ts';
import { ownOf } from '../rules/members.ts';
import {
  areasOf,
  boxOf,
  candidatesOf,
  Description,
  LinkFault,
  type LinkPuzzle,
  MAX_LINK_SIZE,
  printed,
  regionsOf,
} from './description.ts';
import {
  integerIn,
  isNothing,
  listIn,
  type Members,
  membersIn,
  namedCell,
  namedCells,
  type Read,
  readMembers,
  readRows,
} from './json-access.ts';
import { namesRule, readTitle, ruleInWords, sentenceOfAnother } from './rules-in-words.ts';

/** Members that are no rules: titles, texts, colours, and notes of a player or an editor. */
const NO_RULES = new Set([
  ...['size', 'grid', 'title', 'author', 'ruleset', 'solution', 'id', 'metadata', 'metaData', 'src', 'date'],
  ...['highlight', 'msgcorrect', 'successMessage', 'cellSize', 'settings'],
  // of a result
  ...['status', 'count'],
  ...['disabledlogic', 'truecandidatesoptions', 'fogofwar', 'foglight', 'foglink', 'triggereffect'],
]);

/** Texts for readers. */
const NOTES = ['title', 'author', 'ruleset'];

/** Members of a cell that are no rules. */
const NO_CELL_RULES = new Set([
  ...['value', 'given', 'region', 'givenPencilMarks', 'c', 'cArray', 'highlight', 'color', 'colors'],
  ...['centerPencilMarks', 'cornerPencilMarks', 'centrePencilMarks', 'n', 'i', 'j', 'x', 'y'],
]);

/** Whether a value is an object of f-puzzles: its grid is rows of objects. */
export function isFPuzzle(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || !('grid' in value)) return false;
  const { grid } = value;
  return Array.isArray(grid) && Array.isArray(grid[0]) && typeof grid[0][0] === 'object';
}

/** @throws LinkFault for an object that is no puzzle */
export function readFPuzzle(puzzle: Members): Description {
  const rows = listIn(puzzle.grid, 'grid');
  if (!isNothing(puzzle.size) && integerIn(puzzle.size) !== rows.length)
    throw new LinkFault(`expected ${printed(puzzle.size)} rows, as size says, got ${rows.length}`);
  const description = new Description(rows.length);
  readGrid(description, rows);
  readMembers(description, puzzle, NO_RULES, (name) => ownOf(CONSTRAINTS, name));
  readGlobals(description, puzzle);
  for (const name of NOTES) description.note(name, puzzle[name]);
  readWords(description, puzzle);
  return description;
}

/** The constraints hold the rules that the words state, and those that are drawn, unless these name one that is missing. */
function readWords(description: Description, puzzle: Members): void {
  const { kinds } = description;
  const sentence = sentenceOfAnother([puzzle.ruleset].flat().filter(isText).join('\n'), kinds);
  if (sentence !== undefined) description.unsupported(ruleInWords(sentence));
  for (const name of DRAWINGS) {
    for (const entry of isNothing(puzzle[name]) ? [] : listIn(puzzle[name], name)) {
      const { fromConstraint } = membersIn(entry, `an entry of ${name}`);
      if (isText(fromConstraint) && sentenceOfAnother(fromConstraint, kinds) !== undefined)
        description.unsupported(`${name} of a missing ${fromConstraint}`);
    }
  }
  readTitle(description, puzzle.title);
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readGrid(description: Description, rows: readonly unknown[]): void {
  const { size } = description;
  const boxes = isSize(size) ? defaultBoxes(size) : { rows: 1, columns: size };
  const regions: number[] = [];
  readRows(description, rows, NO_CELL_RULES, (cell, { given, value, givenPencilMarks, region }) => {
    if (given === true) description.given(cell, value);
    if (!isNothing(givenPencilMarks))
      description.candidates(cell, listIn(givenPencilMarks, 'givenPencilMarks'));
    regions.push(region === undefined ? boxOf(cell, size, boxes) : (integerIn(region) ?? NaN));
  });
  if (regions.some(Number.isNaN)) description.unsupported('cells without a region');
  else description.regions = regions;
}

/** Reads each entry of a list. */
function each(read: (description: Description, entry: Members, name: string) => void): Read {
  return (description, value, name) => {
    for (const entry of listIn(value, name)) read(description, membersIn(entry, `an entry of ${name}`), name);
  };
}

const isYes =
  (act: (description: Description) => void): Read =>
  (description, value, name) => {
    if (value === true) act(description);
    else description.unsupported(name);
  };

const variant = (name: VariantName) => isYes((description) => description.variant(name));

const diagonal = (name: 'diagonal+' | 'diagonal-') => isYes((description) => description.diagonal(name));

/** Reads lines, of which each entry can have several. */
function lines(
  read: (description: Description, cells: readonly number[], entry: Members, name: string) => void,
): Read {
  return each((description, entry, name) => {
    for (const line of listIn(entry.lines, `lines of ${name}`))
      read(description, namedCells(description, line, name), entry, name);
  });
}

/** Reads whispers with a number: without one, the difference depends on the size. */
function whispers(difference: (size: number) => number): Read {
  return lines((description, cells, { value }, name) => {
    const least = isNothing(value) ? difference(description.size) : integerIn(value);
    if (least === undefined || least < 1) description.unsupported(`${name} with the value ${printed(value)}`);
    else description.whisper(cells, least);
  });
}

/** A mark on the border of two cells. */
function dots(kind: RuleKind, usual: number): Read {
  return each((description, entry, name) => {
    const value = isNothing(entry.value) ? usual : integerIn(entry.value);
    if (value === undefined || value < 1) {
      description.unsupported(`${name} with the value ${printed(entry.value)}`);
      return;
    }
    description.rule({
      kind,
      cells: namedCells(description, entry.cells, name),
      value: value === usual ? undefined : value,
    });
  });
}

const parity = (kind: 'even' | 'odd') =>
  each((description, entry, name) =>
    description.rule({ kind, cells: [namedCell(description, entry.cell, name)] }),
  );

/** The members of drawn lines, circles and cages. */
const DRAWINGS = ['line', 'cage', 'circle'];

/** They may stand for a rule, unless they illustrate a constraint that is also given. */
const drawing: Read = (description, value, name) => {
  for (const entry of listIn(value, name)) {
    const { fromConstraint, value: text, isNewConstraint } = membersIn(entry, `an entry of ${name}`);
    if (isNothing(fromConstraint) && isNewConstraint !== true && !isMetadata(text))
      description.unsupported(`${name} (drawn)`);
  }
};

/** Whether a cosmetic cage is a text such as `title: …` for a program, or a lamp in fog. */
function isMetadata(text: unknown): boolean {
  return typeof text === 'string' && /^([a-z]+:\s|FOW$|FOGLIGHT$)/i.test(text);
}

/** Texts are for readers, but numbers and names of rules beside the grid are clues. */
const texts: Read = (description, value) => {
  const isOutside = (cell: unknown) => {
    const [, row, column] = (typeof cell === 'string' && /^R(-?\d{1,3})C(-?\d{1,3})$/i.exec(cell)) || [];
    const isInside = (place: string) => Number(place) >= 1 && Number(place) <= description.size;
    return row !== undefined && !(isInside(row) && isInside(column!));
  };
  const clues = (Array.isArray(value) ? (value as unknown[]) : []).flatMap((entry) => {
    const { cells, value: text } = (entry ?? {}) as Members;
    if (!Array.isArray(cells) || !cells.some(isOutside)) return [];
    const words = typeof text === 'number' || typeof text === 'string' ? String(text).trim() : '';
    return NUMBERS.test(words) || namesRule(words) ? [words] : [];
  });
  if (clues.length > 0) description.unsupported(`text outside the grid: ${clues.join(', ')}`);
};

/** Numbers in any form: with signs, but no letter. */
const NUMBERS = /^[^\p{L}]*\p{N}[^\p{L}]*$/u;

/** The members of variants. Those of `x` are areas. */
const VARIANTS: Readonly<Record<string, VariantName>> = {
  antiknight: 'anti-knight',
  antiking: 'anti-king',
  disjointgroups: 'disjoint',
};

const CONSTRAINTS: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(Object.entries(VARIANTS).map(([name, value]) => [name, variant(value)])),
  'diagonal+': diagonal('diagonal+'),
  'diagonal-': diagonal('diagonal-'),
  // read by readGlobals, as their meaning depends on dots
  nonconsecutive: () => {},
  negative: () => {},
  killercage: each((description, entry, name) => {
    const value = integerIn(entry.value);
    if (value === undefined && !isNothing(entry.value))
      description.unsupported(`${name} with the value ${printed(entry.value)}`);
    const cells = namedCells(description, entry.cells, name);
    description.rule({ kind: 'cage', cells, value: value || undefined });
  }),
  extraregion: each((description, entry, name) =>
    description.area(name, namedCells(description, entry.cells, name)),
  ),
  arrow: each((description, entry, name) => {
    const circle = namedCells(description, entry.cells, name);
    if (circle.length !== 1) {
      description.unsupported(`${name} with ${circle.length} cells in its circle`);
      return;
    }
    for (const line of listIn(entry.lines, `lines of ${name}`)) {
      const cells = namedCells(description, line, name);
      if (cells[0] !== circle[0]) description.unsupported(`${name} that begins outside of its circle`);
      else description.rule({ kind: 'arrow', cells });
    }
  }),
  thermometer: lines((description, cells) => description.rule({ kind: 'thermo', cells })),
  renban: lines((description, cells) => description.renban(cells)),
  whispers: whispers((size) => Math.ceil(size / 2)),
  germanwhispers: whispers((size) => Math.ceil(size / 2)),
  dutchwhispers: whispers((size) => Math.ceil(size / 2) - 1),
  difference: dots('white', 1),
  ratio: dots('black', 2),
  xv: each((description, entry, name) => {
    const kind = printed(entry.value).toLowerCase();
    if (kind === 'x' || kind === 'v')
      description.rule({ kind, cells: namedCells(description, entry.cells, name) });
    else description.unsupported(`${name} with the value ${printed(entry.value)}`);
  }),
  even: parity('even'),
  odd: parity('odd'),
  text: texts,
  rectangle: texts,
  ...Object.fromEntries(DRAWINGS.map((name) => [name, drawing])),
};

/** Reads the constraints on all neighbours without a dot or letter. Which variant they are depends on the dots of the puzzle. */
function readGlobals(description: Description, { nonconsecutive, negative }: Members): void {
  const names = isNothing(negative) ? [] : listIn(negative, 'negative').map(printed);
  const dotted = description.rules.filter(({ kind }) => kind === 'white' || kind === 'black');
  const noDifference = nonconsecutive === true || names.includes('difference');
  const noRatio = names.includes('ratio');
  // `all-dots` would also exclude the numbers of unusual dots
  if (noRatio && noDifference && dotted.every(({ value }) => value === undefined))
    description.variant('all-dots');
  else if (noRatio) description.unsupported('negative ratio');
  else if (noDifference && dotted.length === 0) description.variant('non-consecutive');
  else if (noDifference) description.unsupported('nonconsecutive beside dots');
  else if (!isNothing(nonconsecutive)) description.unsupported('nonconsecutive');
  for (const name of names) {
    if (name === 'xv') description.variant('all-xv');
    else if (name !== 'ratio' && name !== 'difference' && name !== 'foglight')
      description.unsupported(`negative ${name}`);
  }
}

/** Makes an entry of a member. @param cells their names */
type WriteEntry = (cells: readonly string[], value: number | undefined) => Members;

const withValue: WriteEntry = (cells, value) => ({
  cells,
  ...(value !== undefined && { value: `${value}` }),
});
const withLine: WriteEntry = (line) => ({ lines: [line] });
const withCell: WriteEntry = ([cell]) => ({ cell });

/** The member of each kind of rule, and how a rule is an entry of it. */
const ENTRIES: Partial<Record<RuleKind, readonly [name: string, write: WriteEntry]>> = {
  cage: ['killercage', withValue],
  arrow: ['arrow', (line) => ({ lines: [line], cells: line.slice(0, 1) })],
  thermo: ['thermometer', withLine],
  whisper: ['whispers', (line, value) => ({ lines: [line], value: `${value ?? USUAL_DIFFERENCE}` })],
  renban: ['renban', withLine],
  white: ['difference', withValue],
  black: ['ratio', withValue],
  x: ['xv', (cells) => ({ cells, value: 'X' })],
  v: ['xv', (cells) => ({ cells, value: 'V' })],
  even: ['even', withCell],
  odd: ['odd', withCell],
};

const USUAL_DIFFERENCE = RULE_KINDS.whisper.value!.usual;

/** Lines that some programs do not draw by their constraint. */
const DRAWN: Partial<Record<RuleKind, (value: number | undefined) => Members>> = {
  whisper: (value) => ({
    outlineC: '#67F067',
    width: 0.1875,
    fromConstraint: value === 4 ? 'Dutch Whispers' : 'German Whispers',
  }),
  renban: () => ({ outlineC: '#F067F0', width: 0.25, fromConstraint: 'Renban' }),
};

/** Variants that are written as extra regions. */
const AREAS: readonly VariantName[] = ['windoku', 'center-dot', 'asterisk'];

/** Variants of which a list names what neighbours without a dot or letter are not. */
const NEGATIVE: Partial<Record<VariantName, string>> = { 'all-dots': 'ratio', 'all-xv': 'xv' };

function membersOfVariant(variant: VariantName): string[] {
  if (variant === 'x') return ['diagonal+', 'diagonal-'];
  if (variant === 'non-consecutive') return ['nonconsecutive'];
  return Object.keys(VARIANTS).filter((name) => VARIANTS[name] === variant);
}

/** What an object of f-puzzles has no place for, in words; undefined if it holds the puzzle. */
export function missingInFPuzzles({ size, variant, rules }: Geometry): string | undefined {
  if (size > MAX_LINK_SIZE) return `grids above ${MAX_LINK_SIZE}x${MAX_LINK_SIZE}`;
  const unknown = rules.find(({ kind }) => !ENTRIES[kind]);
  if (unknown) return `a ${RULE_KINDS[unknown.kind].label}`;
  const names = variantNames(variant)!;
  const other = names.find(
    (name) => !AREAS.includes(name) && !NEGATIVE[name] && membersOfVariant(name).length === 0,
  );
  if (other) return other;
  const dots = rules.filter(({ kind }) => kind === 'white' || kind === 'black');
  const isStrict = names.includes('all-dots');
  if (isStrict && dots.some(({ value }) => value !== undefined)) return 'all-dots with numbers in dots';
  if (names.includes('non-consecutive') && (dots.length > 0 || isStrict))
    return 'non-consecutive beside dots';
  return undefined;
}

/** An object of f-puzzles, which has a place for the puzzle. @param solution its digits */
export function fPuzzleOf(
  { geometry, cells, allowed }: Omit<LinkPuzzle, 'notes'>,
  solution?: Uint8Array,
): Members {
  const { size, variant, rules } = geometry;
  const regions = regionsOf(geometry);
  const grid = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      const cell = row * size + column;
      const value = cells[cell]!;
      const marks = value === 0 ? candidatesOf(cell, size, allowed) : undefined;
      return {
        ...(value > 0 && { value, given: true }),
        ...(marks && { givenPencilMarks: marks }),
        ...(regions && { region: regions[cell] }),
      };
    }),
  );
  const names = variantNames(variant)!;
  const lists: Record<string, Members[]> = {};
  const add = (name: string, entry: Members) => {
    lists[name] ??= [];
    lists[name].push(entry);
  };
  const codesOf = (list: Iterable<number>) => Array.from(list, (cell) => codeOf(cell, size));
  for (const name of names)
    if (AREAS.includes(name))
      for (const unit of areasOf(name, geometry)) add('extraregion', { cells: codesOf(unit) });
  for (const { kind, cells: own, value } of rules) {
    const [name, write] = ENTRIES[kind]!;
    const codes = codesOf(own);
    add(name, write(codes, value));
    const drawing = DRAWN[kind]?.(value);
    if (drawing) add('line', { lines: [codes], ...drawing });
  }
  const negative = names.flatMap((name) => NEGATIVE[name] ?? []);
  return {
    size,
    grid,
    ...Object.fromEntries(names.flatMap(membersOfVariant).map((name) => [name, true])),
    ...(names.includes('all-dots') && { nonconsecutive: true }),
    ...(negative.length > 0 && { negative }),
    ...lists,
    ...(solution && { solution: Array.from(solution) }),
  };
}

const codeOf = (cell: number, size: number) => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`;

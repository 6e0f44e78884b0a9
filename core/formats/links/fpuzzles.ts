// Puzzles of f-puzzles: an object with the rows of the grid, and a member for each kind of constraint.

import type { VariantName } from '../../options/options.ts';
import { defaultBoxes, isSize } from '../../solver/geometry.ts';
import type { Rule, RuleKind } from '../../solver/rule-kinds.ts';
import { Description, LinkFault, printed } from './description.ts';
import {
  integerIn,
  isNothing,
  listIn,
  type Members,
  membersIn,
  namedCell,
  namedCells,
} from './json-access.ts';
import { inWords, isNameOfRule, namesRule, sentenceOfAnother } from './rules-in-words.ts';

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
  for (const [name, value] of Object.entries(puzzle)) {
    if (NO_RULES.has(name) || isNothing(value)) continue;
    const read = Object.hasOwn(CONSTRAINTS, name) ? CONSTRAINTS[name]! : undefined;
    if (read) read(description, value, name);
    else description.unsupported(name);
  }
  readGlobals(description, puzzle);
  for (const name of NOTES) description.note(name, puzzle[name]);
  readWords(description, puzzle);
  return description;
}

/** The constraints hold the rules that the words state, unless these name one that is missing. */
function readWords(description: Description, { title, ruleset }: Members): void {
  const { kinds } = description;
  const sentence = typeof ruleset === 'string' ? sentenceOfAnother(ruleset, kinds) : undefined;
  if (sentence !== undefined) description.unsupported(inWords(sentence));
  readTitle(description, title);
}

function readGrid(description: Description, rows: readonly unknown[]): void {
  const { size } = description;
  const { rows: height, columns: width } = isSize(size) ? defaultBoxes(size) : { rows: 1, columns: size };
  const regions: number[] = [];
  for (const [row, value] of rows.entries()) {
    const cells = listIn(value, `row ${row + 1}`);
    if (cells.length !== size)
      throw new LinkFault(
        `expected ${size} cells in row ${row + 1}, as there are ${size} rows; got ${cells.length}`,
      );
    for (const [column, content] of cells.entries()) {
      const members = membersIn(content ?? {}, `r${row + 1}c${column + 1}`);
      const cell = row * size + column;
      if (members.given === true) description.given(cell, members.value);
      if (!isNothing(members.givenPencilMarks))
        description.candidates(cell, listIn(members.givenPencilMarks, 'givenPencilMarks'));
      for (const [name, own] of Object.entries(members))
        if (!NO_CELL_RULES.has(name) && !isNothing(own)) description.unsupported(name);
      const box = Math.floor(row / height) * height + Math.floor(column / width);
      regions.push(members.region === undefined ? box : (integerIn(members.region) ?? NaN));
    }
  }
  if (regions.some(Number.isNaN)) description.unsupported('cells without a region');
  else description.regions = regions;
}

type Read = (description: Description, value: unknown, name: string) => void;

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

/** Rules of lines; each entry can have several. */
function lines(
  rules: (cells: readonly number[], entry: Members, name: string, description: Description) => Rule[],
): Read {
  return each((description, entry, name) => {
    for (const line of listIn(entry.lines, `lines of ${name}`))
      for (const rule of rules(namedCells(description, line, name), entry, name, description))
        description.rule(rule);
  });
}

/** Whispers of f-puzzles with a number: without one, the difference depends on the size. */
function whispers(difference: (size: number) => number): Read {
  return lines((cells, { value }, name, description) => {
    const least = isNothing(value) ? difference(description.size) : integerIn(value);
    if (least === undefined || least < 1) {
      description.unsupported(`${name} with the value ${printed(value)}`);
      return [];
    }
    return whisperRules(cells, least);
  });
}

/** The rules of a line on which neighbours differ by a number, which may return to a cell. */
export function whisperRules(cells: readonly number[], least: number): Rule[] {
  const rules: Rule[] = [];
  const value = least === USUAL_DIFFERENCE ? undefined : least;
  let from = 0;
  let seen = new Set<number>();
  for (const [i, cell] of cells.entries()) {
    if (seen.has(cell)) {
      rules.push({ kind: 'whisper', cells: cells.slice(from, i), value });
      from = i - 1;
      seen = new Set([cells[from]!]);
    }
    seen.add(cell);
  }
  const last = cells.slice(from);
  return [...rules, { kind: 'whisper' as const, cells: last, value }].filter(
    (rule) => rule.cells.length > 1 || cells.length < 2,
  );
}

const USUAL_DIFFERENCE = 5;

/** Cells of a line without the last one, if that is the first one again. */
export function withoutReturn(cells: readonly number[]): readonly number[] {
  return cells.length > 2 && cells[0] === cells.at(-1) ? cells.slice(0, -1) : cells;
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

/** Drawn lines, circles and cages. They may stand for a rule, unless they illustrate a constraint that is also given. */
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

/** A title that is the name of a rule is a rule of a puzzle that has none. */
export function readTitle(description: Description, title: unknown): void {
  if (typeof title === 'string' && description.kinds.size === 0 && isNameOfRule(title))
    description.unsupported(`a rule as the title: ${printed(title)}`);
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

/** A number, or several. */
const NUMBERS = /^[<>≤≥=~+-]?\d{1,3}([\s,;/|]+\d{1,3})*$/;

const CONSTRAINTS: Readonly<Record<string, Read>> = {
  'diagonal+': isYes((description) => diagonal(description, 'diagonal+')),
  'diagonal-': isYes((description) => diagonal(description, 'diagonal-')),
  antiknight: variant('anti-knight'),
  antiking: variant('anti-king'),
  disjointgroups: variant('disjoint'),
  // read by readGlobals, as their meaning depends on dots
  nonconsecutive: () => {},
  negative: () => {},
  killercage: each((description, entry, name) => {
    const value = integerIn(entry.value);
    if (value === undefined && !isNothing(entry.value))
      description.unsupported(`${name} with the value ${printed(entry.value)}`);
    description.rule({
      kind: 'cage',
      cells: namedCells(description, entry.cells, name),
      value: value || undefined,
    });
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
  thermometer: lines((cells) => [{ kind: 'thermo', cells }]),
  renban: lines((cells) => [{ kind: 'renban', cells: withoutReturn(cells) }]),
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
  line: drawing,
  cage: drawing,
  circle: drawing,
};

/** The cells of a diagonal: `diagonal+` rises from the left to the right. */
export function diagonal(description: Description, name: 'diagonal+' | 'diagonal-'): void {
  const { size } = description;
  const columnOf = (row: number) => (name === 'diagonal-' ? row : size - 1 - row);
  description.area(
    name,
    Array.from({ length: size }, (_, row) => description.cell(row, columnOf(row))),
  );
}

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

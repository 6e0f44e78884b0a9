// Constraint strings of Interactive-Sudoku-Solver: `.Cage~10~R1C1~R1C2`, one after another; `.~R1C1_5` is a given.

import { variantNames } from '../../options/options.ts';
import type { VariantName } from '../../options/variants.ts';
import { type Geometry, isSize, neighboursOf } from '../../solver/model/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../../solver/model/rule-kinds.ts';
import { ownOf } from '../rules/members.ts';
import {
  areasOf,
  candidatesOf,
  Description,
  LinkFault,
  type LinkPuzzle,
  MAX_LINK_SIZE,
  printed,
  regionsOf,
} from './description.ts';
import { integerIn } from './json-access.ts';

/** Whether a text can be a constraint string, as opposed to a grid in which an empty cell is a point. */
export function isConstraintText(text: string): boolean {
  return /^\s*\.+(~R\wC\w_\d|[A-Z][A-Za-z]*~|(Or|And)\.|(?=[A-Z]+[a-z])[A-Za-z]{4,}([.\s]|$))/.test(text);
}

/** @throws LinkFault for a text that is no puzzle */
export function readConstraintText(text: string): Description {
  const [front, ...items] = text.replace(/\s+/g, '').split('.');
  if (front !== '')
    throw new LinkFault(`expected a constraint that begins with a point, got ${printed(front)}`);
  const constraints = items.map((item) => {
    const [type = '', ...args] = item.split('~');
    return { type: type === '' ? 'Given' : type, args };
  });
  const shape = constraints.find(({ type }) => type === 'Shape');
  const description = new Description(sizeOf(shape?.args[0] ?? '9x9'));
  const { size } = description;
  for (const { type, args } of constraints) {
    if (!ownOf(CONSTRAINTS, type)) description.unsupported(printed(type));
    else if (type === 'Shape') readShape(description, args);
    else if (type !== 'Jigsaw' && args.some((arg) => VARIABLE.test(arg)))
      description.unsupported('cells beside the grid');
  }
  // without the unknown rule, the others could be reported as wrong
  if (description.isUnsupported) return description;
  const has = (name: string) => constraints.some(({ type }) => type === name);
  // a grid without boxes has rows and columns only: as regions, the rows
  if (has('NoBoxes'))
    description.regions = Array.from({ length: size ** 2 }, (_, cell) => Math.floor(cell / size));
  else if (has('Jigsaw') && isSize(size)) description.unsupported('Jigsaw beside boxes');
  for (const { type, args } of constraints) CONSTRAINTS[type]!(description, args, type);
  return description;
}

/** A cell outside of the grid, which some constraints add. */
const VARIABLE = /^(?!R\wC\w$)[A-Z]+\d*$/i;

function readShape(description: Description, [dimensions, range, kind]: readonly string[]): void {
  const { size } = description;
  const isUsual = [undefined, '', `${size}`, `1-${size}`].includes(range);
  if (sizeOf(dimensions ?? '') !== size) throw new LinkFault('expected one shape, got two');
  if (!isUsual) description.unsupported(`Shape with the values ${printed(range)}`);
  if (kind !== undefined && kind !== 'Sudoku') description.unsupported(`Shape ${printed(kind)}`);
}

function sizeOf(dimensions: string): number {
  const [, rows, columns] = /^(\d{1,2})x(\d{1,2})$/.exec(dimensions) ?? [];
  if (rows === undefined || rows !== columns || Number(rows) > MAX_LINK_SIZE)
    throw new LinkFault(`expected a square grid of 4x4 to 16x16 cells, got ${printed(dimensions)}`);
  return Number(rows);
}

type Read = (description: Description, args: readonly string[], type: string) => void;

/** Reads the arguments of a constraint as cells. */
const onCells =
  (use: (description: Description, cells: number[], type: string) => void): Read =>
  (description, args, type) =>
    use(description, cellsIn(description, args, type), type);

/** Cells such as `R1C1`. Rows and columns are digits of base 17: 1 to 9, then `a` to `g` for 10 to 16. */
function cellsIn(description: Description, args: readonly string[], type: string): number[] {
  if (args.length === 0) throw new LinkFault(`expected cells of ${type}, got none`);
  return args.map((arg) => {
    const [, row, column] = /^R([0-9a-g])C([0-9a-g])$/i.exec(arg) ?? [];
    if (row === undefined) throw new LinkFault(`expected cells of ${type} such as R1C1, got ${printed(arg)}`);
    return description.cell(Number.parseInt(row, 17) - 1, Number.parseInt(column!, 17) - 1);
  });
}

/** The constraints that are variants, lines and signs between two cells, both to read and to write. */
const VARIANTS: Readonly<Record<string, VariantName>> = {
  Windoku: 'windoku',
  DisjointSets: 'disjoint',
  AntiKnight: 'anti-knight',
  AntiKing: 'anti-king',
  AntiConsecutive: 'non-consecutive',
  StrictKropki: 'all-dots',
  StrictXV: 'all-xv',
};
const LINES: Readonly<Record<string, RuleKind>> = { Arrow: 'arrow', Thermo: 'thermo' };
const SIGNS: Readonly<Record<string, RuleKind>> = {
  WhiteDot: 'white',
  BlackDot: 'black',
  X: 'x',
  V: 'v',
  GreaterThan: 'greater',
};

const line = (kind: RuleKind) => onCells((description, cells) => description.rule({ kind, cells }));

/** Adds a rule for each two of the cells that share a side. */
const between = (kind: RuleKind) =>
  onCells((description, cells, type) => {
    const numbers = new Map(cells.map((cell, i) => [cell, i]));
    let count = 0;
    for (const [i, cell] of cells.entries())
      for (const other of neighboursOf(cell, description.size))
        if ((numbers.get(other) ?? -1) > i) {
          description.rule({ kind, cells: [cell, other] });
          count++;
        }
    if (count === 0) throw new LinkFault(`expected neighbours as cells of ${type}, got none`);
  });

const variant =
  (name: VariantName): Read =>
  (description) =>
    description.variant(name);

const each = <Value>(table: Readonly<Record<string, Value>>, read: (value: Value) => Read) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, read(value)]));

/** Reads regions. One symbol may occur more or less often than a row has cells: its cells are in no region. */
function readJigsaw(description: Description, symbols: string): void {
  const regions = new Map<string, number[]>();
  for (const [cell, symbol] of symbols.split('').entries()) {
    const cells = regions.get(symbol);
    if (cells) cells.push(cell);
    else regions.set(symbol, [cell]);
  }
  const whole = [...regions.values()].filter(({ length }) => length === description.size);
  if (whole.length === regions.size)
    description.regions = symbols.split('').map((symbol) => symbol.charCodeAt(0));
  else if (whole.length < regions.size - 1) description.unsupported('Jigsaw with regions of other sizes');
  else for (const cells of whole) description.area('Jigsaw', cells);
}

const USUAL_DIFFERENCE = RULE_KINDS.whisper.value!.usual;

const CONSTRAINTS: Readonly<Record<string, Read>> = {
  ...each(VARIANTS, variant),
  ...each(LINES, line),
  ...each(SIGNS, between),
  Shape: () => {},
  Given: (description, args, type) => {
    for (const arg of args) {
      const [name = '', ...values] = arg.split('_');
      const [cell] = cellsIn(description, [name], type);
      if (values.length === 1) description.given(cell!, values[0]);
      else description.candidates(cell!, values);
    }
  },
  NoBoxes: () => {},
  // only guides the peer's search
  SearchPriority: () => {},
  Jigsaw: (description, args) => {
    const symbols = args.at(-1) ?? '';
    if (symbols.length !== description.cells.length)
      throw new LinkFault(
        `expected a symbol for each of ${description.cells.length} cells in Jigsaw, got ${symbols.length}`,
      );
    readJigsaw(description, symbols);
  },
  Diagonal: (description, [direction]) => {
    if (direction !== '1' && direction !== '-1')
      throw new LinkFault(`expected Diagonal~1 or Diagonal~-1, got ${printed(direction)}`);
    description.diagonal(direction === '1' ? 'diagonal+' : 'diagonal-');
  },
  Cage: (description, [sum = '', ...names], type) => {
    const cells = cellsIn(description, names, type);
    const value = sum === '' ? 0 : integerIn(sum);
    if (value === undefined)
      throw new LinkFault(`expected a number as the sum of ${type}, got ${printed(sum)}`);
    description.rule({ kind: 'cage', cells, value: value || undefined });
  },
  AllDifferent: onCells((description, cells, type) => description.area(type, cells)),
  Renban: onCells((description, cells) => description.renban(cells)),
  Whisper: (description, args, type) => {
    const least = integerIn(args[0]);
    const cells = cellsIn(description, least === undefined ? args : args.slice(1), type);
    description.whisper(cells, least);
  },
};

/** What constraint strings cannot express, in words; undefined if they can express the puzzle. */
export function missingInConstraints({ size, variant, rules }: Geometry): string | undefined {
  if (size > MAX_LINK_SIZE) return `grids above ${MAX_LINK_SIZE}x${MAX_LINK_SIZE}`;
  const unknown = variantNames(variant)!.find((name) => !isAreas(name) && !keyOf(VARIANTS, name));
  if (unknown) return unknown;
  for (const rule of rules) {
    const { kind, cells, value } = rule;
    const { label } = RULE_KINDS[kind];
    if (!isParity(kind) && nameOf(rule) === undefined) return `a ${label}`;
    if ((kind === 'white' || kind === 'black') && value !== undefined) return `a ${label} with a number`;
    if (Object.values(SIGNS).includes(kind) && !neighboursOf(cells[0]!, size).includes(cells[1]!))
      return `a ${label} between cells that are no neighbours`;
  }
  return undefined;
}

/** The constraint string of a puzzle for which {@link missingInConstraints} is undefined. */
export function constraintTextOf({ geometry, cells, allowed }: Omit<LinkPuzzle, 'notes'>): string {
  const { size, variant, rules } = geometry;
  const cellName = (cell: number) =>
    `R${(Math.floor(cell / size) + 1).toString(17)}C${((cell % size) + 1).toString(17)}`;
  const namesOf = (list: Iterable<number>) => Array.from(list, cellName).join('~');
  const givens: string[] = [];
  for (const [cell, value] of cells.entries()) {
    const digits = value > 0 ? [value] : candidatesOf(cell, size, allowed);
    if (digits) givens.push([cellName(cell), ...digits].join('_'));
  }
  for (const { kind, cells: own } of rules)
    if (isParity(kind)) givens.push([cellName(own[0]!), ...parityDigits(kind, size)].join('_'));
  const regions = regionsOf(geometry);
  const names = variantNames(variant)!;
  return (
    [
      size === 9 ? '' : `.Shape~${size}x${size}`,
      givens.length > 0 ? `.~${givens.join('~')}` : '',
      regions ? `.NoBoxes${isRows(regions) ? '' : jigsaw(regions)}` : '',
      ...names.map((name) => variantText(name, namesOf, geometry)),
      ...rules.map((rule) => {
        const name = nameOf(rule);
        return name === undefined ? '' : `.${name}~${namesOf(rule.cells)}`;
      }),
    ].join('') || EMPTY
  );
}

/** The constraints of a variant. */
function variantText(
  variant: VariantName,
  namesOf: (cells: Iterable<number>) => string,
  geometry: Geometry,
): string {
  if (variant === 'x') return '.Diagonal~1.Diagonal~-1';
  if (isAreas(variant))
    return Array.from(areasOf(variant, geometry), (unit) => `.AllDifferent~${namesOf(unit)}`).join('');
  return `.${keyOf(VARIANTS, variant)}`;
}

const keyOf = (table: Readonly<Record<string, string>>, value: string) =>
  Object.keys(table).find((key) => table[key] === value);

/** Whether a variant is written as areas of different digits. */
const isAreas = (variant: VariantName) =>
  variant === 'x' || variant === 'center-dot' || variant === 'asterisk';

const isParity = (kind: RuleKind): kind is 'even' | 'odd' => kind === 'even' || kind === 'odd';

/** The constraint of a rule, with its arguments before the cells. Even and odd cells are written as candidates. */
function nameOf({ kind, value }: Rule): string | undefined {
  // any sum
  if (kind === 'cage') return `Cage~${value ?? 0}`;
  if (kind === 'whisper') return `Whisper~${value ?? USUAL_DIFFERENCE}`;
  if (kind === 'renban') return 'Renban';
  return keyOf(LINES, kind) ?? keyOf(SIGNS, kind);
}

/** Whether the regions are the rows, which are units of every grid. */
function isRows(regions: readonly number[]): boolean {
  const size = Math.sqrt(regions.length);
  return regions.every((region, cell) => region === Math.floor(cell / size));
}

const jigsaw = (regions: readonly number[]) =>
  `.Jigsaw~${regions.map((region) => region.toString(36)).join('')}`;

/** A classic 9x9 grid without a given. */
const EMPTY = '.Shape~9x9';

function parityDigits(kind: 'even' | 'odd', size: number): number[] {
  const first = kind === 'even' ? 2 : 1;
  return Array.from({ length: Math.floor((size - first) / 2) + 1 }, (_, i) => first + 2 * i);
}

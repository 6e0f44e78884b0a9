// Writes puzzles as objects of f-puzzles.

import { type VariantName, variantNames } from '../../options/options.ts';
import { isAllowed } from '../../solver/allowed.ts';
import { defaultBoxes, type Geometry, isSize } from '../../solver/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../../solver/rule-kinds.ts';
import { regionSymbols } from '../../solver/variants.ts';
import { type LinkPuzzle, unitsOf } from './description.ts';
import type { Members } from './json-access.ts';

/** Rows of the largest grid that the programs have. */
export const MAX_LINK_SIZE = 16;

type Lists = Record<string, unknown[]>;

/** How a kind of rule is written: adds to the lists of constraints. Undefined if there is no constraint for it. */
type Write = (lists: Lists, codes: readonly string[], value: number | undefined) => void;

const add = (lists: Lists, name: string, entry: Members) => {
  lists[name] ??= [];
  lists[name].push(entry);
};

/** A line with a constraint that some programs do not draw: these get a drawing. */
function drawnLine(
  lists: Lists,
  line: readonly string[],
  fromConstraint: string,
  outlineC: string,
  width: number,
) {
  add(lists, 'line', { lines: [line], outlineC, width, fromConstraint });
}

const dot =
  (name: string): Write =>
  (lists, cells, value) =>
    add(lists, name, { cells, ...(value !== undefined && { value: `${value}` }) });

const letter =
  (value: string): Write =>
  (lists, cells) =>
    add(lists, 'xv', { cells, value });

const parity =
  (name: string): Write =>
  (lists, [cell]) =>
    add(lists, name, { cell });

const WRITERS: Readonly<Record<RuleKind, Write | undefined>> = {
  cage: (lists, cells, value) =>
    add(lists, 'killercage', { cells, ...(value !== undefined && { value: `${value}` }) }),
  arrow: (lists, line) => add(lists, 'arrow', { lines: [line], cells: line.slice(0, 1) }),
  thermo: (lists, line) => add(lists, 'thermometer', { lines: [line] }),
  whisper: (lists, line, value = RULE_KINDS.whisper.value!.usual) => {
    add(lists, 'whispers', { lines: [line], value: `${value}` });
    drawnLine(lists, line, value === 4 ? 'Dutch Whispers' : 'German Whispers', '#67F067', 0.1875);
  },
  renban: (lists, line) => {
    add(lists, 'renban', { lines: [line] });
    drawnLine(lists, line, 'Renban', '#F067F0', 0.25);
  },
  white: dot('difference'),
  black: dot('ratio'),
  x: letter('X'),
  v: letter('V'),
  greater: undefined,
  even: parity('even'),
  odd: parity('odd'),
};

/** Members of variants. Those that consist of units are extra regions. */
const VARIANTS: Partial<Record<VariantName, Members>> = {
  x: { 'diagonal+': true, 'diagonal-': true },
  disjoint: { disjointgroups: true },
  'anti-knight': { antiknight: true },
  'anti-king': { antiking: true },
  'non-consecutive': { nonconsecutive: true },
};

/** What an object of f-puzzles has no place for, in words; undefined if it holds the puzzle. */
export function missingInFPuzzles({ size, variant, rules }: Geometry): string | undefined {
  if (size > MAX_LINK_SIZE) return `grids above ${MAX_LINK_SIZE}x${MAX_LINK_SIZE}`;
  const unknown = rules.find(({ kind }) => WRITERS[kind] === undefined);
  if (unknown) return `a ${RULE_KINDS[unknown.kind].label}`;
  const names = variantNames(variant)!;
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
  const lists: Lists = {};
  for (const name of names)
    if (AREAS.includes(name))
      for (const unit of areasOf(name, geometry))
        add(lists, 'extraregion', { cells: Array.from(unit, (cell) => codeOf(cell, size)) });
  for (const rule of rules) WRITERS[rule.kind]!(lists, codesOf(rule, size), rule.value);
  const negative = [
    ...(names.includes('all-dots') ? ['ratio'] : []),
    ...(names.includes('all-xv') ? ['xv'] : []),
  ];
  return {
    size,
    grid,
    ...Object.assign({}, ...names.map((name) => VARIANTS[name])),
    ...(names.includes('all-dots') && { nonconsecutive: true }),
    ...(negative.length > 0 && { negative }),
    ...lists,
    ...(solution && { solution: Array.from(solution) }),
  };
}

/** The units of a variant in a grid. */
export function areasOf(name: VariantName, { size, boxRows, boxColumns, regions }: Geometry) {
  return unitsOf(name, size, { rows: boxRows, columns: boxColumns }, regions && regionSymbols(regions));
}

const AREAS: readonly VariantName[] = ['windoku', 'center-dot', 'asterisk'];

/** The number of each cell's region, if a program would not assume them: irregular ones, and boxes of an unusual shape. */
export function regionsOf({ size, regions, boxRows, boxColumns }: Geometry): number[] | undefined {
  if (regions) return Array.from(regions);
  if (isSize(size) && defaultBoxes(size).rows === boxRows) return undefined;
  const boxOf = (cell: number) =>
    Math.floor(cell / size / boxRows) * (size / boxColumns) + Math.floor((cell % size) / boxColumns);
  return Array.from({ length: size * size }, (_, cell) => boxOf(cell));
}

/** The digits that an empty cell may have; undefined if it may have all. */
export function candidatesOf(
  cell: number,
  size: number,
  allowed: Uint32Array | undefined,
): number[] | undefined {
  if (!allowed) return undefined;
  const digits = Array.from({ length: size }, (_, i) => i + 1).filter((digit) =>
    isAllowed(allowed, cell, digit),
  );
  return digits.length === size ? undefined : digits;
}

const codeOf = (cell: number, size: number) => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`;

const codesOf = ({ cells }: Rule, size: number) => cells.map((cell) => codeOf(cell, size));

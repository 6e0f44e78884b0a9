// sigh/Interactive-Sudoku-Solver, a solver of variants in JavaScript, run from a clone of its repository.
import { pathToFileURL } from 'node:url';
import type { VariantName } from '../../core/options/options.ts';
import { anyGeometry, type Geometry } from '../../core/solver/geometry.ts';
import type { Rule } from '../../core/solver/rule-kinds.ts';
import type { VariantPuzzle } from '../variants/generated.ts';

/** Counts the solutions of a puzzle that has been built. */
export type Count = (limit: number) => number;

/**
 * @param folder of a clone
 * @returns a function that builds a puzzle from its text
 */
export async function interactiveSudokuSolver(folder: string): Promise<(text: string) => Count> {
  const load = (path: string) => import(pathToFileURL(`${folder}/${path}`).href);
  const { ensureGlobalEnvironment } = await load('tests/helpers/test_env.js');
  ensureGlobalEnvironment();
  const { SudokuParser } = await load('js/sudoku_parser.js');
  const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');
  return (text) => {
    const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
    return (limit) => solver.countSolutions(limit);
  };
}

const NAMED: Readonly<Partial<Record<VariantName, string>>> = {
  x: '.Diagonal~1.Diagonal~-1',
  windoku: '.Windoku',
  disjoint: '.DisjointSets',
  'anti-knight': '.AntiKnight',
  'anti-king': '.AntiKing',
  'non-consecutive': '.AntiConsecutive',
  'all-dots': '.StrictKropki',
  'all-xv': '.StrictXV',
};

const LISTED: Readonly<Record<Rule['kind'], (cells: string, rule: Rule, size: number) => string>> = {
  cage: (cells, { value }) => (value === undefined ? `.AllDifferent~${cells}` : `.Cage~${value}~${cells}`),
  arrow: (cells) => `.Arrow~${cells}`,
  thermo: (cells) => `.Thermo~${cells}`,
  whisper: (cells, { value = 5 }) => `.Whisper~${value}~${cells}`,
  renban: (cells) => `.Renban~${cells}`,
  white: (cells, rule) => `.WhiteDot~${usual(cells, rule)}`,
  black: (cells, rule) => `.BlackDot~${usual(cells, rule)}`,
  x: (cells) => `.X~${cells}`,
  v: (cells) => `.V~${cells}`,
  greater: (cells) => `.GreaterThan~${cells}`,
  even: (cell, _, size) => given(cell, size, 0),
  odd: (cell, _, size) => given(cell, size, 1),
};

/** A puzzle in its text form. @throws Error for what it has no word for */
export function textFor({ geometry, cells }: VariantPuzzle): string {
  const { size, variant, units, unitNames, rules } = geometry;
  const names = variant === 'classic' ? [] : (variant.split(',') as VariantName[]);
  const named = names.map((name) => NAMED[name] ?? unitOf(geometry, name));
  const givens = Array.from(cells, (digit, cell) => (digit > 0 ? `~${cellId(cell, size)}_${digit}` : ''));
  const listed = rules.map((rule) =>
    LISTED[rule.kind](rule.cells.map((cell) => cellId(cell, size)).join('~'), rule, size),
  );
  const areas = units.slice(2 * size, 3 * size);
  const layout = new Array<string>(size * size);
  for (const [area, members] of areas.entries()) {
    for (const cell of members) layout[cell] = area.toString(36);
  }
  const isRows = geometry.boxRows === 1 && !geometry.regions;
  if (unitNames.length < 3 * size)
    throw new Error(`expected rows, columns and boxes, got ${unitNames.join()}`);
  const regions = isRows ? '.NoBoxes' : isUsual(geometry) ? '' : `.NoBoxes.Jigsaw~${layout.join('')}`;
  return `.Shape~${size}x${size}${regions}${named.join('')}${listed.join('')}.${givens.join('')}`;
}

function isUsual({ size, boxRows, regions }: Geometry): boolean {
  return !regions && boxRows === anyGeometry(size, 'classic').boxRows;
}

function unitOf({ size, units, unitNames }: Geometry, name: VariantName): string {
  const unit =
    units[unitNames.findIndex((each) => each === name || (name === 'center-dot' && each === 'centre dots'))];
  if (!unit) throw new Error(`expected a variant of the peer, got ${name}`);
  return `.AllDifferent~${Array.from(unit, (cell) => cellId(cell, size)).join('~')}`;
}

function usual(cells: string, { value, kind }: Rule): string {
  if (value !== undefined) throw new Error(`expected a ${kind} dot without a number, got ${value}`);
  return cells;
}

function given(cell: string, size: number, parity: number): string {
  const digits = Array.from({ length: size }, (_, i) => i + 1).filter((digit) => digit % 2 === parity);
  return `.~${[cell, ...digits].join('_')}`;
}

function cellId(cell: number, size: number): string {
  return `R${(Math.floor(cell / size) + 1).toString(36)}C${((cell % size) + 1).toString(36)}`;
}

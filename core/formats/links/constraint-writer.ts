// Writes puzzles as constraint strings of Interactive-Sudoku-Solver.

import { type VariantName, variantNames } from '../../options/options.ts';
import { type Geometry, neighboursOf } from '../../solver/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../../solver/rule-kinds.ts';
import type { LinkPuzzle } from './description.ts';
import { areasOf, candidatesOf, MAX_LINK_SIZE, regionsOf } from './fpuzzles-writer.ts';

/** The constraint of each kind, with its arguments before the cells. Even and odd cells are written as candidates. */
const NAMES: Readonly<Record<Exclude<RuleKind, 'even' | 'odd'>, (value: number | undefined) => string>> = {
  // any sum
  cage: (value = 0) => `Cage~${value}`,
  arrow: () => 'Arrow',
  thermo: () => 'Thermo',
  whisper: (value = RULE_KINDS.whisper.value!.usual) => `Whisper~${value}`,
  renban: () => 'Renban',
  white: () => 'WhiteDot',
  black: () => 'BlackDot',
  x: () => 'X',
  v: () => 'V',
  greater: () => 'GreaterThan',
};

const VARIANTS: Readonly<Record<Exclude<VariantName, 'center-dot' | 'asterisk'>, string>> = {
  x: '.Diagonal~1.Diagonal~-1',
  windoku: '.Windoku',
  disjoint: '.DisjointSets',
  'anti-knight': '.AntiKnight',
  'anti-king': '.AntiKing',
  'non-consecutive': '.AntiConsecutive',
  'all-dots': '.StrictKropki',
  'all-xv': '.StrictXV',
};

/** Kinds whose two cells must share a side. */
const OF_NEIGHBOURS: readonly RuleKind[] = ['white', 'black', 'x', 'v', 'greater'];

/** What constraint strings cannot express, in words; undefined if they can express the puzzle. */
export function missingInConstraints({ size, rules }: Geometry): string | undefined {
  if (size > MAX_LINK_SIZE) return `grids above ${MAX_LINK_SIZE}x${MAX_LINK_SIZE}`;
  for (const { kind, cells, value } of rules) {
    const { label } = RULE_KINDS[kind];
    if ((kind === 'white' || kind === 'black') && value !== undefined) return `a ${label} with a number`;
    if (OF_NEIGHBOURS.includes(kind) && !neighboursOf(cells[0]!, size).includes(cells[1]!))
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
    if (kind === 'even' || kind === 'odd')
      givens.push([cellName(own[0]!), ...parityDigits(kind, size)].join('_'));
  const regions = regionsOf(geometry);
  const names = variantNames(variant)!;
  return (
    [
      size === 9 ? '' : `.Shape~${size}x${size}`,
      givens.length > 0 ? `.~${givens.join('~')}` : '',
      regions ? `.NoBoxes${isRows(regions) ? '' : jigsaw(regions)}` : '',
      ...names.map((name) =>
        name === 'center-dot' || name === 'asterisk'
          ? Array.from(areasOf(name, geometry), (unit) => `.AllDifferent~${namesOf(unit)}`).join('')
          : VARIANTS[name],
      ),
      ...rules.map((rule: Rule) =>
        rule.kind === 'even' || rule.kind === 'odd'
          ? ''
          : `.${NAMES[rule.kind](rule.value)}~${namesOf(rule.cells)}`,
      ),
    ].join('') || EMPTY
  );
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

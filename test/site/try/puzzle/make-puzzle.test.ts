import { expect, test } from 'vitest';
import type { Variant } from '../../../../core/options/options.ts';
import { anyGeometry, GeometryError } from '../../../../core/solver/model/geometry.ts';
import type { Rule } from '../../../../core/solver/model/rule-kinds.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { solveOne } from '../../../../core/solver/solve/engines.ts';
import { makePuzzle } from '../../../../site/try/puzzle/make-puzzle.ts';
import type { Wanted } from '../../../../site/try/puzzle/protocol.ts';
import { geometryOf, type Puzzle, puzzleOf } from '../../../../site/try/shared/puzzle.ts';

const empty = (size: number, variant: Variant = 'classic', rules?: readonly Rule[]): Puzzle => {
  const regions = size === 7 ? '1234567'.repeat(7) : undefined;
  const shape = anyGeometry(size, variant, undefined, regions);
  return { ...puzzleOf(shape, new Uint8Array(shape.cells)), ...(rules && { rules }) };
};
const made = (shape: Puzzle, drawn: Wanted['drawn'] = []) => makePuzzle({ shape, drawn, seed: 1 }, () => {});
const kinds = ({ rules = [] }: Puzzle) => new Set(rules.map(({ kind }) => kind));

const CAGE: Rule = { kind: 'cage', cells: [0, 1] };
const SUM: Rule = { kind: 'cage', cells: [0, 1], value: 3 };
const ARROW: Rule = { kind: 'arrow', cells: [20, 21, 22] };
const EVEN: Rule = { kind: 'even', cells: [0] };

test.each<[string, Puzzle, Wanted['drawn'], readonly string[]]>([
  ['no rules', empty(6), [], []],
  ['cages', empty(6), ['killer'], ['cage']],
  ['other rules than before', empty(6, 'classic', [CAGE]), ['thermo'], ['thermo']],
  ['the cages of the grid', empty(6, 'classic', [CAGE]), [], ['cage']],
  ['the sums of the grid', empty(6, 'classic', [SUM, ARROW]), [], ['cage', 'arrow']],
  ['the parities of the grid', empty(6, 'classic', [EVEN]), [], ['even']],
  ['lines beside a variant', empty(9, 'anti-knight'), ['arrow'], ['arrow']],
  ['dots, if all of them are given', empty(6, 'all-dots'), [], ['white', 'black']],
  ['regions', empty(6), ['jigsaw'], []],
])('makePuzzle makes a puzzle with one solution and %s', (_, shape, drawn, expected) => {
  const puzzle = made(shape, drawn);
  expect(kinds(puzzle)).toEqual(new Set(expected));
  expect(puzzle.variant).toBe(shape.variant);
  expect(puzzle.regions !== undefined).toBe(drawn.includes('jigsaw'));
  expect(solveOne(geometryOf(puzzle), puzzle.cells, 'unique', 10_000).status).toBe(Status.solved);
  expect(made(shape, drawn)).toEqual(puzzle);
});

test('makePuzzle keeps the regions of a jigsaw, or draws others with other rules', () => {
  const jigsaw = made(empty(7), ['jigsaw']);
  expect(makePuzzle({ shape: jigsaw, drawn: [], seed: 2 }, () => {}).regions).toBe(jigsaw.regions);
  const ruled = made(jigsaw, ['thermo']);
  expect(ruled.regions).toHaveLength(49);
  expect(kinds(ruled)).toEqual(new Set(['thermo']));
});

test('makePuzzle refuses rules that no grid of the shape has', () => {
  expect(() => made(empty(9, 'disjoint'), ['jigsaw'])).toThrow(GeometryError);
});

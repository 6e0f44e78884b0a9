// The rules and regions of a puzzle itself when its cells move: which turns there are, and how a record writes the moved rules.
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { type Rule, ruleIdentity } from '../../core/solver/model/rule-kinds.ts';
import { geometryOf, shapeOf } from '../../core/solver/model/shape.ts';
import { type CellMove, cellsMoved, turnsKeeping } from '../../core/solver/symmetry/symmetry.ts';

/** Where a record writes its rules and regions. */
export interface RulePlaces {
  /** Cells by their names, such as `r1c2`: the place of the digit of the row, before that of the column by two. */
  readonly names: readonly { readonly at: number; readonly cell: number }[];
  /** The first of the symbols of the regions, one for each cell; undefined without regions. */
  readonly regions: number | undefined;
}

/** The places of all rules and regions of a puzzle in its record; undefined if some are written in another way, or elsewhere. */
export function rulePlaces({ size, rules, regions }: Geometry, text: Uint8Array): RulePlaces | undefined {
  if (size > 9) return undefined;
  const record = Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1');
  const names = Array.from(
    record.matchAll(/\b[rR]([1-9])[cC]([1-9])\b/g),
    ({ index, 1: row, 2: column }) => ({
      at: index + 1,
      cell: (Number(row) - 1) * size + Number(column) - 1,
    }),
  );
  const inOrder = (cells: readonly number[]) => cells.toSorted((a, b) => a - b).join();
  if (inOrder(names.map(({ cell }) => cell)) !== inOrder(rules.flatMap(({ cells }) => cells)))
    return undefined;
  if (!regions) return { names, regions: undefined };
  const words = record.matchAll(/[0-9A-Za-z]+/g);
  const word = Array.from(words).find(([symbols]) => isMapOf(symbols, regions));
  return word && { names, regions: word.index };
}

/** Whether symbols are equal where regions are. */
function isMapOf(symbols: string, regions: Uint8Array): boolean {
  if (symbols.length !== regions.length) return false;
  const pairs = new Set(Array.from(regions, (region, cell) => `${region} ${symbols[cell]}`));
  return pairs.size === new Set(regions).size && pairs.size === new Set(symbols).size;
}

/** Writes the moved rules over those of a copy. @param at where the copy begins in `to` */
export function putRules(
  text: Uint8Array,
  { names, regions }: RulePlaces,
  from: Uint16Array,
  size: number,
  to: Uint8Array,
  at: number,
): void {
  const target = goalsOf(from);
  for (const { at: place, cell } of names) {
    to[at + place] = 0x31 + Math.floor(target[cell]! / size);
    to[at + place + 2] = 0x31 + (target[cell]! % size);
  }
  if (regions === undefined) return;
  for (const [cell, source] of from.entries()) to[at + regions + cell] = text[regions + source]!;
}

/** A turn, and a number that is equal for turns that make the same rules and regions; 0 for those of the puzzle. */
export interface RuledTurn {
  readonly turn: CellMove;
  readonly form: number;
}

/**
 * The turns and reflections that a puzzle's variants and boxes allow.
 * @param canMove whether its own rules and regions move along; otherwise they must stay the same
 */
export function ruledTurns(shape: Geometry, canMove: boolean): RuledTurn[] {
  const { size, units, regions } = shape;
  const { rules: _, ...withoutRules } = shapeOf(shape);
  const isFree = (unit: number) => canMove && regions !== undefined && unit >= 2 * size && unit < 3 * size;
  const turns = turnsKeeping({
    size,
    units: units.filter((_unit, number) => !isFree(number)),
    pairs: geometryOf(withoutRules).pairs,
  });
  const forms = new Map<string, number>();
  const all = turns.map((turn) => {
    const form = formAfter(shape, cellsMoved(turn));
    if (!forms.has(form)) forms.set(form, forms.size);
    return { turn, form: forms.get(form)! };
  });
  return canMove ? all : all.filter(({ form }) => form === 0);
}

/** A text that is equal for equal rules and regions. */
function formAfter({ rules, regions }: Geometry, from: Uint16Array): string {
  const target = goalsOf(from);
  const moved = rules.map((rule): Rule => ({ ...rule, cells: rule.cells.map((cell) => target[cell]!) }));
  const numbers = new Map<number, number>();
  const map = regions
    ? Array.from(from, (source) => {
        const region = regions[source]!;
        if (!numbers.has(region)) numbers.set(region, numbers.size);
        return numbers.get(region)!;
      })
    : [];
  return [...moved.map(ruleIdentity).sort(), map.join()].join(';');
}

/** Where each cell goes. */
function goalsOf(from: Uint16Array): Uint16Array {
  const target = new Uint16Array(from.length);
  for (const [cell, source] of from.entries()) target[source] = cell;
  return target;
}

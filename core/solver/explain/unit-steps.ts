// The steps that follow from units alone: singles, locked candidates, and naked and hidden sets, in grids of any size.

import type { CandidateGrid } from './candidate-grid.ts';
import type { ExplainedStep } from './explained-step.ts';

/** A cell with one candidate. */
export function findNakedSingle(grid: CandidateGrid): ExplainedStep | undefined {
  const cell = grid.singleCell();
  if (cell === undefined) return undefined;
  return { step: 'naked single', cell, digit: grid.candidatesOf(cell)[0]! };
}

/** A digit with one place in a unit. */
export function findHiddenSingle(grid: CandidateGrid): ExplainedStep | undefined {
  const single = grid.singlePlace();
  if (!single) return undefined;
  const [cell] = grid.placesOf(single.unit, single.digit);
  return { step: 'hidden single', cell: cell!, ...single };
}

/**
 * A digit whose places in one unit are all in another unit too, so that the other cells of that unit lose it; or whose places
 * are all seen by the same cells, as in a cage or by a knight's move.
 */
export function findLockedCandidate(grid: CandidateGrid): ExplainedStep | undefined {
  const { size, units } = grid.geometry;
  for (const { a, b, cells: shared } of grid.tables.crossings) {
    for (let digit = 1; digit <= size; digit++) {
      const inA = grid.countPlaces(a, digit);
      if (inA < 2 || inA > shared.length || grid.countPlaces(b, digit) === inA) continue;
      const cells = shared.filter((cell) => grid.placed[cell] === 0 && grid.may(cell, digit));
      if (cells.length !== inA) continue;
      const others = Array.from(units[b]!).filter((cell) => !shared.includes(cell));
      return { step: 'locked candidate', unit: a, into: b, cells, digit, lost: grid.lostIn(others, [digit]) };
    }
  }
  if (!grid.tables.hasOtherPeers) return undefined;
  for (const unit of units.keys()) {
    for (let digit = 1; digit <= size; digit++) {
      if (grid.countPlaces(unit, digit) < 2) continue;
      const cells = grid.placesOf(unit, digit);
      const lost = grid.lostIn(grid.seenByAll(cells), [digit]);
      if (lost.length > 0) return { step: 'locked candidate', unit, cells, digit, lost };
    }
  }
  return undefined;
}

/** Two or three cells of a unit that have as many candidates between them: the other cells of the unit lose these. */
export function findNakedSet(grid: CandidateGrid, size: 2 | 3): ExplainedStep | undefined {
  for (const [u, unit] of grid.geometry.units.entries()) {
    const open = Array.from(unit).filter((cell) => grid.placed[cell] === 0);
    if (open.length <= size) continue;
    const few = open.filter((cell) => grid.countOf(cell) <= size);
    for (const cells of choices(few, size)) {
      const digits = unionOf(cells.map((cell) => grid.candidatesOf(cell)));
      if (digits.length !== size) continue;
      const others = open.filter((cell) => !cells.includes(cell));
      const lost = grid.lostIn(others, digits);
      if (lost.length > 0)
        return { step: size === 2 ? 'naked pair' : 'naked triplet', unit: u, cells, digits, lost };
    }
  }
  return undefined;
}

/** Two digits that have only two places in a unit: these cells lose all other candidates. */
export function findHiddenPair(grid: CandidateGrid): ExplainedStep | undefined {
  const { size, units } = grid.geometry;
  const all = Array.from({ length: size }, (_, i) => i + 1);
  for (const unit of units.keys()) {
    const few = all.filter((digit) => grid.countPlaces(unit, digit) === 2);
    for (const digits of choices(few, 2)) {
      const cells = unionOf(digits.map((digit) => grid.placesOf(unit, digit)));
      if (cells.length !== 2) continue;
      const others = all.filter((digit) => !digits.includes(digit));
      const lost = grid.lostIn(cells, others);
      if (lost.length > 0) return { step: 'hidden pair', unit, cells, digits, lost };
    }
  }
  return undefined;
}

/** Ascending, each once. */
function unionOf(lists: readonly (readonly number[])[]): number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

/** All choices of `count` items, in order. */
function* choices(items: readonly number[], count: number): Generator<number[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [i, first] of items.entries())
    for (const rest of choices(items.slice(i + 1), count - 1)) yield [first, ...rest];
}

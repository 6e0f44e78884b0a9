import { COUNT, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import type { Step } from '../step.ts';
import { findGrave, type Grave } from './grave.ts';

/**
 * Bivalue universal grave: but for some candidates, every open cell has two and every digit two places or none in each
 * unit, which two solutions could fill. So one of those candidates is true. Types 1 (5.6), 2 and 4 (5.7), 3 (5.8 and more).
 */
export function bivalueUniversalGrave(board: Board): Step | undefined {
  const grave = findGrave(board);
  if (!grave) return undefined;
  if (grave.cells.length === 1) return type1(board, grave);
  if (COUNT[grave.digits] === 1) {
    return type2(board, grave) ?? (grave.cells.length === 2 ? type4(board, grave) : undefined);
  }
  if (grave.common.length === 0) return undefined;
  return (grave.cells.length === 2 ? type4(board, grave) : undefined) ?? type3(board, grave);
}

/** One cell: it is none of its other candidates. */
function type1(board: Board, { cells, digits }: Grave): Step {
  const cell = cells[0]!;
  return graveStep(5.6, [{ cell, digits: board.candidates[cell]! & ~digits }], [], cells, digits);
}

/** One digit: cells that see all of its extra places do not have it. */
function type2(board: Board, { cells, digits, common }: Grave): Step | undefined {
  const removals = common
    .filter((cell) => board.candidates[cell]! & digits)
    .map((cell) => ({ cell, digits }));
  return removals.length > 0 ? graveStep(5.7, removals, [], cells, digits) : undefined;
}

/** Two cells of a unit with one ordinary digit in common: it is in one of them, so they lose the other ordinary one. */
function type4(board: Board, { cells, digits, extras }: Grave): Step | undefined {
  const { candidates, shape } = board;
  const [c1, c2] = cells as [number, number];
  const shared = candidates[c1]! & candidates[c2]! & ~digits;
  if (COUNT[shared] !== 1) return undefined;
  const unit = shape.unitsOf[c1]!.find((u) => shape.unitsOf[c2]!.includes(u));
  if (unit === undefined) return undefined;
  const removals = [c1, c2].map((cell, i) => ({ cell, digits: candidates[cell]! & ~extras[i]! & ~shared }));
  return graveStep(5.7, removals, [unit], cells, shared);
}

/** Extra candidates that make a naked set with other cells of a unit. */
function type3(board: Board, { cells, digits, common }: Grave): Step | undefined {
  const { candidates, shape } = board;
  const units = Array.from(shape.unitsOf[cells[0]!]!).filter((unit) =>
    cells.every((cell) => shape.unitsOf[cell]!.includes(unit)),
  );
  for (let size = 2; size <= 6; size++) {
    for (const unit of units) {
      const beside = common.filter((cell) => shape.unitsOf[cell]!.includes(unit));
      if (beside.length < size) continue;
      for (let tuple = 0; tuple < 1 << beside.length; tuple++) {
        if (COUNT[tuple] !== size - 1) continue;
        const members = Array.from(MEMBERS[tuple]!, (i) => beside[i]!);
        const naked = members.reduce((set, cell) => set | candidates[cell]!, 0);
        if (COUNT[naked] !== size || COUNT[naked | digits] !== size) continue;
        if (members.some((cell) => COUNT[candidates[cell]!]! <= 1)) continue;
        const removals = beside
          .filter((cell) => !members.includes(cell) && candidates[cell]! & naked)
          .map((cell) => ({ cell, digits: candidates[cell]! & naked }));
        if (removals.length > 0) return graveStep(5.7 + (size - 1) * 0.1, removals, [unit], cells, naked);
      }
    }
  }
  return undefined;
}

function graveStep(
  rating: number,
  removals: Step['removals'],
  units: number[],
  cells: readonly number[],
  digits: number,
): Step {
  return { technique: 'Bivalue Universal Grave', rating, removals, units, cells, digits };
}

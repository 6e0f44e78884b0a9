import { COUNT, LOWEST } from './bits.ts';
import type { Board } from './board.ts';
import { Kind, kindOf } from './shape.ts';
import type { Step } from './step.ts';
import type { TechniqueName } from './techniques.ts';

/** shared by all steps, of which most are singles */
const NONE: readonly never[] = [];

/** The last cell of a unit (1.0), or else the only place for a digit in a box (1.2), column or row (1.5). Without the one it counts as the other. */
export function hiddenSingle(board: Board, without?: TechniqueName): Step | undefined {
  const last = without === 'Last Cell' ? undefined : onlyPlace(board, 'Last Cell');
  if (last || without === 'Hidden Single') return last;
  return onlyPlace(board, 'Hidden Single', without === 'Last Cell' ? 1 : 2);
}

/** @param least open cells of the units that are looked at; those of the last cell have one */
function onlyPlace(board: Board, technique: 'Last Cell' | 'Hidden Single', least = 1): Step | undefined {
  const { places, open, shape } = board;
  const last = technique === 'Last Cell';
  for (const unit of shape.searchOrder) {
    if (open[unit]! < least || (last && open[unit]! > 1)) continue;
    for (let digit = 0; digit < 9; digit++) {
      const where = places[unit * 9 + digit]!;
      if (where === 0 || (where & (where - 1)) !== 0) continue;
      return {
        technique,
        rating: last ? 1.0 : kindOf(unit) === Kind.box ? 1.2 : 1.5,
        cell: shape.units[unit]![LOWEST[where]!]!,
        digit,
        removals: NONE,
        units: [unit],
        cells: NONE,
        digits: 0,
      };
    }
  }
  return undefined;
}

/** A cell with one candidate. */
export function nakedSingle(board: Board): Step | undefined {
  const { candidates } = board;
  for (let cell = 0; cell < 81; cell++) {
    if (COUNT[candidates[cell]!] !== 1) continue;
    const digit = LOWEST[candidates[cell]!]!;
    return {
      technique: 'Naked Single',
      rating: 2.3,
      cell,
      digit,
      removals: NONE,
      units: NONE,
      cells: NONE,
      digits: 0,
    };
  }
  return undefined;
}

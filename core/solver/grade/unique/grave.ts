import { COUNT, MEMBERS } from '../bits.ts';
import { Board } from '../board.ts';

/** A grid that would have two solutions if it had not some extra candidates. */
export interface Grave {
  /** cells with extra candidates, in the order in which they were found */
  readonly cells: readonly number[];
  /** the extra candidates of each of `cells` */
  readonly extras: readonly number[];
  /** extra digits of all cells; those of suspects that no unit could tell are not among them */
  readonly digits: number;
  /** cells, open or not, that see all of `cells` and are none of them; ascending */
  readonly common: readonly number[];
}

/** Finds what is one too many: in each unit, digits that have neither no place nor two, in cells with three candidates or more. */
export function findGrave(board: Board): Grave | undefined {
  const { places, shape, candidates } = board;
  const cells: number[] = [];
  const extras = new Map<number, number>();
  let digits = 0;
  let common: number[] | undefined;
  let sole: { digit: number; cells: Set<number> } | undefined;
  let isSole = true;

  function add(cell: number, digit: number): boolean {
    if (!extras.has(cell)) cells.push(cell);
    extras.set(cell, (extras.get(cell) ?? 0) | (1 << digit));
    common = (common ?? Array.from(shape.peers[cell]!)).filter(
      (other) => shape.sees[cell * 81 + other] && !extras.has(other),
    );
    return cells.length <= 1 || COUNT[digits]! <= 1 || common.length > 0;
  }

  for (let unit = 0; unit < shape.units.length; unit++) {
    for (let digit = 0; digit < 9; digit++) {
      const where = places[unit * 9 + digit]!;
      if (where === 0 || COUNT[where] === 2) continue;
      const suspects: number[] = [];
      for (const i of MEMBERS[where]!) {
        const cell = shape.units[unit]![i]!;
        if (COUNT[candidates[cell]!]! >= 3) suspects.push(cell);
      }
      if (!sole) sole = { digit, cells: new Set(suspects) };
      else if (sole.digit !== digit) isSole = false;
      else if (isSole) for (const cell of suspects) sole.cells.add(cell);
      if (suspects.length === 0) return undefined;
      // of several suspects another unit will tell which one it is
      if (suspects.length > 1) continue;
      digits |= 1 << digit;
      if (!add(suspects[0]!, digit)) return undefined;
    }
  }
  if (sole && isSole) {
    // all units point to one digit: where none of them could tell, all suspects are meant
    for (const cell of [...sole.cells].sort((a, b) => a - b)) {
      if (!extras.has(cell) && !add(cell, sole.digit)) return undefined;
    }
  }
  if (!isPlain(board, extras)) return undefined;
  return { cells, extras: cells.map((cell) => extras.get(cell)!), digits, common: common ?? [] };
}

/** Whether, without the extras, each open cell has two candidates and each digit no place or two in every unit. */
function isPlain(board: Board, extras: ReadonlyMap<number, number>): boolean {
  const rest = new Board(board.shape);
  rest.copy(board);
  for (const [cell, digits] of extras) rest.remove(cell, digits);
  for (let cell = 0; cell < 81; cell++) if (rest.digits[cell] === 0 && rest.count(cell) !== 2) return false;
  return rest.places.every((where) => where === 0 || COUNT[where] === 2);
}

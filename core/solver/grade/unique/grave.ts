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
  const common = [-1, -1, -1];
  let soleDigit = -1;
  let isSole = true;
  const sole = new Set<number>();

  function add(cell: number, digit: number): boolean {
    if (!extras.has(cell)) cells.push(cell);
    extras.set(cell, (extras.get(cell) ?? 0) | (1 << digit));
    for (let word = 0; word < 3; word++) common[word]! &= shape.peerSets[cell * 3 + word]!;
    for (let i = 0; i < cells.length; i++) common[(cells[i]! / 27) | 0]! &= ~(1 << (cells[i]! % 27));
    return cells.length <= 1 || COUNT[digits]! <= 1 || (common[0]! | common[1]! | common[2]!) !== 0;
  }

  for (let unit = 0; unit < shape.units.length; unit++) {
    for (let digit = 0; digit < 9; digit++) {
      const where = places[unit * 9 + digit]!;
      if (where === 0 || COUNT[where] === 2) continue;
      let suspects = 0;
      for (let rest = where; rest; rest &= rest - 1) {
        if (COUNT[candidates[shape.units[unit]![31 - Math.clz32(rest & -rest)]!]!]! >= 3)
          suspects |= rest & -rest;
      }
      if (suspects === 0) return undefined;
      if (soleDigit < 0) soleDigit = digit;
      if (soleDigit !== digit) isSole = false;
      else if (isSole) for (const i of MEMBERS[suspects]!) sole.add(shape.units[unit]![i]!);
      // of several suspects another unit will tell which one it is
      if ((suspects & (suspects - 1)) !== 0) continue;
      digits |= 1 << digit;
      if (!add(shape.units[unit]![31 - Math.clz32(suspects)]!, digit)) return undefined;
    }
  }
  if (isSole) {
    // all units point to one digit: where none of them could tell, all suspects are meant
    for (const cell of [...sole].sort((a, b) => a - b)) {
      if (!extras.has(cell) && !add(cell, soleDigit)) return undefined;
    }
  }
  if (!isPlain(board, extras)) return undefined;
  const seen = Array.from({ length: 81 }, (_, cell) => cell).filter(
    (cell) => cells.length > 0 && (common[Math.floor(cell / 27)]! >> (cell % 27)) & 1,
  );
  return { cells, extras: cells.map((cell) => extras.get(cell)!), digits, common: seen };
}

/** Whether, without the extras, each open cell has two candidates and each digit no place or two in every unit. */
function isPlain(board: Board, extras: ReadonlyMap<number, number>): boolean {
  for (let cell = 0; cell < 81; cell++) {
    if (board.candidates[cell] !== 0 && board.count(cell) - COUNT[extras.get(cell) ?? 0]! !== 2) return false;
  }
  const rest = new Board(board.shape);
  rest.copy(board);
  for (const [cell, digits] of extras) rest.remove(cell, digits);
  return rest.places.every((where) => where === 0 || COUNT[where] === 2);
}

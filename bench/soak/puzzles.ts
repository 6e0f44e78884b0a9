import { generate } from '../../core/solver/generate.ts';
import { geometry } from '../../core/solver/geometry.ts';
import type { Random } from './random.ts';

const ORIGINALS = 200;

/** Cells of puzzles of each size, made once; more are these with their digits renamed. */
const originals = new Map<number, Uint8Array[]>();

function originalsOf(size: number): Uint8Array[] {
  let made = originals.get(size);
  if (made === undefined) {
    made = [];
    const clues = Math.floor(size * size * (size > 9 ? 0.6 : 0.35));
    for (const { cells } of generate(geometry(size), { seed: size, clues })) {
      if (made.push(cells) === (size > 9 ? 5 : ORIGINALS)) break;
    }
    originals.set(size, made);
  }
  return made;
}

/** Cells of a random puzzle; now and then one without a solution, or with two equal digits in a row. */
export function puzzle(random: Random, size: number): Uint8Array {
  const names = Uint8Array.from({ length: size + 1 }, (_, digit) => digit);
  for (let i = size; i > 1; i--) {
    const j = random.between(1, i);
    [names[i], names[j]] = [names[j]!, names[i]!];
  }
  const cells = random.pick(originalsOf(size)).map((digit) => names[digit]!);
  if (random.chance(2)) cells[random.between(0, cells.length - 1)] = random.between(1, size);
  return cells;
}

/** One character a cell. */
export function packed(cells: Uint8Array, empty: string): string {
  return Array.from(cells, (digit) => (digit === 0 ? empty : digit)).join('');
}

/** One row a line. */
export function rows(cells: Uint8Array, empty: string, separator: string): string {
  const size = Math.sqrt(cells.length);
  const lines = Array.from({ length: size }, (_, row) => cells.subarray(row * size, (row + 1) * size));
  return lines.map((line) => Array.from(line, (digit) => digit || empty).join(separator)).join('\n');
}

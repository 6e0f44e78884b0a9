import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import fc from '../../../property.ts';
import { type Look, looks } from './grid-layout.ts';
import { gridLines, titleLines } from './grid-lines.ts';

/** A file of grids as a stranger might write it, and the same file with its cells filled in. */
export interface GridFile {
  readonly puzzles: string;
  readonly solutions: string;
  /** Whether numbers can be longer than the symbols of empty cells, so that only text without blanks is the same. */
  readonly grows: boolean;
  readonly grids: number;
  /** The layout, for messages of failures. */
  readonly looks: string;
}

/** Generated puzzles of each size, more than a file can have. */
const POOL_SIZE = 11;

/** Files whose cells a person can distinguish from the text around them. */
export const gridFiles: fc.Arbitrary<GridFile> = fc
  .tuple(looks, fc.nat(POOL_SIZE - 1))
  .map(([one, seed]) => draw(one, seed));

const pools = new Map<number, { cells: Uint8Array; solution: Uint8Array }[]>();

function poolOf(size: number): { cells: Uint8Array; solution: Uint8Array }[] {
  let pool = pools.get(size);
  if (!pool) {
    const shape = geometry(size);
    const puzzles = generateCells(shape, {
      seed: size,
      clues: Math.ceil(shape.cells * (size > 16 ? 0.6 : 0.45)),
      budget: 200,
    });
    pool = Array.from({ length: POOL_SIZE }, () => puzzles.next().value);
    pools.set(size, pool);
  }
  return pool;
}

function draw(one: Look, seed: number): GridFile {
  const shape = geometry(one.size);
  const pool = poolOf(one.size);
  const picked = Array.from({ length: one.grids }, (_, i) => pool[(seed + i) % pool.length]!);
  const grids = picked.map(({ cells, solution }, i) => ({
    cells: one.full && i === 0 ? solution : cells,
    solution,
  }));
  const text = (which: 'cells' | 'solution') =>
    (one.bom ? '\ufeff' : '') +
    grids
      .flatMap((grid, i) => [
        ...titleLines(one, i, shape),
        ...gridLines(one, shape, Array.from(grid[which])).map((line) =>
          one.gap === '' ? line + (line === '' ? '' : one.tail) : line + one.gap + line,
        ),
      ])
      // an empty line could not be recognised as a row
      .map((line) => (one.trimmed && one.empty === ' ' ? line.trimEnd() || line.slice(0, 1) : line))
      .join(one.lineEnd) +
    (one.ended ? one.lineEnd : '');
  const grows = one.alphabet === 'numbers' || one.alphabet === 'padded' || one.empty === '';
  return {
    puzzles: text('cells'),
    solutions: text('solution'),
    grows,
    grids: one.grids,
    looks: JSON.stringify(one),
  };
}

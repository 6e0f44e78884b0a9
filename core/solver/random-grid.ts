// Apart from generate.ts, whose declarations are public and must not mention the types of pure-rand.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Geometry, givensAreConsistent } from './model/geometry.ts';
import { Status } from './model/status.ts';
import { solveOne } from './solve/engines.ts';
import { isRenamable, randomOrder } from './symmetry/symmetry.ts';

/** Share of the cells that a random grid starts with. With many more, most starts could not be completed. */
const START_SHARE = 0.15;

/** Guesses after which another start is likely to be quicker. */
const START_BUDGET = { boxes: 4000, regions: 1000 };

/** Starts that cannot be completed, after which each cell of the next is tested: for boxes, and for regions. */
const MAX_STARTS = { boxes: 8, regions: 2 };

/** Share of the cells that are tested one after the other. */
const TESTED_SHARE = 0.3;

/** Guesses of each of these tests. */
const TEST_BUDGET = 100;

/** First cells that are tried, as the engine may need ten times longer with one than with another. */
const MAX_FIRST_CELLS = { boxes: 20, regions: 4 };

/** Many regions leave no grid with some variants: others are drawn sooner than this is proved. */
const areasOf = ({ regions }: Geometry) => (regions ? 'regions' : 'boxes');

/**
 * A full grid: some random cells, completed by the engine, with digits renamed at random.
 * @returns undefined if the engine finds no grid at all
 */
export function randomGrid(geometry: Geometry, rng: RandomGenerator): Uint8Array | undefined {
  const { cells, size } = geometry;
  const areas = areasOf(geometry);
  // where digits cannot be renamed, the engine's preference for some of them would show
  if (!isRenamable(geometry)) {
    const found = testedGrid(geometry, rng);
    return found && mirrored(geometry, found, rng);
  }
  for (let i = 0; i < MAX_STARTS[areas]; i++) {
    const start = randomStart(geometry, rng, Math.round(cells * START_SHARE));
    const grid = completed(geometry, start, START_BUDGET[areas]);
    if (grid) return renamed(grid, size, rng);
  }
  const tested = testedGrid(geometry, rng);
  return tested && renamed(tested, size, rng);
}

function renamed(grid: Uint8Array, size: number, rng: RandomGenerator): Uint8Array {
  const names = shuffled(rng, size);
  return grid.map((digit) => names[digit - 1]! + 1);
}

/** `count` random cells with random digits, no two equal in a unit. */
function randomStart(geometry: Geometry, rng: RandomGenerator, count: number): Uint8Array {
  const start = new Uint8Array(geometry.cells);
  for (const cell of shuffled(rng, geometry.cells).subarray(0, count)) {
    const taken = new Set<number>();
    for (const unit of geometry.units) {
      if (unit.includes(cell)) for (const other of unit) taken.add(start[other]!);
    }
    for (const digit of shuffled(rng, geometry.size)) {
      if (taken.has(digit + 1)) continue;
      start[cell] = digit + 1;
      break;
    }
  }
  return start;
}

/** A grid whose random cells get random digits one after the other, each so that the rest can be completed. */
function testedGrid(geometry: Geometry, rng: RandomGenerator): Uint8Array | undefined {
  const { cells, size } = geometry;
  const areas = areasOf(geometry);
  const start = new Uint8Array(cells);
  // regions and variants that leave no grid are often known at once
  if (solveOne(geometry, start, 'first', START_BUDGET[areas]).status === Status.noSolution) return undefined;
  let grid: Uint8Array | undefined;
  for (let i = 0; !grid && i < MAX_FIRST_CELLS[areas]; i++) {
    start.fill(0);
    start[uniformInt(rng, 0, cells - 1)] = uniformInt(rng, 1, size);
    grid = completed(geometry, start, START_BUDGET[areas]);
  }
  if (!grid) return undefined;
  for (const cell of shuffled(rng, cells).subarray(0, Math.round(cells * TESTED_SHARE))) {
    for (const digit of shuffled(rng, size)) {
      start[cell] = digit + 1;
      if (grid[cell] === digit + 1) break;
      const other = completed(geometry, start, TEST_BUDGET);
      if (!other) continue;
      grid = other;
      break;
    }
  }
  return grid;
}

/** A grid turned, mirrored and with digits counted from the other end, as chance has it, if the rules allow that. */
function mirrored(geometry: Geometry, grid: Uint8Array, rng: RandomGenerator): Uint8Array {
  const { size } = geometry;
  const [down, across, turned, reversed] = Array.from({ length: 4 }, () => uniformInt(rng, 0, 1) === 1);
  const image = grid.map((_, cell) => {
    const row = down ? size - 1 - Math.floor(cell / size) : Math.floor(cell / size);
    const column = across ? size - 1 - (cell % size) : cell % size;
    const digit = grid[turned ? column * size + row : row * size + column]!;
    return reversed ? size + 1 - digit : digit;
  });
  return givensAreConsistent(geometry, image) ? image : grid;
}

function completed(geometry: Geometry, start: Uint8Array, budget: number): Uint8Array | undefined {
  const { status, solution } = solveOne(geometry, start, 'first', budget);
  return status === Status.solved ? solution : undefined;
}

/** 0 to length - 1 in random order. */
export function shuffled(rng: RandomGenerator, length: number): Uint16Array {
  return Uint16Array.from(randomOrder(length, (limit) => uniformInt(rng, 0, limit - 1)));
}

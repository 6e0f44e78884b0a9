// Apart from generate.ts, whose declarations are public and must not mention the types of pure-rand.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { solveOne } from './engines.ts';
import type { Geometry } from './geometry.ts';
import { areRenamable } from './rules.ts';
import { Status } from './status.ts';

/** Share of the cells that a random grid starts with. With many more, most starts could not be completed. */
const START_SHARE = 0.15;

/** Guesses after which another start is likely to be quicker. */
const START_BUDGET = 4000;

/** A full grid: some random cells, completed by the engine, with digits renamed at random. */
export function randomGrid(geometry: Geometry, rng: RandomGenerator): Uint8Array {
  const { cells, size } = geometry;
  for (;;) {
    const start = randomStart(geometry, rng, Math.round(cells * START_SHARE));
    const { status, solution } = solveOne(geometry, start, 'first', START_BUDGET);
    if (status !== Status.solved) continue;
    if (!areRenamable(geometry.pairs)) return solution.slice();
    const names = shuffled(rng, size);
    return solution.map((digit) => names[digit - 1]! + 1);
  }
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

/** 0 to length - 1 in random order. */
export function shuffled(rng: RandomGenerator, length: number): Uint16Array {
  const order = Uint16Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = uniformInt(rng, 0, i);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
  return order;
}

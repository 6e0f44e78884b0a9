import type { Batch, BatchOptions, BatchResult, Engine, ListEnd, ListOptions } from '../engine.ts';
import type { Geometry } from '../geometry.ts';
import { KernelPool } from '../kernel-pool.ts';
import { Status } from '../status.ts';
import { instantiate, type Kernel, Pause } from './kernel.ts';
import { Pages } from './pages.ts';

/** Between two looks at the clock: a millisecond or two. */
const SWEEPS_A_RUN = 2048;

/** Whether the lanes solve this shape: 9x9 with boxes of 3x3, classic or X. */
export function isLanesGeometry({ size, boxRows }: Geometry): boolean {
  return size === 9 && boxRows === 3;
}

/** The first one is made at first use, which takes a few milliseconds to compile. */
export const lanesKernels = new KernelPool(instantiate);

/** Eight 9x9 puzzles at a time in WebAssembly SIMD. Only for geometries that {@link isLanesGeometry} accepts. */
export const lanesEngine: Engine = {
  solveBatch: (batch, options, result) =>
    lanesKernels.run((kernel) => solveBatch(kernel, batch, options, result)),
  list: (geometry, cells, options) =>
    lanesKernels.iterate((kernel) => list(kernel, geometry, cells, options)),
};

function solveBatch(kernel: Kernel, batch: Batch, options: BatchOptions, result: BatchResult): void {
  const limit = options.mode === 'first' ? 1 : options.mode === 'unique' ? 2 : options.limit;
  kernel.begin(isX(batch.geometry), options.mode === 'unique', false, limit, options.budget);

  const pages = new Pages(kernel, batch, result);
  const reached = () => pages.reached;
  let pause: number = Pause.pageRead;
  while (pause !== Pause.allDone && performance.now() < options.deadline) {
    if (pause === Pause.pageRead && pages.more) pages.feed();
    pause = kernel.run(SWEEPS_A_RUN, pages.more);
    options.onClock?.(reached);
  }
  pages.end();
}

function* list(
  kernel: Kernel,
  geometry: Geometry,
  cells: Uint8Array,
  options: ListOptions,
): Generator<Uint8Array, ListEnd> {
  kernel.begin(isX(geometry), false, true, options.limit, options.budget);
  kernel.cells.set(cells.subarray(0, 81));
  kernel.feed(0, 1);
  let count = 0;
  for (;;) {
    if (performance.now() >= options.deadline) return { status: Status.interrupted, count, guesses: 0 };
    const pause = kernel.run(SWEEPS_A_RUN, false);
    const listed = kernel.listed();
    count += listed.length / 81;
    if (listed.length > 0) yield listed;
    if (pause === Pause.allDone) break;
  }
  return { status: kernel.statuses[0] as Status, count, guesses: kernel.guesses[0]! };
}

function isX(geometry: Geometry): boolean {
  return geometry.variant === 'x';
}

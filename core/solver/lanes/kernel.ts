import { decodeBase64 } from '../decode-base64.ts';
import { kernel } from './kernel.generated.ts';

/** What `run` comes back for. */
export const Pause = { allDone: 0, pageRead: 1, workSpent: 2 } as const;

/** Exports of assembly/run.ts; numbers are byte addresses in `memory` or as said there. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly PAGES: WebAssembly.Global;
  readonly PAGE_PUZZLES: WebAssembly.Global;
  readonly PAGE_PENDING: WebAssembly.Global;
  readonly SLOT_CELLS: WebAssembly.Global;
  readonly SLOT_STATUS: WebAssembly.Global;
  readonly SLOT_COUNT: WebAssembly.Global;
  readonly SLOT_GUESSES: WebAssembly.Global;
  readonly LISTED: WebAssembly.Global;
  readonly listed: WebAssembly.Global;
  readonly sweepsMade: WebAssembly.Global;
  readonly begin: (x: boolean, unique: boolean, listing: boolean, limit: number, budget: number) => void;
  readonly feed: (page: number, count: number) => void;
  readonly run: (sweeps: number, more: boolean) => number;
  readonly foundSoFar: () => number;
}

/** The kernel with views of its memory, which is as large at the end as at the start. */
export interface Kernel {
  readonly begin: KernelExports['begin'];
  readonly feed: KernelExports['feed'];
  readonly run: KernelExports['run'];
  /** Solutions so far of the puzzles at work, whose slots do not tell yet. */
  readonly foundSoFar: KernelExports['foundSoFar'];
  readonly pages: number;
  /** slots of a page */
  readonly pagePuzzles: number;
  /** per page: its puzzles that are not done */
  readonly pending: Uint32Array;
  /** per slot: 81 cells, givens first and the solution later */
  readonly cells: Uint8Array;
  /** per slot */
  readonly statuses: Uint8Array;
  readonly counts: Uint32Array;
  readonly guesses: Uint32Array;
  /** The solutions that the last `run` has listed, 81 cells each; valid until the next. */
  readonly listed: () => Uint8Array;
  /** sweeps made since the start, each of eight lanes; for benchmarks */
  readonly sweepsMade: () => number;
}

let compiled: WebAssembly.Module | undefined;

/** A kernel with a memory of its own; all share compiled code. */
export function instantiate(): Kernel {
  compiled ??= new WebAssembly.Module(decodeBase64(kernel));
  const exports = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  const { buffer } = exports.memory;
  const pages = exports.PAGES.value;
  const pagePuzzles = exports.PAGE_PUZZLES.value;
  const slots = pages * pagePuzzles;
  return {
    begin: exports.begin,
    feed: exports.feed,
    run: exports.run,
    foundSoFar: exports.foundSoFar,
    pages,
    pagePuzzles,
    pending: new Uint32Array(buffer, exports.PAGE_PENDING.value, pages),
    cells: new Uint8Array(buffer, exports.SLOT_CELLS.value, slots * 81),
    statuses: new Uint8Array(buffer, exports.SLOT_STATUS.value, slots),
    counts: new Uint32Array(buffer, exports.SLOT_COUNT.value, slots),
    guesses: new Uint32Array(buffer, exports.SLOT_GUESSES.value, slots),
    listed: () => new Uint8Array(buffer, exports.LISTED.value, exports.listed.value * 81),
    sweepsMade: () => exports.sweepsMade.value,
  };
}

import { decodeBase64 } from '../decode-base64.ts';
import type { Geometry } from '../geometry.ts';

/** What `begin` says of a puzzle. */
export const Root = { solved: 0, noSolution: 1, open: 2 } as const;

/** What `search` comes back for. */
export const Pause = { found: 0, exhausted: 1, budgetSpent: 2, ticksSpent: 3 } as const;

/** Exports of assembly/index.ts; globals are byte addresses in `memory`, but for the counters. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly GIVENS: WebAssembly.Global;
  readonly SOLUTION: WebAssembly.Global;
  readonly CANDIDATES: WebAssembly.Global;
  readonly WITNESS: WebAssembly.Global;
  readonly conflicts: WebAssembly.Global;
  readonly setShape: (size: number, boxRows: number, boxColumns: number, diagonals: boolean) => void;
  readonly begin: (ascending: boolean) => number;
  readonly search: (conflictLimit: number, tickLimit: number) => number;
  readonly excludeSolution: (byFlipping: boolean) => void;
  readonly useWitness: (use: boolean) => void;
}

/** The kernel with views of its memory, which is as large at the end as at the start. It holds one puzzle at a time. */
export interface Kernel {
  /** To be called before `givens` is written. */
  readonly setShape: (geometry: Geometry) => void;
  readonly begin: KernelExports['begin'];
  readonly search: KernelExports['search'];
  readonly excludeSolution: KernelExports['excludeSolution'];
  /** per cell, up to the largest grid: 0 for empty */
  readonly givens: Uint8Array;
  /** per cell, after `begin` said solved or `search` found */
  readonly solution: Uint8Array;
  /** per cell: the candidates that `begin` left, bit d - 1 for digit d */
  readonly candidates: BigUint64Array;
  /** Debug build: `solution` is known to be one; learning a clause that rules it out before it is found throws. */
  readonly setWitness: (solution: Uint8Array | undefined) => void;
  /** conflicts of the puzzle so far */
  readonly conflicts: () => number;
}

const LARGEST_CELLS = 36 * 36;

/** @param code of the kernel, base64 */
export function compile(code: string): WebAssembly.Module {
  return new WebAssembly.Module(decodeBase64(code));
}

/** A kernel with a memory of its own. */
export function instantiate(module: WebAssembly.Module): Kernel {
  const exports = new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as KernelExports;
  const { buffer } = exports.memory;
  let shape: Geometry | undefined;
  return {
    setShape: (geometry) => {
      if (geometry === shape) return;
      shape = geometry;
      exports.setShape(geometry.size, geometry.boxRows, geometry.boxColumns, geometry.variant === 'x');
    },
    begin: exports.begin,
    search: exports.search,
    excludeSolution: exports.excludeSolution,
    givens: new Uint8Array(buffer, exports.GIVENS.value, LARGEST_CELLS),
    solution: new Uint8Array(buffer, exports.SOLUTION.value, LARGEST_CELLS),
    candidates: new BigUint64Array(buffer, exports.CANDIDATES.value, LARGEST_CELLS),
    setWitness: (solution) => {
      if (solution) new Uint8Array(buffer, exports.WITNESS.value, LARGEST_CELLS).set(solution);
      exports.useWitness(solution !== undefined);
    },
    conflicts: () => exports.conflicts.value,
  };
}

/** The debug build calls it where an invariant does not hold. */
function abort(_message: number, _file: number, line: number, column: number): never {
  throw new Error(`the large kernel broke an invariant, line ${line}, column ${column}`);
}

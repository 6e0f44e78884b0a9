import { ROOT_NO_SOLUTION } from '../core/kernel/constants.ts';
import { lazy } from '../core/kernel/kernel.ts';
import type { Geometry } from '../core/solver/geometry.ts';
import { largeKernelFactory } from '../core/solver/large/search.ts';

/** A puzzle for SAT solvers. */
export interface Cnf {
  readonly variables: number;
  readonly clauses: number[][];
  /** the digit and cell of each variable; the first entry is none */
  readonly meaning: readonly { readonly cell: number; readonly digit: number }[];
}

const largeKernel = lazy(largeKernelFactory());

/**
 * The extended encoding of what root propagation (singles, locked candidates) leaves: each cell has one digit, and each
 * digit stands once and somewhere in each unit. Undefined if the root shows that there is no solution.
 */
export function encode(geometry: Geometry, cells: Uint8Array): Cnf | undefined {
  const kernel = largeKernel();
  kernel.setShape(geometry);
  kernel.givens.set(cells.subarray(0, geometry.cells));
  if (kernel.begin(false) === ROOT_NO_SOLUTION) return undefined;

  const meaning = [{ cell: -1, digit: 0 }];
  const variableOf: number[][] = Array.from(kernel.candidates.subarray(0, geometry.cells), (set, cell) => {
    const variables: number[] = [];
    for (let digit = 1; digit <= geometry.size; digit++) {
      if ((set >> BigInt(digit - 1)) & 1n) variables[digit] = meaning.push({ cell, digit }) - 1;
    }
    return variables;
  });

  const clauses: number[][] = [];
  for (const variables of variableOf) exactlyOne(variables.filter(Boolean), clauses);
  for (const unit of geometry.units) {
    for (let digit = 1; digit <= geometry.size; digit++) {
      exactlyOne(Array.from(unit, (cell) => variableOf[cell]![digit] ?? 0).filter(Boolean), clauses);
    }
  }
  return { variables: meaning.length - 1, clauses, meaning };
}

export function dimacs({ variables, clauses }: Cnf): string {
  return `p cnf ${variables} ${clauses.length}\n${clauses.map((clause) => `${clause.join(' ')} 0\n`).join('')}`;
}

function exactlyOne(variables: readonly number[], clauses: number[][]): void {
  clauses.push([...variables]);
  for (const [i, a] of variables.entries()) {
    for (const b of variables.slice(i + 1)) clauses.push([-a, -b]);
  }
}

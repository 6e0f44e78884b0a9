import type { Geometry } from '../../core/solver/geometry.ts';
import { type ProveTask, shapeOf } from '../threads/tasks.ts';
import type { Grid } from './records.ts';

/** Puzzles that a thread proves at a time. */
const BATCH = 64;

export interface Claim {
  /** of the record that makes it */
  readonly line: number;
  readonly claim: string;
  /** how many solutions it says that there are, if that is to be proved */
  readonly count: string | undefined;
}

/** Gathers what has to be proved into tasks for threads. */
export class Claims {
  readonly #budget: number | undefined;
  readonly #limit: number | undefined;
  readonly #given: Claim[][] = [];
  #claims: Claim[] = [];
  #cells: Uint8Array[] = [];
  #geometry: Geometry | undefined;

  /**
   * @param budget guesses for each proof; by size unless given
   * @param limit solutions to count to; undefined where it is enough to know whether there is one
   */
  constructor(budget: number | undefined, limit: number | undefined) {
    this.#budget = budget;
    this.#limit = limit;
  }

  /** Takes a claim about a puzzle, and gives what is ready to be proved. */
  *add({ geometry, cells }: Grid, claim: Claim): Generator<ProveTask> {
    if (this.#geometry !== geometry || this.#claims.length === BATCH) yield* this.rest();
    this.#geometry = geometry;
    this.#claims.push(claim);
    this.#cells.push(cells.slice());
  }

  *rest(): Generator<ProveTask> {
    if (!this.#geometry || this.#claims.length === 0) return;
    const task = {
      kind: 'prove',
      shape: shapeOf(this.#geometry),
      cells: Uint8Array.from(Buffer.concat(this.#cells)),
      budget: this.#budget,
      limit: this.#limit,
    } as const;
    this.#given.push(this.#claims);
    [this.#claims, this.#cells] = [[], []];
    yield task;
  }

  /** The claims of the first task whose proofs have not been taken. */
  taken(): Claim[] {
    return this.#given.shift() ?? [];
  }
}

// A text that contains one puzzle: an argument of a call, or a text within a record, such as a field of a table. It is read as a
// file of one record.

import { geometryAt } from '../../solver/engine/engine.ts';
import { WORDS } from '../../solver/model/allowed.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import type { Alphabet } from './alphabet.ts';
import type { Block } from './block.ts';

/** A puzzle by itself. */
export interface TextRecord {
  /** With the rules of the puzzle. */
  readonly geometry: Geometry;
  /** Values of the cells, 0 for empty. */
  readonly cells: Uint8Array;
  /** The digits that the cells may have, as in a solver's batch; undefined if there are only givens. */
  readonly allowed?: Uint32Array | undefined;
}

/** Reads a text as a file of one record: its puzzle, or why a format that knows the text finds none; undefined if none knows it. */
export type TextReader = (text: string) => TextRecord | string | undefined;

/** A puzzle that was copied out of its block. */
export interface ReadRecord extends TextRecord {
  /** Undefined if the cells are numbers. */
  readonly alphabet: Alphabet | undefined;
  /** Whether the geometry has rules of this puzzle only. */
  readonly isOwn: boolean;
}

/** A fault, and its place in the text. */
interface Fault {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/** Collects from all blocks of a text what shows whether it is one puzzle. */
export class OnlyRecord {
  /** Puzzles and broken records. */
  records = 0;
  /** The first fault. */
  fault: Fault | undefined;
  #first: ReadRecord | undefined;
  #line = 1;

  /** The puzzle, if the text has no other record. */
  get puzzle(): ReadRecord | undefined {
    return this.records === 1 ? this.#first : undefined;
  }

  add({ count, geometry, own, cells, allowed, alphabet, broken, lineFeeds }: Block): void {
    this.records += count + broken.length;
    if (count > 0 && !this.#first) {
      const shape = geometryAt({ geometry: geometry!, own }, 0);
      this.#first = {
        geometry: shape,
        isOwn: own !== undefined,
        cells: cells.slice(0, shape.cells),
        allowed: allowed?.slice(0, WORDS * shape.cells),
        alphabet,
      };
    }
    const [first] = broken;
    if (first) this.fault ??= { reason: first.reason, line: this.#line + first.line, column: first.column };
    this.#line += lineFeeds;
  }
}

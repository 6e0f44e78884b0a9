// Rows of lists, put together from levels: https://research.google/pubs/pub36632/ (Dremel)

import { damaged } from './page-values.ts';

/** Decoded rows of lists. */
export interface ListPage {
  readonly rows: number;
  /** The first entry of each row, and the number of all entries. */
  readonly starts: Int32Array;
  /** 1 for a row that is null. */
  readonly nulls: Uint8Array;
  /** Entries; {@link NO_ENTRY} for null. */
  readonly entries: Float64Array;
  /** 1 for each entry that begins an inner list, other than the first of its row. */
  readonly breaks: Uint8Array;
}

export const NO_ENTRY = Number.NaN;

/** What an item of {@link Levels} is. */
export const Item = { entry: 0, nullRow: 1, emptyRow: 2 } as const;

/** Lists as levels: each item is an entry, or stands for a list without entries. */
export class Levels {
  readonly #repetitions: Int32Array;
  readonly #kinds: Uint8Array;
  readonly #entries: Float64Array;
  /** Rows that begin here; the first item belongs to a row of the page before if it repeats. */
  readonly rowCount: number;

  constructor(repetitions: Int32Array, kinds: Uint8Array, entries: Float64Array) {
    this.#repetitions = repetitions;
    this.#kinds = kinds;
    this.#entries = entries;
    let rows = 0;
    for (const level of repetitions) if (level === 0) rows++;
    this.rowCount = rows;
  }

  get length(): number {
    return this.#entries.length;
  }

  with(other: Levels): Levels {
    const repetitions = new Int32Array(this.length + other.length);
    repetitions.set(this.#repetitions);
    repetitions.set(other.#repetitions, this.length);
    const kinds = new Uint8Array(repetitions.length);
    kinds.set(this.#kinds);
    kinds.set(other.#kinds, this.length);
    const entries = new Float64Array(repetitions.length);
    entries.set(this.#entries);
    entries.set(other.#entries, this.length);
    return new Levels(repetitions, kinds, entries);
  }

  /** What follows the first rows. */
  from(rows: number): Levels {
    const at = this.#offset(rows);
    return new Levels(this.#repetitions.slice(at), this.#kinds.slice(at), this.#entries.slice(at));
  }

  /** @param isNested whether rows are lists of lists */
  page(rows: number, isNested: boolean): ListPage {
    const starts = new Int32Array(rows + 1);
    const nulls = new Uint8Array(rows);
    const end = this.#offset(rows);
    const entries = new Float64Array(end);
    const breaks = new Uint8Array(end);
    let filled = 0;
    let row = -1;
    for (let i = 0; i < end; i++) {
      const level = this.#repetitions[i]!;
      if (level === 0) starts[++row] = filled;
      if (row < 0) throw damaged('a list that continues none');
      if (this.#kinds[i] === Item.nullRow) nulls[row] = 1;
      if (this.#kinds[i] !== Item.entry) continue;
      if (isNested && level === 1) breaks[filled] = 1;
      entries[filled++] = this.#entries[i]!;
    }
    starts[rows] = filled;
    return { rows, starts, nulls, entries, breaks };
  }

  #offset(rows: number): number {
    let seen = 0;
    const at = this.#repetitions.findIndex((level) => level === 0 && seen++ === rows);
    return at < 0 ? this.length : at;
  }
}

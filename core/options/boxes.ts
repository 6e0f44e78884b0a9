import { type Kind, Unfit } from './kinds.ts';
import { MAX_SIZE, MIN_SIZE } from './sizes.ts';

/** Rows and columns of a box, in cells. */
export interface Boxes {
  /** Cells that a box is high. */
  readonly rows: number;
  /** Cells that it is wide. */
  readonly columns: number;
}

/** Boxes as text: `2x3`. */
export const boxes: Kind<Boxes> = {
  placeholder: 'RxC',
  parse(text) {
    const [, rows, columns] = (/^(\d{1,2})x(\d{1,2})$/.exec(text) ?? []).map(Number);
    const size = rows! * columns!;
    if (!(size >= MIN_SIZE && size <= MAX_SIZE)) {
      throw new Unfit(`rows x columns of a box of ${MIN_SIZE} to ${MAX_SIZE} cells, such as 2x3`);
    }
    return { rows: rows!, columns: columns! };
  },
  text: ({ rows, columns }) => `${rows}x${columns}`,
};

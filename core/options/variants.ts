// The variants that have a name, an entry each: which cells beside rows, columns and boxes hold each digit once, or which digits
// two cells cannot have together. The option `variant`, the solver and the page read this table.

/** A grid without its variants. */
export interface BoxedShape {
  readonly size: number;
  readonly boxRows: number;
  readonly boxColumns: number;
  /** The region of each cell, from 0, in a jigsaw, which has regions in place of boxes. */
  readonly regions?: Uint8Array | undefined;
}

/** Cells that hold each digit once. */
export interface Unit {
  /** `row 1`, `box 3`, `diagonal 2` */
  readonly name: string;
  readonly cells: Uint16Array;
}

/** Row and column, from 0. */
export type CellPlace = readonly [row: number, column: number];

interface VariantEntry {
  /** For a list to choose from. */
  readonly label: string;
  /** Which grids can have it, if not all. */
  readonly needs?: string;
  readonly fits?: (shape: BoxedShape) => boolean;
  readonly units?: (shape: BoxedShape) => Unit[];
  /** How many rows and columns two cells are apart that differ, or have the relation. */
  readonly steps?: readonly CellPlace[];
  /** Relations of the same name are the same, whatever the size. */
  readonly relation?: (size: number) => {
    name: string;
    ofOne: string;
    allows: (a: number, b: number) => boolean;
  };
}

/** Each variant by its name in the option, in the order in which they are written. */
const ENTRIES = {
  x: {
    label: 'X: diagonals, too',
    units: (shape) => [
      unitOf(shape, 'diagonal 1', (i) => [i, i]),
      unitOf(shape, 'diagonal 2', (i) => [i, shape.size - 1 - i]),
    ],
  },
  windoku: {
    label: 'Windoku: four more boxes',
    needs: 'square boxes, such as 9x9',
    fits: ({ boxRows, boxColumns }) => boxRows === boxColumns,
    units: (shape) => {
      const { boxRows: side } = shape;
      return range((side - 1) ** 2).map((window) => {
        const top = 1 + Math.floor(window / (side - 1)) * (side + 1);
        const left = 1 + (window % (side - 1)) * (side + 1);
        return unitOf(shape, `window ${window + 1}`, (i) => [top + Math.floor(i / side), left + (i % side)]);
      });
    },
  },
  disjoint: {
    label: 'Disjoint: places of the boxes',
    needs: 'boxes',
    fits: ({ regions }) => regions === undefined,
    units: (shape) =>
      range(shape.size).map((place) =>
        unitOf(shape, `place ${place + 1} of the boxes`, (box) => inBox(shape, box, place)),
      ),
  },
  'center-dot': {
    label: 'Centre dots of the boxes',
    needs: 'boxes with a cell in the middle, such as 9x9',
    fits: ({ boxRows, boxColumns, regions }) => !regions && boxRows % 2 === 1 && boxColumns % 2 === 1,
    units: (shape) => [unitOf(shape, 'centre dots', (box) => inBox(shape, box, (shape.size - 1) / 2))],
  },
  asterisk: {
    label: 'Asterisk',
    needs: '9x9 cells with boxes of 3x3',
    fits: ({ size, boxRows }) => size === 9 && boxRows === 3,
    units: (shape) => [unitOf(shape, 'asterisk', (i) => ASTERISK[i]!)],
  },
  'anti-knight': {
    label: 'Anti-knight',
    steps: [
      [1, 2],
      [2, 1],
      [2, -1],
      [1, -2],
    ],
  },
  'anti-king': {
    label: 'Anti-king',
    // neighbours in a row or column differ anyway
    steps: [
      [1, 1],
      [1, -1],
    ],
  },
  'non-consecutive': {
    label: 'Non-consecutive neighbours',
    steps: [
      [0, 1],
      [1, 0],
    ],
    relation: () => ({
      name: 'are not consecutive',
      ofOne: 'is not consecutive with',
      allows: (a, b) => Math.abs(a - b) !== 1,
    }),
  },
  // neighbours without such a rule break it: core/solver/model/rule-kinds.ts
  'all-dots': { label: 'All dots are given' },
  'all-xv': { label: 'All X and V are given' },
} as const satisfies Readonly<Record<string, VariantEntry>>;

/** A variant that has a name. */
export type VariantName = keyof typeof ENTRIES;

/** The entry of each variant. */
export const VARIANTS: Readonly<Record<VariantName, VariantEntry>> = ENTRIES;

/** Variants that have a name, in the order in which they are written. */
export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[];

const ASTERISK: readonly CellPlace[] = [
  [1, 4],
  [2, 2],
  [2, 6],
  [4, 1],
  [4, 4],
  [4, 7],
  [6, 2],
  [6, 6],
  [7, 4],
];

/** A unit of as many cells as a row. */
export function unitOf({ size }: BoxedShape, name: string, place: (i: number) => CellPlace): Unit {
  const cells = Uint16Array.from({ length: size }, (_, i) => {
    const [row, column] = place(i);
    return row * size + column;
  });
  return { name, cells };
}

/** A place of a box; both count row by row. */
export function inBox({ size, boxRows, boxColumns }: BoxedShape, box: number, place: number): CellPlace {
  const across = size / boxColumns;
  return [
    Math.floor(box / across) * boxRows + Math.floor(place / boxColumns),
    (box % across) * boxColumns + (place % boxColumns),
  ];
}

const range = (length: number) => Array.from({ length }, (_, i) => i);

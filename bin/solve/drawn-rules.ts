// Draws a grid with rules of its own for a terminal. A cell is four characters wide and two lines high, so that its edges have
// room for the borders of regions and cages, for dots and signs, and for lines from cell to cell.
import type { Geometry } from '../../core/solver/geometry.ts';
import type { Rule } from '../../core/solver/rule-kinds.ts';

/** Columns and lines of a cell. */
const [WIDE, HIGH] = [4, 2];

/** The directions in which a border leaves a corner, as bits. */
const [UP, RIGHT, DOWN, LEFT] = [1, 2, 4, 8];

/** Corners of borders, by the directions in which they leave it. */
const CORNERS = ' ╵╶└╷│┌├╴┘─┴┐┤┬┼';

/** What surrounds the digit of a cell. */
const SHAPES: Partial<Record<Rule['kind'], readonly [string, string]>> = {
  thermo: ['(', ')'],
  arrow: ['(', ')'],
  even: ['[', ']'],
  odd: ['{', '}'],
};

/**
 * A grid with its regions, cages (`╌` and `┆`, with their sums), lines (`═`, `║`, `╱`, `╲`; a bulb or circle is in parentheses,
 * an arrow ends in a star), dots (`○`, `●`) and signs. Even cells are in brackets, odd ones in braces.
 * @param texts a text of one or two characters for each cell
 * @param columns of the terminal
 * @param paint colours the text of a cell
 * @returns undefined if it is too wide
 */
export function drawRules(
  geometry: Geometry,
  texts: readonly string[],
  columns: number,
  paint: (text: string, cell: number) => string,
): string | undefined {
  const { size, rules } = geometry;
  const width = size * WIDE + 1;
  if (width > columns) return undefined;
  const lines = Array.from({ length: size * HIGH + 1 }, () => Array<string>(width).fill(' '));
  const put = (line: number, column: number, text: string) => {
    for (const [i, character] of Array.from(text).entries()) lines[line]![column + i] = character;
  };
  const cages = rules.filter(({ kind }) => kind === 'cage');
  // the borders of boxes and regions go over those of cages
  for (const cage of cages) drawCage(cage, size, put);
  drawBorders(geometry, put);
  for (const { cells, value } of cages) {
    const [line, column] = middle(Math.min(...cells), size);
    if (value !== undefined) put(line - 1, column - 1, String(value));
  }
  for (const rule of rules) drawRule(rule, size, put);
  for (const [cell, text] of texts.entries()) {
    const [line, column] = middle(cell, size);
    lines[line]![column] = paint(text, cell);
    // a number of two characters takes the place of the blank before it
    if (text.length > 1) lines[line]![column - 1] = '';
  }
  return lines.map((line) => `${line.join('').trimEnd()}\n`).join('');
}

type Put = (line: number, column: number, text: string) => void;

function middle(cell: number, size: number): [line: number, column: number] {
  return [Math.floor(cell / size) * HIGH + 1, (cell % size) * WIDE + 2];
}

/** The frame, and the borders between boxes or regions. */
function drawBorders({ size, regions, boxRows, boxColumns }: Geometry, put: Put): void {
  const areaOf = (row: number, column: number) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return -1;
    if (regions) return regions[row * size + column]!;
    return Math.floor(row / boxRows) * size + Math.floor(column / boxColumns);
  };
  const isAcross = (row: number, column: number) => areaOf(row - 1, column) !== areaOf(row, column);
  const isDown = (row: number, column: number) => areaOf(row, column - 1) !== areaOf(row, column);
  for (let row = 0; row <= size; row++) {
    for (let column = 0; column <= size; column++) {
      const corner =
        (isDown(row - 1, column) ? UP : 0) |
        (isAcross(row, column) ? RIGHT : 0) |
        (isDown(row, column) ? DOWN : 0) |
        (isAcross(row, column - 1) ? LEFT : 0);
      put(row * HIGH, column * WIDE, CORNERS[corner]!);
      if (column < size && isAcross(row, column)) put(row * HIGH, column * WIDE + 1, '───');
      if (row < size && isDown(row, column)) put(row * HIGH + 1, column * WIDE, '│');
    }
  }
}

function drawCage({ cells }: Rule, size: number, put: Put): void {
  const own = new Set(cells);
  for (const cell of cells) {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const [top, left] = [row * HIGH, column * WIDE];
    if (row > 0 && !own.has(cell - size)) put(top, left + 1, '╌╌╌');
    if (row < size - 1 && !own.has(cell + size)) put(top + HIGH, left + 1, '╌╌╌');
    if (column > 0 && !own.has(cell - 1)) put(top + 1, left, '┆');
    if (column < size - 1 && !own.has(cell + 1)) put(top + 1, left + WIDE, '┆');
  }
}

function drawRule({ kind, cells }: Rule, size: number, put: Put): void {
  const places = cells.map((cell) => middle(cell, size));
  const [first, second] = places as [[number, number], [number, number]];
  const shape = SHAPES[kind];
  if (shape) {
    put(first[0], first[1] - 1, shape[0]);
    put(first[0], first[1] + 1, shape[1]);
  }
  if (kind === 'thermo' || kind === 'arrow' || kind === 'whisper' || kind === 'renban') {
    for (const [i, to] of places.slice(1).entries()) {
      const from = places[i]!;
      const [down, right] = [to[0] - from[0], to[1] - from[1]];
      const sign = down === 0 ? '═' : right === 0 ? '║' : down > 0 === right > 0 ? '╲' : '╱';
      put(from[0] + down / 2, from[1] + right / 2, sign);
    }
    if (kind === 'arrow') put(places.at(-1)![0], places.at(-1)![1] + 1, '*');
    return;
  }
  const sign = SIGNS[kind];
  if (sign === undefined) return;
  const [down, right] = [second[0] - first[0], second[1] - first[1]];
  const turned = down > 0 ? 2 : down < 0 ? 3 : right < 0 ? 1 : 0;
  put(first[0] + down / 2, first[1] + right / 2, sign[Math.min(turned, sign.length - 1)]!);
}

/** Signs between two cells; of a greater-than sign, for a second cell to the right, left, below and above. */
const SIGNS: Partial<Record<Rule['kind'], string>> = {
  white: '○',
  black: '●',
  x: 'X',
  v: 'V',
  greater: '><∨∧',
};

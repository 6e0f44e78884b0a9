// Draws solutions as grids for a terminal: with boxes, or with the borders, dots, signs and lines of their own rules.
import { styleText } from 'node:util';
import { blockReader } from '../../core/files/block-reader.ts';
import { type FilePlan, LF } from '../../core/files/index.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/options/options.ts';
import { anyGeometry, type Geometry, GeometryError, geometry } from '../../core/solver/model/geometry.ts';
import type { Rule } from '../../core/solver/model/rule-kinds.ts';
import type { Output } from '../files/output.ts';

/**
 * Draws the solution of a puzzle as a grid for a terminal. Anything else, such as a table, is written as it is, and a marker without the
 * spaces that fill it up to the length of a puzzle.
 */
export function drawnOutput(output: Output, puzzle: string, plan: FilePlan): Output {
  const { options } = plan;
  const pieces: Uint8Array[] = [];
  return {
    write: async (bytes) => void pieces.push(bytes.slice()),
    async commit() {
      const result = Buffer.concat(pieces).toString();
      const { columns } = process.stdout;
      const drawing =
        drawRuledSolution(puzzle, result, plan, columns) ??
        drawBoxedSolution(puzzle, result, options, columns);
      await output.write(Buffer.from(drawing ?? `${result.trimEnd()}\n`));
      await output.commit();
    },
    discard: () => output.discard(),
  };
}

/**
 * The solution of a puzzle with regions or rules of its own.
 * @returns undefined for any other puzzle, for a result that is not its solution, and if no drawing fits
 */
export function drawRuledSolution(
  puzzle: string,
  result: string,
  plan: FilePlan,
  columns: number,
): string | undefined {
  const reader = blockReader(plan, true);
  const bytes = Buffer.from(`${puzzle}\n`);
  for (const blocks of [reader.push(bytes), reader.end()]) {
    for (const { geometry, own, cells, count } of blocks) {
      const shape = own?.[0] ?? geometry;
      if (!shape || count !== 1 || (shape.rules.length === 0 && !shape.regions)) continue;
      const values = solutionIn(result);
      if (values?.length !== shape.cells) return undefined;
      return drawRuledGrid(shape, values, columns, (text, cell) => painted(text, cells[cell] !== 0));
    }
  }
  return undefined;
}

/** The texts of the cells of a solution, which is a line, or a member of an object. Undefined if there is none. */
function solutionIn(result: string): string[] | undefined {
  if (!result.trimStart().startsWith('{')) return cellsOf(result.trim().split(/[\s,;:|]/)[0]!);
  const { solution } = JSON.parse(result) as { solution?: unknown };
  if (typeof solution === 'string') return cellsOf(solution);
  return Array.isArray(solution) ? solution.flat().map(String) : undefined;
}

function painted(text: string, isGiven: boolean): string {
  return styleText(isGiven ? 'bold' : 'cyan', text, { stream: process.stdout });
}

/** Ends the last line of what is written to a terminal, so that a message which follows is not taken for a part of it. */
export function lineEndedOutput(output: Output): Output {
  let last: number | undefined;
  return {
    async write(bytes) {
      last = bytes.at(-1) ?? last;
      await output.write(bytes);
    },
    async commit() {
      if (last !== undefined && last !== LF) await output.write(Buffer.from('\n'));
      await output.commit();
    },
    discard: () => output.discard(),
  };
}

/**
 * A solution as a grid with its boxes. Givens are bold; the other digits are cyan. Both are plain if NO_COLOR is set.
 * @param puzzle a line of cells, with numbers separated by spaces if there are spaces
 * @param columns of the terminal: a large grid is drawn without spaces, or even without its boxes, if it is too narrow
 * @returns undefined if the result is not the solution of the puzzle, or no drawing fits
 */
export function drawBoxedSolution(
  puzzle: string,
  result: string,
  options: Pick<FilePlan['options'], 'boxes' | 'variant' | 'regions'>,
  columns: number,
): string | undefined {
  const [givens, values] = [cellsOf(puzzle), cellsOf(result)];
  const shape = shapeOf(values.length, options);
  if (!shape || givens.length !== values.length || result.trim().includes('\n')) return undefined;
  const { size, boxRows, boxColumns } = shape;
  const width = Math.max(...values.map((value) => value.length));
  const boxes = size / boxColumns;
  const cells = values.map((value, cell) => painted(value.padStart(width), value === givens[cell]));
  const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
  for (const [space, side] of [
    [' ', ' '],
    [width > 1 ? ' ' : '', ''],
  ] as const) {
    const boxWidth = boxColumns * width + (boxColumns - 1) * space.length + 2 * side.length;
    if (boxes * (boxWidth + 1) + 1 > columns) continue;
    const rule = (left: string, middle: string, right: string) =>
      `${left}${Array(boxes).fill('─'.repeat(boxWidth)).join(middle)}${right}\n`;
    const line = (row: readonly string[]) => {
      const parts = Array.from({ length: boxes }, (_, box) =>
        row.slice(box * boxColumns, (box + 1) * boxColumns).join(space),
      );
      return `│${parts.map((part) => `${side}${part}${side}│`).join('')}\n`;
    };
    const bands = Array.from({ length: size / boxRows }, (_, band) =>
      rows
        .slice(band * boxRows, (band + 1) * boxRows)
        .map(line)
        .join(''),
    );
    return `${rule('┌', '┬', '┐')}${bands.join(rule('├', '┼', '┤'))}${rule('└', '┴', '┘')}`;
  }
  const space = width > 1 ? ' ' : '';
  if (size * (width + space.length) > columns) return undefined;
  return rows.map((row) => `${row.join(space)}\n`).join('');
}

function cellsOf(text: string): string[] {
  const words = text.trim().split(/\s+/);
  return words.length === 1 ? Array.from(words[0]!) : words;
}

function shapeOf(
  cells: number,
  { variant, boxes, regions }: Pick<FilePlan['options'], 'boxes' | 'variant' | 'regions'>,
) {
  const size = Math.sqrt(cells);
  if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) return undefined;
  try {
    if (regions?.length === cells) return anyGeometry(size, variant, undefined, regions);
    const fits = boxes && boxes.rows * boxes.columns === size ? boxes : undefined;
    return geometry(size, variant, fits) as Geometry;
  } catch (error) {
    if (error instanceof GeometryError) return undefined; // such as an X grid of a prime size
    throw error;
  }
}

/** Columns and lines of a cell: its edges have room for borders, for dots and signs, and for lines from cell to cell. */
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
export function drawRuledGrid(
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

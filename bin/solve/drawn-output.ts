import { styleText } from 'node:util';
import { blockReader } from '../../core/files/block-reader.ts';
import { type FilePlan, LF } from '../../core/files/index.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/options/options.ts';
import { anyGeometry, type Geometry, GeometryError, geometry } from '../../core/solver/geometry.ts';
import type { Output } from '../files/output.ts';
import { drawRules } from './drawn-rules.ts';

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
      const drawing = drawRuled(puzzle, result, plan, columns) ?? drawGrid(puzzle, result, options, columns);
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
export function drawRuled(
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
      return drawRules(shape, values, columns, (text, cell) => painted(text, cells[cell] !== 0));
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
export function drawGrid(
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

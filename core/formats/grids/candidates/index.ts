// Puzzles that say which digits each cell may have: a line with a place for each digit of each cell (pencilmarks), and grids
// with the candidates of each cell, as programs print them for players.

import { POINT, SPACE, ZERO } from '../../../kernel/constants.ts';
import { MAX_SIZE } from '../../../options/options.ts';
import { members, type Shaped } from '../../../options/shape.ts';
import type { BatchResult } from '../../../solver/engine/engine.ts';
import { sizeOfCells } from '../../../solver/model/geometry.ts';
import { Status } from '../../../solver/model/status.ts';
import {
  alphabetNames,
  alphabetOf,
  type SymbolTable,
  SymbolTables,
  symbolsBySize,
} from '../../shared/alphabet.ts';
import type { Block } from '../../shared/block.ts';
import { isComment, isDigit, quote, tokenEnd } from '../../shared/bytes.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import { filledBlock, solutionLines, splicedRecords, writeSolutionLine } from '../../shared/cell-writer.ts';
import {
  cellNumber,
  emptyRow,
  fillRow,
  firstFault,
  type Row,
  type RowKind,
  scanRow,
} from '../../shared/cells.ts';
import { type Format, type ReadOptions, type Shapes, shapesUnder } from '../../shared/format.ts';
import type { Head, HeadLine } from '../../shared/head.ts';
import { latin1 } from '../../shared/latin1.ts';
import { faultyLine, LineReader, type LineScanner, type ScannedLine } from '../../shared/line-reader.ts';
import { isMarker } from '../../shared/markers.ts';
import {
  CANDIDATE_SIZES,
  MIN_PENCILMARKS,
  misplacedMark,
  pencilmarkSize,
  pencilmarkSymbols,
  pencilmarkTable,
} from '../../shared/pencilmarks.ts';
import { isTitle } from '../../shared/text-line.ts';
import { grids } from '../index.ts';
import type { GridsState } from '../line.ts';
import { GridsReader, type PuzzleLines } from '../reader.ts';
import { CandidateRuns } from './runs.ts';

/** What recognition finds out about a file of pencilmarks: the values' symbols, for the sizes whose candidates the head has. */
const pencilmarksState = members({ alphabets: symbolsBySize });
type PencilmarksState = Shaped<typeof pencilmarksState>;

function recognisePencilmarks(head: Head): PencilmarksState | undefined {
  const alphabets: Record<number, string> = {};
  let puzzles = 0;
  const rest: HeadLine[] = [];
  for (const line of head.longest < MIN_PENCILMARKS ? [] : head.lines) {
    if (line.length === 0) continue;
    const found = line.length < MIN_PENCILMARKS ? undefined : pencilmarksIn(head, line.start, line.length);
    if (found) {
      alphabets[found.size] ??= found.symbols;
      puzzles++;
    } else if (line.isPlain && sizeOfCells(line.length) !== undefined) puzzles++;
    else if (!isComment(line.text) && !isMarker(line.text)) rest.push(line);
  }
  const hasMarks = Object.keys(alphabets).length > 0;
  const isFound = hasMarks && puzzles > rest.filter(({ text }) => !isTitle(text)).length;
  if (head.requested === 'pencilmarks' && !isFound)
    return { alphabets: { 9: alphabetOf('ones', 9)!.symbols } };
  return isFound ? { alphabets } : undefined;
}

/** The pencilmarks at the front of a line. */
function pencilmarksIn({ bytes, alphabet }: Head, start: number, length: number) {
  const end = tokenEnd(bytes, start, start + length, true);
  const size = pencilmarkSize(end - start);
  const symbols = size && pencilmarkSymbols(latin1(bytes, start, end), size, alphabet);
  return symbols ? { size, symbols } : undefined;
}

/** Finds the cells of a line of pencilmarks, or of a puzzle with a character for each cell among them. */
class PencilmarkScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_SIZE ** 2 + 1);
  readonly #shapes: Shapes;
  readonly #alphabets: Readonly<Record<number, string>>;
  readonly #classic: SymbolTables;
  readonly #kinds = new Map<number, RowKind>();

  constructor({ alphabets }: PencilmarksState, options: ReadOptions) {
    this.#shapes = shapesUnder(options);
    this.#alphabets = alphabets;
    this.#classic = new SymbolTables(alphabets);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    const end = tokenEnd(bytes, start, stop, true);
    const kind = this.#kindOf(end - start);
    const fault = (reason: string, at?: number) => faultyLine(start, end, reason, at);
    if (!kind) return fault(`expected ${this.#lengths()}, got ${end - start}: ${quote(bytes, start, end)}`);
    const { size, cells } = kind.geometry;
    const width = kind.style === 'candidates' ? size : 1;
    fillRow(this.row, start, cells, width);
    const { alphabet, values } = kind.symbolTable!;
    const wrong =
      width > 1 ? misplacedMark(bytes, start, end, size, values) : firstFault(bytes, this.row, kind);
    if (wrong < 0) return { start, end, kind, reason: undefined };
    const at = start + wrong;
    const got = quote(bytes, at, at + 1);
    if (width === 1) return fault(`expected a symbol of ${alphabet.name} or an empty cell, got ${got}`, at);
    const [cell, digit] = [Math.floor(wrong / size), wrong % size];
    const place = `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
    return fault(
      `expected ${alphabet.symbols[digit]} or . at place ${digit + 1} of ${place}, got ${got}`,
      at,
    );
  }

  /** The lengths that lines of the file can have, in words. */
  #lengths(): string {
    const sizes = Object.keys(this.#alphabets).map(Number);
    const texts = sizes.map((size) => `${size ** 3} characters (${size ** 2} cells of ${size})`);
    return `${texts.join(', ')} or as many as a grid has cells`;
  }

  /** How a puzzle of this number of characters is written: the sizes of the head's pencilmarks come first. */
  #kindOf(length: number): RowKind | undefined {
    const known = this.#kinds.get(length);
    if (known) return known;
    const cubed = pencilmarkSize(length);
    const squared = sizeOfCells(length);
    const isKnown = cubed !== undefined && this.#alphabets[cubed] !== undefined;
    const size = isKnown ? cubed : (squared ?? cubed);
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    const kind: RowKind =
      size === squared && !isKnown
        ? { style: 'symbols', geometry, symbolTable: this.#classic.of(geometry.size) }
        : { style: 'candidates', geometry, symbolTable: this.#tableOf(geometry.size) };
    this.#kinds.set(length, kind);
    return kind;
  }

  #tableOf(size: number): SymbolTable {
    const table = this.#classic.of(size);
    return { ...table, values: pencilmarkTable(table.alphabet.symbols) };
  }
}

/** Pencilmarks that can be lines among grids of candidates. Those of 4x4 are as long as an 8x8 grid. */
const LINE_ALPHABETS = { 6: '123456', 9: '123456789' };
/** Characters of a line that is a puzzle. */
const LINE_LENGTHS = new Set([...CANDIDATE_SIZES.map((size) => size ** 2), 6 ** 3, 9 ** 3]);
const MAX_NUMBER = 16;

/** Finds the lines among grids of candidates that begin with a puzzle, or with what was meant as one. */
function puzzleLines(options: ReadOptions): PuzzleLines {
  const scanner = new PencilmarkScanner({ alphabets: LINE_ALPHABETS }, options);
  return {
    row: scanner.row,
    find: (bytes, start, stop) => {
      const end = tokenEnd(bytes, start, stop, true);
      if (!LINE_LENGTHS.has(end - start)) return undefined;
      for (let at = start; at < end; at++) if (!isDigit(bytes[at]!) && bytes[at] !== POINT) return undefined;
      const found = scanner.scan(bytes, start, stop);
      // a number can have as many digits as a 4x4 grid has cells
      return end - start > MAX_NUMBER || found.kind ? found : undefined;
    },
  };
}

/** One puzzle a line, with as many characters a cell as it has digits. */
export const pencilmarks: Format<PencilmarksState, CellsLayout> = {
  name: 'pencilmarks',
  recognise: recognisePencilmarks,
  state: pencilmarksState,
  splittable: () => true,
  alphabets: alphabetNames,
  reader: (state, options, first) => new LineReader(new PencilmarkScanner(state, options), first, 0),
  writer: () => solutionLines,
};

/** Grids over several lines, with the digits that each cell may have. */
export const candidates: Format<GridsState, CellsLayout> = {
  name: 'candidates',
  recognise: recogniseCandidates,
  state: grids.state,
  splittable: () => false,
  reader: readerOf,
  writer: () => ({ batch: writeCandidates }),
};

function* writeCandidates(read: Block<CellsLayout>, result: BatchResult): Generator<Uint8Array> {
  const block = filledBlock(read, result);
  const { bytes, count, broken, layout } = block;
  const { patternGrids, kind } = layout;
  let rest = broken.length;
  for (let p = 0; p < count; p++) if (result.statuses[p] !== Status.solved || !patternGrids?.has(p)) rest++;
  if (rest === 0) return yield bytes;

  // a table of symbols: the puzzle is a line of its own
  const write = kind?.symbolTable ? writeSolutionLine : writeGrid;
  yield splicedRecords(block, result, false, (splicer, _, p, solution) => {
    if (!patternGrids?.has(p)) write(splicer, block, p, solution);
  });
}

/** How grids of candidates are read: frames of any signs stand between rows, and blank lines between bands. */
const STATE: GridsState = {
  ...{ alphabets: {}, empties: {}, separated: 'numbers', delimiter: 0, trailing: false, signs: '', size: 9 },
  ...{ sized: false, gaps: true, parted: false, headed: false, titled: false, candidates: true },
};

function readerOf(state: GridsState, options: ReadOptions, first: boolean): GridsReader {
  return new GridsReader(state, options, first, {
    runs: new CandidateRuns(),
    puzzleLines: puzzleLines(options),
  });
}

/**
 * Recognises grids of which at least one has more cells with several candidates than empty ones. A plain grid in which two
 * digits stand together by mistake has another format.
 */
function recogniseCandidates(head: Head): GridsState | undefined {
  if (head.requested === 'candidates') return STATE;
  // three digits that only separators surround, or two, are the least that such a grid has in some cell
  if (!/(?:^|[\s|*(])[1-9]{2,9}(?:[\s|*)]|$)/.test(head.text)) return undefined;
  if (!head.lines.some((line) => mayHaveCandidates(head.bytes, line))) return undefined;
  const reader = readerOf(STATE, { variant: 'classic' }, true);
  let grids = 0;
  let broken = 0;
  let isFound = false;
  for (const block of reader.read(head.bytes, head.complete)) {
    const { bytes, count, cells, geometry, broken: records, layout } = block;
    grids += count;
    broken += records.filter(({ marker }) => !marker).length;
    const size = geometry?.cells ?? 0;
    for (let p = 0; !isFound && p < count; p++) {
      let [several, empty] = [0, 0];
      for (let i = p * size; i < (p + 1) * size; i++) {
        if (cells[i] !== 0) continue;
        if (areInOrder(bytes, layout.cellStarts[i]!, layout.cellEnds[i]!)) several++;
        else empty++;
      }
      isFound = several > empty;
    }
  }
  return isFound && grids > 0 && 2 * grids >= broken ? STATE : undefined;
}

const row = emptyRow();

/**
 * Whether a line is a row with more cells of several candidates than empty ones, or begins with as many characters as a line of
 * pencilmarks. Without such a line, no grid has more of them.
 */
function mayHaveCandidates(bytes: Uint8Array, { start, length }: HeadLine): boolean {
  scanRow(bytes, start, start + length, 'candidates', row);
  const { count, starts, ends } = row;
  if (count > 0 && ends[0]! - starts[0]! >= MIN_PENCILMARKS) return true;
  if (!CANDIDATE_SIZES.includes(count)) return false;
  let [several, empty] = [0, 0];
  for (let cell = 0; cell < count; cell++) {
    if (ends[cell]! - starts[cell]! > 1) several++;
    else if (cellNumber(bytes, starts[cell]!, ends[cell]!) === 0) empty++;
  }
  return several > empty;
}

/** Whether a cell has several digits, in order as all print them: others are a row of a solved grid. */
function areInOrder(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start + 1;
  while (at < end && (bytes[at]! > bytes[at - 1]! || !isDigit(bytes[at]!) || !isDigit(bytes[at - 1]!))) at++;
  return at === end && end - start > 1;
}

/** A grid's solution has one digit in each cell, which takes as much room as the candidates before. */
const writeGrid: typeof writeSolutionLine = (_, { bytes, layout }, p, solution) => {
  for (let i = 0, cell = p * solution.length; i < solution.length; i++, cell++) {
    bytes.fill(SPACE, layout.cellStarts[cell], layout.cellEnds[cell]);
    bytes[layout.cellStarts[cell]!] = ZERO + solution[i]!;
  }
};

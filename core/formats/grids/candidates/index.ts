// Puzzles that say which digits each cell may have: a line with a place for each digit of each cell (pencilmarks), and grids
// with the candidates of each cell, as programs print them for players.

import { SPACE, ZERO } from '../../../kernel/constants.ts';
import { members } from '../../../options/shape.ts';
import { onlyDigit, WORDS } from '../../../solver/model/allowed.ts';
import { alphabetNames, symbolsBySize } from '../../shared/alphabet.ts';
import type { Block } from '../../shared/block.ts';
import { isDigit } from '../../shared/bytes.ts';
import { BlockBuilder, type CellsLayout, withRoom } from '../../shared/cell-blocks.ts';
import { cellNumber, emptyRow, type Row, type RowKind, scanRow } from '../../shared/cells.ts';
import type { Format, ReadOptions } from '../../shared/format.ts';
import type { Head, HeadLine } from '../../shared/head.ts';
import { LineReader } from '../../shared/line-reader.ts';
import { CANDIDATE_SIZES, MIN_PENCILMARKS, readCandidates, readMarks } from '../../shared/pencilmarks.ts';
import { replacingWriter, solutionLines, writeSolutionLine } from '../../shared/solution-lines.ts';
import { grids } from '../index.ts';
import type { GridsState } from '../line.ts';
import { GridsReader } from '../reader.ts';
import { PencilmarkScanner, type PencilmarksState, puzzleLines, recognisePencilmarks } from './lines.ts';

/** One puzzle a line, with as many characters a cell as it has digits. */
export const pencilmarks: Format<PencilmarksState, CellsLayout> = {
  name: 'pencilmarks',
  recognise: recognisePencilmarks,
  state: members<PencilmarksState>({ alphabets: symbolsBySize }),
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: alphabetNames,
  reader: (state, options, first) =>
    new LineReader(new PencilmarkScanner(state, options), first, 0, new CandidateBuilder()),
  writer: () => solutionLines,
};

/** Grids over several lines, with the digits that each cell may have. */
export const candidates: Format<GridsState, CellsLayout> = {
  name: 'candidates',
  recognise: recogniseCandidates,
  state: grids.state,
  splittable: () => false,
  holds: ['first', 'unique'],
  alphabets: () => [],
  reader: readerOf,
  writer: () =>
    replacingWriter((splicer, block, p, solution) => {
      // a table of symbols: the puzzle is a line of its own
      const write = block.layout.kind!.symbolTable ? writeSolutionLine : writeGrid;
      write(splicer, block, p, solution);
    }),
};

/** How grids of candidates are read: frames of any signs stand between rows, and blank lines between bands. */
const STATE: GridsState = {
  ...{ alphabets: {}, empties: {}, separated: 'numbers', delimiter: 0, trailing: false, signs: '', size: 9 },
  ...{ sized: false, gaps: true, parted: false, headed: false, titled: false, candidates: true },
};

function readerOf(state: GridsState, options: ReadOptions, first: boolean): GridsReader {
  return new GridsReader(state, options, first, {
    hasKernel: false,
    builder: new CandidateBuilder(),
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
    broken += records.filter(({ isMarker }) => !isMarker).length;
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

/** Collects grids of candidates. A cell with one candidate is a given. */
class CandidateBuilder extends BlockBuilder {
  #allowed: Uint32Array = new Uint32Array(0);

  override addCells(bytes: Uint8Array, from: number, row: Row, kind: RowKind, first: number): void {
    if (kind.style !== 'candidates') {
      super.addCells(bytes, from, row, kind, first);
      return;
    }
    let to = this.count * kind.geometry.cells + first;
    this.makeRoom(to + row.count);
    this.#allowed = withRoom(this.#allowed, WORDS * (to + row.count));
    for (let cell = 0; cell < row.count; cell++, to++) {
      const [start, end] = [row.starts[cell]!, row.ends[cell]!];
      this.#allowed.fill(0, WORDS * to, WORDS * (to + 1));
      if (kind.symbolTable) readMarks(bytes, start, end, kind.symbolTable.values, this.#allowed, to);
      else readCandidates(bytes, start, end, kind.geometry.size, this.#allowed, to);
      this.cells[to] = onlyDigit(this.#allowed, to);
      this.cellStarts[to] = start - from;
      this.cellEnds[to] = end - from;
    }
  }

  override end(bytes: Uint8Array, lineFeeds: number): Block<CellsLayout> {
    const block = super.end(bytes, lineFeeds);
    return block.count > 0 && this.kind?.style === 'candidates'
      ? { ...block, allowed: this.#allowed }
      : block;
  }
}

/** A grid's solution has one digit in each cell, which takes as much room as the candidates before. */
const writeGrid: typeof writeSolutionLine = (_, { bytes, layout }, p, solution) => {
  for (let i = 0, cell = p * solution.length; i < solution.length; i++, cell++) {
    bytes.fill(SPACE, layout.cellStarts[cell], layout.cellEnds[cell]);
    bytes[layout.cellStarts[cell]!] = ZERO + solution[i]!;
  }
};

// Puzzles that say which digits each cell may have: a line with a place for each digit of each cell (pencilmarks), and grids
// with the candidates of each cell, as programs print them for players.

import { members } from '../../options/shape.ts';
import { alphabetNames, symbolsBySize } from '../shared/alphabet.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import type { Format } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { LineReader } from '../shared/line-reader.ts';
import { replacingWriter, solutionLines, writeSolutionLine } from '../shared/solution-lines.ts';
import { CandidateBuilder } from './builder.ts';
import { CandidateGridsReader } from './grids.ts';
import { PencilmarkScanner, type PencilmarksState, recognisePencilmarks } from './lines.ts';

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

type CandidatesState = Readonly<Record<never, never>>;

/** Grids over several lines, with the digits that each cell may have. */
export const candidates: Format<CandidatesState, CellsLayout> = {
  name: 'candidates',
  recognise: recogniseCandidates,
  state: members<CandidatesState>({}),
  splittable: () => false,
  holds: ['first', 'unique'],
  alphabets: () => [],
  reader: (_, options, first) => new CandidateGridsReader(options, first),
  writer: () =>
    replacingWriter((splicer, block, p, solution) => {
      // a table of symbols: the puzzle is a line of its own
      const write = block.layout.kind!.symbolTable ? writeSolutionLine : writeGrid;
      write(splicer, block, p, solution);
    }),
};

/**
 * Recognises grids of which at least one has more cells with several candidates than empty ones. A plain grid in which two
 * digits stand together by mistake has another format.
 */
function recogniseCandidates(head: Head): CandidatesState | undefined {
  if (head.requested === 'candidates') return {};
  // three digits that only separators surround, or two, are the least that such a grid has in some cell
  if (!/(?:^|[\s|*(])[1-9]{2,9}(?:[\s|*)]|$)/.test(head.text)) return undefined;
  let grids = 0;
  let broken = 0;
  let isFound = false;
  for (const { count, cells, geometry, broken: records, layout } of new CandidateGridsReader(
    { variant: 'classic' },
    true,
  ).read(head.bytes, head.complete)) {
    grids += count;
    broken += records.filter(({ isMarker }) => !isMarker).length;
    const size = geometry?.cells ?? 0;
    for (let p = 0; !isFound && p < count; p++) {
      let [several, empty] = [0, 0];
      for (let i = p * size; i < (p + 1) * size; i++) {
        if (cells[i] !== 0) continue;
        if (layout.cellEnds[i]! - layout.cellStarts[i]! > 1) several++;
        else empty++;
      }
      isFound = several > empty;
    }
  }
  return isFound && grids > 0 && 2 * grids >= broken ? {} : undefined;
}

const DIGITS: readonly Uint8Array[] = Array.from({ length: 10 }, (_, width) => width).flatMap((width) =>
  Array.from({ length: 10 }, (_, digit) => Buffer.from(String(digit).padEnd(width))),
);

/** A grid's solution has one digit in each cell, which takes as much room as the candidates before. */
const writeGrid: typeof writeSolutionLine = (splicer, { layout }, p, solution) => {
  for (let i = 0, cell = p * solution.length; i < solution.length; i++, cell++) {
    const [start, end] = [layout.cellStarts[cell]!, layout.cellEnds[cell]!];
    const width = end - start;
    const digit = DIGITS[10 * width + solution[i]!] ?? Buffer.from(String(solution[i]).padEnd(width));
    splicer.replace(start, end, digit);
  }
};

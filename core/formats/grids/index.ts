// The format of grids over several lines: its stored state, its writer, and lists of all solutions one below the other.

import { CR, ZERO } from '../../kernel/constants.ts';
import type { ListEnd } from '../../solver/engine/engine.ts';
import { Status } from '../../solver/model/status.ts';
import { alphabetNames } from '../shared/alphabet.ts';
import { type Block, recordsOf } from '../shared/block.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { fillIn, mark, markBroken, writeBlock } from '../shared/cell-writer.ts';
import type { Format, Listing } from '../shared/format.ts';
import { Splicer } from '../shared/splicer.ts';
import { type GridsState, gridsState } from './line.ts';
import { GridsReader } from './reader.ts';
import { recogniseGrids } from './recognise.ts';

/** Grids over several lines: framed or not, symbols or numbers, each perhaps with its size before it. */
export const grids: Format<GridsState, CellsLayout> = {
  name: 'grids',
  recognise: recogniseGrids,
  state: gridsState,
  splittable: () => false,
  holds: ['first', 'unique', 'all'],
  alphabets: alphabetNames,
  reader: (state, options, first) => new GridsReader(state, options, first),
  writer: () => ({ batch: (block, result) => writeBlock(block, result, false), list }),
};

const NOTHING = new Uint8Array(0);
const BLANK_LINE = { lf: Buffer.from('\n\n'), crlf: Buffer.from('\r\n\r\n') };

/** Writes all solutions of each grid, one below the other. */
function* list(block: Block<CellsLayout>, listing: Listing): Generator<Uint8Array> {
  const { bytes, starts, layout } = block;
  let done = 0;
  for (const record of recordsOf(block)) {
    if (typeof record !== 'number') {
      const splicer = new Splicer(bytes, done, record.end);
      markBroken(splicer, record, false);
      yield splicer.finish();
      done = record.end;
      continue;
    }
    yield bytes.subarray(done, starts[record]);
    done = layout.bottoms[record]!;
    const { count, status } = yield* solvedGrids(block, record, listing(record));
    if (status === Status.interrupted) return;
    if (count > 0) continue;
    const splicer = new Splicer(bytes, starts[record], done);
    mark(splicer, layout.tops[record]!, done, status, false);
    yield splicer.finish();
  }
  yield bytes.subarray(done);
}

/** Copies of a grid of digits with its solutions, which all have its length. */
function digitGrids(
  { bytes, starts, layout, geometry }: Block<CellsLayout>,
  p: number,
  solutions: Uint8Array,
  before: Uint8Array,
  between: Uint8Array,
): Uint8Array {
  const { cells } = geometry!;
  const [start, first] = [starts[p]!, p * cells];
  if (layout.patternGrids?.has(p)) layout.patternGrids.locate(p, first, layout.cellStarts, layout.cellEnds);
  const grid = bytes.subarray(start, layout.bottoms[p]);
  const count = solutions.length / cells;
  const out = Buffer.allocUnsafe(before.length + count * grid.length + (count - 1) * between.length);
  out.set(before);
  for (let n = 0, at = before.length, from = 0; n < count; n++, at += grid.length + between.length) {
    if (n > 0) out.set(between, at - between.length);
    out.set(grid, at);
    for (let i = first; i < first + cells; i++)
      out[at + layout.cellStarts[i]! - start] = ZERO + solutions[from++]!;
  }
  return out;
}

/** Copies of a grid with its solutions, separated by blank lines; each has the line with the size, if there is one. */
function* solvedGrids(
  block: Block<CellsLayout>,
  p: number,
  solutions: ReturnType<Listing>,
): Generator<Uint8Array, ListEnd> {
  const { bytes, starts, layout, geometry } = block;
  const { cells } = geometry!;
  const end = layout.bottoms[p]!;
  const blankLine = bytes[end] === CR ? BLANK_LINE.crlf : BLANK_LINE.lf;
  let isFirst = true;
  const areDigits = layout.kind?.style === 'symbols' && layout.kind.symbolTable?.areDigits;
  for (;;) {
    const step = solutions.next();
    if (step.done) return step.value;
    if (areDigits) {
      const before = isFirst ? NOTHING : blankLine;
      yield digitGrids(block, p, step.value, before, blankLine);
      isFirst = false;
      continue;
    }
    for (let at = 0; at < step.value.length; at += cells) {
      if (!isFirst) yield blankLine;
      isFirst = false;
      const splicer = new Splicer(bytes, starts[p], end);
      fillIn(splicer, block, p, step.value.subarray(at, at + cells));
      yield splicer.finish();
    }
  }
}

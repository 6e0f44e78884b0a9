import type { ListEnd } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { type Block, recordsOf } from '../shared/block.ts';
import { CR } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cells/block-builder.ts';
import { fillIn } from '../shared/cells/fill.ts';
import { mark, markBroken, writeBlock } from '../shared/cells/write-block.ts';
import type { Listing, Writer } from '../shared/format.ts';
import { Splicer } from '../shared/splicer.ts';

const BLANK_LINE = { lf: Buffer.from('\n\n'), crlf: Buffer.from('\r\n\r\n') };

/** Writes solutions into the empty cells; a marker stands in place of all rows of its grid. */
export function gridsWriter(): Writer<CellsLayout> {
  return { batch: (block, result) => writeBlock(block, result, false), list };
}

/** The solutions of each grid one after another. */
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
    const { count, status } = yield* grids(block, record, listing(record));
    if (status === Status.interrupted) return;
    if (count > 0) continue;
    const splicer = new Splicer(bytes, starts[record], done);
    mark(splicer, layout.tops[record]!, done, status, false);
    yield splicer.finish();
  }
  yield bytes.subarray(done);
}

/** One grid with each of its solutions, parted by blank lines, each with the line of its size if it has one. */
function* grids(
  block: Block<CellsLayout>,
  p: number,
  solutions: ReturnType<Listing>,
): Generator<Uint8Array, ListEnd> {
  const { bytes, starts, layout, geometry } = block;
  const { cells } = geometry!;
  const end = layout.bottoms[p]!;
  const blankLine = bytes[end] === CR ? BLANK_LINE.crlf : BLANK_LINE.lf;
  let isFirst = true;
  for (;;) {
    const step = solutions.next();
    if (step.done) return step.value;
    for (let at = 0; at < step.value.length; at += cells) {
      if (!isFirst) yield blankLine;
      isFirst = false;
      const splicer = new Splicer(bytes, starts[p], end);
      fillIn(splicer, block, p, step.value.subarray(at, at + cells));
      yield splicer.finish();
    }
  }
}

import { type BatchResult, type ListEnd, Status } from '../../solver/engine.ts';
import { type Block, type BrokenRecord, recordsOf } from '../shared/block.ts';
import { CR } from '../shared/bytes.ts';
import type { GridsLayout } from '../shared/cells/block-builder.ts';
import { fillIn, fillInPlace, isFixed } from '../shared/cells/fill.ts';
import { type Listing, MARKERS, type Writer } from '../shared/format.ts';
import { Splicer } from '../shared/splicer.ts';

const BLANK_LINE = { lf: Buffer.from('\n\n'), crlf: Buffer.from('\r\n\r\n') };

/** Writes solutions into the empty cells; a marker stands in place of all rows of its grid. */
export function gridsWriter(): Writer<GridsLayout> {
  return { batch: (block, result) => batch(block, result, false), list };
}

/** The same for grids that are one line each: a marker is padded to the width of what it replaces. */
export function numberLinesWriter(): Writer<GridsLayout> {
  return { batch: (block, result) => batch(block, result, true) };
}

function* batch(block: Block<GridsLayout>, result: BatchResult, padded: boolean): Generator<Uint8Array> {
  const { geometry, layout, bytes, count } = block;
  const { statuses, solutions } = result;
  const cells = geometry?.cells ?? 0;
  let rest = block.broken.length;
  for (let p = 0; p < count; p++) {
    // most grids keep their length: they are filled in where they stand
    if (statuses[p] !== Status.solved || !fillInPlace(block, p, solutions)) rest++;
  }
  if (rest === 0) return yield bytes;

  const splicer = new Splicer(bytes);
  for (const record of recordsOf(block)) {
    if (typeof record !== 'number') markBroken(splicer, record, padded);
    else if (statuses[record] !== Status.solved) {
      mark(splicer, layout.tops[record]!, layout.bottoms[record]!, statuses[record]!, padded);
    } else if (!isFixed(block, record)) {
      fillIn(splicer, block, record, solutions.subarray(record * cells, (record + 1) * cells));
    }
  }
  yield splicer.finish();
}

/** The solutions of each grid one after another. */
function* list(block: Block<GridsLayout>, listing: Listing): Generator<Uint8Array> {
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
  block: Block<GridsLayout>,
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

function markBroken(splicer: Splicer, record: BrokenRecord, padded: boolean): void {
  const { start, end, kept, continued } = record;
  if (!kept) mark(splicer, start, end, continued ? Status.solved : Status.invalid, padded);
}

function mark(splicer: Splicer, start: number, end: number, status: number, padded: boolean): void {
  const marker = MARKERS[status] ?? '';
  const width = end - start;
  splicer.replace(start, end, Buffer.from(padded ? marker.slice(0, width).padEnd(width) : marker));
}

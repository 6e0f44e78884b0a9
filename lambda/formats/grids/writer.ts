import { type BatchResult, Status } from '../../solver/engine.ts';
import { type Block, type BrokenRecord, recordsOf } from '../block.ts';
import { CR } from '../bytes.ts';
import { type Listing, MARKERS, type Writer } from '../format.ts';
import type { GridsLayout } from './build.ts';
import { type NumberLayout, numberLayout, spacesBefore, spacesBehind } from './layout.ts';
import { Splicer } from './splicer.ts';

const MARKER_BYTES = MARKERS.map((marker) => Buffer.from(marker));
const BLANK_LINE = { lf: Buffer.from('\n\n'), crlf: Buffer.from('\r\n\r\n') };

/** Writes solutions into the empty cells; a marker stands in place of all rows of its grid. */
export function gridsWriter(): Writer<GridsLayout> {
  return { batch, list };
}

function* batch(block: Block<GridsLayout>, { statuses, solutions }: BatchResult): Generator<Uint8Array> {
  const splicer = new Splicer(block.bytes);
  const cells = block.geometry?.cells ?? 0;
  for (const record of recordsOf(block)) {
    if (typeof record !== 'number') markBroken(splicer, record);
    else if (statuses[record] === Status.solved) {
      fillIn(splicer, block, record, solutions.subarray(record * cells, (record + 1) * cells));
    } else mark(splicer, block, record, statuses[record]!);
  }
  yield splicer.finish();
}

/** The solutions of a grid one after another, parted by blank lines, each with the line of its size if it had one. */
function* list(block: Block<GridsLayout>, listing: Listing): Generator<Uint8Array> {
  const { bytes, starts, layout, geometry } = block;
  const cells = geometry?.cells ?? 0;
  let done = 0;
  for (const record of recordsOf(block)) {
    const [start, end] =
      typeof record === 'number' ? [starts[record]!, layout.bottoms[record]!] : [record.start, record.end];
    yield bytes.subarray(done, start);
    done = end;
    if (typeof record !== 'number') {
      const splicer = new Splicer(bytes, start, end);
      markBroken(splicer, record);
      yield splicer.finish();
      continue;
    }
    const blankLine = bytes[end] === CR ? BLANK_LINE.crlf : BLANK_LINE.lf;
    const solutions = listing(record);
    let none = true;
    let step = solutions.next();
    for (; !step.done; step = solutions.next()) {
      for (let at = 0; at < step.value.length; at += cells) {
        if (!none) yield blankLine;
        none = false;
        const splicer = new Splicer(bytes, start, end);
        fillIn(splicer, block, record, step.value.subarray(at, at + cells));
        yield splicer.finish();
      }
    }
    // interrupted: the result ends here
    if (step.value.status === Status.interrupted) return;
    if (!none) continue;
    const splicer = new Splicer(bytes, start, end);
    mark(splicer, block, record, step.value.status);
    yield splicer.finish();
  }
  yield bytes.subarray(done);
}

function markBroken(splicer: Splicer, { start, end, kept, continued }: BrokenRecord): void {
  if (!kept) splicer.replace(start, end, MARKER_BYTES[continued ? 0 : Status.invalid]!);
}

function mark(splicer: Splicer, { layout }: Block<GridsLayout>, p: number, status: number): void {
  splicer.replace(layout.tops[p]!, layout.bottoms[p]!, MARKER_BYTES[status]!);
}

function fillIn(splicer: Splicer, block: Block<GridsLayout>, p: number, solution: Uint8Array): void {
  const { kind, cellStarts, cellEnds } = block.layout;
  const first = p * kind!.geometry.cells;
  if (kind!.coding) {
    const { symbols } = kind!.coding;
    for (let i = 0; i < solution.length; i++) {
      if (block.cells[first + i] !== 0) continue;
      const value = solution[i]!;
      splicer.replace(cellStarts[first + i]!, cellEnds[first + i]!, symbols.subarray(value, value + 1));
    }
    return;
  }
  const layout = numberLayout(block, p);
  for (let i = 0; i < solution.length; i++) {
    if (block.cells[first + i] !== 0) continue;
    const [start, end] = [cellStarts[first + i]!, cellEnds[first + i]!];
    if (kind!.style === 'pipes') splicer.replace(start, end, between(solution[i]!, end - start, layout));
    else putNumber(splicer, block.bytes, start, end, solution[i]!, layout);
  }
}

/** A number between two pipes, where the given ones stand in theirs. */
function between(value: number, width: number, { trailing }: NumberLayout): Uint8Array {
  const text = String(value);
  const behind = Math.max(0, Math.min(trailing, width - text.length));
  return Buffer.from(text.padStart(width - behind).padEnd(width));
}

function putNumber(
  splicer: Splicer,
  bytes: Uint8Array,
  start: number,
  end: number,
  value: number,
  { align, digits }: NumberLayout,
): void {
  const number = String(value).padStart(digits, '0');
  const text = align === 'left' ? number.padEnd(end - start) : number.padStart(end - start);
  const longer = text.length - (end - start);
  const before = align === 'right' ? Math.min(longer, spacesBefore(bytes, start)) : 0;
  const behind = align === 'left' ? Math.min(longer, spacesBehind(bytes, end)) : 0;
  splicer.replace(start - before, end + behind, Buffer.from(text));
}

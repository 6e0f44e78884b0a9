// The format of one puzzle a line: its stored state, and writers that overwrite puzzles by solutions.

import { SPACE } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { anyOf, boolean, integer, members, optional, text } from '../../options/shape.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { Status } from '../../solver/model/status.ts';
import { alphabetNames, symbolsBySize } from '../shared/alphabet.ts';
import { type Block, recordFront } from '../shared/block.ts';
import { lineWriter } from '../shared/cell-writer.ts';
import type { Format, Writer } from '../shared/format.ts';
import { LineReader, type SymbolKind } from '../shared/line-reader.ts';
import { writeMarker } from '../shared/markers.ts';
import { PREFIXES, type Prefix, prefixOf } from './puzzle-text.ts';
import { type LinesLayout, LinesReader } from './reader.ts';
import { type LinesState, recogniseLines } from './recognise.ts';
import { PuzzleScanner } from './scanner.ts';

/** One puzzle a line, one symbol a cell. Text after the puzzle, comments and blank lines are preserved. */
export const lines: Format<LinesState> = {
  name: 'lines',
  recognise: recogniseLines,
  state: members<LinesState>({
    alphabets: symbolsBySize,
    empties: symbolsBySize,
    size: integer(0, MAX_SIZE),
    solved: boolean,
    signs: optional(text()),
    prefix: optional(anyOf(...(Object.keys(PREFIXES) as Prefix[]))),
    apart: optional(anyOf(true)),
  }),
  splittable: () => true,
  holds: ['first', 'unique'],
  keepsPlaces: ({ apart }) => !apart,
  alphabets: alphabetNames,
  ids: ({ prefix }) => {
    if (prefix !== 'number' && prefix !== 'hash') return undefined;
    return (block, record) => prefixOf(Buffer.from(recordFront(block, record)).toString(), prefix);
  },
  reader: (state, options, first) =>
    state.apart
      ? new LineReader(new PuzzleScanner(state, options), first, state.size)
      : new LinesReader(state, options, first),
  writer: ({ apart }) => (apart ? lineWriter : packedWriter) as Writer,
};

/** Overwrites puzzles by their solutions. */
const packedWriter: Writer<LinesLayout> = { batch };

function* batch(block: Block<LinesLayout>, result: BatchResult): Generator<Uint8Array> {
  const { bytes, broken, layout } = block;
  if (layout.kind) overwrite(block, result, layout.kind);
  for (const { start, end, isMarker, isKept, continued } of broken) {
    if (isMarker || isKept) continue;
    if (continued) bytes.fill(SPACE, start, end);
    else writeMarker(bytes, start, end, Status.invalid);
  }
  yield bytes;
}

function overwrite(
  block: Block<LinesLayout>,
  result: BatchResult,
  { symbolTable, geometry }: SymbolKind,
): void {
  const { bytes, count, layout } = block;
  const { offsets, kernel, origin } = layout;
  const { statuses, solutions } = result;
  const { cells } = geometry;
  const { areDigits, symbols } = symbolTable;
  // this completes most blocks
  if (areDigits && kernel.write(bytes, origin, count, cells, result) === count) return;
  for (let p = 0; p < count; p++) {
    const start = offsets[p]!;
    if (statuses[p] !== Status.solved) writeMarker(bytes, start, start + cells, statuses[p]!);
    else if (!areDigits) {
      for (let i = 0; i < cells; i++) bytes[start + i] = symbols[solutions[p * cells + i]!]!;
    }
  }
}

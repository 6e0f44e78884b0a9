import { MAX_SIZE } from '../../options/options.ts';
import { anyOf, boolean, integer, members, optional, text } from '../../options/shape.ts';
import { namedAlphabet } from '../shared/alphabet.ts';
import type { CellsLayout } from '../shared/cells/block-builder.ts';
import { LineReader } from '../shared/cells/line-reader.ts';
import { writeBlock } from '../shared/cells/write-block.ts';
import { symbolsBySize } from '../shared/field/text.ts';
import type { Format, Writer } from '../shared/format.ts';
import { recordText } from '../shared/record-text.ts';
import { PlacedScanner } from './placed-scanner.ts';
import { PREFIXES, type Prefix, prefixOf } from './prefix.ts';
import { linesReader } from './reader.ts';
import { type LinesState, recogniseLines } from './recognise.ts';
import { linesWriter } from './writer.ts';

const placedWriter: Writer<CellsLayout> = { batch: (block, result) => writeBlock(block, result, true) };

/** One puzzle a line, one symbol a cell; what follows the puzzle stays, as do comments and blank lines. */
export const lines: Format<LinesState> = {
  name: 'lines',
  recognise: recogniseLines,
  state: members<LinesState>({
    alphabets: symbolsBySize,
    empties: symbolsBySize,
    size: integer(0, MAX_SIZE),
    solved: boolean,
    counted: boolean,
    signs: optional(text()),
    prefix: optional(anyOf(...(Object.keys(PREFIXES) as Prefix[]))),
    placed: optional(anyOf(true)),
  }),
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: (state) => Object.values(state.alphabets).map((symbols) => namedAlphabet(symbols).name),
  ids: ({ prefix }) => {
    if (prefix !== 'number' && prefix !== 'hash') return undefined;
    return (block, record) => prefixOf(recordText(block, record), prefix);
  },
  reader: (state, options, first) =>
    state.placed
      ? new LineReader(new PlacedScanner(state, options), first, false)
      : linesReader(state, options, first),
  writer: ({ placed }) => (placed ? placedWriter : linesWriter()) as Writer,
};

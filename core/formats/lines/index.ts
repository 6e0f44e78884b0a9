import { namedAlphabet } from '../shared/alphabet.ts';
import type { Format } from '../shared/format.ts';
import { type LinesLayout, linesReader } from './reader.ts';
import { type LinesState, recogniseLines } from './recognise.ts';
import { linesWriter } from './writer.ts';

/** One puzzle a line, one symbol a cell; what follows the puzzle stays, as do comments and blank lines. */
export const lines: Format<LinesState, LinesLayout> = {
  name: 'lines',
  recognise: recogniseLines,
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: (state) => Object.values(state.alphabets).map((symbols) => namedAlphabet(symbols).name),
  reader: linesReader,
  writer: linesWriter,
};

import { MAX_SIZE } from '../../options/options.ts';
import { anyOf, boolean, integer, members, optional, text } from '../../options/shape.ts';
import { namedAlphabet } from '../shared/alphabet.ts';
import type { CellsLayout } from '../shared/cells/block-builder.ts';
import { symbolsBySize } from '../shared/field/text.ts';
import type { Format } from '../shared/format.ts';
import { gridsReader } from './reader.ts';
import { recogniseGrids } from './recognise.ts';
import type { GridsState } from './state.ts';
import { gridsWriter } from './writer.ts';

/** Grids over several lines, framed or not, of symbols or of numbers, each perhaps with its size before it. */
export const grids: Format<GridsState, CellsLayout> = {
  name: 'grids',
  recognise: recogniseGrids,
  state: members<GridsState>({
    alphabets: symbolsBySize,
    empties: symbolsBySize,
    separated: anyOf('numbers', 'symbols'),
    delimiter: integer(0, 127),
    trailing: boolean,
    sized: boolean,
    gaps: boolean,
    parted: boolean,
    headed: boolean,
    columns: optional(text()),
    titled: boolean,
    signs: text(),
    size: integer(0, MAX_SIZE),
  }),
  splittable: () => false,
  holds: ['first', 'unique', 'all'],
  alphabets: (state) => Object.values(state.alphabets).map((symbols) => namedAlphabet(symbols).name),
  reader: gridsReader,
  writer: gridsWriter,
};

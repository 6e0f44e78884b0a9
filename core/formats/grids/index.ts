import { namedAlphabet } from '../shared/alphabet.ts';
import type { CellsLayout } from '../shared/cells/block-builder.ts';
import type { Format } from '../shared/format.ts';
import { gridsReader } from './reader.ts';
import { recogniseGrids } from './recognise.ts';
import type { GridsState } from './state.ts';
import { gridsWriter } from './writer.ts';

/** Grids over several lines, framed or not, of symbols or of numbers, each perhaps with its size before it. */
export const grids: Format<GridsState, CellsLayout> = {
  name: 'grids',
  recognise: recogniseGrids,
  splittable: () => false,
  holds: ['first', 'unique', 'all'],
  alphabets: (state) => Object.values(state.alphabets).map((symbols) => namedAlphabet(symbols).name),
  reader: gridsReader,
  writer: gridsWriter,
};

// Grids as people paste them: in program code, printouts, quoted mail, drawn or labelled.

import { MAX_SIZE } from '../../../options/options.ts';
import { anyOf, boolean, integer, members } from '../../../options/shape.ts';
import { alphabetNames } from '../../shared/alphabet.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import type { Format } from '../../shared/format.ts';
import { grids } from '../index.ts';
import { PastedReader, type PastedState } from './reader.ts';
import { recognisePasted } from './recognise.ts';
import type { PasteRules } from './rules.ts';
import { writePasted } from './writer.ts';

export const pasted: Format<PastedState, CellsLayout> = {
  name: 'pasted',
  recognise: recognisePasted,
  state: members<PastedState>({
    rules: members<PasteRules>({
      quoted: boolean,
      labelled: boolean,
      listed: boolean,
      trailed: boolean,
      headed: integer(0, MAX_SIZE),
      spaced: boolean,
      wrapped: boolean,
      whole: boolean,
      blankCells: boolean,
      cellLines: anyOf('none', 'full', 'blank'),
    }),
    grids: grids.state,
  }),
  splittable: () => false,
  holds: ['first', 'unique'],
  alphabets: (state) => alphabetNames(state.grids),
  reader: (state, options) => new PastedReader(state, options),
  writer: () => ({ batch: writePasted }),
};

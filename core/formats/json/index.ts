import { anyOf, count, members, optional, text } from '../../options/shape.ts';
import type { RecordLayout } from '../records/table.ts';
import { namedAlphabet } from '../shared/alphabet.ts';
import { symbolsBySize } from '../shared/field/text.ts';
import type { Format } from '../shared/format.ts';
import { idOf } from './ids.ts';
import { JsonReader } from './reader.ts';
import { type JsonState, recogniseJson } from './recognise.ts';
import { JsonWriter } from './writer.ts';

/** JSON Lines, or an array: of objects with a puzzle each, of strings, of grids as arrays. */
export const json: Format<JsonState, RecordLayout> = {
  name: 'json',
  recognise: recogniseJson,
  state: members<JsonState>({
    alphabets: symbolsBySize,
    empties: optional(symbolsBySize),
    layout: anyOf('lines', 'values'),
    start: count,
    puzzle: optional(text()),
    identified: optional(anyOf(true)),
    all: optional(anyOf(true)),
  }),
  splittable: ({ layout }) => layout === 'lines',
  holds: ['first', 'unique'],
  alphabets: ({ alphabets }) => Object.values(alphabets).map((symbols) => namedAlphabet(symbols).name),
  ids: ({ identified }) => (identified ? idOf : undefined),
  reader: (state, options, first) => new JsonReader(state, options, first),
  writer: () => new JsonWriter(),
};

// Grids as people paste them: in program code, printouts, quoted mail, drawn or labelled. They are recognised by reading the head
// by each set of rules that it may have.

import { MAX_SIZE } from '../../../options/options.ts';
import { anyOf, boolean, integer, members } from '../../../options/shape.ts';
import { alphabetNames } from '../../shared/alphabet.ts';
import type { CellsLayout } from '../../shared/cell-blocks.ts';
import type { Format } from '../../shared/format.ts';
import { type Head, headOf } from '../../shared/head.ts';
import { grids } from '../index.ts';
import { countGrids, isBetter, isConsistent, recogniseGrids, type Trial } from '../recognise.ts';
import { decodedText, hasOtherBlanks, type PlainCharacters, plainCharacters } from './characters.ts';
import { plainText } from './plain-text.ts';
import { PastedReader, type PastedState } from './reader.ts';
import { type PasteRules, possibleRules } from './rules.ts';
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

/** Bytes of the head that are read by all rules: some grids of the largest size. */
const TRIAL_BYTES = 16 * 1024;

/** Reads the head by each set of rules that it may have, and chooses the one with most grids. */
function recognisePasted(head: Head): PastedState | undefined {
  const { bytes, complete } = head;
  const isShort = bytes.length <= TRIAL_BYTES;
  const cut = bytes.subarray(
    0,
    isShort ? bytes.length : bytes.lastIndexOf(0x0a, TRIAL_BYTES) + 1 || TRIAL_BYTES,
  );
  const isAll = isShort && complete;
  if (cut.includes(0) || isJson(head)) return undefined;
  let best: { readonly state: PastedState; readonly trial: Trial } | undefined;
  for (const [rules, characters] of readings(cut)) {
    const { text, isRewritten, wholes } = plainText(characters, rules, isAll);
    if (!isRewritten) continue;
    const plain = headOf(Buffer.from(text, 'latin1'), isAll, head.name, {
      alphabet: head.alphabet,
      requested: 'grids',
    });
    const grids = recogniseGrids(plain);
    if (!grids) continue;
    const state = { rules, grids };
    const reader = new PastedReader(state, { variant: 'classic' });
    const trial = countGrids(reader.read(cut, isAll), isConsistent);
    const records = trial.grids + trial.markers;
    // some row of a large grid can pass for a small grid
    if (records === 0 || wholes > 2 * records) continue;
    if (!best || isBetter(trial, best.trial)) best = { state, trial };
  }
  return best?.state;
}

/** The rules that a text may have, with its characters as they read them. */
function* readings(bytes: Uint8Array): Generator<readonly [PasteRules, PlainCharacters]> {
  for (const blankCells of hasOtherBlanks(decodedText(bytes)) ? [true, false] : [false]) {
    const characters = plainCharacters(bytes, blankCells);
    for (const rules of possibleRules(characters.text, blankCells)) yield [rules, characters];
  }
}

/** Whether a file is JSON by its name, by its first object, or as a list that closes more brackets than it opens. */
function isJson({ name, text, complete }: Head): boolean {
  const start = /^(?:\xef\xbb\xbf)?\s{0,1000}([[{][[{\s]{0,1000}(?:["}]))?/.exec(text)![1];
  if (/\.(json|jsonl|ndjson|geojson)$/.test(name)) return true;
  // numbers without commas between them are a printout
  if (/^(?:\xef\xbb\xbf)?[[\s]{1,9}[\d.]{1,9}[ \t]{1,9}[\d.]/.test(text)) return false;
  if (start?.endsWith('"') && start.includes('{')) return true;
  if (!/^\s{0,1000}[[{]/.test(text) || !complete) return false;
  let depth = 0;
  for (const sign of text) depth += '[{'.includes(sign) ? 1 : ']}'.includes(sign) ? -1 : 0;
  return depth < 0;
}

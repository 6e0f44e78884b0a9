import { givensAreConsistent } from '../../../solver/geometry.ts';
import { type Head, headOf } from '../../shared/head.ts';
import { recogniseGrids } from '../recognise.ts';
import { hasOtherBlanks, type PlainCharacters, plainCharacters } from './characters.ts';
import { plainText } from './plain-text.ts';
import { decoded, PastedReader, type PastedState } from './reader.ts';
import { type PasteRules, possibleRules } from './rules.ts';

/** Bytes of the head that are read by all rules: some grids of the largest size. */
const TRIAL_BYTES = 16 * 1024;

/** Reads the head by each set of rules that it may have, and chooses the one with most grids. */
export function recognisePasted(head: Head): PastedState | undefined {
  const { bytes, complete } = head;
  const isShort = bytes.length <= TRIAL_BYTES;
  const cut = bytes.subarray(
    0,
    isShort ? bytes.length : bytes.lastIndexOf(0x0a, TRIAL_BYTES) + 1 || TRIAL_BYTES,
  );
  const isAll = isShort && complete;
  if (cut.includes(0) || isJson(head)) return undefined;
  const original = decoded(cut);
  let best: { state: PastedState; grids: number; broken: number } | undefined;
  for (const [rules, characters] of readings(original)) {
    const { text, isRewritten, wholes } = plainText(characters, rules, isAll);
    if (!isRewritten) continue;
    const plain = headOf(Buffer.from(text, 'latin1'), isAll, head.name, {
      alphabet: head.alphabet,
      requested: 'grids',
    });
    const grids = recogniseGrids(plain);
    if (!grids) continue;
    const state = { rules, grids };
    const trial = read(state, cut, isAll);
    if (trial.grids + trial.markers === 0) continue;
    // some row of a large grid can pass for a small grid
    if (wholes > 2 * (trial.grids + trial.markers)) continue;
    const isBetter =
      !best || trial.grids > best.grids || (trial.grids === best.grids && trial.broken < best.broken);
    if (isBetter) best = { state, ...trial };
  }
  return best?.state;
}

/** The rules that a text may have, with its characters as they read them. */
function* readings(original: string): Generator<readonly [PasteRules, PlainCharacters]> {
  for (const blankCells of hasOtherBlanks(original) ? [true, false] : [false]) {
    const characters = plainCharacters(original, blankCells);
    for (const rules of possibleRules(characters.text, blankCells)) yield [rules, characters];
  }
}

/** Counts the grids that these rules find, without those that repeat a value. */
function read(
  state: PastedState,
  bytes: Uint8Array,
  last: boolean,
): { grids: number; broken: number; markers: number } {
  const found = { grids: 0, broken: 0, markers: 0 };
  for (const { count, cells, geometry, broken } of new PastedReader(state, { variant: 'classic' }).read(
    bytes,
    last,
  )) {
    for (let p = 0; p < count; p++) {
      if (givensAreConsistent(geometry!, cells, p * geometry!.cells)) found.grids++;
      else found.broken++;
    }
    for (const { isMarker } of broken) found[isMarker ? 'markers' : 'broken']++;
  }
  return found;
}

/** Whether a file is JSON by its name, by its first object, or as a list that closes more brackets than it opens. */
function isJson({ name, text, complete }: Head): boolean {
  const start = /^(?:\xef\xbb\xbf)?\s{0,1000}([[{][[{\s]{0,1000}(?:["}]))?/.exec(text)![1];
  if (/\.(json|jsonl|ndjson|geojson)$/.test(name)) return true;
  if (start?.endsWith('"') && start.includes('{')) return true;
  if (!/^\s{0,1000}[[{]/.test(text) || !complete) return false;
  let depth = 0;
  for (const sign of text) depth += '[{'.includes(sign) ? 1 : ']}'.includes(sign) ? -1 : 0;
  return depth < 0;
}

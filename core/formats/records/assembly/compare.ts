// Solutions that the file brings, beside those that were found.

import { CONTENTS, FILE_CELLS, SOLUTIONS, STATUSES, VERDICTS } from './memory';

const NOTHING: u32 = 0;
const GRID: u32 = 1;

const FILL: u8 = 0;
const RIGHT: u8 = 1;
/** No Verdict code: to be looked at elsewhere. */
const OPEN: u8 = 255;

/**
 * Gives the verdict on each of `count` puzzles that the file brings nothing for, or just what was found.
 * @returns how many are solved
 */
export function compareSolutions(count: u32, cells: u32): u32 {
  let solved: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    const content: u32 = load<u8>(CONTENTS + p);
    const isSolved = load<u8>(STATUSES + p) === 0;
    if (isSolved) solved++;
    let verdict = OPEN;
    if (content === NOTHING) verdict = FILL;
    else if (content === GRID && isSolved && areSame(p * cells, cells)) verdict = RIGHT;
    store<u8>(VERDICTS + p, verdict);
  }
  return solved;
}

function areSame(from: u32, count: u32): bool {
  const last = from + count - 16;
  let differences = v128.xor(v128.load(FILE_CELLS + last), v128.load(SOLUTIONS + last));
  for (let i = from; i < last; i += 16) {
    differences = v128.or(differences, v128.xor(v128.load(FILE_CELLS + i), v128.load(SOLUTIONS + i)));
  }
  return !v128.any_true(differences);
}

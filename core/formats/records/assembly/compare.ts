// Compares the solutions of a file with those that were found.
import {
  CONTENT_GRID,
  CONTENT_NOTHING,
  SOLVED,
  VERDICT_FILL,
  VERDICT_OPEN,
  VERDICT_RIGHT,
} from '../../../kernel/constants';
import { CONTENTS, FILE_CELLS, SOLUTIONS, STATUSES, VERDICTS } from './memory';

/**
 * Gives the verdict on each of `count` puzzles for which the file has no solution, or the one that was found. Others stay
 * open.
 * @returns how many are solved
 */
export function compareSolutions(count: u32, cells: u32): u32 {
  let solved: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    const content: u32 = load<u8>(CONTENTS + p);
    const isSolved = load<u8>(STATUSES + p) === SOLVED;
    if (isSolved) solved++;
    let verdict = VERDICT_OPEN;
    if (content === CONTENT_NOTHING) verdict = VERDICT_FILL;
    else if (content === CONTENT_GRID && isSolved && areSame(p * cells, cells)) verdict = VERDICT_RIGHT;
    store<u8>(VERDICTS + p, verdict as u8);
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

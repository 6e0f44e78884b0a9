// Guesses that did well are made again. One whose first branch came to nothing without another guess is remembered; where
// the same digit has two places in the same unit again, in another branch, that is guessed without choosing.
import { FOUND, get } from './job';
import { LANES } from './layout';
import { placesIn, takePair } from './pairs';

/** by lane: two of u16, the later one in the lower half: a unit, counted from 1, and a digit, less 1; or 0 */
const GUESSES: usize = memory.data(LANES * 4, 4);
const BITS: u32 = 16;
const DIGIT_BITS: i32 = 4;
/** by lane: u32, the last guess as above, and above it the level that it was made at, counted from 1 */
const LAST: usize = memory.data(LANES * 4, 4);

/** by lane: u32, how many solutions had been found then */
const FOUND_THEN: usize = memory.data(LANES * 4, 4);

/** Forgets all that the lane has guessed. @inline */
export function forget(lane: i32): void {
  store<u32>(GUESSES + (lane << 2), 0);
  store<u32>(LAST + (lane << 2), 0);
}

/** Notes a guess on the two places of a digit, less 1, in a unit. @inline */
export function note(lane: i32, level: i32, unit: i32, digit: u32): void {
  store<u32>(FOUND_THEN + (lane << 2), get(FOUND, lane));
  store<u32>(LAST + (lane << 2), ((level + 1) << 16) | ((unit + 1) << DIGIT_BITS) | digit);
}

/** To be told when the first branch of the guess at this level has come to its end. @inline */
export function rememberLast(lane: i32, level: i32): void {
  const last = load<u32>(LAST + (lane << 2));
  if (last >> 16 !== ((level + 1) as u32) || load<u32>(FOUND_THEN + (lane << 2)) !== get(FOUND, lane)) return;
  const at = GUESSES + (lane << 2);
  store<u32>(at, (load<u32>(at) << BITS) | (last & 0xffff));
}

/** Takes the latest remembered guess that is one in the grid, and forgets it. False if there is none. */
export function recall(lane: i32, grid: usize): bool {
  const at = GUESSES + (lane << 2);
  const guesses = load<u32>(at);
  if (guesses === 0) return false;
  // both are looked at, with no branch, which would be mispredicted
  const later = guesses & 0xffff;
  const earlier = guesses >> BITS;
  const laterPlaces = placesOf(grid, later);
  const earlierPlaces = placesOf(grid, earlier);
  const isLater = popcnt(laterPlaces) === 2;
  if (!isLater && popcnt(earlierPlaces) !== 2) return false;
  store<u32>(at, isLater ? earlier : later);
  const guess = isLater ? later : earlier;
  return takePair(
    grid,
    (guess >> DIGIT_BITS) - 1,
    guess & ((1 << DIGIT_BITS) - 1),
    isLater ? laterPlaces : earlierPlaces,
  );
}

/** @inline */
function placesOf(grid: usize, guess: u32): u32 {
  return placesIn(grid, (guess >> DIGIT_BITS) - 1, guess & ((1 << DIGIT_BITS) - 1));
}

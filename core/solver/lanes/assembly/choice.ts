// Which cell to guess on where pairs are not looked for (branch.ts), or there are none: one of those with fewest
// candidates (nearly always two), and of these the one whose digits are wanted by most open cells around it, a neighbour
// with few candidates counting for more: it is likely to fall.
//
// Works on one lane's grid, saved as 81 candidate sets one after another, and on boards: sets of cells, bit i for cell
// i of 81 in a u64 and the low bits of the next.
import { BOARD, DIGITS, isEmpty, OPEN, peersOf, THREE, TWO } from './boards';

const CELL_BITS: i32 = 7;

// A neighbour counts for each digit that it shares, with this weight by its number of candidates: two, three, more.
// Others that were tried are in docs/solver.md.
const WEIGHT_TWO: i32 = 8;
const WEIGHT_THREE: i32 = 3;
const WEIGHT_MORE: i32 = 1;

/** Cell to guess on in the grid whose boards have been read; one must have two or more candidates. */
export function chooseCell(grid: usize): i32 {
  const among = isEmpty(TWO) ? (isEmpty(THREE) ? OPEN : THREE) : TWO;
  const two = load<u64>(TWO);
  const three = load<u64>(THREE);
  const twoBack = load<u64>(TWO, 8) * BOTH_HALVES;
  const threeBack = load<u64>(THREE, 8) * BOTH_HALVES;
  // a score with its cell below it, so that the greatest names the cell
  let top = 0;
  for (let cells = load<u64>(among); cells; cells &= cells - 1) {
    const cell = ctz(cells) as i32;
    top = max(top, (scoreOf(grid, cell, two, three, twoBack, threeBack) << CELL_BITS) | cell);
  }
  for (let cells = load<u64>(among, 8); cells; cells &= cells - 1) {
    const cell = 64 + (ctz(cells) as i32);
    top = max(top, (scoreOf(grid, cell, two, three, twoBack, threeBack) << CELL_BITS) | cell);
  }
  return top & ((1 << CELL_BITS) - 1);
}

/** multiplies 32 bits into the upper and the lower half of 64 */
const BOTH_HALVES: u64 = 0x100000001;

/** Without a branch, which would be mispredicted for every cell that leads. @inline */
function max(a: i32, b: i32): i32 {
  return select<i32>(a, b, a > b);
}

/** How much a guess on the cell is likely to bring, seen from its lowest and its highest candidate. @inline */
function scoreOf(grid: usize, cell: i32, two: u64, three: u64, twoBack: u64, threeBack: u64): i32 {
  const peers = peersOf(cell);
  const set: u32 = load<u16>(grid + (cell << 1));
  const low = DIGITS + ctz(set) * BOARD;
  const high = DIGITS + (31 - clz(set)) * BOARD;
  const front = load<u64>(peers);
  const back = load<u64>(peers, 8);
  const lowFront = load<u64>(low) & front;
  const highFront = load<u64>(high) & front;
  // the 17 cells at the back of both boards fit in one word
  const backs = (load<u64>(low, 8) & back) | ((load<u64>(high, 8) & back) << 32);
  const all = (popcnt(lowFront) + popcnt(highFront) + popcnt(backs)) as i32;
  const twos = (popcnt(lowFront & two) + popcnt(highFront & two) + popcnt(backs & twoBack)) as i32;
  const threes = (popcnt(lowFront & three) + popcnt(highFront & three) + popcnt(backs & threeBack)) as i32;
  return all * WEIGHT_MORE + twos * (WEIGHT_TWO - WEIGHT_MORE) + threes * (WEIGHT_THREE - WEIGHT_MORE);
}

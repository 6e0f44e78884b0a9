// Sets of digits (bit digit - 1) and of positions in a unit (bit position): nine bits each, so tables of 512 entries answer all.

export const ALL = 0x1ff;

/** How many bits are set. */
export const COUNT = new Uint8Array(512);

/** Number of the lowest bit; 0 for the empty set. */
export const LOWEST = new Uint8Array(512);

// loops, as these tables are made wherever puzzles are solved, and calls take several times as long before they are compiled
for (let set = 1; set < 512; set++) {
  COUNT[set] = COUNT[set >> 1]! + (set & 1);
  LOWEST[set] = 31 - Math.clz32(set & -set);
}

/** The numbers of the bits, ascending. */
export const MEMBERS: readonly Uint8Array[] = Array.from({ length: 512 }, (_, set) => members(set));

/** All sets of so many bits, ascending as numbers: the order in which tuples are tried. */
export const TUPLES: readonly Uint16Array[] = Array.from({ length: 10 }, (_, size) => tuples(size));

const within = Array.from({ length: 10 }, () => new Array<Uint16Array | undefined>(512));

/** Those of {@link TUPLES} that lie within a set. */
export function tuplesWithin(set: number, size: number): Uint16Array {
  const known = within[size]![set];
  if (known) return known;
  const tuples = TUPLES[size]!.filter((tuple) => (tuple & ~set) === 0);
  within[size]![set] = tuples;
  return tuples;
}

function members(set: number): Uint8Array {
  const bits = new Uint8Array(COUNT[set]!);
  for (let i = 0, rest = set; rest > 0; rest &= rest - 1) bits[i++] = LOWEST[rest]!;
  return bits;
}

function tuples(size: number): Uint16Array {
  const sets: number[] = [];
  for (let set = 0; set < 512; set++) if (COUNT[set] === size) sets.push(set);
  return Uint16Array.from(sets);
}

// Sets of digits (bit digit - 1) and of positions in a unit (bit position): nine bits each, so tables of 512 entries answer all.

export const ALL = 0x1ff;

/** How many bits are set. */
export const COUNT = Uint8Array.from({ length: 512 }, (_, set) => {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count++;
  return count;
});

/** Number of the lowest bit; 0 for the empty set. */
export const LOWEST = Uint8Array.from({ length: 512 }, (_, set) =>
  set === 0 ? 0 : 31 - Math.clz32(set & -set),
);

/** The numbers of the bits, ascending. */
export const MEMBERS: readonly Uint8Array[] = Array.from({ length: 512 }, (_, set) =>
  Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((bit) => (set >> bit) & 1)),
);

/** All sets of so many bits, ascending as numbers: the order in which tuples are tried. */
export const TUPLES: readonly Uint16Array[] = Array.from({ length: 10 }, (_, size) =>
  Uint16Array.from(Array.from({ length: 512 }, (_, set) => set).filter((set) => COUNT[set] === size)),
);

const within = Array.from({ length: 10 }, () => new Array<Uint16Array | undefined>(512));

/** Those of {@link TUPLES} that lie within a set. */
export function tuplesWithin(set: number, size: number): Uint16Array {
  const known = within[size]![set];
  if (known) return known;
  const tuples = TUPLES[size]!.filter((tuple) => (tuple & ~set) === 0);
  within[size]![set] = tuples;
  return tuples;
}

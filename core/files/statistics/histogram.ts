/** Counts by bin; bins that nothing fell into are absent. Plain JSON, ascending when its bins are numbers. */
export type Histogram = Record<number, number>;

/** Adds the counts of another histogram to `sum`. */
export function addHistogram(sum: Histogram, other: Histogram): void {
  for (const [bin, count] of Object.entries(other)) sum[Number(bin)] = (sum[Number(bin)] ?? 0) + count;
}

/** Adds counts that stand at their number. @param width how many numbers share a bin, which is named by the least of them */
export function addCounts(sum: Histogram, counts: Uint32Array, width = 1): void {
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] === 0) continue;
    const bin = number - (number % width);
    sum[bin] = (sum[bin] ?? 0) + counts[number]!;
  }
}

/** Bin of a number on a logarithmic scale: 0 for 0, else bits: 1 for 1, 2 for 2 and 3, 3 for 4 to 7, … */
export const logBin = (value: number): number => 32 - Math.clz32(value);

/** Bins of {@link givensBin} are so many at most. */
const MAX_GIVENS_BINS = 128;

/** How many numbers of givens share a bin, for grids of so many cells: 1 up to 9x9. A power of two. */
export function givensBinWidth(cells: number): number {
  let width = 1;
  while (cells / width >= MAX_GIVENS_BINS) width *= 2;
  return width;
}

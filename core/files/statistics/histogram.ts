/**
 * Counts by bin, without empty bins. Plain JSON, ascending since bins are numbers. Guesses and solutions have bins on a
 * logarithmic scale: bin 0 holds 0, bin 1 holds 1, bin 2 holds 2 and 3, bin 3 holds 4 to 7, and so on.
 */
export type Histogram = Record<number, number>;

/** Adds the counts of another histogram to `sum`. */
export function addHistogram(sum: Histogram, other: Histogram): void {
  for (const [bin, count] of Object.entries(other)) sum[Number(bin)] = (sum[Number(bin)] ?? 0) + count;
}

/**
 * Adds counts by number to `sum`.
 * @param counts how often each number occurs, by number
 * @param width how many numbers share a bin; the smallest of them names it
 */
export function addCounts(sum: Histogram, counts: Uint32Array, width = 1): void {
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] === 0) continue;
    const bin = number - (number % width);
    sum[bin] = (sum[bin] ?? 0) + counts[number]!;
  }
}

/** Most bins for givens. */
const MAX_GIVENS_BINS = 128;

/** How many numbers of givens share a bin, for grids with that many cells: 1 up to 9x9. A power of two. */
export function givensBinWidth(cells: number): number {
  let width = 1;
  while (cells / width >= MAX_GIVENS_BINS) width *= 2;
  return width;
}

const HIGH_BITS = 0x7f7f7f7f;
const LOW_BITS = 0x01010101;
/** Words whose bytes can be added up before one of them overflows. */
const MAX_WORDS = 255;

/**
 * How many of the puzzles have how many givens. Four cells at a time: a byte that is not 0, plus 127, has its high bit set.
 * @param cells count * size values, at most 127, 0 for empty
 * @param size cells of a puzzle
 * @returns size + 1 counts, at the number of givens
 */
export function countGivens(cells: Uint8Array, size: number, count: number): Uint32Array {
  const counts = new Uint32Array(size + 1);
  const view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
  for (let p = 0, at = 0; p < count; p++) {
    const end = at + size;
    let givens = 0;
    while (end - at >= 4) {
      const stop = Math.min(end - 3, at + 4 * MAX_WORDS);
      let sums = 0;
      for (; at < stop; at += 4) sums += (((view.getInt32(at, true) + HIGH_BITS) | 0) >>> 7) & LOW_BITS;
      givens += (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
    }
    for (; at < end; at++) if (cells[at] !== 0) givens++;
    counts[givens]!++;
  }
  return counts;
}

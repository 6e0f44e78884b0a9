import type { Rated } from './rated.ts';

const BANDS = [
  ['up to 7.0', 0, 7.0],
  ['up to 9.0', 7.0, 9.0],
  ['above 9.0', 9.0, Number.POSITIVE_INFINITY],
] as const;

/** Prints the share of equal ratings by band of what is expected, and the first differences. */
export function compareRatings(expected: readonly Rated[], got: readonly Rated[], list: number): void {
  const rated = expected.flatMap((row, i) => (row.er === undefined ? [] : [{ row, mine: got[i]! }]));
  for (const [name, above, most] of BANDS) {
    const band = rated.filter(({ row }) => Number(row.er) > above && Number(row.er) <= most);
    if (band.length === 0) continue;
    const equal = (key: 'er' | 'ep' | 'ed') => {
      const count = band.filter(({ row, mine }) => Number(row[key]) === Number(mine[key])).length;
      return `${key} ${count} (${((count / band.length) * 100).toFixed(2)} %)`;
    };
    console.log(`  ${name}: of ${band.length} equal ${equal('er')}, ${equal('ep')}, ${equal('ed')}`);
  }
  const text = ({ er, ep, ed }: Rated) =>
    `${Number(er).toFixed(1)}/${Number(ep).toFixed(1)}/${Number(ed).toFixed(1)}`;
  const differing = rated.filter(({ row, mine }) => text(row) !== text(mine));
  for (const { row, mine } of differing.slice(0, list)) {
    console.log(
      `  ${row.puzzle}: expected ${row.er}/${row.ep}/${row.ed}, got ${mine.er}/${mine.ep}/${mine.ed}`,
    );
  }
}

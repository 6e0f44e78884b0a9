/** The middle of some values, or half-way between the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  return (ascending[Math.ceil(middle - 1)]! + ascending[Math.floor(middle)]!) / 2;
}

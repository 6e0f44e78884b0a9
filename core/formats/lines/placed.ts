/** A puzzle without the `+` before each cell that was placed and not given, as HoDoKu writes it; undefined if it has none. */
export function withoutPlaced(cells: string): string | undefined {
  const plain = cells.replace(/\+(?=[1-9A-Za-z])/g, '');
  return plain.length < cells.length && !plain.includes('+') ? plain : undefined;
}

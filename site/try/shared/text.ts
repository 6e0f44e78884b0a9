/** An integer with separators. */
export const count = (value: number): string => value.toLocaleString('en');

/** A number and its noun: `1 puzzle`, `2,000 puzzles`. */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

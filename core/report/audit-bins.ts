// Bins for the distributions of several sets side by side: numbers in ranges of equal width, other values by
// themselves.

/** A bar of a distribution: its label, and the number of puzzles of each set. */
export interface CountedBin {
  readonly label: string;
  readonly counts: readonly number[];
}

type Counts = Readonly<Record<string, number>>;

/** Most bins of numbers, and of other values. */
const [MOST_NUMBERS, MOST_TEXTS] = [24, 12];
/** Whole numbers that differ by a larger factor have bins of powers of two. */
const WIDE = 64;

/** Compares distributions: numbers in order, in ranges if they are many; then other values, those of most puzzles first. */
export function binsOf(sets: readonly Counts[]): CountedBin[] {
  const values = [...new Set(sets.flatMap((counts) => Object.keys(counts)))];
  const isNumber = (value: string) => /^-?\d+(\.\d+)?$/.test(value);
  return [
    ...numberBins(values.filter(isNumber), sets),
    ...textBins(
      values.filter((value) => !isNumber(value)),
      sets,
    ),
  ];
}

function numberBins(values: readonly string[], sets: readonly Counts[]): CountedBin[] {
  const binOf = values.length > MOST_NUMBERS ? rangesFor(values.map(Number)) : ownBin;
  const bins = new Map<string, string[]>();
  for (const value of values.toSorted((a, b) => Number(a) - Number(b))) {
    const label = binOf(Number(value), value);
    const others = bins.get(label);
    if (others) others.push(value);
    else bins.set(label, [value]);
  }
  return [...bins].map(([label, own]) => ({ label, counts: sets.map((counts) => sumOf(counts, own)) }));
}

const ownBin = (_: number, value: string): string => value;

/** The label of the range that a number is in. */
function rangesFor(numbers: readonly number[]): (value: number) => string {
  let [least, most, isWhole] = [Infinity, -Infinity, true];
  for (const value of numbers) {
    least = Math.min(least, value);
    most = Math.max(most, value);
    isWhole &&= Number.isInteger(value);
  }
  if (isWhole && least >= 0 && most >= WIDE * (least + 1)) {
    return (value) => {
      const from = value === 0 ? 0 : 2 ** Math.floor(Math.log2(value));
      return from < 2 ? `${from}` : `${from}–${2 * from - 1}`;
    };
  }
  const step = stepFor(most - least, isWhole ? 2 : 0.5);
  return (value) => {
    const from = Math.floor(value / step) * step;
    return isWhole ? `${from}–${from + step - 1}` : `${from.toFixed(1)}–${(from + step - 0.1).toFixed(1)}`;
  };
}

/** The least of 0.5, 1, 2, 5, 10, 20, … that is not below another one, and makes few enough ranges of a span. */
function stepFor(span: number, least: number): number {
  for (let power = 0.1; ; power *= 10) {
    for (const digit of [1, 2, 5]) {
      const step = Math.round(digit * power * 10) / 10;
      if (step >= least && span / step < MOST_NUMBERS - 1) return step;
    }
  }
}

function textBins(values: readonly string[], sets: readonly Counts[]): CountedBin[] {
  const total = (value: string) => sets.reduce((sum, counts) => sum + (counts[value] ?? 0), 0);
  const ordered = values.toSorted((a, b) => total(b) - total(a) || (a < b ? -1 : 1));
  const shown = ordered.slice(0, MOST_TEXTS).map((value) => [value, [value]] as const);
  const rest = ordered.slice(MOST_TEXTS);
  const bins = rest.length > 0 ? [...shown, [`${rest.length} other values`, rest] as const] : shown;
  return bins.map(([label, own]) => ({ label, counts: sets.map((counts) => sumOf(counts, own)) }));
}

function sumOf(counts: Counts, values: readonly string[]): number {
  return values.reduce((sum, value) => sum + (counts[value] ?? 0), 0);
}

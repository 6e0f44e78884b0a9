import type { Rule } from '../../../core/solver/model/rule-kinds.ts';

/** Whether a grid whose cells of a rule are filled obeys it: each kind as a book of puzzles states it. */
export function obeys({ kind, cells, value }: Rule, grid: ArrayLike<number>): boolean {
  const digits = cells.map((cell) => grid[cell]!);
  const [first, second] = digits as [number, number];
  const sum = digits.reduce((total, digit) => total + digit, 0);
  const neighbours = digits.slice(1).map((digit, i) => [digits[i]!, digit] as const);
  const areDifferent = new Set(digits).size === digits.length;
  switch (kind) {
    case 'cage':
      return areDifferent && (value === undefined || sum === value);
    case 'arrow':
      return first === sum - first;
    case 'thermo':
      return neighbours.every(([a, b]) => a < b);
    case 'whisper':
      return neighbours.every(([a, b]) => Math.abs(a - b) >= (value ?? 5));
    case 'renban':
      return areDifferent && Math.max(...digits) - Math.min(...digits) === digits.length - 1;
    case 'white':
      return Math.abs(first - second) === (value ?? 1);
    case 'black':
      return Math.max(first, second) === (value ?? 2) * Math.min(first, second);
    case 'x':
      return sum === 10;
    case 'v':
      return sum === 5;
    case 'greater':
      return first > second;
    case 'even':
      return first % 2 === 0;
    case 'odd':
      return first % 2 === 1;
  }
}

import { ALL_EMPTY_SYMBOLS, MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import { recordOf, type Shape, text as textShape } from '../../options/shape.ts';
import {
  chooseAlphabet,
  countSymbols,
  emptiesOf,
  hasToldDigits,
  isPlausible,
  noSymbols,
  type Symbols,
} from '../shared/alphabet.ts';
import { sizeOfCells } from '../shared/format.ts';

/** What people call the columns of a table and the members of an object. */
const NAMES = {
  puzzle:
    /^(puzzles?|quiz(zes)?|questions?|sudokus?|grids?|boards?|problems?|givens|unsolved|initial|input|((initial|start(ing)?|unsolved|puzzle|sudoku|quiz|question)_(state|board|grid|string|puzzle|sudoku|quiz)))$/,
  solution:
    /^(solutions?|answers?|solved|results?|output|target|((solution|solved|final|answer|target)_(state|board|grid|string|puzzle|sudoku))|sudoku_solution|puzzle_solution)$/,
  status: /^status$/,
  count: /^(count|counts|solution_count|num_solutions|n_solutions|number_of_solutions)$/,
  rating: /^(rating|se_rating|er)$/,
} as const;
export type Role = keyof typeof NAMES;

/** What a column or member of this name holds, if it is one of those that matter. */
export function roleOf(name: string): Role | undefined {
  const plain = name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return (Object.keys(NAMES) as Role[]).find((role) => NAMES[role].test(plain));
}

const ID = /^(id|key|name|nr|no|number|index|puzzle_?(id|name|nr|no|number|index)|uuid|hash)$/i;

/** Whether a column or member of this name tells records apart. */
export function isIdName(name: string): boolean {
  return ID.test(name.trim().replace(/[\s-]+/g, '_'));
}

/** A grid found in the text of a field or value. */
export interface TextGrid {
  readonly size: number;
  /** One character a cell; undefined where cells are numbers. */
  readonly symbols: string | undefined;
  readonly empties: number;
}

const EMPTY = /^(0|00|0\.0|[.*_?x-]{1,2}|-1|null|none|nan|)$/i;

/** The grid that a text may be, by the number and look of its cells: what the reader will find, told from the head. */
export function gridIn(text: string, alphabet?: string): TextGrid | undefined {
  const packed = symbolsGrid(text, alphabet);
  if (packed) return packed;
  const tokens = tokensIn(text);
  const size = sizeOfCells(tokens.length);
  if (size !== undefined && tokens.every((token) => EMPTY.test(token) || isNumber(token, size))) {
    return { size, symbols: undefined, empties: tokens.filter((token) => EMPTY.test(token)).length };
  }
  return tokens.length > 1 ? symbolsGrid(tokens.join(''), alphabet) : undefined;
}

/** What stands between separators, as tokens.ts finds it; an empty string is a token. */
export function tokensIn(text: string): string[] {
  return text
    .replaceAll('""', '"."')
    .split(/(?:[\s,;:|/[\](){}"']|\\.)+/)
    .filter((token) => token !== '');
}

/** Whether a token, or a symbol, stands for an empty cell. */
export function isEmptyCell(token: string): boolean {
  return EMPTY.test(token);
}

function isNumber(token: string, size: number): boolean {
  return /^\d{1,2}(\.0)?$/.test(token) && Number(token) <= size;
}

function symbolsGrid(text: string, alphabet?: string): TextGrid | undefined {
  const size = sizeOfCells(text.length);
  if (size === undefined || !isPlausible(text, size, alphabet)) return undefined;
  return new PackedGrid(size, text);
}

/** Counts its empty cells when it is asked: mostly names tell columns apart. */
class PackedGrid implements TextGrid {
  readonly size: number;
  readonly symbols: string;

  constructor(size: number, symbols: string) {
    this.size = size;
    this.symbols = symbols;
  }

  get empties(): number {
    return countEmpties(this.symbols);
  }
}

const IS_EMPTY = new Uint8Array(256);
for (const sign of ALL_EMPTY_SYMBOLS) IS_EMPTY[sign.charCodeAt(0)] = 1;

function countEmpties(text: string): number {
  let empties = 0;
  for (let i = 0; i < text.length; i++) empties += IS_EMPTY[text.charCodeAt(i)] ?? 0;
  return empties;
}

/** Symbols of the values, and signs of empty cells, by size. */
export interface SymbolsShown {
  readonly alphabets: Record<number, string>;
  /** Missing in what an older version stored. */
  readonly empties?: Record<number, string>;
}

/** Printable ASCII: what cells are written in. */
const symbolText = textShape('printable ASCII', (value) => /^[ -~]{0,95}$/.test(value));
const sizeName = textShape(`a size from ${MIN_SIZE} to ${MAX_SIZE}`, (value) => {
  return /^\d{1,2}$/.test(value) && Number(value) >= MIN_SIZE && Number(value) <= MAX_SIZE;
});

/** Checks texts by size that were stored or sent as JSON. */
export const symbolsBySize: Shape<Record<number, string>> = recordOf(sizeName, symbolText);

/** Symbols and signs as {@link chooseAlphabet} and {@link emptiesOf} tell them from these grids. */
export function symbolsOf(grids: Iterable<TextGrid>, given?: string): Required<SymbolsShown> {
  const sizes = new Map<number, Symbols>();
  for (const { size, symbols } of grids) {
    if (symbols === undefined) continue;
    const seen = sizes.get(size) ?? noSymbols(size);
    sizes.set(size, seen);
    seen.grids++;
    if (!hasToldDigits(seen) || !/^[\d.]+$/.test(symbols)) countSymbols(seen, symbols);
  }
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const [size, symbols] of sizes) {
    const alphabet = chooseAlphabet(symbols, given);
    alphabets[size] = alphabet.symbols;
    empties[size] = emptiesOf(symbols, alphabet);
  }
  return { alphabets, empties };
}

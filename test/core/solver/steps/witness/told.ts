// Reads cells, digits, units and candidates out of the sentences of graded steps.

/** A step as it is read by users. */
export interface ToldStep {
  readonly text: string;
  readonly why: string;
  readonly chains?: readonly string[];
}

/** A candidate that is true or false, or assumed to be. */
export interface Claim {
  readonly cell: number;
  readonly digit: number;
  readonly isTrue: boolean;
}

export type Candidates = readonly ReadonlySet<number>[];

const CELL = 'r[1-9]c[1-9]';
const CELLS = `${CELL}(?:(?:, | and | or )${CELL})*`;
const DIGITS = '[1-9](?:(?:, | and | or | nor )[1-9])*';
const UNIT = '(?:[Rr]ow|[Cc]olumn|[Bb]ox|[Dd]iagonal) [1-9]';
const UNITS = `${UNIT}(?:(?:, | and )${UNIT})*`;
const LINES = '(?:rows|columns) [1-9](?:(?:, | and )[1-9])+';
const LOSSES = `${CELLS} loses? ${DIGITS}(?:; ${CELLS} loses? ${DIGITS})*`;
const NODE = `${CELL}(?:=|<>)[1-9]`;
const WORDS: Readonly<Record<string, string>> = {
  CELL,
  CELLS,
  DIGIT: '[1-9]',
  DIGITS,
  UNIT,
  UNITS,
  LINES,
  LOSSES,
  NODE,
};

/** A regular expression in which words in capitals stand for parts of sentences. */
export const form = ([text]: TemplateStringsArray): RegExp =>
  new RegExp(text!.replace(/[A-Z]{4,}/g, (word) => WORDS[word]!));
export const everywhere = ([text]: TemplateStringsArray): RegExp =>
  new RegExp(form(Object.assign([text!], { raw: [text!] })).source, 'g');

export const all = Array.from({ length: 81 }, (_, cell) => cell);
export const nine = Array.from({ length: 9 }, (_, i) => i + 1);

export const row = (cell: number): number => Math.floor(cell / 9) + 1;
export const column = (cell: number): number => (cell % 9) + 1;
export const box = (cell: number): number =>
  Math.floor((row(cell) - 1) / 3) * 3 + Math.ceil(column(cell) / 3);

export const cellNamed = (text: string): number => (Number(text[1]) - 1) * 9 + Number(text[3]) - 1;
export const cellsIn = (text: string): number[] =>
  Array.from(text.matchAll(new RegExp(CELL, 'g')), ([name]) => cellNamed(name));
export const digitsIn = (text: string): number[] => Array.from(text.matchAll(/\d/g), Number);
export const unitsIn = (text: string): string[] =>
  Array.from(text.matchAll(new RegExp(UNIT, 'g')), ([name]) => name);
/** `rows 1, 2 and 5` */
export const linesIn = (text: string): string[] =>
  digitsIn(text).map((number) => `${text.split('s ')[0]} ${number}`);
export const claimIn = (text: string): Claim => {
  const [, cell, sign, digit] = new RegExp(`^(${CELL})(=|<>)([1-9])$`).exec(text)!;
  return { cell: cellNamed(cell!), digit: Number(digit), isTrue: sign === '=' };
};
export const claimsIn = (text: string): Claim[] =>
  Array.from(text.matchAll(new RegExp(NODE, 'g')), ([node]) => claimIn(node));

export const claimOn = (cell: string, digit: string): Claim => ({
  cell: cellNamed(cell),
  digit: Number(digit),
  isTrue: true,
});

/** What a step does, from its notation. */
export function outcomeOf(text: string): Outcome {
  const result = text.split(text.includes('=>') ? '=> ' : ': ')[1]!;
  if (!result.includes('<>')) return { placed: claimIn(result), lost: [] };
  const lost = Array.from(
    result.matchAll(new RegExp(`(${CELL})<>([1-9](?:,[1-9])*)`, 'g')),
    ([, cell, digits]) =>
      digitsIn(digits!).map((digit) => ({ cell: cellNamed(cell!), digit, isTrue: false })),
  );
  return { lost: lost.flat() };
}

export const sameClaims = (one: readonly Claim[], other: readonly Claim[]): boolean =>
  sameSet(one.map(keyOf), other.map(keyOf));
const keyOf = ({ cell, digit, isTrue }: Claim): number => (cell * 10 + digit) * 2 + (isTrue ? 1 : 0);

export const sameSet = <T>(one: Iterable<T>, other: Iterable<T>): boolean => {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
};

export const isMain = (cell: number): boolean => row(cell) === column(cell);
export const isAnti = (cell: number): boolean => row(cell) + column(cell) === 10;

/** Cells of the units by name. */
export const unitCells: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  ['row', 'column', 'box', 'diagonal'].flatMap((kind) =>
    nine.map(
      (number) => [`${kind} ${number}`, new Set(all.filter((cell) => isOf(cell, kind, number)))] as const,
    ),
  ),
);

function isOf(cell: number, kind: string, number: number): boolean {
  if (kind === 'row') return row(cell) === number;
  if (kind === 'column') return column(cell) === number;
  if (kind === 'box') return box(cell) === number;
  return number === 1 ? isMain(cell) : number === 2 && isAnti(cell);
}

export const isIn = (cell: number, unit: string): boolean => unitCells.get(unit)!.has(cell);

export class FalseClaim extends Error {}

export function claim(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new FalseClaim(what);
}

/** What follows from a sentence. */
export interface Outcome {
  readonly placed?: Claim;
  readonly lost: readonly Claim[];
}

export type Rule = readonly [form: RegExp, check: (found: string[], chains: readonly string[]) => Outcome];

/** Losses, which must be exactly the candidates that are gone. */
export function lossesIn(text: string, gone: readonly Claim[]): Outcome {
  const lost = text.split(';').flatMap((part) => {
    const [cells, digits] = part.split(/ loses? /);
    return cellsIn(cells!).flatMap((cell) =>
      digitsIn(digits!).map((digit) => ({ cell, digit, isTrue: false })),
    );
  });
  claim(sameClaims(lost, gone), 'other candidates follow');
  claim(gone.length > 0, 'nothing follows');
  return { lost };
}

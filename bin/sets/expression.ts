// The language of `--where`: comparisons of fields, joined by and, or, not and parentheses. Conditions become functions
// without code being generated, so that nothing in them can run.
import { didYouMean } from '../../core/options/nearest-name.ts';
import { UsageError } from '../cli/exit.ts';

/** The value of a field of a record; undefined if it has none. */
export type ValueOf = (field: string) => string | number | undefined;

export interface Condition {
  /** Names that are compared. A word to the right of = or != is one only if there is such a field; else it is text. */
  readonly fields: readonly { readonly name: string; readonly mayBeText: boolean }[];
  /** Words and texts that fields are compared with by = or !=. */
  readonly texts: readonly { readonly field: string; readonly text: string }[];
  holds(get: ValueOf): boolean;
}

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
  /** offset in the expression */
  readonly at: number;
}

type Value = string | number | undefined;
interface Operand {
  readonly valueIn: (get: ValueOf) => Value;
  /** Whether what stands there is compared as text, even if it has digits only: it is in quotes, or a word that is no field. */
  readonly isText: (get: ValueOf) => boolean;
}
type Test = (get: ValueOf) => boolean;

const SIGNS = ['<=', '>=', '!=', '==', '<>', '<', '>', '=', '(', ')'];
/** What people write for other signs and words. */
const MISTAKEN: Readonly<Record<string, string>> = { '=>': '>=', '=<': '<=', '&&': 'and', '||': 'or' };
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Signs and words of other languages that compare. */
const OTHER_COMPARISON = /~|\s(?:not\s+)?(?:in|like|between|is|contains|matches)\b/i;

/** What stands in their place; empty if a condition has none of them. */
const comparisonHint = (text: string) =>
  OTHER_COMPARISON.test(text)
    ? ' (comparisons are =, !=, <, <=, > and >=; one of several is clues = 24 or clues = 25)'
    : '';

/** Parses a condition. @throws UsageError that shows the place of the fault */
export function parseCondition(text: string): Condition {
  const parser = new Parser(text);
  const holds = parser.parse();
  return { fields: parser.fields, texts: parser.texts, holds };
}

/**
 * Checks the names of a condition.
 * @throws UsageError that names the field and lists those that exist
 */
export function checkFields({ fields }: Condition, names: readonly string[], where: string): void {
  for (const { name, mayBeText } of fields) {
    if (mayBeText || names.includes(name)) continue;
    const hint = didYouMean(name, names);
    throw new UsageError(`--where: expected a field of ${where} (${names.join(', ')}), got ${name}${hint}`);
  }
}

/**
 * Checks what a computed field is compared with.
 * @param fields of the file, whose names are no texts
 * @throws UsageError for a text that it never is
 */
export function checkTexts(
  { texts }: Condition,
  name: string,
  values: readonly string[],
  fields: ReadonlyMap<string, unknown>,
): void {
  for (const { field, text } of texts) {
    if (field !== name || values.includes(text) || fields.has(text)) continue;
    const hint = didYouMean(text, values);
    throw new UsageError(`--where: expected ${name} to be one of ${values.join(', ')}, got ${text}${hint}`);
  }
}

/** Deepest nesting of parentheses and `not`. */
const MAX_DEPTH = 100;

class Parser {
  readonly fields: { name: string; mayBeText: boolean }[] = [];
  readonly texts: { field: string; text: string }[] = [];
  readonly #text: string;
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  parse(): Test {
    const test = this.#or();
    if (this.#token.kind !== 'end') throw this.#fault('and, or or the end');
    return test;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(): Token {
    return this.#tokens[this.#next++]!;
  }

  #takeWord(word: string): boolean {
    const isIt = this.#token.kind === 'word' && this.#token.text.toLowerCase() === word;
    if (isIt) this.#next++;
    return isIt;
  }

  #isSign(sign: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign;
  }

  #or(): Test {
    const tests = [this.#and()];
    while (this.#takeWord('or')) tests.push(this.#and());
    return tests.length === 1 ? tests[0]! : (get) => tests.some((test) => test(get));
  }

  #and(): Test {
    const tests = [this.#not()];
    while (this.#takeWord('and')) tests.push(this.#not());
    return tests.length === 1 ? tests[0]! : (get) => tests.every((test) => test(get));
  }

  #not(): Test {
    if (++this.#depth > MAX_DEPTH) throw this.#fault(`at most ${MAX_DEPTH} nested conditions`);
    try {
      if (this.#takeWord('not')) {
        const test = this.#not();
        return (get) => !test(get);
      }
      if (this.#isSign('(')) {
        this.#next++;
        const test = this.#or();
        if (!this.#isSign(')')) throw this.#fault(')');
        this.#next++;
        return test;
      }
      return this.#comparison();
    } finally {
      this.#depth--;
    }
  }

  #comparison(): Test {
    const first = this.#token;
    const left = this.#operand(false);
    const sign = this.#token;
    if (sign.kind !== 'sign' || sign.text === '(' || sign.text === ')')
      return (get) => isTrue(left.valueIn(get));
    this.#next++;
    const second = this.#token;
    const compare = COMPARISONS[sign.text];
    const right = this.#operand(compare === undefined && first.kind === 'word');
    if (compare) {
      return (get) => {
        const order = orderOf(left, right, get);
        return order !== undefined && compare(order);
      };
    }
    for (const [field, text] of [[first, second] as const, [second, first] as const])
      if (field.kind === 'word' && text.kind !== 'number')
        this.texts.push({ field: field.text, text: text.text });
    const isNegated = sign.text === '!=' || sign.text === '<>';
    return (get) => isSame(left, right, get) !== isNegated;
  }

  /** @param mayBeText whether a word is text unless there is such a field */
  #operand(mayBeText: boolean): Operand {
    const token = this.#take();
    const { kind, text } = token;
    if (kind === 'number' || kind === 'text') return { valueIn: () => text, isText: () => kind === 'text' };
    if (kind !== 'word') {
      this.#next--;
      throw this.#fault(mayBeText ? 'a field, a number or a text' : 'a field or a number');
    }
    this.fields.push({ name: text, mayBeText });
    // as an empty field, which null of JSON is
    if (mayBeText && text === 'null') return { valueIn: (get) => get(text), isText: () => false };
    return mayBeText
      ? { valueIn: (get) => get(text) ?? text, isText: (get) => get(text) === undefined }
      : { valueIn: (get) => get(text), isText: () => false };
  }

  #fault(expected: string): UsageError {
    const { kind, text, at } = this.#token;
    const got = kind === 'end' ? 'the end' : JSON.stringify(text);
    return new UsageError(
      `--where: expected ${expected} at character ${at + 1} of ${JSON.stringify(this.#text)}, got ${got}${comparisonHint(this.#text)}`,
    );
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const sign = SIGNS.find((one) => text.startsWith(one, at));
    const char = text[at]!;
    const mistaken = MISTAKEN[text.slice(at, at + 2)];
    if (mistaken !== undefined) {
      throw new UsageError(
        `--where: expected ${mistaken} at character ${at + 1} of ${JSON.stringify(text)}, got ${text.slice(at, at + 2)}`,
      );
    }
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (sign !== undefined) {
      tokens.push({ kind: 'sign', text: sign, at });
      at += sign.length;
    } else if (`'"\``.includes(char)) {
      const end = text.indexOf(char, at + 1);
      if (end < 0)
        throw new UsageError(
          `--where: expected ${char} at the end of ${JSON.stringify(text.slice(at))}, got none`,
        );
      // a name with other characters stands between backquotes
      tokens.push({ kind: char === '`' ? 'word' : 'text', text: text.slice(at + 1, end), at });
      at = end + 1;
    } else {
      let end = at;
      while (end < text.length && /[\p{L}\p{N}_.-]/u.test(text[end]!)) end++;
      if (end === at) {
        throw new UsageError(
          `--where: expected a field, a number, a comparison, and, or, or not at character ${at + 1} of ${JSON.stringify(text)}, got ${JSON.stringify(char)}${comparisonHint(text)}`,
        );
      }
      const word = text.slice(at, end);
      tokens.push({
        kind: /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d{1,3})?$/i.test(word) ? 'number' : 'word',
        text: word,
        at,
      });
      at = end;
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function isTrue(value: Value): boolean {
  const number = numberIn(value);
  return (
    value !== undefined &&
    value !== '' &&
    value !== 'false' &&
    !(number && orderOfNumbers(number, ZERO) === 0)
  );
}

/** A decimal number of any length, which is compared digit by digit: identifiers have more digits than a double. */
interface Decimal {
  readonly isNegative: boolean;
  /** without zeros in front, and at the end */
  readonly whole: string;
  readonly fraction: string;
  /** Whether it is only known to be above that, as the rating `>9.5`. */
  readonly isAbove: boolean;
}

const ZERO: Decimal = { isNegative: false, whole: '', fraction: '', isAbove: false };

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;

/** The number that a value is; undefined for other texts, such as `0x10`. */
function numberIn(value: Value): Decimal | undefined {
  if (value === undefined) return undefined;
  const text = String(value).trim();
  const isAbove = text.startsWith('>');
  const found = DECIMAL.exec(isAbove ? text.slice(1) : text);
  if (!found) return undefined;
  const [, sign, before = '', after = '', exponent = '0'] = found;
  if (before === '' && after === '') return undefined;
  // the exponent moves the point
  const point = before.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -point))}${before}${after}`.padEnd(point, '0');
  const [whole, fraction] = [digits.slice(0, Math.max(0, point)), digits.slice(Math.max(0, point))];
  let [start, end] = [0, fraction.length];
  while (whole[start] === '0') start++;
  while (end > 0 && fraction[end - 1] === '0') end--;
  return { isNegative: sign === '-', whole: whole.slice(start), fraction: fraction.slice(0, end), isAbove };
}

function orderOfNumbers(a: Decimal, b: Decimal): number {
  const [size, sizeOfB] = [a, b].map(({ whole, isNegative }) => (isNegative ? -1 : 1) * whole.length) as [
    number,
    number,
  ];
  const isNegative = a.isNegative && b.isNegative;
  const isZero = (one: Decimal) => one.whole === '' && one.fraction === '';
  if (isZero(a) && isZero(b)) return Number(a.isAbove) - Number(b.isAbove);
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const order =
    size - sizeOfB ||
    (isNegative ? -1 : 1) * (textOrder(a.whole, b.whole) || textOrder(a.fraction, b.fraction));
  return order || Number(a.isAbove) - Number(b.isAbove);
}

/** Few enough digits that different numbers are different doubles, in the same order. */
const USUAL = /^-?\d{1,9}(?:\.\d{1,6})?$/;

/** A number that can be compared as a double; undefined for others, and for texts. */
function usualNumber(value: string | number): number | undefined {
  const isUsual = typeof value === 'number' ? Number.isFinite(value) : USUAL.test(value);
  return isUsual ? Number(value) : undefined;
}

const textOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Orders two values: as texts if one of them is text, otherwise as numbers. Undefined if there is nothing to order. */
function orderOf(left: Operand, right: Operand, get: ValueOf): number | undefined {
  const [a, b] = [left.valueIn(get), right.valueIn(get)];
  if (a === undefined || b === undefined) return undefined;
  if (left.isText(get) || right.isText(get)) return textOrder(String(a), String(b));
  const [x, y] = [usualNumber(a), usualNumber(b)];
  if (x !== undefined && y !== undefined) return x - y;
  const [one, other] = [numberIn(a), numberIn(b)];
  return one && other && orderOfNumbers(one, other);
}

/** Whether two values are the same number, or else the same text. A missing value is an empty text. */
function isSame(left: Operand, right: Operand, get: ValueOf): boolean {
  const [a = '', b = ''] = [left.valueIn(get), right.valueIn(get)];
  if (String(a) === String(b)) return true;
  return !left.isText(get) && !right.isText(get) && orderOf(left, right, get) === 0;
}

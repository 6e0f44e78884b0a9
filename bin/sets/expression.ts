// The language of `--where`: comparisons of fields, joined by and, or, not and parentheses. Conditions become functions
// without code being generated, so that nothing in them can run.
import { nearestName } from '../../core/options/nearest-name.ts';
import { UsageError } from '../cli/exit.ts';

/** The value of a field of a record; undefined if it has none. */
export type ValueOf = (field: string) => string | number | undefined;

export interface Condition {
  /** Names that are compared. A word to the right of a comparison is one only if there is such a field; else it is text. */
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

type Operand = (get: ValueOf) => string | number | undefined;
type Test = (get: ValueOf) => boolean;

const SIGNS = ['<=', '>=', '!=', '==', '<>', '<', '>', '=', '(', ')'];
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

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
    const near = nearestName(name, names);
    const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
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
    const near = nearestName(text, values);
    const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
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
    const field = this.#token;
    const left = this.#operand(false);
    const sign = this.#token;
    if (sign.kind !== 'sign' || sign.text === '(' || sign.text === ')') return (get) => isTrue(left(get));
    this.#next++;
    const { kind, text } = this.#token;
    const right = this.#operand(true);
    const compare = COMPARISONS[sign.text];
    if (compare) {
      return (get) => {
        const order = orderOf(left(get), right(get));
        return order !== undefined && compare(order);
      };
    }
    if (field.kind === 'word' && kind !== 'number') this.texts.push({ field: field.text, text });
    const isNegated = sign.text === '!=' || sign.text === '<>';
    return (get) => isSame(left(get), right(get)) !== isNegated;
  }

  #operand(mayBeText: boolean): Operand {
    const token = this.#take();
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'text') return () => token.text;
    if (token.kind !== 'word') {
      this.#next--;
      throw this.#fault(mayBeText ? 'a field, a number or a text' : 'a field');
    }
    this.fields.push({ name: token.text, mayBeText });
    return mayBeText ? (get) => get(token.text) ?? token.text : (get) => get(token.text);
  }

  #fault(expected: string): UsageError {
    const { kind, text, at } = this.#token;
    const got = kind === 'end' ? 'the end' : JSON.stringify(text);
    return new UsageError(
      `--where: expected ${expected} at character ${at + 1} of ${JSON.stringify(this.#text)}, got ${got}`,
    );
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const sign = SIGNS.find((one) => text.startsWith(one, at));
    const char = text[at]!;
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
          `--where: expected a field, a number, a comparison, and, or, or not at character ${at + 1} of ${JSON.stringify(text)}, got ${JSON.stringify(char)}`,
        );
      }
      const word = text.slice(at, end);
      tokens.push({ kind: /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(word) ? 'number' : 'word', text: word, at });
      at = end;
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function isTrue(value: string | number | undefined): boolean {
  return (
    value !== undefined &&
    value !== '' &&
    value !== 0 &&
    value !== '0' &&
    value !== 'false' &&
    value !== 'null'
  );
}

/** The number in a value; `>9.5` is above 9.5. */
function numberIn(value: string | number | undefined): number | undefined {
  if (typeof value !== 'string') return value;
  const isAbove = value.startsWith('>');
  const text = isAbove ? value.slice(1) : value;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : isAbove ? number + 1e-9 : number;
}

/** Orders two numbers; undefined if one of the values is none. */
function orderOf(left: string | number | undefined, right: string | number | undefined): number | undefined {
  const [a, b] = [numberIn(left), numberIn(right)];
  return a === undefined || b === undefined ? undefined : a - b;
}

function isSame(left: string | number | undefined, right: string | number | undefined): boolean {
  const order = orderOf(left, right);
  return order === undefined ? `${left ?? ''}` === `${right ?? ''}` : order === 0;
}

// Checks of arguments from JavaScript without types, and how their messages describe a value.

/** Characters of a value in a message. */
const MAX_SHOWN = 40;

/**
 * A value that a caller passed, for the end of a message `expected …, got …`. Never throws, whatever the value.
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${shortened(String(value))}n`;
  if (typeof value !== 'object' || value === null) return String(value as number);
  try {
    if (Array.isArray(value))
      return value.length === 1 ? 'an array of 1 element' : `an array of ${value.length} elements`;
    if (ArrayBuffer.isView(value))
      return `${withArticle(value.constructor.name)} of ${value.byteLength} bytes`;
    const kind = value.constructor?.name;
    if (typeof kind === 'string' && kind !== '' && kind !== 'Object') return `${withArticle(kind)} object`;
    const names = Object.keys(value);
    return names.length === 0 ? 'an empty object' : `an object with ${shortened(names.join(', '))}`;
  } catch {
    // a proxy, or a getter that throws
    return 'an object';
  }
}

/** `a Date`, `an Error`; most names with U sound like `a Uint8Array`. */
function withArticle(name: string): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** A text in quotes, shortened. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The error for an argument from JavaScript without types. */
type ArgumentError = typeof TypeError | typeof RangeError;

/** @throws the error, which names the argument, if it is not what is expected */
function requireThat(
  isExpected: boolean,
  value: unknown,
  name: string,
  expected: string,
  Kind: ArgumentError = TypeError,
): void {
  if (!isExpected) throw new Kind(`${name}: expected ${expected}, got ${describeValue(value)}`);
}

/** Checks that an argument is an object, not null and not an array. @throws TypeError */
export function checkObject(value: unknown, name: string, expected = 'an object'): void {
  requireThat(typeof value === 'object' && value !== null && !Array.isArray(value), value, name, expected);
}

/** Checks that an argument is a number. @throws RangeError */
export function checkNumber(value: unknown, name: string): void {
  requireThat(typeof value === 'number' && !Number.isNaN(value), value, name, 'a number', RangeError);
}

/** Checks that an argument is a string. @throws TypeError */
export function checkText(value: unknown, name: string): void {
  requireThat(typeof value === 'string', value, name, 'a string');
}

/** Checks that an argument is true or false. @throws TypeError */
export function checkBoolean(value: unknown, name: string): void {
  requireThat(typeof value === 'boolean', value, name, 'true or false');
}

/** Checks that an argument can be iterated for chunks of bytes. @throws TypeError */
export function checkIterable(value: unknown, name: string): void {
  const isIterable =
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value);
  const expected = 'an iterable of Uint8Arrays, such as a stream';
  requireThat(isIterable && !ArrayBuffer.isView(value), value, name, expected);
}

/** Checks that an argument is a function. @throws TypeError */
export function checkFunction(value: unknown, name: string): void {
  requireThat(typeof value === 'function', value, name, 'a function');
}

/**
 * Whether a value is a Uint8Array or a Buffer, also of another global object: a frame of a page, or a test environment of jest,
 * where `instanceof` does not recognise it.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** Checks that an argument is bytes. @throws TypeError */
export function checkBytes(value: unknown, name: string): void {
  requireThat(isBytes(value), value, name, 'a Uint8Array');
}

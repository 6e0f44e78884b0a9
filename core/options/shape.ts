// Checks values that were parsed from JSON, such as stored plans and messages. Shapes are functions, which combine to
// shapes of objects and lists.

/** A value of the wrong shape. The message names the member, the expected and the actual value. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/**
 * Checks a value that was parsed from untrusted JSON, and returns it with its type.
 * @param name of the value, for the message: `upload.key`
 * @throws ShapeError
 */
export type Shape<T> = (value: unknown, name: string) => T;

/** The values of a shape: read-only, and members that may be undefined may be missing. */
export type Shaped<S> = S extends Shape<infer T> ? Plain<T> : never;

type Plain<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: ReadOnly<T[K]>;
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: ReadOnly<T[K]> };

type ReadOnly<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;

/** The shape of each member; {@link optional} for a member that may be missing. */
export type MemberShapes<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

type Missing<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** An object with these types of members, of which those that may be undefined may be missing. */
type Described<T> = { readonly [K in keyof T as Exclude<K, Missing<T>>]: T[K] } & {
  readonly [K in keyof T as Extract<K, Missing<T>>]?: T[K];
};

/** Characters of a value in a message. */
const MAX_SHOWN = 80;

function reject(name: string, expected: string, value: unknown): never {
  // JSON.stringify returns undefined for a missing member
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  throw new ShapeError(`${name && `${name}: `}expected ${expected}, got ${shown}`);
}

/** Parses JSON. @throws ShapeError for any other text */
export function parseJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return reject(name, 'JSON', json);
  }
}

/** A text that passes a test. @param expected name of such a text in the message */
export function text(expected = 'a text', test: (value: string) => boolean = () => true): Shape<string> {
  return (value, name) => (typeof value === 'string' && test(value) ? value : reject(name, expected, value));
}

/** An integer within bounds, both included. */
export function integer(least: number, most: number): Shape<number> {
  return (value, name) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? (value as number)
      : reject(name, `an integer from ${least} to ${most}`, value);
}

/** A number from 0 on, such as a duration. */
export const amount: Shape<number> = (value, name) =>
  typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY
    ? value
    : reject(name, 'a number from 0 on', value);

/** A count: an integer from 0 on that is exact. */
export const natural: Shape<number> = integer(0, Number.MAX_SAFE_INTEGER);

export const boolean: Shape<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : reject(name, 'true or false', value);

/** One of some values. */
export function anyOf<const T extends string | boolean>(...allowed: readonly T[]): Shape<T> {
  return (value, name) =>
    allowed.includes(value as T)
      ? (value as T)
      : reject(name, allowed.map((each) => JSON.stringify(each)).join(' or '), value);
}

/** A value that may be missing. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, name) => (value === undefined ? undefined : shape(value, name));
}

/** An array of at most `most` values. */
export function listOf<T>(shape: Shape<T>, most: number): Shape<T[]> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length > most) {
      reject(name, `an array of at most ${most}`, Array.isArray(value) ? value.length : value);
    }
    return value.map((item, index) => shape(item, `${name}[${index}]`));
  };
}

/** An object whose members have any names and the same shape. */
export function recordOf<T>(key: Shape<string>, shape: Shape<T>): Shape<Record<string, T>> {
  return (value, name) => {
    const entries = Object.entries(object(value, name));
    return Object.fromEntries(
      entries.map(([each, item]) => [key(each, `${name}: a name`), shape(item, `${name}.${each}`)]),
    );
  };
}

/** An object with these members. Others are dropped: a later version may have written them. */
export function members<T extends object>(shapes: MemberShapes<T>): Shape<Described<T>> {
  const entries = Object.entries(shapes) as [string, Shape<unknown>][];
  return (value, name) => {
    const given = object(value, name);
    const checked = entries.map(([key, shape]) => {
      const item = Object.hasOwn(given, key) ? given[key] : undefined;
      return [key, shape(item, name === '' ? key : `${name}.${key}`)] as const;
    });
    return Object.fromEntries(checked.filter(([, item]) => item !== undefined)) as Described<T>;
  };
}

/** Any object but an array. */
export const object: Shape<Record<string, unknown>> = (value, name) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : reject(name, 'an object', value);

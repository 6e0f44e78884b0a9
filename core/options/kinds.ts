/** A kind of values: what text gives them, and how that is said to people. */
export interface Kind<T> {
  /** What a flag's value is called in its help; undefined for a flag that takes none. */
  readonly placeholder: string | undefined;
  /** All that there are, where they are few. */
  readonly values?: readonly string[];
  /** Ends of the range, where it is one of numbers. */
  readonly range?: readonly [least: number, most: number];
  /** @throws Unfit */
  parse(text: string): T;
  /** The text that {@link parse} takes for a value; without it that is the value's JSON. */
  text?(value: T): string;
}

/** Tells of a text that a kind does not take what was expected: words that go on after that one. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** One of some names. */
export function oneOf<const T extends string>(...allowed: T[]): Kind<T> {
  return {
    placeholder: 'name',
    values: allowed,
    parse(text) {
      const found = allowed.find((name) => name === text);
      if (found === undefined) throw new Unfit(allowed.join(' or '));
      return found;
    },
  };
}

export const yesOrNo: Kind<boolean> = {
  placeholder: undefined,
  parse(text) {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new Unfit('true or false');
  },
};

/** @param unit for the message: `MiB` */
export function wholeNumber(least: number, most: number, unit?: string): Kind<number> {
  return {
    placeholder: 'n',
    range: [least, most],
    parse(text) {
      const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      if (number >= least && number <= most) return number;
      throw new Unfit(`a whole number from ${least} to ${most}${unit === undefined ? '' : ` ${unit}`}`);
    },
  };
}

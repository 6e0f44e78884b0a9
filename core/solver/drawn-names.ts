// Names of the rules that puzzles can be generated with: variants, and rules that are drawn at random for each puzzle.
import { InvalidValue, inWords, type Kind, type Variant } from '../options/options.ts';
import { VARIANT_NAMES, type VariantName } from '../options/variants.ts';

/** Rules that each puzzle has for itself: they are drawn so that its solution obeys them. `jigsaw` draws regions. */
export const DRAWN_NAMES = [
  'jigsaw',
  'killer',
  'arrow',
  'thermo',
  'whispers',
  'renban',
  'kropki',
  'xv',
  'greater',
  'even-odd',
] as const;
/** A name of rules that are drawn. */
export type DrawnName = (typeof DRAWN_NAMES)[number];

/** Names of the members that records have for rules, which mean the same. */
const MEMBERS: Readonly<Record<string, DrawnName>> = {
  regions: 'jigsaw',
  cages: 'killer',
  arrows: 'arrow',
  thermos: 'thermo',
  dots: 'kropki',
  even: 'even-odd',
  odd: 'even-odd',
};

const CLASSIC = 'classic';
const NAMES = [...VARIANT_NAMES, ...DRAWN_NAMES];
type Name = VariantName | DrawnName;

/** `classic`, or names with commas: `jigsaw,killer,anti-knight`. */
export type GeneratedVariant = typeof CLASSIC | Name | `${Name},${string}`;

/** Variants that require signs to be drawn, and the name that draws them. */
const IMPLIED: Partial<Record<VariantName, DrawnName>> = { 'all-dots': 'kropki', 'all-xv': 'xv' };

interface Named {
  readonly variant: Variant;
  readonly drawn: readonly DrawnName[];
}

/** The names in a text such as `jigsaw,x`. Undefined if one is unknown. */
export function namedVariants(text: string): Named | undefined {
  const words = text.split(',').map((word) => (Object.hasOwn(MEMBERS, word) ? MEMBERS[word]! : word));
  if (words.length === 1 && words[0] === CLASSIC) return { variant: CLASSIC, drawn: [] };
  if (!words.every((word) => (NAMES as string[]).includes(word))) return undefined;
  const named = VARIANT_NAMES.filter((name) => words.includes(name));
  const implied = named.map((name) => IMPLIED[name]);
  return {
    variant: (named.join(',') || CLASSIC) as Variant,
    drawn: DRAWN_NAMES.filter((name) => words.includes(name) || implied.includes(name)),
  };
}

export const GENERATED_VARIANT: Kind<GeneratedVariant> = {
  placeholder: 'names',
  values: [CLASSIC, ...NAMES],
  isList: true,
  parse(text) {
    if (namedVariants(text) === undefined)
      throw new InvalidValue(`${CLASSIC}, or names with commas of ${inWords(NAMES)}`);
    return text as GeneratedVariant;
  },
  text: (value) => value,
};

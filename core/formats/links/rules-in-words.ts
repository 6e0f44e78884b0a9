// Rules that a puzzle states in words. Words cannot be solved, but they show that a puzzle has a rule that its link does not hold.

import type { VariantName } from '../../options/variants.ts';
import type { RuleKind } from '../../solver/model/rule-kinds.ts';
import { type Description, printed } from './description.ts';

/** The name of a rule that only a sentence states. */
export const ruleInWords = (sentence: string) => `rules in words: ${printed(sentence)}`;

/** The first sentence that says more than the rules of sudoku and of cages. */
export function newSentence(text: string): string | undefined {
  return sentencesIn(text).find((sentence) => !SAYS_NOTHING_NEW.test(sentence));
}

/** What a puzzle has: kinds of rules, variants, and regions in place of boxes. */
export type Known = ReadonlySet<RuleKind | VariantName | 'regions'>;

/** The first sentence that names a rule of which the puzzle has none. */
export function sentenceOfAnother(text: string, known: Known): string | undefined {
  return sentencesIn(text).find((sentence) =>
    NAMES.some(({ within, kinds }) => within.test(sentence) && !kinds.some((kind) => known.has(kind))),
  );
}

/** Whether a text names a rule. */
export const namesRule = (text: string): boolean => sentenceOfAnother(text, new Set()) !== undefined;

/** Whether a title is the name of a rule, such as `Skyscrapers Sudoku`. */
function isNameOfRule(title: string): boolean {
  const name = title
    .slice(0, MAX_TITLE)
    .toLowerCase()
    .replace(/sudoku|puzzle|#|\b(\d+x\d+|\d+|an?|the|classic|with|and)\b|[^\p{L}\d\s-]/gu, ' ')
    .trim()
    .replace(/^-|-$|\s+/g, ' ')
    .trim();
  return TITLES.test(name) || NAMES.some(({ whole }) => whole.test(name));
}

/** A title that is the name of a rule is a rule of a puzzle that has none. */
export function readTitle(description: Description, title: unknown): void {
  if (typeof title === 'string' && description.kinds.size === 0 && isNameOfRule(title))
    description.unsupported(`a rule as the title: ${printed(title)}`);
}

/** Characters of a title that can be a name. */
const MAX_TITLE = 100;

/** Names that are only such where nothing else is said. */
const TITLES =
  /^(x|diagonals?|hyper|odd|even|odd[ -]even|even[ -]odd|consecutive|greater[ -]than|jigsaw|irregular|extra regions?|sums?|dots?)$/;

/** What rules are called, and the kinds and variants of which one must be there. */
const NAMES = (
  [
    [`killer|cages?`, 'cage'],
    [`arrows?`, 'arrow'],
    [`thermo(s|meters?)?`, 'thermo'],
    [`((german|dutch) )?whispers?`, 'whisper'],
    [`renbans?`, 'renban'],
    [`non[- ]?consecutive`, 'non-consecutive', 'all-dots'],
    [`consecutive (digits|numbers|values)`, 'white', 'renban', 'non-consecutive', 'all-dots'],
    [`kropki( dots?)?|(white|black) (dots?|circles?)`, 'white', 'black', 'all-dots'],
    [`xv|(add|sum)(s|ming|ing)? (up )?to (5|five)`, 'x', 'v', 'all-xv'],
    [`inequality|greater[- ]than signs?`, 'greater'],
    [`odd|even (digits?|numbers?|cells?|squares?|values?)|(is|are|be) (an? )?even`, 'odd', 'even'],
    [
      `(main|both|two|marked) diagonals?|diagonals? (must|also|contains?|have|has)|(along|on) (a|the|each|both) diagonals?`,
      'x',
      'cage',
    ],
    [`windoku`, 'windoku', 'cage'],
    [`jigsaw|irregular (regions?|boxes)|(regions?|boxes) (is|are) irregular`, 'regions'],
    [`disjoint`, 'disjoint'],
    [`anti[- ]?knights?|knight('|’)?s('|’)? move`, 'anti-knight'],
    [`anti[- ]?kings?|king('|’)?s('|’)? move`, 'anti-king'],
    // those that no link can state to us
    [`knightmare|anti[- ]?queens?|queen('|’)?s('|’)? move|anti[- ]?bishops?|argyle|girandola|magic squares?`],
    [`sandwich(es)?|skyscrapers?|little killers?|x[- ]?sums?|numbered rooms?|frame sums?|rossini`],
    [`outside (clues?|sums?|numbers?|killer)|battenburgs?|fortress(es)?|star products?`],
    [`quadruples?|palindromes?|between lines?|lockout|region sums?|zippers?|entropic|modular|nabner`],
    [`parity lines?|slow thermo(meter)?s?|index(er|ing|ers)|clones?|split peas?|(sum|ten|10)[- ]lines?`],
    [`(equal|same)[- ](sum|difference)s?( lines?)?|(double|pill|bulbous|product|average) arrows?`],
    [`counting circles?|search ?lights?|look[- ]and[- ]say|descriptive pairs?|tic[- ]tac[- ]toe`],
    [`star battle|yin[- ]?yang|nurikabe|fillomino|slitherlink|minesweeper|battleships?|heyawake|hitori`],
    [`chaos construction|schr(ö|oe?)dinger|doublers?|negators?|wrogn|liars?|samurai|toroidal`],
  ] as const
).map(([name, ...kinds]: readonly [string, ...(RuleKind | VariantName | 'regions')[]]) => ({
  within: new RegExp(`\\b(${name})(?![\\p{L}\\d])`, 'iu'),
  whole: new RegExp(`^(${name})s?( (clues|rules|lines?))?$`, 'iu'),
  kinds,
}));

function sentencesIn(text: string): string[] {
  return text
    .slice(0, MAX_WORDS)
    .split(/[.!\n]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Characters of rules that are examined. */
const MAX_WORDS = 200_000;

/** Sentences that only repeat the rules of sudoku and of cages. */
const SAYS_NOTHING_NEW =
  /^((the )?(normal|standard|classic|regular|usual)( \d+x\d+)?( irregular| jigsaw| killer)? sudoku( rules)?( apply)?|no rules provided for this puzzle|please check the related video or website for rules|(digits|cells|numbers|values) (in|within) (a |the |each )?cages? (must |cannot |may not |do not |can't |don't |have to |must not )?(repeat|sum|add|total|be|differ)[\w ,'()-]*|place the digits (from )?1[ -]+(to[ -]+)?\d+ (once )?in (each|every) row, column and (region|box|3x3 box))$/i;

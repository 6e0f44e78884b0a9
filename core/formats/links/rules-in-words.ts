// Rules that a puzzle states in words. Words cannot be solved, but they show that a puzzle has a rule that its link does not hold.

import type { VariantName } from '../../options/options.ts';
import type { RuleKind } from '../../solver/rule-kinds.ts';
import { printed } from './description.ts';

/** The name of a rule that only a sentence states. */
export const inWords = (sentence: string) => `rules in words: ${printed(sentence)}`;

/** The first sentence that says more than the rules of sudoku and of cages. */
export function newSentence(text: string): string | undefined {
  return sentencesIn(text).find((sentence) => !SAYS_NOTHING_NEW.test(sentence));
}

/** The first sentence that names a rule of which the puzzle has none. @param known the kinds and variants of the puzzle */
export function sentenceOfAnother(
  text: string,
  known: ReadonlySet<RuleKind | VariantName>,
): string | undefined {
  return sentencesIn(text).find((sentence) =>
    NAMES.some(([name, ...kinds]) => name.test(sentence) && !kinds.some((kind) => known.has(kind))),
  );
}

/** What rules are called, and the kinds and variants of which one must be there. */
const NAMES: readonly (readonly [RegExp, ...(RuleKind | VariantName)[]])[] = [
  [/\b(killer|cages?)\b/i, 'cage'],
  [/\barrows?\b/i, 'arrow'],
  [/\bthermo/i, 'thermo'],
  [/\bwhispers?\b/i, 'whisper'],
  [/\brenban/i, 'renban'],
  [/\bconsecutive (digits|numbers|values)\b/i, 'white', 'renban', 'non-consecutive', 'all-dots'],
  [/\b(kropki|(white|black) (dots?|circles?))\b/i, 'white', 'black', 'all-dots'],
  [/\b(xv|add(s|ing)? (up )?to (5|five))\b/i, 'x', 'v', 'all-xv'],
  [/\b(inequality|greater[- ]than signs?)\b/i, 'greater'],
  [/\bodd\b/i, 'odd', 'even'],
  [/\bmain diagonals?\b/i, 'x', 'cage'],
  [/\bwindoku\b/i, 'windoku', 'cage'],
  [/\bdisjoint\b/i, 'disjoint'],
  [/\b(anti-?knight|knight('|’)?s move)/i, 'anti-knight'],
  [/\b(anti-?king|king('|’)?s move)/i, 'anti-king'],
  [
    /\b(knightmare|sandwich(es)?|skyscrapers?|little killers?|x-sums?|numbered rooms?|quadruples?|palindromes?|between lines?)\b/i,
  ],
  [
    /\b(lockout|region sums?|zipper|entropic|modular|nabner|parity lines?|slow thermo(meter)?s?|index(er|ing)|clones?)\b/i,
  ],
];

function sentencesIn(text: string): string[] {
  return text
    .slice(0, MAX_WORDS)
    .split(/[.!\n]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Characters of rules that are examined. */
const MAX_WORDS = 10_000;

/** Sentences that only repeat the rules of sudoku and of cages. */
const SAYS_NOTHING_NEW =
  /^((the )?(normal|standard|classic|regular|usual)( \d+x\d+)?( irregular| jigsaw| killer)? sudoku( rules)?( apply)?|no rules provided for this puzzle|please check the related video or website for rules|(digits|cells|numbers|values) (in|within) (a |the |each )?cages? (must |cannot |may not |do not |can't |don't |have to |must not )?(repeat|sum|add|total|be|differ)[\w ,'()-]*|place the digits (from )?1[ -]+(to[ -]+)?\d+ (once )?in (each|every) row, column and (region|box|3x3 box))$/i;

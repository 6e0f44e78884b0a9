// Rules under names that are not known: values that say nothing but cells, numbers and words of rules.

import { RULE_KINDS } from '../../solver/model/rule-kinds.ts';
import { isDigit } from '../shared/bytes.ts';
import { roleOf } from '../shared/roles.ts';
import { kindsOf, RECORD_MEMBERS, ruleNameOf, WHISPERS } from './members.ts';

/** Members and columns that name cells without a rule: steps and notes, and what we write ourselves. */
const EXEMPT =
  /^(id|key|name|title|author|source|url|number|line|file|reason|conflict|er|ep|ed|hardest|guesses|counts|explain|explanations?|techniques?|automorphisms|transposed|rows|columns|digits|(solv(e|ing)_?|solution_?)?(path|steps?|order|log|trace)|moves?|history|walkthrough|notes?|comments?|remarks?|descriptions?|hints?)$/;

/** Whether a member or column of this name can hold a rule that is not known: only its value tells. */
export function mayBeUnknownRule(name: string): boolean {
  return (
    roleOf(name) === undefined &&
    !EXEMPT.test(
      name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ) &&
    !ruleNameOf(name)
  );
}

/** Characters of a value that are examined: more than rules have. */
const MAX_LENGTH = 100_000;

const NUMBER = /^\d{1,9}$/;
const CELL = /^r\d{1,2}c\d{1,2}$/;

/** Words in values of rules, beside their numbers and cells. */
const WORDS: ReadonlySet<string> = new Set([
  ...RECORD_MEMBERS,
  ...(Object.keys(RULE_KINDS) as (keyof typeof RULE_KINDS)[]),
  ...RECORD_MEMBERS.flatMap((member) =>
    member === 'variant' || member === 'regions'
      ? []
      : kindsOf(member).flatMap((kind) => RULE_KINDS[kind].word ?? []),
  ),
  ...Object.keys(WHISPERS),
  ...`cell cells line lines path from to bulb circle center centre pairs pair sum sums total value values
    difference ratio product clue digit digits min max kind type name color colour null none true false
    and or`.split(/\s+/),
]);

/** Whether the whole value of a member of an unknown name consists of cells, numbers and words of rules. @param value a text, or a value of JSON */
export function saysRule(name: string, value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length > MAX_LENGTH || !MENTIONS_CELL.test(text) || !mayBeUnknownRule(name))
    return false;
  const own = name.toLowerCase();
  let hasCell = false;
  for (const [word] of text.toLowerCase().matchAll(/[^\s,;:.|/[\](){}"'<>=~&\\+–—-]+/g)) {
    if (CELL.test(word)) hasCell = true;
    else if (!NUMBER.test(word) && !isWord(word, own)) return false;
  }
  return hasCell;
}

function isWord(word: string, name: string): boolean {
  return WORDS.has(word) || word === name || ruleNameOf(word) !== undefined;
}

const MENTIONS_CELL = /r\d{1,2}c\d/i;

/** Whether a stretch may name a cell: it contains a c between digits. */
export function mentionsCellIn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 2; at < end - 1; at++) {
    if ((bytes[at]! | 0x20) === 0x63 && isDigit(bytes[at - 1]!) && isDigit(bytes[at + 1]!)) return true;
  }
  return false;
}

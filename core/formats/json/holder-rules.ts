// Rules that an object gives to all puzzles in its values, such as {"variant":"x","puzzles":[…]}.

import { CLASSIFIED_BYTES } from '../../kernel/constants.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import { asBuffer, Json, Members, textOf } from './scan.ts';
import { type ValueClassifier, ValueKind } from './value-classifier.ts';

/** Name and value of a member that can hold rules. */
export type RuleValue = readonly [name: string, value: unknown];

/**
 * The members with rules among the first {@link CLASSIFIED_BYTES} of an object that holds puzzles: a fixed number of bytes, so that
 * the result does not depend on how the file is split into buffers.
 */
export function rulesOfHolder(
  bytes: Uint8Array,
  start: number,
  end: number,
  classifier: ValueClassifier,
): RuleValue[] {
  const limit = Math.min(end, start + CLASSIFIED_BYTES);
  const found: RuleValue[] = [];
  const members = new Members();
  members.begin(asBuffer(bytes), start, limit);
  while (members.next() && members.valueEnd > 0) {
    const { key, valueStart, valueEnd } = members;
    if (!isRuleOfHolder(key, bytes, valueStart, valueEnd, classifier)) continue;
    found.push([key, ruleValue(textOf(bytes, valueStart, valueEnd))]);
  }
  return found;
}

/** Whether a member holds rules for the puzzles beside it, and no puzzles itself, as `"killer":[{"puzzle":…}]` does. */
export function isRuleOfHolder(
  name: string,
  bytes: Uint8Array,
  start: number,
  end: number,
  classifier: ValueClassifier,
): boolean {
  if (!mayHoldRules(name)) return false;
  if (bytes[start] !== Json.open && bytes[start] !== Json.openObject) return true;
  const isAside = classifier.purposeOf(name) === 'aside';
  const kind = classifier.of(bytes, start, end, true, isAside);
  return kind === ValueKind.other || kind === ValueKind.suspect;
}

/** The value of a member with rules. Objects and arrays stay text, in which the reader of rules detects repeated members. */
export function ruleValue(text: string): unknown {
  if (/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

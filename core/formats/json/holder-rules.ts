// Rules that an object gives to all puzzles in its values, such as {"variant":"x","puzzles":[…]}.

import { CLASSIFIED_BYTES } from '../../kernel/constants.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import { mentionsCellIn, saysRule } from '../rules/unknown-rules.ts';
import { memberNode, type PlaceNode } from './places.ts';
import { asBuffer, Members, textOf } from './scan.ts';

/** Name and value of a member that can hold rules. */
export type RuleValue = readonly [name: string, value: unknown];

/**
 * The members with rules among the first {@link CLASSIFIED_BYTES} of an object that holds puzzles: a fixed number of bytes, so that
 * the result does not depend on how the file is split into buffers.
 */
export function rulesOfHolder(node: PlaceNode, bytes: Uint8Array, start: number, end: number): RuleValue[] {
  const limit = Math.min(end, start + CLASSIFIED_BYTES);
  const found: RuleValue[] = [];
  const members = new Members();
  members.begin(asBuffer(bytes), start, limit);
  while (members.next() && members.valueEnd > 0) {
    const { key, valueStart, valueEnd } = members;
    const isNamed = isRuleOfHolder(node, key);
    if (!isNamed && (memberNode(node, key) || !mentionsCellIn(bytes, valueStart, valueEnd))) continue;
    const value = ruleValue(textOf(bytes, valueStart, valueEnd));
    if (isNamed || saysRule(key, value)) found.push([key, value]);
  }
  return found;
}

/** Whether a member holds rules for the puzzles beside it, and no puzzles itself, as `"killer":[{"puzzle":…}]` does. */
export function isRuleOfHolder(node: PlaceNode, name: string): boolean {
  return mayHoldRules(name) && !memberNode(node, name);
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

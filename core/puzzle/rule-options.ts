// Rules of a puzzle itself, as options of a call: the members that a record of JSON has.
import { RECORD_MEMBERS } from '../formats/rules/members.ts';
import { type RecordRules, readRules } from '../formats/rules/read-rules.ts';
import { checkOptionsObject } from '../options/option-text.ts';
import type { MembersWith } from '../solver/model/rule-kinds.ts';

/** A cell: `'r1c2'`, or its row and column, which count from 1: `[1, 2]`. */
export type CellName = string | readonly [row: number, column: number];

/** Cells in the order that the rule gives a meaning, or a text such as `'r1c1 r1c2'`. */
export type CellLine = string | readonly CellName[];

/** The rules of a puzzle, as members of records and columns of tables have them: see docs/formats.md. */
export interface PuzzleRules extends MembersWith<CellName, CellLine, string> {
  /** Regions in place of boxes: a symbol for each cell, as a text or in rows. Sizes 5, 7, 11, 13, … need them. */
  readonly regions?: string | readonly (string | number | readonly (string | number)[])[] | undefined;
}

/** The options that are rules; names of variants are an option of their own. */
export const RULE_OPTIONS: readonly string[] = RECORD_MEMBERS.filter((name) => name !== 'variant');

/** Reads the rules that a call was given. */
export interface RuleReader {
  /** The rules of a puzzle of a size; undefined if it has none. */
  readonly rulesFor: (size: number) => RecordRules | undefined;
  /** Whether there are regions, so that sizes without boxes are possible. */
  readonly isJigsaw: boolean;
}

/** Separates rules from the other options of a call. @throws OptionError if the options are no object */
export function splitRules<O extends PuzzleRules>(
  given: O,
): { readonly options: Omit<O, keyof PuzzleRules>; readonly rules: RuleReader } {
  checkOptionsObject(given);
  const entries = Object.entries({ ...given });
  const rules = entries.filter(([name]) => RULE_OPTIONS.includes(name));
  const others = entries.filter(([name]) => !RULE_OPTIONS.includes(name));
  return {
    options: Object.fromEntries(others) as Omit<O, keyof PuzzleRules>,
    rules: {
      rulesFor: (size) => readRules(rules, size),
      isJigsaw: rules.some(([name, value]) => name === 'regions' && value !== undefined),
    },
  };
}

// The text of a puzzle with its rules, which the program and the page to try read again.

import { valueOfMember } from '../../formats/rules/members.ts';
import { RULE_KINDS, RULE_MEMBERS } from '../../solver/model/rule-kinds.ts';
import type { ReportedPuzzle } from '../reported-puzzle.ts';

/** Names of the variants of a puzzle, with commas; undefined for none. */
export const variantOfPuzzle = ({ size, variant }: ReportedPuzzle): string | undefined =>
  variant ?? (size.endsWith(' x') ? 'x' : undefined);

/** The cells in a line; a record of JSON if the puzzle has rules or variants; with options in a line of their own if it needs them. */
export function copiedPuzzle(reported: ReportedPuzzle): string {
  const { puzzle, boxes, regions, rules = [] } = reported;
  const variant = variantOfPuzzle(reported);
  const side = Math.sqrt(puzzle.length);
  const options = [
    ...(boxes === undefined ? [] : [`boxes=${boxes}`]),
    // letters could be those of another alphabet, in which the numbers of rules mean other symbols
    ...(side > 9 && rules.length > 0 ? [`alphabet=${SYMBOLS.slice(0, side)}`] : []),
  ];
  const head = options.length > 0 ? `#! sudoku ${options.join(' ')}\n` : '';
  if (variant === undefined && regions === undefined && rules.length === 0) return `${head}${puzzle}`;
  const members = RULE_MEMBERS.flatMap((member) => {
    const own = rules.filter(({ kind }) => RULE_KINDS[kind].member === member);
    return own.length === 0 ? [] : [[member, valueOfMember(member, own, side)]];
  });
  return `${head}${JSON.stringify({ puzzle, variant, regions, ...Object.fromEntries(members) })}`;
}

/** Of the values 1 to 36. */
const SYMBOLS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0';

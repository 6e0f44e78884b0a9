// The rules of a puzzle in its record: names of the members of an object, which are the columns of a table, and their values.

import { VARIANT_NAMES } from '../../options/variants.ts';
import { anyGeometry, type Geometry, withRules } from '../../solver/model/geometry.ts';
import {
  cellCode,
  type MembersWith,
  RULE_KINDS,
  RULE_MEMBERS,
  type Rule,
  type RuleKind,
  type RuleMember,
} from '../../solver/model/rule-kinds.ts';
import { regionSymbols } from '../../solver/model/variants.ts';

/** The members and columns that hold rules, in the order in which they are written. */
export const RECORD_MEMBERS = ['variant', 'regions', ...RULE_MEMBERS] as const;
export type RecordMember = (typeof RECORD_MEMBERS)[number];

/** The members of a record with rules, as they are written. Those without a rule are missing. */
export interface RuleMembers extends MembersWith<string, readonly string[], never> {
  /** Names with commas: `x,anti-knight`. */
  readonly variant?: string;
  /** A symbol for each cell; equal ones are a region, in place of a box. */
  readonly regions?: string;
}

/**
 * The member `variant` of a geometry. It also says that a rule is not known or that the rules could not be read, so that a record
 * that is written without these is not taken for another puzzle.
 */
function variantOf(geometry: Geometry): string | undefined {
  const { variant, unsupported } = geometry;
  const names = [
    variant === 'classic' ? [] : variant,
    unsupported === undefined ? [] : `${UNSUPPORTED_MARK}${unsupported.replace(/[,;]/g, ' ')}`,
    isUnreadable(geometry) ? INVALID_MARK : [],
  ].flat();
  return names.length > 0 ? names.join(',') : undefined;
}

/** Whether a grid is unfit because its rules could not be read, and not because of the rules that it has. */
function isUnreadable({ size, variant, boxRows, boxColumns, regions, rules, unfit }: Geometry): boolean {
  if (unfit === undefined) return false;
  const boxes = { rows: boxRows, columns: boxColumns };
  const base = anyGeometry(size, variant, boxes, regions && regionSymbols(regions));
  return withRules(base, rules).unfit === undefined;
}

/** Names of variants for rules that are missing in a record. */
export const [UNSUPPORTED_MARK, INVALID_MARK] = ['unsupported ', 'invalid'];

/** The members that give a record the rules of a geometry, but not its boxes. */
export function membersOf(geometry: Geometry): RuleMembers {
  return rulesByMember(geometry, valueOfMember) as RuleMembers;
}

/** The columns that give a record the rules of a geometry, as {@link membersOf}. */
export function textsOf(geometry: Geometry): Partial<Record<RecordMember, string>> {
  return rulesByMember(geometry, (member, rules, size) =>
    rules.map((rule) => textOf(rule, size)).join(hasSingleCells(member) ? ' ' : '; '),
  );
}

/** @param write the value of a member with rules */
function rulesByMember<T>(
  geometry: Geometry,
  write: (member: RuleMember, rules: readonly Rule[], size: number) => T,
): Partial<Record<RecordMember, T | string>> {
  const { regions, rules, size } = geometry;
  const found: Partial<Record<RecordMember, T | string>> = {};
  const variant = variantOf(geometry);
  if (variant !== undefined) found.variant = variant;
  if (regions) found.regions = regionSymbols(regions);
  for (const member of RULE_MEMBERS) {
    const own = rules.filter(({ kind }) => RULE_KINDS[kind].member === member);
    if (own.length > 0) found[member] = write(member, own, size);
  }
  return found;
}

/** Rules in the order in which they are written, so that an answer does not depend on that of their file. */
export function inOrderOfKinds(rules: readonly Rule[]): Rule[] {
  const kinds = Object.keys(RULE_KINDS);
  return rules.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** Whether each rule of a member is one cell, so that the member is a list of cells. */
export function hasSingleCells(member: RuleMember): boolean {
  return kindsOf(member).every((kind) => RULE_KINDS[kind].cells[1] === 1);
}

/** The value of a member of JSON that holds rules. @param rules all of the kinds of the member */
export function valueOfMember(member: RuleMember, rules: readonly Rule[], size: number): unknown {
  if (hasSingleCells(member)) return rules.map(({ cells }) => cellCode(cells[0]!, size));
  const kinds = kindsOf(member);
  const items = (kind: string) =>
    rules.filter((rule) => rule.kind === kind).map((rule) => itemOf(rule, size));
  if (kinds.length === 1) return items(kinds[0]!);
  const lists = kinds.map((kind) => [RULE_KINDS[kind].word, items(kind)] as const);
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

/** The kinds that share a member. */
export function kindsOf(member: RuleMember): readonly RuleKind[] {
  return KINDS_BY_MEMBER.get(member)!;
}

const KINDS_BY_MEMBER = Map.groupBy(Object.keys(RULE_KINDS) as RuleKind[], (kind) => RULE_KINDS[kind].member);

/** Whether rules of a kind have a number, and none is usual: an object can hold it. */
export function hasOwnNumber(kind: RuleKind): boolean {
  const { value } = RULE_KINDS[kind];
  return value !== undefined && value.usual === undefined;
}

function itemOf({ kind, cells, value }: Rule, size: number): unknown {
  const codes = cells.map((cell) => cellCode(cell, size));
  const number = RULE_KINDS[kind].value;
  if (value !== undefined && value !== number?.usual) return { [number!.name]: value, cells: codes };
  return hasOwnNumber(kind) ? { cells: codes } : codes;
}

/** Names of whispers lines, by their difference. */
export const WHISPERS: Readonly<Record<string, number>> = { german: 5, dutch: 4 };

function textOf({ kind, cells, value }: Rule, size: number): string {
  const { word, member, value: number } = RULE_KINDS[kind];
  const codes = cells.map((cell) => cellCode(cell, size));
  if (member === 'greater') return codes.join(' > ');
  const isUsual = value === undefined || value === number?.usual;
  if (member === 'whispers') {
    const difference = isUsual ? number!.usual : value;
    const name = Object.keys(WHISPERS).find((each) => WHISPERS[each] === difference);
    return [name ?? difference, ...codes].join(' ');
  }
  return [...(word === undefined ? [] : [word]), ...(isUsual ? [] : [value]), ...codes].join(' ');
}

/** Other names of members. */
const ALIASES: Readonly<Record<string, RecordMember>> = {
  variants: 'variant',
  jigsaw: 'regions',
  ...Object.fromEntries(
    Object.values(RULE_KINDS).flatMap(({ member, aliases = [] }) => aliases.map((name) => [name, member])),
  ),
};

/** Rules in common use that are not known, without blanks, dashes and the plural. */
const UNSUPPORTED = new Set([
  ...VARIANT_NAMES.filter((name) => name.length > 1).map(plainName),
  ...`rule constraint killer killercage extraregion cloned clone kropki consecutive sandwich sandwiche
    sandwichsum xsum skyscraper numberedroom littlekiller littlekillersum outsideclue quadruple
    palindrome betweenline lockoutline regionsum regionsumline zipper zipperline entropic entropicline
    modular modularline nabner parityline slowthermo doublearrow pillarrow bulbousarrow sumline tenline
    germanwhisper dutchwhisper rowindexer columnindexer indexline diagonal diagonal+ positivediagonal
    negativediagonal disjointgroup countingcircle antidiagonal battenburg fortress differencedot
    ratiodot hyper argyle`.split(/\s+/),
]);

/** A name without case, blanks, dashes and underscores. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** The meaning of a member's or column's name: the rules that it holds, or the name of a rule that is not supported. */
interface RuleName {
  readonly member?: RecordMember;
  readonly unsupported?: string;
}

/** The meaning of a name; undefined if it does not name rules. @param name in any case, with blanks or dashes */
export function ruleNameOf(name: string): RuleName | undefined {
  const short = plainName(name);
  const member = RECORD_MEMBERS.find((each) => each === short) ?? ownOf(ALIASES, short);
  if (member !== undefined) return { member };
  return UNSUPPORTED.has(short) || UNSUPPORTED.has(short.replace(/s$/, ''))
    ? { unsupported: name.trim() }
    : undefined;
}

/** Whether a member of this name holds supported rules. */
export function isRuleMember(name: string): boolean {
  return ruleNameOf(name)?.member !== undefined;
}

/** The value of an object's own property, never an inherited one such as `constructor`. */
export function ownOf<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

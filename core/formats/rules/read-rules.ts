// The rules of a puzzle from the members or columns of its record.

import { BACKSLASH, COLON, QUOTE } from '../../kernel/constants.ts';
import { describeValue } from '../../options/describe-value.ts';
import { type Variant, variantNames } from '../../options/options.ts';
import { VARIANT_NAMES, type VariantName } from '../../options/variants.ts';
import { anyGeometry, type Geometry, withRules } from '../../solver/model/geometry.ts';
import { RULE_KINDS, type Rule } from '../../solver/model/rule-kinds.ts';
import { regionSymbols } from '../../solver/model/variants.ts';
import { isDigit } from '../shared/bytes.ts';
import { roleOf, underscored } from '../shared/roles.ts';
import { RuleItems } from './items.ts';
import {
  INVALID_MARK,
  inOrderOfKinds,
  kindsOf,
  ownOf,
  plainName,
  RECORD_MEMBERS,
  type RecordMember,
  ruleNameOf,
  UNSUPPORTED_MARK,
  WHISPERS,
} from './members.ts';

/** What the members of a record say. */
export interface RecordRules {
  /** Variants beside those of the file. */
  readonly variant: readonly VariantName[];
  /** A symbol for each cell, if regions stand in place of boxes. */
  readonly regions?: string | undefined;
  readonly rules: readonly Rule[];
  /** Name of a rule that is not known. */
  readonly unsupported?: string | undefined;
  /** Why the rules cannot be read: the member, what was expected, what came. */
  readonly fault?: string | undefined;
  /** The name of the member with the fault, if its value does not mention a cell, so that it may not be meant as a rule. */
  readonly stray?: string | undefined;
}

/** By variant that only announces rules: the member that must hold them. */
const NEEDS: Readonly<Record<string, RecordMember>> = {
  jigsaw: 'regions',
  irregular: 'regions',
  killer: 'cages',
  arrow: 'arrows',
  thermo: 'thermos',
  kropki: 'dots',
  ...Object.fromEntries(RECORD_MEMBERS.slice(1).map((name) => [name, name])),
};

/** Other names of variants. */
const ALIASES: Readonly<Record<string, VariantName>> = {
  diagonal: 'x',
  diagonals: 'x',
  hyper: 'windoku',
  centerdots: 'center-dot',
};

const NO_VARIANT = new Set(['classic', 'standard', 'normal', 'regular', 'none', 'sudoku', '']);

/**
 * Reads the rules of a record.
 * @param members names and values: parsed JSON, or texts of columns; a value under a name that is not known is a rule that is not
 *   supported if it says so
 * @param size of the puzzle
 * @returns undefined if it has none, like nearly all records
 */
export function readRules(
  members: Iterable<readonly [name: string, value: unknown]>,
  size: number,
): RecordRules | undefined {
  const items = new RuleItems(size);
  const seen = new Set<RecordMember>();
  let unsupported: string | undefined;
  let variants: Variants | undefined;
  let regions: Regions | undefined;
  let fault: string | undefined;
  let stray: string | undefined;
  for (const [name, given] of members) {
    const known = ruleNameOf(name);
    if (!known) {
      if (saysRule(name, given)) unsupported ??= name.trim();
      continue;
    }
    const value = valueIn(given);
    if (isNothing(value)) continue;
    const { member } = known;
    if (!member) {
      if (!saysNone(value)) unsupported ??= known.unsupported;
      continue;
    }
    if (seen.has(member)) fault ??= `${member}: expected it once, got two of it`;
    if (typeof given === 'string' && hasRepeatedMembers(given, value))
      fault ??= `${member}: expected each member of an object once, got one of them twice`;
    seen.add(member);
    if (member === 'variant') variants = readVariants(value, size);
    else if (member === 'regions') regions = readRegions(value, size);
    else items.read(member, value);
    if (fault !== undefined) continue;
    fault = items.fault ?? regions?.fault ?? variants?.fault;
    if (fault !== undefined && !mentionsCell(given)) stray = name.trim();
  }
  unsupported ??= variants?.unsupported;
  if (seen.size === 0 && unsupported === undefined) return undefined;
  const needed = variants?.needed.find((name) => !seen.has(NEEDS[name]!));
  if (needed !== undefined)
    fault ??= `variant: expected a member or column ${NEEDS[needed]} with the variant ${needed}, got none`;
  return {
    variant: variants?.names ?? [],
    regions: regions?.symbols,
    rules: items.rules,
    unsupported,
    fault,
    stray,
  };
}

/** Whether a value contains the name of a cell, or a list. */
function mentionsCell(value: unknown): boolean {
  return typeof value === 'string' ? /r\d+c\d+|[[{]/i.test(value) : typeof value === 'object';
}

/** Whether a member or column of this name holds rules, supported or not. */
export function mayHoldRules(name: string): boolean {
  return ruleNameOf(name) !== undefined;
}

/** Returns a test for names in a comma-separated list, which ignores case, blanks, dashes and underscores. */
export function namesIn(list = ''): (name: string) => boolean {
  const names = new Set(list.split(',').map(plainName));
  return (name) => names.has(plainName(name));
}

/** Whether a member or column of this name holds regions. */
export function hasRegions(name: string): boolean {
  return ruleNameOf(name)?.member === 'regions';
}

/** Whether the rules of a record are only variants, so that many puzzles can share them. */
export function areVariants({ regions, rules, unsupported, fault }: RecordRules): boolean {
  return regions === undefined && rules.length === 0 && unsupported === undefined && fault === undefined;
}

/**
 * The geometry of a puzzle with rules. If the rules are only variants, it is shared with other puzzles.
 * @param base that of the file's puzzles of this size; its regions give way to those of the puzzle
 */
export function ruledGeometry(base: Geometry, own: RecordRules): Geometry {
  const { size, boxRows, boxColumns, regions } = base;
  const names = new Set([...variantNames(base.variant)!, ...own.variant]);
  const variant = ([...names].join(',') || 'classic') as Variant;
  const drawn = own.regions ?? (regions && regionSymbols(regions));
  // without regions of its own, a puzzle has those of the file, also if these are unfit
  const isUnfit = base.unfit !== undefined && own.regions === undefined;
  const shape = isUnfit ? base : anyGeometry(size, variant, { rows: boxRows, columns: boxColumns }, drawn);
  const rules = inOrderOfKinds([...base.rules, ...own.rules]);
  // the rules that can be read are written to tables beside the mark of those that cannot
  if (own.fault !== undefined && own.unsupported === undefined)
    return withRules({ ...shape, unfit: own.fault }, rules);
  const unsupported = base.unsupported ?? own.unsupported;
  return rules.length === 0 && unsupported === undefined ? shape : withRules(shape, rules, unsupported);
}

/** The value of a field, which can hold JSON in its text, or lists as Python writes them. */
function valueIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!/^[[{]/.test(text)) return text;
  const json = text.includes('"') ? text : text.replaceAll("'", '"').replaceAll(/\bNone\b/g, 'null');
  try {
    return JSON.parse(json);
  } catch {
    return text;
  }
}

/** Whether objects in a text of JSON name a member twice, of which JSON.parse keeps the last one only. */
export function hasRepeatedMembers(text: string, value: unknown, outline?: Outline): boolean {
  if (typeof value !== 'object' || !text.includes('{')) return false;
  let { members } = outline ?? outlineOf(text);
  for (const values: unknown[] = [value]; values.length > 0; ) {
    const next = values.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inside = Object.values(next);
    if (!Array.isArray(next)) members -= inside.length;
    for (const each of inside) if (typeof each === 'object') values.push(each);
  }
  return members !== 0;
}

/** What a text of JSON holds: members in objects, and how deep arrays and objects are in each other. */
export interface Outline {
  readonly members: number;
  readonly deepest: number;
}

/** The outline of a text of JSON, in which strings may be in quotes of either kind. */
export function outlineOf(text: string): Outline {
  let quote = 0;
  let [members, depth, deepest] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (quote !== 0) {
      if (character === BACKSLASH) at++;
      else if (character === quote) quote = 0;
    } else if (character === QUOTE || character === APOSTROPHE) quote = character;
    else if (character === COLON) members++;
    // [ { ] }
    else if (character === 0x5b || character === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x5d || character === 0x7d) depth--;
  }
  return { members, deepest };
}

const APOSTROPHE = 0x27;

const NOTHING = /^(null|none|nan|n\/?a|nil|undefined|false|-)?$/i;

/** Whether the value of an unsupported rule says that the puzzle does not have the rule. */
function saysNone(value: unknown): boolean {
  return (
    value === 0 ||
    (typeof value === 'string' && (value === '0' || NO_VARIANT.has(plain(value)) || USUAL_RULES.test(value)))
  );
}

/** A text that only states the usual rules, which some data sets have in a column. */
const USUAL_RULES =
  /^\s*(?:the )?(?:normal|standard|classic|regular|usual)(?: sudoku)? rules(?: apply)?[.!]?\s*$/i;

/** Whether a value stands for no rules. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return NOTHING.test(value);
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && isPlain(value) && Object.keys(value).length === 0;
}

/** Whether a value is a plain object: the entries of a Map or a Set are not members. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

interface Variants {
  readonly names: VariantName[];
  /** Names that need other members. */
  readonly needed: string[];
  readonly unsupported?: string | undefined;
  readonly fault?: string;
}

function readVariants(value: unknown, size: number): Variants {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;]/) : [undefined];
  const found: Variants = { names: [], needed: [] };
  let unsupported: string | undefined;
  for (const each of given) {
    if (typeof each !== 'string')
      return { ...found, fault: `variant: expected names such as x,windoku, got ${describeValue(value)}` };
    const name = plain(each);
    if (name === INVALID_MARK)
      return {
        ...found,
        fault:
          'variant: expected names such as x,windoku, got invalid, the mark of rules that could not be read',
      };
    const variant = VARIANT_NAMES.find((one) => plain(one) === name) ?? ownOf(ALIASES, name);
    if (variant !== undefined) found.names.push(variant);
    else if (ownOf(NEEDS, name) !== undefined) found.needed.push(name);
    else if (!NO_VARIANT.has(name) && name !== `${size}x${size}`)
      unsupported ??= each.trim().replace(UNSUPPORTED_MARK, '');
  }
  return { ...found, unsupported };
}

/** Without dashes and the word sudoku: `x-sudoku`, `Sudoku X`. */
function plain(name: string): string {
  const short = plainName(name);
  return short.replace('sudoku', '') || short;
}

interface Regions {
  readonly symbols?: string;
  readonly fault?: string;
}

/** A symbol for each cell: a text, rows of it, or lists of symbols or numbers. */
function readRegions(value: unknown, size: number): Regions {
  // a number with a digit for each cell has lost precision
  const text = typeof value === 'number' ? undefined : textIn(value);
  if (text === undefined || !/^[\s!-~]*$/.test(text))
    return { fault: `regions: expected a symbol for each cell, got ${describeValue(value)}` };
  const words = text.split(/[\s,;|/]+/).filter((word) => word !== '');
  const packed = words.join('');
  if (packed.length === size * size) return { symbols: packed };
  if (words.length !== size * size)
    return { fault: `regions: expected a symbol for each of ${size * size} cells, got ${packed.length}` };
  const numbers = new Map<string, number>();
  for (const word of words) if (!numbers.has(word)) numbers.set(word, numbers.size);
  // one character for each number, whatever it is
  return { symbols: words.map((word) => String.fromCharCode(0x100 + numbers.get(word)!)).join('') };
}

/** Maximum depth of lists: cells in rows, and rows perhaps in bands. */
const MAX_DEPTH = 3;

/** A text, or lists of texts and numbers, with commas between them. */
function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value) || depth === MAX_DEPTH) return undefined;
  const texts = value.map((each) => textIn(each, depth + 1));
  return texts.includes(undefined) ? undefined : texts.join(',');
}

/** Members and columns that name cells without a rule: steps and notes, and what we write ourselves. */
const EXEMPT =
  /^(id|key|name|title|author|source|url|number|line|file|reason|conflict|er|ep|ed|hardest|guesses|counts|explain|explanations?|techniques?|automorphisms|transposed|rows|columns|digits|(solv(e|ing)_?|solution_?)?(path|steps?|order|log|trace)|moves?|history|walkthrough|notes?|comments?|remarks?|descriptions?|hints?)$/;

/** Whether a member or column of this name can hold a rule that is not known: only its value tells. */
export function mayBeUnknownRule(name: string): boolean {
  return roleOf(name) === undefined && !EXEMPT.test(underscored(name).toLowerCase()) && !ruleNameOf(name);
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

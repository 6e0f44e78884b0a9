// Reads rules from the values of members: lists of objects and arrays, or texts. Many forms are accepted, but nothing is ignored:
// whatever is not understood is a fault.

import { describeValue, quoted } from '../../options/describe-value.ts';
import { RULE_KINDS, type Rule, type RuleKind, type RuleMember } from '../../solver/model/rule-kinds.ts';
import { hasOwnNumber, hasSingleCells, kindsOf, ownOf, WHISPERS } from './members.ts';

/** Most rules of a record, and most cells of them together: enough for a sign between any two cells of the largest grid. */
export const MAX_RECORD_RULES = 3000;
export const MAX_RECORD_CELLS = 6000;

/** Characters of a number. */
const MAX_DIGITS = 5;

/** A rule in a message: `{"white":[["r1c1","r1c2"]]}`. */
function exampleOf(member: RuleMember): string {
  const [kind, ...others] = kindsOf(member) as [RuleKind, ...RuleKind[]];
  const { value, word } = RULE_KINDS[kind];
  const line = '["r1c1","r1c2"]';
  if (hasSingleCells(member)) return '"r1c1"';
  if (others.length > 0) return `{"${word}":[${line}]}`;
  return hasOwnNumber(kind) ? `{"${value!.name}":10,"cells":${line}}` : line;
}

/** Reads the rules of a record, member by member, up to the first fault. */
export class RuleItems {
  readonly rules: Rule[] = [];
  /** What was expected, what came, and where. Undefined if all is understood. */
  fault: string | undefined;
  readonly #size: number;
  #cells = 0;

  /** @param size of the grid */
  constructor(size: number) {
    this.#size = size;
  }

  /** Reads the value of a member that is not empty. */
  read(member: RuleMember, value: unknown): void {
    this.#list(member, value, member, undefined);
  }

  /** @param path of the value in its record, for messages */
  #list(member: RuleMember, value: unknown, path: string, kind: RuleKind | undefined): undefined {
    if (value === null || value === undefined || value === false) return;
    if (typeof value === 'string') {
      for (const text of value.split(/[;\n]/)) {
        if (text.trim() !== '') this.#text(member, text, path, kind);
        if (this.fault !== undefined) return;
      }
    } else if (Array.isArray(value)) {
      for (let i = 0; i < value.length && this.fault === undefined; i++)
        this.#item(member, value[i], `${path}[${i}]`, kind);
    } else if (typeof value === 'object' && kind === undefined && !hasCells(value)) {
      this.#byWord(member, value as Record<string, unknown>, path);
    } else this.#item(member, value, path, kind);
  }

  /** An object with a list for each kind of a member. */
  #byWord(member: RuleMember, lists: Record<string, unknown>, path: string): undefined {
    const entries = Object.entries(lists);
    if (entries.length === 0) return this.#expectRule(member, path, lists);
    for (const [word, list] of entries) {
      const kind = kindFor(member, word);
      if (kind === undefined) {
        this.#expect(path, expectedMembers(member), JSON.stringify(word));
        return;
      }
      this.#list(member, list, `${path}.${word}`, kind);
      if (this.fault !== undefined) return;
    }
  }

  #item(member: RuleMember, value: unknown, path: string, kind: RuleKind | undefined): undefined {
    if (typeof value === 'string') {
      // a list of cells where a list of lines is due
      if (!hasSingleCells(member) && CELL.test(value)) this.#expectRule(member, path, value);
      else this.#text(member, value, path, kind);
    } else if (Array.isArray(value)) {
      const isCell = hasSingleCells(member) && isPlace(value);
      this.#add(member, kind, undefined, this.#cellsOf(isCell ? [value] : value, path), path);
    } else if (typeof value === 'object' && value !== null)
      this.#object(member, value as Record<string, unknown>, path, kind);
    else this.#expectRule(member, path, value);
  }

  #object(
    member: RuleMember,
    item: Record<string, unknown>,
    path: string,
    given: RuleKind | undefined,
  ): undefined {
    let kind = given ?? onlyKind(member);
    let cells: number[] | undefined;
    let number: unknown;
    for (const [name, value] of Object.entries(item)) {
      const at = `${path}.${name}`;
      const short = name.toLowerCase();
      if ((short === 'cells' || short === 'cell') && cells === undefined) cells = this.#cellsIn(value, at);
      else if (isNameOfNumber(member, short) && number === undefined) number = value ?? undefined;
      else if (NAMES_OF_KIND.has(short) && kind === undefined) {
        kind = typeof value === 'string' ? kindFor(member, value) : undefined;
        if (kind === undefined) this.#expect(at, wordsOf(member), describeValue(value));
      } else this.#expect(path, expectedMembers(member), JSON.stringify(name));
      if (this.fault !== undefined) return;
    }
    if (cells === undefined) return this.#expectRule(member, path, item);
    this.#add(member, kind, this.#number(number, path), cells, path);
  }

  /** Cells of an object: an array, one of them, or a text. */
  #cellsIn(value: unknown, path: string): number[] {
    if (typeof value === 'string') return this.#cellsOf(wordsIn(value), path, value);
    if (Array.isArray(value)) return this.#cellsOf(isPlace(value) ? [value] : value, path);
    this.#expect(path, 'cells such as ["r1c1","r1c2"]', describeValue(value));
    return [];
  }

  /** A rule in words: `10 r1c1 r1c2`, `white r1c1 r1c2`, `r1c1 > r1c2`. */
  #text(member: RuleMember, text: string, path: string, given: RuleKind | undefined): undefined {
    const words = wordsIn(text);
    let kind = given;
    let value: number | undefined;
    let first = 0;
    for (; first < words.length && !CELL.test(words[first]!); first++) {
      const word = words[first]!.replace(/[:=]$/, '').toLowerCase();
      const whisper = member === 'whispers' ? ownOf(WHISPERS, word) : undefined;
      const named = kind === undefined ? kindFor(member, word) : undefined;
      const isNumber = NUMBER.test(word) && kindsOf(member).some((each) => RULE_KINDS[each].value);
      if (whisper !== undefined && value === undefined) value = whisper;
      else if (named !== undefined && RULE_KINDS[named].word === word) kind = named;
      else if (isNumber && value === undefined) value = this.#number(word, path);
      else return this.#expectCell(path, words[first]!, text);
    }
    const rest = words.slice(first);
    if (member !== 'greater') return this.#add(member, kind, value, this.#cellsOf(rest, path, text), path);
    const [one, sign, other] = rest;
    if (sign !== '>' && sign !== '<') this.#add(member, kind, value, this.#cellsOf(rest, path, text), path);
    else if (rest.length !== 3) this.#expect(path, 'signs between two cells', quoted(text));
    else {
      const cells = this.#cellsOf([one, other], path, text);
      this.#add(member, kind, value, sign === '>' ? cells : cells.reverse(), path);
    }
  }

  #cellsOf(values: readonly unknown[], path: string, text?: string): number[] {
    const cells: number[] = [];
    for (const value of values) {
      if (this.fault !== undefined) return cells;
      if (++this.#cells > MAX_RECORD_CELLS) {
        this.#expect(path, `at most ${MAX_RECORD_CELLS} cells in all rules`, 'more');
        return cells;
      }
      const place = placeOf(value);
      if (!place || place.some((number) => !(number >= 1 && number <= this.#size))) {
        this.#expectCell(path, value, text);
        return cells;
      }
      cells.push((place[0] - 1) * this.#size + place[1] - 1);
    }
    return cells;
  }

  #number(value: unknown, path: string): number | undefined {
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    if (Number.isInteger(number) && (number as number) >= 1 && (number as number) < 10 ** MAX_DIGITS)
      return number as number;
    this.#expect(path, `a whole number from 1 to ${10 ** MAX_DIGITS - 1}`, describeValue(value));
    return undefined;
  }

  #add(
    member: RuleMember,
    given: RuleKind | undefined,
    value: number | undefined,
    cells: readonly number[],
    path: string,
  ): undefined {
    const kind = given ?? onlyKind(member);
    if (this.fault !== undefined) return;
    if (kind === undefined) return this.#expect(path, wordsOf(member), 'neither');
    const number = RULE_KINDS[kind].value;
    if (value !== undefined && !number) return this.#expect(path, 'cells only', `the number ${value}`);
    const own = value === number?.usual ? undefined : value;
    const rules = hasSingleCells(member) ? cells.map((cell) => [cell]) : [cells];
    if (rules.length === 0 || cells.length === 0) return this.#expectRule(member, path, 'no cells');
    for (const each of rules) {
      if (this.rules.length === MAX_RECORD_RULES)
        return this.#expect(path, `at most ${MAX_RECORD_RULES} rules`, 'more');
      this.rules.push({ kind, cells: each, ...(own !== undefined && { value: own }) });
    }
  }

  #expectCell(path: string, value: unknown, text?: string): undefined {
    const whole = text === undefined || text.trim() === value ? '' : ` in ${quoted(text.trim())}`;
    const [first, last] = ['r1c1', `r${this.#size}c${this.#size}`];
    this.#expect(path, `a cell from ${first} to ${last}`, `${describeValue(value)}${whole}`);
  }

  #expectRule(member: RuleMember, path: string, value: unknown): undefined {
    this.#expect(
      path,
      `rules such as ${exampleOf(member)}`,
      value === 'no cells' ? value : describeValue(value),
    );
  }

  #expect(path: string, expected: string, got: string): undefined {
    this.fault ??= `${path}: expected ${expected}, got ${got}`;
  }
}

const CELL = /^\s*r(\d{1,2})c(\d{1,2})\s*$/i;
const NUMBER = /^\d{1,9}(\.0)?$/;

/** Names of the member of an object that names the kind of its rule. */
const NAMES_OF_KIND = new Set(['kind', 'type', 'color', 'colour']);

/** Row and column of a cell, from 1. */
function placeOf(value: unknown): readonly [number, number] | undefined {
  if (isPlace(value)) return value;
  const found = typeof value === 'string' ? CELL.exec(value) : null;
  return found ? [Number(found[1]), Number(found[2])] : undefined;
}

function isPlace(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}

/** Words between blanks and commas; a sign is one of its own. */
function wordsIn(text: string): string[] {
  return text.match(/[<>]|[^\s,<>]+/g) ?? [];
}

function hasCells(value: object): boolean {
  return Object.keys(value).some((name) => /^cells?$/i.test(name));
}

function onlyKind(member: RuleMember): RuleKind | undefined {
  const kinds = kindsOf(member);
  return kinds.length === 1 ? kinds[0] : undefined;
}

/** The kind that a word names; undefined for a member of only one kind. */
function kindFor(member: RuleMember, word: string): RuleKind | undefined {
  const kinds = kindsOf(member);
  return kinds.length === 1
    ? undefined
    : kinds.find((kind) => RULE_KINDS[kind].word === word.trim().toLowerCase());
}

function isNameOfNumber(member: RuleMember, name: string): boolean {
  const names = kindsOf(member).map((kind) => RULE_KINDS[kind].value?.name);
  return names.includes(name) || (name === 'value' && names.some((each) => each !== undefined));
}

function wordsOf(member: RuleMember): string {
  return kindsOf(member)
    .map((kind) => RULE_KINDS[kind].word)
    .join(' or ');
}

function expectedMembers(member: RuleMember): string {
  const numbers = new Set(kindsOf(member).map((kind) => RULE_KINDS[kind].value?.name));
  const names = [...(onlyKind(member) ? [] : [wordsOf(member)]), 'cells', ...numbers];
  return `members ${names.filter((name) => name !== undefined).join(', ')}`;
}

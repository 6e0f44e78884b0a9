import { isIdName, roleOf } from '../shared/column-names.ts';
import { gridIn, type TextGrid } from '../shared/field/text.ts';
import { markerIn } from '../shared/markers.ts';
import { asBuffer, atStart, Json, MAX_DEPTH, Members, scanValue, skipSpace } from './scan.ts';

/** What a value is. */
export const Content = {
  /** nothing that concerns us */
  other: 0,
  /** perhaps a puzzle, but not one that can be read */
  suspect: 1,
  /** an object or array with puzzles somewhere in its values */
  holder: 2,
  /** an array with puzzles among its elements: each of its elements is a record, or a holder */
  list: 3,
  /** a record */
  puzzle: 4,
} as const;
export type Content = (typeof Content)[keyof typeof Content];

/** How far into an array is looked for puzzles, and the longest text of a grid. */
export const LOOK_BYTES = 64 * 1024;

/** Cells stand in rows, perhaps these in bands or boxes. */
const MAX_GRID_DEPTH = 4;

/** Names whose meanings are kept; there are files with another name for each member. */
const MAX_NAMES = 1000;

/** What the grids of a member are by its name: the puzzle of its object; something else, as a solution or an id; open. */
type Purpose = 'puzzle' | 'aside' | 'any';

/** Strings, arrays, objects. */
const BEGINS_VALUE: ReadonlySet<number> = new Set([Json.quote, Json.open, Json.openObject]);

/** The puzzle of an object. */
export interface PuzzleMember {
  /** undefined for a usual name */
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Tells what values are, by their own bytes alone: the head of a file and all that follows are judged alike, however
 * the bytes come.
 */
export class Contents {
  readonly #alphabet: string | undefined;
  readonly #all: boolean;
  readonly #purposes = new Map<string, Purpose>();

  /**
   * @param alphabet the option, expanded
   * @param all whether what is named as solutions may be puzzles, as the file has no others
   */
  constructor(alphabet: string | undefined, all: boolean) {
    this.#alphabet = alphabet;
    this.#all = all;
  }

  /** By its name. */
  purposeOf(name: string): Purpose {
    let purpose = this.#purposes.get(name);
    if (purpose === undefined) {
      const role = roleOf(name);
      const isAside = role === undefined ? isIdName(name) : role !== 'puzzle' && !(role === 'solution' && this.#all);
      purpose = role === 'puzzle' ? 'puzzle' : isAside ? 'aside' : 'any';
      if (this.#purposes.size < MAX_NAMES) this.#purposes.set(name, purpose);
    }
    return purpose;
  }

  /** The grid that a string or array is. An array is none if its elements are grids: then it is a list of them. */
  gridOf(bytes: Uint8Array, start: number, end: number): TextGrid | undefined {
    if (end - start > LOOK_BYTES || depthOf(bytes, start, end) > MAX_GRID_DEPTH) return undefined;
    const grid = gridIn(contentOf(bytes, start, end), this.#alphabet);
    return grid && bytes[start] === Json.open && this.isListOfGrids(bytes, start, end) ? undefined : grid;
  }

  /** Whether all elements of an array are grids. */
  isListOfGrids(bytes: Uint8Array, start: number, end: number): boolean {
    let found = 0;
    for (const [at, to] of elementsIn(bytes, start, end)) {
      if (bytes[at] !== Json.quote && bytes[at] !== Json.open) return false;
      if (to < 0 || !this.gridOf(bytes, at, to)) return false;
      found++;
    }
    return found > 0;
  }

  /**
   * What a value is.
   * @param end where it ends, or the bytes do, if `isWhole` is false
   * @param areSolutions whether grids that stand here by themselves are none by their name: only objects with a puzzle count
   */
  of(
    bytes: Uint8Array,
    start: number,
    end: number,
    isWhole: boolean,
    areSolutions: boolean,
    depth = 1,
  ): Content {
    if (depth > MAX_DEPTH) return Content.other;
    const first = bytes[start];
    if (first === Json.openObject) return this.#ofObject(bytes, start, end, areSolutions, depth).content;
    const isArray = first === Json.open;
    if (!isArray && first !== Json.quote) return Content.other;
    if (isWhole && !areSolutions) {
      const found = this.#ofGrid(bytes, start, end);
      if (found === Content.puzzle || !isArray) return found;
      const inner = this.#ofArray(bytes, start, end, areSolutions, depth);
      return inner === Content.other ? found : inner;
    }
    return isArray ? this.#ofArray(bytes, start, end, areSolutions, depth) : Content.other;
  }

  /** Whether puzzles are among the elements of an array, as far as they are looked for. */
  isList(bytes: Uint8Array, start: number, end: number, areSolutions: boolean): boolean {
    return this.#ofArray(bytes, start, end, areSolutions, 1) === Content.list;
  }

  /** The puzzle that makes an object a record, if one does. */
  puzzleOf(bytes: Uint8Array, start: number, end: number, areSolutions = false): PuzzleMember | undefined {
    const { content, member } = this.#ofObject(bytes, start, end, areSolutions, 1);
    return content === Content.puzzle ? member : undefined;
  }

  /** Of a string or array as it stands, whatever is in it. */
  #ofGrid(bytes: Uint8Array, start: number, end: number): Content {
    const quotes = bytes[start] === Json.quote ? 1 : 0;
    if (quotes && markerIn(bytes, start + 1, end - 1)) return Content.puzzle;
    if (this.gridOf(bytes, start, end)) return Content.puzzle;
    return isSuspect(bytes, start, end) ? Content.suspect : Content.other;
  }

  #ofArray(bytes: Uint8Array, start: number, end: number, areSolutions: boolean, depth: number): Content {
    let content: Content = Content.other;
    for (const [at, to] of elementsIn(bytes, start, Math.min(end, start + LOOK_BYTES))) {
      const isWhole = to >= 0;
      const limit = isWhole ? to : Math.min(end, start + LOOK_BYTES);
      const element = this.of(bytes, at, limit, isWhole, areSolutions, depth + 1);
      if (element === Content.puzzle) return Content.list;
      if (element === Content.holder || element === Content.list) content = Content.holder;
    }
    return content;
  }

  /**
   * An object is a record by a member with a usual name; else, by the only grid with empty cells in it. With other
   * puzzles in its values, or several grids, it is a holder.
   */
  #ofObject(
    bytes: Uint8Array,
    start: number,
    end: number,
    areSolutions: boolean,
    depth: number,
  ): { content: Content; member?: PuzzleMember } {
    let misread: PuzzleMember | undefined;
    let open: PuzzleMember | undefined;
    let [grids, opened, holds] = [0, 0, false];
    const members = new Members();
    members.begin(asBuffer(bytes), start, end);
    while (members.next()) {
      const { key, valueStart, valueEnd } = members;
      const isWhole = valueEnd > 0;
      const purpose = this.purposeOf(key);
      if (BEGINS_VALUE.has(bytes[valueStart]!)) {
        const solutions = areSolutions || purpose === 'aside';
        const member = { name: purpose === 'puzzle' ? undefined : key, start: valueStart, end: valueEnd };
        const isNamed = purpose === 'puzzle';
        const limit = isWhole ? valueEnd : end;
        const content = this.of(bytes, valueStart, limit, isWhole, solutions && !isNamed, depth + 1);
        const isGrid = content === Content.puzzle && bytes[valueStart] !== Json.openObject;
        const isOpen = isGrid && (this.gridOf(bytes, valueStart, valueEnd)?.empties ?? 0) > 0;
        if (isNamed && isGrid && (isOpen || !areSolutions)) return { content, member };
        if (isNamed && !areSolutions && content < Content.holder && isWhole) {
          if (isGridLike(bytes, valueStart, valueEnd)) misread ??= member;
        } else if (content >= Content.holder && !isGrid) holds = true;
        else if (isGrid && !isNamed) grids++;
        if (isOpen && !isNamed) {
          opened++;
          open = member;
        }
      }
      if (!isWhole) break;
    }
    if (holds) return { content: Content.holder };
    if (misread) return { content: Content.puzzle, member: misread };
    if (open && opened === 1) return { content: Content.puzzle, member: open };
    return { content: grids > 1 ? Content.holder : Content.other };
  }
}

/** Whether a value was meant to be a grid, as far as one can tell: a string, or an array of no objects. */
export function isGridLike(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === Json.quote) return true;
  return bytes[start] === Json.open && bytes[skipSpace(bytes, start + 1, end)] !== Json.openObject;
}

/** Where the elements of an array begin and end; -1 for the end of one that the bytes cut. */
function* elementsIn(
  bytes: Uint8Array,
  start: number,
  limit: number,
): Generator<[start: number, end: number]> {
  for (let at = start + 1; ; ) {
    at = skipSpace(bytes, at, limit);
    if (bytes[at] === Json.comma) at = skipSpace(bytes, at + 1, limit);
    if (at >= limit || bytes[at] === Json.close || bytes[at] === Json.closeObject) return;
    const end = scanValue(bytes, at, limit, atStart());
    yield [at, end];
    // a colon, as of an object that lacks its bracket, is no value
    if (end <= at) return;
    at = end;
  }
}

/** Least characters of what is suspected to be a puzzle, and the share of them that are one sign of an empty cell. */
const SUSPECT = { characters: 30, empties: 0.3, values: 0.1 } as const;

/**
 * Whether a text is likely a puzzle with cells too many or too few: nothing but cells, many of them empty by the same
 * sign, and some not.
 */
function isSuspect(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SUSPECT.characters || end - start > LOOK_BYTES) return false;
  const text = textOf(bytes, start, end).replace(/\bnull\b/g, '0');
  const cells = bytes[start] === Json.quote ? text.slice(1, -1) : text.replace(/[[\],\s"]/g, '');
  if (cells.length < SUSPECT.characters || !/^[\w.*-]+$/.test(cells)) return false;
  const values = cells.replace(/[^1-9a-z]/gi, '').length;
  const empties = ['.', '0', '_', '-', '*'].map((sign) => cells.split(sign).length - 1);
  return (
    Math.max(...empties) >= SUSPECT.empties * cells.length && values >= SUSPECT.values * cells.length
  );
}

export function depthOf(bytes: Uint8Array, start: number, end: number): number {
  const state = atStart();
  if (bytes[start] === Json.open || bytes[start] === Json.openObject) scanValue(bytes, start, end, state);
  return state.deepest;
}

/** A value as text: of a string, what is between its quotes. */
export function contentOf(bytes: Uint8Array, start: number, end: number): string {
  if (bytes[start] !== Json.quote) return textOf(bytes, start, end);
  const text = textOf(bytes, start + 1, end - 1);
  if (!/\\u/.test(text)) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf8', start, end);
}

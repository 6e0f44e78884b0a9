import { CLASSIFIED_BYTES } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { gridIn, IN_LINK, isEmptyCell, type TextGrid, tokensIn } from '../records/recognise.ts';
import { isRuleMember } from '../rules/members.ts';
import { markerIn } from '../shared/markers.ts';
import { isIdName, roleOf } from '../shared/roles.ts';
import { areObjectCells, isGridLike, isPuzzleObject } from './puzzle-object.ts';
import {
  asBuffer,
  depthOf,
  hasRows,
  isNamedEmptyList,
  Json,
  MAX_DEPTH,
  Members,
  newScan,
  scanValue,
  skipSpace,
  textInValue,
  textOf,
} from './scan.ts';

/** What a value is to the search for records. */
export const ValueKind = {
  /** irrelevant */
  other: 0,
  /** resembles a puzzle, but is not valid */
  suspect: 1,
  /** an object or array with puzzles at any depth */
  holder: 2,
  /** an array with puzzles among its elements: each element is a record or a holder */
  list: 3,
  /** a record */
  puzzle: 4,
} as const;
export type ValueKind = (typeof ValueKind)[keyof typeof ValueKind];

/** A grid compared with a puzzle: different givens; the same; its givens and more. */
const GridComparison = { another: 0, same: 1, more: 2 } as const;
type GridComparison = (typeof GridComparison)[keyof typeof GridComparison];

/** Depth of a grid's arrays: cells in rows, and rows perhaps in bands or boxes. */
const MAX_GRID_DEPTH = 4;

/** Names whose purposes are cached; in some files, each member has another name. */
const MAX_NAMES = 1000;

/** Purpose of a member by its name: the puzzle of its object; something else, such as a solution or an id; unknown. */
type Purpose = 'puzzle' | 'aside' | 'any';

/** First bytes of strings, arrays and objects. */
const BEGINS_VALUE: ReadonlySet<number> = new Set([Json.quote, Json.open, Json.openObject]);

/** The puzzle of an object. */
export interface PuzzleMember {
  /** undefined for a common name */
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Cached kinds of a buffer's arrays and objects, by their offsets. Without the cache, a value in nested arrays would be
 * classified again by each array around it. `args` packs the other arguments of the call.
 */
export type ClassifiedValues = Map<
  number,
  { readonly end: number; readonly args: number; readonly kind: ValueKind }
>;

/** Classifies values by their own bytes only, so that the result does not depend on how the file is split into buffers. */
export class ValueClassifier {
  readonly #alphabet: string | undefined;
  readonly #all: boolean;
  readonly #purposes = new Map<string, Purpose>();

  /**
   * @param alphabet the option, expanded
   * @param all whether members named as solutions are puzzles, as the file has no others
   */
  constructor(alphabet: string | undefined, all: boolean) {
    this.#alphabet = alphabet;
    this.#all = all;
  }

  /** The purpose of a member of this name. */
  purposeOf(name: string): Purpose {
    let purpose = this.#purposes.get(name);
    if (purpose === undefined) {
      const role = roleOf(name);
      const isAside =
        role === undefined || role === 'canonical'
          ? isIdName(name) || isRuleMember(name)
          : role !== 'puzzle' && !(role === 'solution' && this.#all);
      purpose = role === 'puzzle' ? 'puzzle' : isAside ? 'aside' : 'any';
      if (this.#purposes.size < MAX_NAMES) this.#purposes.set(name, purpose);
    }
    return purpose;
  }

  /** The grid in a string, an array or an object of another program. An array of grids is a list, not a grid. */
  gridOf(bytes: Uint8Array, start: number, end: number): TextGrid | undefined {
    if (bytes[start] === Json.openObject) return isPuzzleObject(bytes, start, end) ? IN_LINK : undefined;
    if (bytes[start] === Json.open && !isGridLike(bytes, start, end)) return undefined;
    if (end - start > CLASSIFIED_BYTES || depthOf(bytes, start, end) > MAX_GRID_DEPTH) return undefined;
    const grid = gridIn(textInValue(bytes, start, end), this.#alphabet);
    if (!grid || bytes[start] !== Json.open) return grid;
    const isGrid = hasRows(bytes, start, end, grid.size) && !this.isListOfGrids(bytes, start, end);
    return isGrid ? grid : undefined;
  }

  /** Whether all elements of an array are grids, or lists of them. */
  isListOfGrids(bytes: Uint8Array, start: number, end: number): boolean {
    let found = 0;
    for (const [at, to] of elementsIn(bytes, start, end)) {
      if (bytes[at] !== Json.quote && bytes[at] !== Json.open) return false;
      if (to < 0) return false;
      const isList = bytes[at] === Json.open && this.isListOfGrids(bytes, at, to);
      if (!isList && !this.gridOf(bytes, at, to)) return false;
      found++;
    }
    return found > 0;
  }

  /**
   * The kind of a value, by its first {@link CLASSIFIED_BYTES}.
   * @param end of the value, or of the bytes if `isWhole` is false
   * @param areSolutions whether names say that grids here are not puzzles, so that only objects with a puzzle count
   * @param depth of the value, itself included
   * @param known cache for these bytes
   */
  of(
    bytes: Uint8Array,
    start: number,
    end: number,
    isWhole: boolean,
    areSolutions: boolean,
    depth = 1,
    known?: ClassifiedValues,
  ): ValueKind {
    const first = bytes[start];
    if (!known || (first !== Json.open && first !== Json.openObject)) {
      return this.#classify(bytes, start, end, isWhole, areSolutions, depth, known);
    }
    const args = 4 * depth + (isWhole ? 2 : 0) + (areSolutions ? 1 : 0);
    const before = known.get(start);
    if (before?.end === end && before.args === args) return before.kind;
    const kind = this.#classify(bytes, start, end, isWhole, areSolutions, depth, known);
    known.set(start, { end, args, kind });
    return kind;
  }

  #classify(
    bytes: Uint8Array,
    start: number,
    end: number,
    isWhole: boolean,
    areSolutions: boolean,
    depth: number,
    known: ClassifiedValues | undefined,
  ): ValueKind {
    if (depth > MAX_DEPTH || (isWhole && !mayHoldPuzzle(bytes, start, end))) return ValueKind.other;
    const first = bytes[start];
    if (first === Json.openObject) return this.#ofObject(bytes, start, end, areSolutions, depth, known).kind;
    const isArray = first === Json.open;
    if (!isArray && first !== Json.quote) return ValueKind.other;
    // a string without its closing quote
    if (!isArray && bytes[end - 1] !== Json.quote) return ValueKind.other;
    if (isWhole && !areSolutions) {
      const found = this.#ofGrid(bytes, start, end);
      if (found === ValueKind.puzzle || !isArray) return found;
      const inner = this.#ofArray(bytes, start, end, areSolutions, depth, known);
      return inner === ValueKind.other ? found : inner;
    }
    return isArray ? this.#ofArray(bytes, start, end, areSolutions, depth, known) : ValueKind.other;
  }

  /** Whether an array is a list, by its first {@link CLASSIFIED_BYTES}. */
  isList(
    bytes: Uint8Array,
    start: number,
    end: number,
    areSolutions: boolean,
    depth: number,
    known: ClassifiedValues,
  ): boolean {
    return this.#ofArray(bytes, start, end, areSolutions, depth, known) === ValueKind.list;
  }

  /** The member that makes an object a record, if any. */
  puzzleOf(bytes: Uint8Array, start: number, end: number, areSolutions = false): PuzzleMember | undefined {
    const { kind, member } = this.#ofObject(bytes, start, end, areSolutions, 1, undefined);
    return kind === ValueKind.puzzle ? member : undefined;
  }

  /** The kind of a string or array by itself, whatever its elements are. */
  #ofGrid(bytes: Uint8Array, start: number, end: number): ValueKind {
    const quotes = bytes[start] === Json.quote ? 1 : 0;
    if (quotes && markerIn(bytes, start + 1, end - 1)) return ValueKind.puzzle;
    const grid = this.gridOf(bytes, start, end);
    // a full grid that is not a solution is probably an id or a map of regions
    if (grid)
      return grid.empties > 0 || isLatin(cellsOf(bytes, start, end, grid))
        ? ValueKind.puzzle
        : ValueKind.other;
    return isSuspect(bytes, start, end) ? ValueKind.suspect : ValueKind.other;
  }

  #ofArray(
    bytes: Uint8Array,
    start: number,
    end: number,
    areSolutions: boolean,
    depth: number,
    known: ClassifiedValues | undefined,
  ): ValueKind {
    let kind: ValueKind = ValueKind.other;
    for (const [at, to] of elementsIn(bytes, start, Math.min(end, start + CLASSIFIED_BYTES))) {
      const isWhole = to >= 0;
      const limit = isWhole ? to : Math.min(end, start + CLASSIFIED_BYTES);
      const element = this.of(bytes, at, limit, isWhole, areSolutions, depth + 1, known);
      if (element === ValueKind.puzzle) return ValueKind.list;
      if (element === ValueKind.holder || element === ValueKind.list) kind = ValueKind.holder;
    }
    return kind;
  }

  /**
   * An object is a record because of a member with a common name, or else its only grid with empty cells. With other
   * puzzles in its values, or several grids, it is a holder.
   */
  #ofObject(
    bytes: Uint8Array,
    start: number,
    to: number,
    areSolutions: boolean,
    depth: number,
    known: ClassifiedValues | undefined,
  ): { kind: ValueKind; member?: PuzzleMember } {
    let [named, misread, open]: (PuzzleMember | undefined)[] = [];
    let [grids, opened, holdsNone] = [0, 0, false];
    const holding: { start: number; end: number }[] = [];
    const end = Math.min(to, start + CLASSIFIED_BYTES);
    const members = new Members();
    members.begin(asBuffer(bytes), start, end);
    while (members.next()) {
      const { key, valueStart, valueEnd } = members;
      const isWhole = valueEnd > 0;
      if (!named && areObjectCells(key, bytes, valueStart, end)) {
        const member = { name: undefined, start: valueStart, end: isWhole ? valueEnd : end };
        return { kind: ValueKind.puzzle, member };
      }
      if (BEGINS_VALUE.has(bytes[valueStart]!)) {
        const purpose = this.purposeOf(key);
        const isNamed = purpose === 'puzzle';
        const solutions = !isNamed && (areSolutions || purpose === 'aside');
        const limit = isWhole ? valueEnd : end;
        const member = { name: isNamed ? undefined : key, start: valueStart, end: limit };
        const kind = this.of(bytes, valueStart, limit, isWhole, solutions, depth + 1, known);
        const isObject = bytes[valueStart] === Json.openObject;
        const isGrid = kind === ValueKind.puzzle && (!isObject || isPuzzleObject(bytes, valueStart, limit));
        const isOpen = isGrid && (this.gridOf(bytes, valueStart, limit)?.empties ?? 0) > 0;
        if (kind >= ValueKind.holder && !isGrid) holding.push(member);
        else if (isNamed) {
          if (isGrid && (isOpen || !areSolutions)) named ??= member;
          else if (isNamedEmptyList(key, bytes, valueStart, limit)) holdsNone = true;
          else if (!areSolutions && isWhole && isGridLike(bytes, valueStart, limit)) misread ??= member;
        } else if (isGrid) {
          grids++;
          if (isOpen) {
            opened++;
            open = member;
          }
        }
      }
      if (!isWhole) break;
    }
    const own = named ?? (opened === 1 ? open : undefined);
    if (holding.length > 0) {
      // grids that extend the puzzle are the steps of its solution
      const isOpen = own && (this.gridOf(bytes, own.start, own.end)?.empties ?? 0) > 0;
      const areSteps =
        isOpen &&
        holding.every(
          (value) => this.#compareGrids(bytes, value.start, value.end, own) === GridComparison.more,
        );
      return areSteps ? { kind: ValueKind.puzzle, member: own } : { kind: ValueKind.holder };
    }
    const member = named ?? misread ?? own;
    if (member) return { kind: ValueKind.puzzle, member };
    return { kind: grids > 1 || holdsNone ? ValueKind.holder : ValueKind.other };
  }

  /** Compares the grids in a value with a puzzle; the least similar one decides. */
  #compareGrids(bytes: Uint8Array, start: number, end: number, puzzle: PuzzleMember): GridComparison {
    const first = bytes[start];
    if (!BEGINS_VALUE.has(first!)) return GridComparison.same;
    const grid = first === Json.openObject ? undefined : this.gridOf(bytes, start, end);
    if (grid) {
      const cells = cellsOf(bytes, start, end, grid);
      const givens = cellsOf(bytes, puzzle.start, puzzle.end, this.gridOf(bytes, puzzle.start, puzzle.end)!);
      const hasGivens =
        cells.length === givens.length && givens.every((given, i) => given === '' || given === cells[i]);
      if (!hasGivens) return GridComparison.another;
      return cells.some((cell, i) => cell !== givens[i]) ? GridComparison.more : GridComparison.same;
    }
    if (first === Json.quote)
      return markerIn(bytes, start + 1, end - 1) ? GridComparison.another : GridComparison.same;
    let found: GridComparison = GridComparison.same;
    for (const [at, to] of first === Json.open
      ? elementsIn(bytes, start, end)
      : this.#valuesIn(bytes, start, end)) {
      const step = to < 0 ? GridComparison.another : this.#compareGrids(bytes, at, to, puzzle);
      if (step === GridComparison.another) return step;
      if (step === GridComparison.more) found = step;
    }
    return found;
  }

  /** Starts and ends of the values of an object that can be puzzles by their names. */
  *#valuesIn(bytes: Uint8Array, start: number, end: number): Generator<[start: number, end: number]> {
    const members = new Members();
    members.begin(asBuffer(bytes), start, end);
    while (members.next()) {
      if (this.purposeOf(members.key) !== 'aside') yield [members.valueStart, members.valueEnd];
      if (members.valueEnd < 0) return;
    }
  }
}

/** The cells of a grid in a string or array; empty strings for empty cells. */
function cellsOf(bytes: Uint8Array, start: number, end: number, { symbols }: TextGrid): string[] {
  const cells = symbols === undefined ? tokensIn(textInValue(bytes, start, end)) : symbols.split('');
  return cells.map((cell) => (isEmptyCell(cell) ? '' : cell));
}

/** Whether no row of a full grid has a value twice. */
function isLatin(cells: readonly string[]): boolean {
  const size = Math.sqrt(cells.length);
  for (let row = 0; row < cells.length; row += size) {
    if (new Set(cells.slice(row, row + size)).size < size) return false;
  }
  return true;
}

/** Cells of the smallest grid. */
const MIN_CELLS = 16;

/** Whether a value can be or hold a puzzle or a marker. Rules out most other values, which have few words and numbers. */
export function mayHoldPuzzle(bytes: Uint8Array, start: number, end: number): boolean {
  // a comma separates cells and rows
  let cells = 1;
  for (let at = start; at < end && cells < MIN_CELLS; at++) {
    if (bytes[at] === Json.comma) cells++;
    if (bytes[at] !== Json.quote) continue;
    const from = at + 1;
    for (at++; at < end && bytes[at] !== Json.quote; ) at++;
    if (markerIn(bytes, from, at)) return true;
    cells += at - from;
  }
  return cells >= MIN_CELLS;
}

/** Starts and ends of the elements of an array; the end of an incomplete one is -1. */
function* elementsIn(
  bytes: Uint8Array,
  start: number,
  limit: number,
): Generator<[start: number, end: number]> {
  for (let at = start + 1; ; ) {
    at = skipSpace(bytes, at, limit);
    if (bytes[at] === Json.comma) at = skipSpace(bytes, at + 1, limit);
    if (at >= limit || bytes[at] === Json.close || bytes[at] === Json.closeObject) return;
    const end = scanValue(bytes, at, limit, newScan());
    yield [at, end];
    // a colon is not a value: an object lacks its bracket
    if (end <= at) return;
    at = end;
  }
}

/** Least characters of a text that resembles a puzzle, and the least shares of one symbol of empty cells and of values. */
const SUSPECT = { characters: 30, empties: 0.3, values: 0.1 } as const;

/**
 * Whether a text is likely a puzzle with too many or too few cells: it consists of cells, many of them empty cells of the
 * same symbol, and some of them values.
 */
function isSuspect(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SUSPECT.characters || end - start > CLASSIFIED_BYTES) return false;
  const text = textOf(bytes, start, end).replace(/\bnull\b/g, '0');
  const strings = bytes[start] === Json.quote ? [] : (text.match(/"[^"]*"/g) ?? []);
  // rows of a grid have the same length
  if (strings.some(({ length }) => length !== strings[0]!.length || length > MAX_SIZE + 2)) return false;
  const cells = bytes[start] === Json.quote ? text.slice(1, -1) : text.replace(/[[\],\s"]/g, '');
  if (cells.length < SUSPECT.characters || !/^[\w.*-]+$/.test(cells)) return false;
  const values = cells.replace(/[^1-9a-z]/gi, '').length;
  const empties = ['.', '0', '_', '-', '*'].map((sign) => cells.split(sign).length - 1);
  return Math.max(...empties) >= SUSPECT.empties * cells.length && values >= SUSPECT.values * cells.length;
}

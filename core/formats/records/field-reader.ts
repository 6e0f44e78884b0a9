// Reads the grid in a field of a table or a value of JSON: packed, separated, in numbers, pencilmarks, a link or
// another text.

import { QUOTE, SPACE } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { onlyDigit, WORDS } from '../../solver/model/allowed.ts';
import { type Geometry, sideOf } from '../../solver/model/geometry.ts';
import type { Marker } from '../../solver/model/status.ts';
import { isSharedGeometry, type LinkOptions } from '../links/description.ts';
import { mayBeLink, puzzleInLink } from '../links/link.ts';
import { areVariants, type RecordRules, readRules, ruledGeometry } from '../rules/read-rules.ts';
import { cached, DIGITS, type FileSymbols, type SymbolTable, SymbolTables } from '../shared/alphabet.ts';
import { quote, quoteSymbol, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { cellFault, cellNumber, NO_NUMBER, type Row, readDigits, viewOf } from '../shared/cells.ts';
import type { ReadOptions, Shapes } from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import { markerIn } from '../shared/markers.ts';
import { misplacedMark, pencilmarkSize, pencilmarkTable, readMarks } from '../shared/pencilmarks.ts';
import { spreadsheetFault } from '../shared/spreadsheet.ts';
import type { TextRecord } from '../shared/text-record.ts';
import {
  areCellsAlone,
  areNumbers,
  emptyTokens,
  MAX_TOKENS,
  MIN_BLANK_CELLS,
  scanCells,
  scanTokens,
  unescaped,
} from './tokens.ts';

/**
 * How the cells of a field are written: one byte each without separators, one byte each, one number each, or with a place for
 * each digit.
 */
export type FieldStyle = 'packed' | 'symbols' | 'numbers' | 'pencilmarks';

/** How the grid in a field is written, and its geometry. Equal kinds of a file are usually the same object. */
export interface FieldKind {
  readonly style: FieldStyle;
  /** Of its puzzles; if each has one of its own, only the size counts. */
  readonly geometry: Geometry;
  /** Whether each puzzle has a geometry of its own. */
  readonly isOwn: boolean;
  /** Undefined for numbers. */
  readonly symbolTable: SymbolTable | undefined;
  /**
   * Whether cells are packed in the bytes of the file, each value is its own digit, and as many characters cannot be anything else:
   * then a field is read as the previous one.
   */
  readonly digits: boolean;
}

/** The kind of a grid, and the geometry of its puzzle if that has one of its own. */
export interface RuledKind {
  readonly kind: FieldKind;
  readonly own: Geometry | undefined;
}

/** The kinds of a file's fields. What a record is does not depend on the records before it. */
export class FieldKinds {
  readonly #alphabets: SymbolTables;
  readonly #shapes: Shapes;
  /** Kinds without rules of records, by style and size. */
  readonly #plain = new Map<string, FieldKind>();
  /** All others, by all that they consist of. One that is made again only begins another block. */
  readonly #known = new Map<string, FieldKind>();

  constructor({ alphabets, empties }: FileSymbols, shapes: Shapes) {
    this.#alphabets = new SymbolTables(alphabets, empties);
    this.#shapes = shapes;
  }

  /** Undefined if no grid has this size. Sizes without boxes are those of records with regions. */
  of(style: FieldStyle, size: number | undefined): FieldKind | undefined {
    const geometry = size === undefined ? undefined : this.#shapes(size, true);
    if (!geometry) return undefined;
    return cached(this.#plain, `${style} ${size}`, () =>
      this.#make(style, geometry, false, style === 'packed'),
    );
  }

  /** The kind of a puzzle in a link. */
  ofLink(geometry: Geometry, hasCandidates: boolean): RuledKind {
    const style = hasCandidates ? 'pencilmarks' : 'packed';
    return this.#withGeometry(style, geometry, isSharedGeometry(geometry), false);
  }

  /**
   * The kind of a grid whose record has rules.
   * @param linked geometry of the puzzle without them, if it is in a link and has one of its own
   */
  withRules(kind: FieldKind, rules: RecordRules, linked?: Geometry): RuledKind {
    const { style, geometry, digits } = kind;
    const { fault, stray } = rules;
    const hint = stray === undefined ? '' : `; if this is no rule, set the option ignore=${stray}`;
    const found = ruledGeometry(
      linked ?? geometry,
      fault === undefined ? rules : { ...rules, fault: `${fault}${hint}` },
    );
    const isShared = !linked && areVariants(rules);
    if (isShared && found.variant === geometry.variant) return { kind, own: undefined };
    return this.#withGeometry(style, found, isShared, digits);
  }

  /** @param isShared whether others have the geometry: it follows from its size, its variant and the options of the file */
  #withGeometry(style: FieldStyle, geometry: Geometry, isShared: boolean, digits: boolean): RuledKind {
    const { size, variant } = geometry;
    const own = isShared ? undefined : geometry;
    const key = `${style} ${size} ${isShared ? `${variant} ${digits}` : 'own'}`;
    const kind = cached(this.#known, key, () =>
      this.#make(style, isShared ? geometry : this.#shapes(size, true)!, !isShared, digits && isShared),
    );
    return { kind, own };
  }

  /** @param inBytes whether the cells are packed in the bytes of the file */
  #make(style: FieldStyle, geometry: Geometry, isOwn: boolean, inBytes: boolean): FieldKind {
    const symbolTable = style === 'numbers' ? undefined : this.#alphabets.of(geometry.size);
    // 64 characters are an 8x8 grid, or the pencilmarks of a 4x4 one
    const isOnly = pencilmarkSize(geometry.cells) === undefined;
    const digits = inBytes && isOnly && DIGITS.startsWith(symbolTable!.alphabet.symbols);
    return { style, geometry, isOwn, symbolTable, digits };
  }
}

/** Texts for an empty cell, or for a missing solution, beside the symbols of empty cells. */
const NOTHING = /^(=""(?:"")?|null|none|nan|n\/?a|nil|undefined|false|\?|-)?$/i;

/** Why a field does not hold a grid. */
export interface FieldFault {
  readonly at: number;
  readonly reason: string;
  /** The marker of an earlier run that it holds. */
  readonly marker?: Marker | undefined;
  /** Set if a spreadsheet has most likely damaged it. */
  readonly isDamaged?: true;
}

/** The options of the file, for puzzles in links and other texts. */
type FieldOptions = LinkOptions & Pick<ReadOptions, 'readText'>;

/** Reads the grid in a field of a table or a value of JSON. */
export class FieldReader {
  /** Values of the grid read last, cell by cell. */
  readonly values = new Uint8Array(MAX_SIZE ** 2);
  /** The digits that its cells may have, if it is pencilmarks. */
  get allowed(): Uint32Array {
    this.#allowed ??= new Uint32Array(WORDS * MAX_SIZE ** 2);
    return this.#allowed;
  }
  #allowed: Uint32Array | undefined;
  readonly kinds: FieldKinds;
  /** The geometry of the puzzle read last, if it is in a link and has rules of its own. */
  linked: Geometry | undefined;
  /** Why the field read last, which is a link, has no puzzle. */
  #linkFault: string | undefined;
  readonly #options: FieldOptions | undefined;
  readonly #view = viewOf(this.values);
  /** made when they are first needed, which is rare: packed cells are none */
  get #tokens(): Row {
    this.#tokenRow ??= emptyTokens();
    return this.#tokenRow;
  }
  #tokenRow: Row | undefined;

  /** @param options of the file, for puzzles in links */
  constructor(kinds: FieldKinds, options?: FieldOptions) {
    this.kinds = kinds;
    this.#options = options;
  }

  /** The kind of a grid with this number of cells. */
  #kind(style: FieldStyle, cells: number): FieldKind | undefined {
    return this.kinds.of(style, sideOf(cells));
  }

  /** Reads a grid to {@link values}. @returns its kind; undefined if the field does not hold a grid */
  read(bytes: Uint8Array, view: DataView, start: number, end: number): FieldKind | undefined {
    this.linked = this.#linkFault = undefined;
    const marks = this.kinds.of('pencilmarks', pencilmarkSize(end - start));
    if (marks && this.#readMarks(bytes, start, end, marks)) return marks;
    const packed = this.#kind('packed', end - start);
    if (packed && this.readPacked(bytes, view, start, packed)) return packed;
    scanTokens(bytes, start, end, this.#tokens);
    for (const style of ['numbers', 'symbols'] as const) {
      const kind = this.#kindOf(style);
      if (style === 'symbols' && areNumbers(bytes, start, end)) break;
      if (kind && this.#readTokens(bytes, kind)) return kind;
    }
    if (packed && this.#tokens.count > 0 && end - start >= MIN_BLANK_CELLS) {
      const { cells, size } = packed.geometry;
      if (this.#readSymbols(bytes, start, cells, size, packed.symbolTable!.values, SPACE)) return packed;
    }
    return this.#readLink(bytes, start, end);
  }

  /** Reads a grid to {@link values} whose cells are fields. @param delimiter between them */
  readCells(bytes: Uint8Array, start: number, end: number, delimiter: number): FieldKind | undefined {
    this.linked = this.#linkFault = undefined;
    scanCells(bytes, start, end, delimiter, this.#tokens);
    if (this.#areBlank()) return undefined;
    for (const style of ['numbers', 'symbols'] as const) {
      const kind = this.#kind(style, this.#tokens.count);
      if (kind && this.#readCells(bytes, kind)) return kind;
    }
    return undefined;
  }

  /** Whether nothing stands in any field. */
  #areBlank(): boolean {
    const { count, starts, ends } = this.#tokens;
    let i = 0;
    while (i < count && starts[i] === ends[i]) i++;
    return i === count;
  }

  #readCells(bytes: Uint8Array, { geometry, symbolTable }: FieldKind): boolean {
    const { count, starts, ends } = this.#tokens;
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      const value =
        symbolTable && end === start + 1 ? symbolTable.values[bytes[start]!]! : numberIn(bytes, start, end);
      if (value > geometry.size) return false;
      this.values[i] = value;
    }
    return true;
  }

  /** The fault of fields with nothing but a marker of an earlier run in the first one; undefined if they have something else. */
  cellsMarker(bytes: Uint8Array, start: number, end: number, delimiter: number): FieldFault | undefined {
    scanCells(bytes, start, end, delimiter, this.#tokens);
    const { starts, ends } = this.#tokens;
    const marker = markerIn(bytes, starts[0]!, ends[0]!);
    const isBlankAfter = (byte: number) => byte === delimiter || byte === QUOTE;
    if (!marker || !bytes.subarray(ends[0], end).every(isBlankAfter)) return undefined;
    const reason = `expected a puzzle, got ${marker}, the marker of an earlier run`;
    return { at: start, reason, marker };
  }

  /** Why {@link readCells} found no grid, and {@link cellsMarker} no marker. */
  cellsFault(bytes: Uint8Array, start: number, end: number, delimiter: number): FieldFault {
    scanCells(bytes, start, end, delimiter, this.#tokens);
    const { count, starts, ends } = this.#tokens;
    if (this.#areBlank()) return { at: start, reason: 'expected a puzzle, got nothing' };
    const kind = this.#kind('numbers', count);
    if (!kind) {
      const reason = 'expected one cell in each column, got a field that contains the separator';
      return { at: start, reason };
    }
    const i = this.#wrongNumber(bytes, kind.geometry.size);
    return { at: starts[i]!, reason: cellFault(kind, quote(bytes, starts[i], ends[i])) };
  }

  /** Number of the first token that is no number up to `size`; how many there are if there is none. */
  #wrongNumber(bytes: Uint8Array, size: number): number {
    const { count, starts, ends } = this.#tokens;
    let i = 0;
    while (i < count && numberIn(bytes, starts[i]!, ends[i]!) <= size) i++;
    return i;
  }

  /** Reads a link that contains a puzzle, or a text of another format. */
  #readLink(bytes: Uint8Array, start: number, end: number): FieldKind | undefined {
    for (const text of textsInField(Buffer.from(bytes.subarray(start, end)).toString())) {
      const mayLink = mayBeLink(text);
      const found = mayLink ? puzzleInLink(text, this.#options) : this.#textIn(text);
      if (typeof found === 'object') return this.#take(found);
      // other reasons are those of the cells
      if (mayLink || text.startsWith('{') || text.startsWith('#')) this.#linkFault ??= found;
    }
    return undefined;
  }

  #textIn(text: string): TextRecord | string | undefined {
    return areCellsAlone(text) ? undefined : this.#options?.readText?.(text);
  }

  #take({ geometry, cells, allowed }: TextRecord): FieldKind {
    this.#linkFault = undefined;
    this.values.set(cells);
    if (allowed) this.allowed.set(allowed);
    const { kind, own } = this.kinds.ofLink(geometry, allowed !== undefined);
    this.linked = own;
    return kind;
  }

  /**
   * The kind of the puzzle read last, and its geometry if it has rules of its own.
   * @param members of its record that can hold rules
   */
  ruled(kind: FieldKind, members: Iterable<readonly [name: string, value: unknown]>): RuledKind {
    const rules = readRules(members, kind.geometry.size);
    return rules ? this.kinds.withRules(kind, rules, this.linked) : { kind, own: this.linked };
  }

  /** Reads packed cells of a kind that begin at `start`. @returns whether all bytes are cells */
  readPacked(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    { digits, geometry, symbolTable }: FieldKind,
  ): boolean {
    const { cells, size } = geometry;
    if (start + cells > bytes.length) return false;
    if (digits && readDigits(view, start, cells, size, this.#view, 0)) return true;
    return this.#readSymbols(bytes, start, cells, size, symbolTable!.values);
  }

  /** Reads a symbol for each cell. @param blank another byte for empty cells */
  #readSymbols(
    bytes: Uint8Array,
    start: number,
    cells: number,
    size: number,
    values: Uint8Array,
    blank?: number,
  ): boolean {
    for (let i = 0; i < cells; i++) {
      const byte = bytes[start + i]!;
      const value = byte === blank ? 0 : values[byte]!;
      if (value > size) return false;
      this.values[i] = value;
    }
    return true;
  }

  #readMarks(bytes: Uint8Array, start: number, end: number, { geometry, symbolTable }: FieldKind): boolean {
    const { size, cells } = geometry;
    const values = pencilmarkTable(symbolTable!.alphabet.symbols);
    if (misplacedMark(bytes, start, end, size, values) >= 0) return false;
    let candidates = 0;
    for (let cell = 0, at = start; cell < cells; cell++, at += size) {
      readMarks(bytes, at, at + size, values, this.allowed, cell);
      this.values[cell] = onlyDigit(this.allowed, cell);
      if (this.allowed[WORDS * cell] !== 0 || this.allowed[WORDS * cell + 1] !== 0) candidates++;
    }
    // otherwise it is an empty grid of another size
    return 2 * candidates >= cells;
  }

  /** Why {@link read} found no grid in a field. */
  fault(bytes: Uint8Array, start: number, end: number): FieldFault {
    const fault = (at: number, reason: string) => ({ at, reason });
    if (this.#linkFault !== undefined) return fault(start, this.#linkFault);
    const marker = markerIn(bytes, start, end);
    if (marker)
      return { ...fault(start, `expected a puzzle, got ${marker}, the marker of an earlier run`), marker };
    if (isMissingValue(bytes, start, end)) return fault(start, 'expected a puzzle, got nothing');
    const damage = spreadsheetFault(latin1(bytes, start, Math.min(end, start + MAX_TOKENS)));
    if (damage !== undefined) return { ...fault(start, damage), isDamaged: true };
    const got = quote(bytes, start, end);
    const packed = this.#kind('packed', end - start);
    if (packed) {
      const { values, alphabet } = packed.symbolTable!;
      let at = start;
      while (at < end && values[bytes[at]!]! <= packed.geometry.size) at++;
      if (at < end) {
        return fault(
          at,
          `expected a symbol of ${alphabet.name} or an empty cell (. 0 * _ -), got ${quoteSymbol(bytes, at)}`,
        );
      }
    }
    scanTokens(bytes, start, end, this.#tokens);
    const { count, starts, ends } = this.#tokens;
    const numbers = count > 9 ? this.#kind('numbers', count) : undefined;
    const wrong = numbers ? this.#wrongNumber(bytes, numbers.geometry.size) : count;
    if (wrong < count)
      return fault(starts[wrong]!, cellFault(numbers!, quoteSymbol(bytes, starts[wrong]!, ends[wrong])));
    const cells = count > 9 ? (count === MAX_TOKENS ? `more than ${MAX_TOKENS - 1}` : count) : end - start;
    return fault(
      start,
      `expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got ${cells}: ${got}`,
    );
  }

  /** The kind of grid that the tokens can be in a style, by their number and lengths. */
  #kindOf(style: FieldStyle): FieldKind | undefined {
    const { count, starts, ends } = this.#tokens;
    if (count === MAX_TOKENS) return undefined;
    if (style === 'numbers') return this.#kind(style, count);
    let length = 0;
    for (let i = 0; i < count; i++) length += ends[i]! - starts[i]!;
    return this.#kind(style, length);
  }

  #readTokens(bytes: Uint8Array, { geometry, symbolTable }: FieldKind): boolean {
    const { count, starts, ends } = this.#tokens;
    let filled = 0;
    for (let i = 0; i < count; i++) {
      if (!symbolTable) {
        const value = numberIn(bytes, starts[i]!, ends[i]!);
        if (value > geometry.size) return false;
        this.values[filled++] = value;
        continue;
      }
      for (let at = starts[i]!; at < ends[i]!; at++) {
        const value = symbolTable.values[bytes[at]!]!;
        if (value > geometry.size) return false;
        this.values[filled++] = value;
      }
    }
    return true;
  }
}

/**
 * The texts that a field can stand for: quotes are doubled in CSV, and escaped with line ends and the like in a string of JSON; some
 * programs also escape slashes there.
 */
function textsInField(field: string): string[] {
  const texts = [unescaped(field, field.replaceAll('\\/', '/'))];
  if (field.includes('""')) texts.unshift(field.replaceAll('""', '"'));
  return texts.map((text) => text.replace(/^[ \t\r\n]+/, ''));
}

/** The number in a token, 0 for an empty cell, or {@link NO_NUMBER}. */
function numberIn(bytes: Uint8Array, start: number, end: number): number {
  if (start === end || (end - start === 1 && bytes[start] === SPACE)) return 0;
  const value = end - start > 4 ? NO_NUMBER : cellNumber(bytes, start, end);
  return value === NO_NUMBER && isMissingValue(bytes, start, end) ? 0 : value;
}

/** Whether a field or token is blank, or a text such as `null` or `n/a`. */
export function isMissingValue(bytes: Uint8Array, start: number, end: number): boolean {
  const first = skipBlanks(bytes, start, end);
  const last = trimmedEnd(bytes, first, end);
  return last - first <= 9 && isMissingText(latin1(bytes, first, last));
}

/** Whether a text stands for a missing value. */
export const isMissingText = (text: string): boolean => NOTHING.test(text);

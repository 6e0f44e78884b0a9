// Recognises grids: learns symbols, signs of empty cells and delimiters from single rows, reads the head in each way that it can
// then be meant, and chooses the one with most grids and fewest broken ones.

import { CR, FF, POINT, SPACE } from '../../kernel/constants.ts';
import { ALL_EMPTY_SYMBOLS, MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import { geometry, givensAreConsistent, isSize } from '../../solver/model/geometry.ts';
import {
  cached,
  chooseAlphabet,
  countBytes,
  countSymbols,
  emptySymbolsOf,
  mayBeCells,
  newSymbolCounts,
  rowsOfOneAlphabet,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import type { Block } from '../shared/block.ts';
import { byteSet, isComment, lineEnd, skipBlanks, withoutBoxDrawing } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { CELL, emptyRow, type FieldDelimiters, scanColumns, scanRow } from '../shared/cells.ts';
import { areGridsOfDigits, foundInFront, type Head, type HeadLine } from '../shared/head.ts';
import { latin1 } from '../shared/latin1.ts';
import { isMarker, isOnlyMarker } from '../shared/markers.ts';
import { isDate } from '../shared/text-line.ts';
import { type GridsState, isAnnounced } from './line.ts';
import { GridsReader } from './reader.ts';
import { fieldStyles } from './rows.ts';

/** Reads the head in each way that a file of grids can be meant, and chooses the one with most grids. */
export const recogniseGrids = (head: Head): GridsState | undefined =>
  foundInFront(head, gridsIn, (state, front) => isRepeated(head, state, front));

/** Whether the head has no line of another shape than its front, and nothing but grids. Grids in parts may be two. */
function isRepeated(head: Head, state: GridsState, front: Head): boolean {
  const shapes = new Set(front.lines.map(shapeOf));
  if (state.gaps || !head.lines.every((line) => shapes.has(shapeOf(line)))) return false;
  return areGridsOfDigits(
    new GridsReader(state, { variant: 'classic' }, true).read(head.bytes, head.complete),
  );
}

/** What a line has in common with others of its kind, which have other digits. */
const shapeOf = (line: HeadLine) => (line.isPlain ? line.length : line.text.replace(/[\d.]/g, '0'));

function gridsIn(head: Head): GridsState | undefined {
  const shown = symbolsIn(head);
  const others = head.lines.filter(({ isPlain, length }) => !isPlain || length <= 2).map(({ text }) => text);
  const has = (pattern: RegExp) => others.some((text) => pattern.test(text));
  const titled = bestOf(head, { ...shown, candidates: false, sized: false }, has);
  const numbers = others.filter((text) => /^\s*\d{1,2}\s*$/.test(text)).map(Number);
  const mayBeSized = numbers.length > 0;
  const sized = mayBeSized ? bestOf(head, { ...shown, candidates: false, sized: true }, has) : titled;
  // lines with a number are sizes if most of them fit the grid below, and titles otherwise
  const misfits =
    titled.trial.grids - sized.trial.grids + numbers.filter((number) => !isAnnounced(number)).length;
  const isSized = misfits <= 0 || 2 * misfits < Math.min(numbers.length, titled.trial.grids);
  const parted = isSized ? sized : titled;
  const read = byColumns(head, withFewerBroken(head, parted), mayBeSized);
  if (!read) return undefined;
  const { state, trial } = read;
  const hasMarkers = others.some(isOnlyMarker);
  const isRequested = head.requested === 'grids';
  return isRequested || trial.grids > 0 || trial.halves > 0 || hasMarkers
    ? { ...state, size: trial.size }
    : undefined;
}

/** Resolves ambiguous lines as frames or titles instead of rows, if that leaves fewer broken grids. */
function withFewerBroken(head: Head, tried: Tried): Tried {
  let best = tried;
  for (const other of [{ signs: '' }, { titled: true }, { titled: true, signs: '' }]) {
    if (best.trial.broken === 0) break;
    const state = { ...tried.state, ...other };
    const trial = trialRead(head, state);
    // titles must lead to more grids
    const isBest = state.titled ? trial.grids > best.trial.grids : isBetter(trial, best.trial);
    if (isBest) best = { state, trial };
  }
  return best;
}

/**
 * Reads rows by their columns if that is better: blank cells can only be found so.
 * @returns undefined for grids of several sizes with different columns
 */
function byColumns(head: Head, tried: Tried, mayBeSized: boolean): Tried | undefined {
  let best = tried;
  const { broken, grids, size } = tried.trial;
  // no line is left for a row with blank cells
  if (broken === 0 && head.lines.filter(mayBeRow).length <= grids * size) return tried;
  const sizes = new Set<number>();
  for (const shown of columnPatterns(head)) {
    // a line with a number is preferably a row with blank cells
    for (const sized of mayBeSized ? [false, true] : [false]) {
      for (const gaps of [false, true]) {
        const state = { ...tried.state, ...shown, sized, delimiter: 0, gaps };
        const trial = trialRead(head, state);
        if (trial.grids > 0) sizes.add(trial.size);
        if (trial.grids > 0 && isBetter(trial, best.trial)) best = { state, trial };
        if (trial.broken === 0) break;
      }
    }
  }
  const isMixed = best !== tried && best.trial.broken > 0 && sizes.size > 1;
  return isMixed && head.requested !== 'grids' ? undefined : best;
}

/** Whether a line is neither blank nor a frame of plain signs. */
const mayBeRow = ({ length, isPlain, text }: HeadLine) =>
  length > 0 && (isPlain || !/^[-+=|\s]+$/.test(text));

type Undecided = 'gaps' | 'parted' | 'headed' | 'titled';

interface Tried {
  readonly state: GridsState;
  readonly trial: Trial;
}

/** The best combination of the undecided properties. */
function bestOf(head: Head, shown: Omit<GridsState, Undecided>, has: (pattern: RegExp) => boolean): Tried {
  let best: Tried | undefined;
  const mayBeHeaded = has(/^\s*\|(\s*:?-+:?\s*\|)+$/);
  for (const headed of mayBeHeaded ? [true, false] : [false]) {
    for (const parted of has(/^\s*=+$/) ? [true, false] : [true]) {
      for (const gaps of [false, true]) {
        const state = { ...shown, headed, parted, gaps, titled: false };
        const trial = trialRead(head, state, gaps || headed !== mayBeHeaded);
        if (!best || isBetter(trial, best.trial)) best = { state, trial };
        // no grid is incomplete, so none continues after a blank line
        if (trial.broken === 0) break;
      }
    }
  }
  return best!;
}

/** The outcome of reading the head in one way. */
export interface Trial {
  readonly grids: number;
  /** Broken grids, without markers. */
  readonly broken: number;
  readonly markers: number;
  /** Broken grids with at least half of their rows. */
  readonly halves: number;
  /** Size of most grids. */
  readonly size: number;
}

/** Whether one way to read the head finds more grids than another, or as many and fewer broken ones. */
export function isBetter(a: Trial, b: Trial): boolean {
  return a.grids !== b.grids ? a.grids > b.grids : a.broken < b.broken;
}

/** @param isGrid whether puzzle `p` of a block counts as a grid, not a broken one */
export function countGrids(
  blocks: Iterable<Block<CellsLayout>>,
  isGrid?: (block: Block<CellsLayout>, p: number) => boolean,
): Trial {
  const sizes: number[] = new Array(MAX_SIZE + 1).fill(0);
  let [grids, broken, markers, halves] = [0, 0, 0, 0];
  for (const block of blocks) {
    sizes[block.geometry?.size ?? 0]! += block.count;
    for (let p = 0; p < block.count; p++) {
      if (!isGrid || isGrid(block, p)) grids++;
      else broken++;
    }
    for (const { marker, mostlyValid } of block.broken) {
      if (marker) markers++;
      else broken++;
      if (mostlyValid) halves++;
    }
  }
  const size = grids > 0 ? sizes.indexOf(Math.max(...sizes.slice(1)), 1) : 0;
  return { grids, broken, markers, halves, size };
}

/** Grids that are checked: this is slow, and a few show what parts grids. */
const MAX_CHECKED = 100;

/** A blank line, or the rule below the header of a table. */
const PARTING = /\n[ \t\r]*(?:\n|\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t\r]*\n)/;

/** @param mayBeTwo whether a grid that is parted can be the end of one and the start of another */
function trialRead(head: Head, state: GridsState, mayBeTwo = state.gaps): Trial {
  const reader = new GridsReader(state, { variant: 'classic' }, true);
  const blocks = reader.read(head.bytes, head.complete);
  let checked = 0;
  const isParted = ({ bytes, layout: { tops, bottoms } }: Block<CellsLayout>, p: number) =>
    PARTING.test(latin1(bytes, tops[p]!, bottoms[p]!));
  return countGrids(blocks, (block, p) => {
    // a number above a grid with columns can be its first row
    const isDoubtful =
      checked < MAX_CHECKED && (state.columns !== undefined || (mayBeTwo && isParted(block, p)));
    return !isDoubtful || (++checked > 0 && isConsistent(block, p));
  });
}

/** Whether a grid repeats no value in a unit: one that does has rows of several. */
export function isConsistent({ geometry, cells }: Block<CellsLayout>, p: number): boolean {
  return givensAreConsistent(geometry!, cells, p * geometry!.cells);
}

/** the cells of the last line, and those that are symbols */
const row = emptyRow();
const packed = Buffer.alloc(row.starts.length);

/** Separators of bands, one character a byte. */
const BARS = ['|', '\xe2\x94\x82', '\xe2\x94\x83', '\xe2\x95\x91'];

/** Lines examined for the indent of rows. */
const MAX_INDENTED = 100;

type ColumnsShown = Pick<GridsState, 'columns' | 'alphabets' | 'empties' | 'size'>;

/**
 * The patterns that rows of the head can have if their empty cells are blank, so that cells can only be found by their
 * columns, with {@link CELL} for each cell.
 */
function* columnPatterns(head: Head): Generator<ColumnsShown> {
  const { bytes, text } = head;
  // requires a blank cell before another cell
  if (!/ [^\s]/.test(text)) return;
  const lines = head.lines.filter((line) => !isComment(line.text));
  const indent = indentOf(lines.map((line) => line.text));
  const lengths = new Set(lines.map(({ start }) => untrimmedLength(bytes, start)));
  const most = Math.min(Math.max(...lengths), MAX_SIZE);
  // a point is another symbol of empty cells
  const candidates = lines.filter((line) => !line.text.includes('.'));
  /** The cells of a line, with points for blank ones. */
  const cellsAt = (start: number, columns: string) => {
    scanColumns(bytes, start, columns, row);
    for (let i = 0; i < row.count; i++) {
      const at = row.starts[i]!;
      const byte = at < row.ends[i]! ? bytes[at]! : SPACE;
      packed[i] = byte === SPACE ? POINT : byte;
    }
    return packed.toString('latin1', 0, row.count);
  };
  for (let size = MIN_SIZE; size <= most; size++) {
    if (!isSize(size)) continue;
    for (const pattern of rowPatterns(size)) {
      const columns = BARS.some((bar) => pattern.startsWith(bar)) ? indent + pattern : pattern;
      if (!lengths.has(columns.length)) continue;
      const matching = candidates.map(({ start }) => cellsAt(start, columns)).filter((cells) => cells !== '');
      const rows = rowsOfOneAlphabet(matching, size, head.alphabet);
      const cells = rows.join('');
      // blanks must be the only empty cells, and not only the missing end of a short row
      if (rows.length < size || !rows.some((row) => /\.[^.]/.test(row)) || OTHER_SIGNS.test(cells)) continue;
      // these are half as many cells, separated by blanks
      if (rows.every((row) => /^(.\.)+.{0,2}$/.test(row))) continue;
      const seen = newSymbolCounts(size);
      countSymbols(seen, cells);
      seen.grids = Math.floor(rows.length / size);
      const alphabet = chooseAlphabet(seen, head.alphabet);
      yield {
        columns,
        size,
        alphabets: { [size]: alphabet.symbols },
        // only blanks are empty cells
        empties: { [size]: '' },
      };
    }
  }
}

/** The common indent of the lines that begin with a bar. */
function indentOf(lines: readonly string[]): string {
  const indents = lines
    .map((line) => ({ line, text: line.trimStart() }))
    .filter(({ text }) => BARS.some((bar) => text.startsWith(bar)))
    .map(({ line, text }) => line.length - text.length);
  const least = Math.min(...indents.slice(0, MAX_INDENTED), MAX_SIZE);
  return ' '.repeat(indents.length > 0 ? least : 0);
}

const known = new Map<number, readonly string[]>();

/** Common patterns of rows of a size. */
function rowPatterns(size: number): readonly string[] {
  return cached(known, size, () => drawnRows(size));
}

function drawnRows(size: number): string[] {
  const { boxColumns } = geometry(size);
  const bands = size / boxColumns;
  const band = (between: string) => Array(boxColumns).fill(CELL).join(between);
  const joined = (between: string, bar: string) => Array(bands).fill(band(between)).join(bar);
  return [
    CELL.repeat(size),
    Array(size).fill(CELL).join(' '),
    ...BARS.flatMap((bar) => [
      joined('', bar),
      `${bar}${joined('', bar)}${bar}`,
      ...['', ' '].flatMap((between) => [
        joined(between, ` ${bar} `),
        ` ${joined(between, ` ${bar} `)}`,
        ` ${joined(between, ` ${bar} `)} `,
        `${bar} ${joined(between, ` ${bar} `)} ${bar}`,
      ]),
      joined(' ', bar),
      `${bar}${joined(' ', bar)}${bar}`,
    ]),
  ];
}

/** Other symbols of empty cells. */
const OTHER_SIGNS = /[*_-]/;

/** Bytes of the line that begins at an offset, with the blanks at its end. */
function untrimmedLength(bytes: Uint8Array, start: number): number {
  let from = start;
  while (bytes[from] === FF) from++;
  const end = lineEnd(bytes, from);
  return end - from - (bytes[end - 1] === CR ? 1 : 0);
}

/** What single rows show, before they are combined to grids. */
type RowsShown = Pick<
  GridsState,
  'alphabets' | 'empties' | 'separated' | 'delimiter' | 'trailing' | 'signs' | 'size'
>;

/** What the rows of one size show. */
interface Shown {
  rows: number;
  readonly symbols: SymbolCounts;
  /** Whether any of them has symbols, not numbers. */
  inSymbols: boolean;
}

const NOTHING_SHOWN: Shown = { rows: 0, symbols: newSymbolCounts(0), inSymbols: false };

/** Examines the lines of the head one by one. */
function symbolsIn(head: Head): RowsShown {
  const sizes = new Map<number, Shown>();
  const signs = new Set<string>();
  const fields = fieldsIn(head);
  const numbered = new Set<number>();
  let letters = false;
  let last: Shown | undefined;
  /** Counts one more row of a size. */
  const countRow = (size: number): Shown => {
    if (last?.symbols.size !== size) {
      last = sizes.get(size) ?? { rows: 0, symbols: newSymbolCounts(size), inSymbols: false };
      sizes.set(size, last);
    }
    last.rows++;
    return last;
  };
  /** Counts one more row of symbols of a size. @returns the counts to add its symbols to */
  const countSymbolRow = (size: number): SymbolCounts => {
    const shown = countRow(size);
    shown.inSymbols = true;
    return shown.symbols;
  };
  for (const line of head.lines) {
    // a shortcut for nearly all rows of small grids
    if (line.isPlain && line.length <= 9 && isSize(line.length)) {
      countBytes(countSymbolRow(line.length), head.bytes, line.start, line.start + line.length);
      continue;
    }
    const { text } = line;
    if (isComment(text) || isMarker(text) || isDate(text.trim())) continue;
    const found = rowIn(head, line, fields);
    if (!found) continue;
    const { size, numbers, symbols } = found;
    if (numbers) {
      numbered.add(size);
      countRow(size);
      for (const cell of numbers) if (/^[-*_]+$/.test(cell)) signs.add(cell[0]!);
      continue;
    }
    countSymbols(countSymbolRow(size), symbols);
    letters ||= size > 9 && /[A-WYZ]/i.test(symbols) && symbols !== text.trim();
    for (const sign of symbols.replace(/[^-*_]/g, '')) signs.add(sign);
  }
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const [size, { symbols, inSymbols, rows }] of sizes) {
    // fewer are titles, or rows of other sizes with a fault
    if (!inSymbols || 4 * rows < size) continue;
    symbols.grids = Math.floor(total(symbols) / (size * size));
    const alphabet = chooseAlphabet(symbols, head.alphabet);
    alphabets[size] = alphabet.symbols;
    empties[size] = emptySymbolsOf(symbols, alphabet);
    // if 0 is a value, cells are symbols
    letters ||= size > 9 && /^0|:/.test(alphabet.symbols) && !numbered.has(size);
  }
  const { size } = [...sizes.values()].reduce((a, b) => (b.rows > a.rows ? b : a), NOTHING_SHOWN).symbols;
  return {
    alphabets,
    empties,
    separated: letters ? 'symbols' : 'numbers',
    // frames of `_` are rare
    signs: [...signs.add('_')].join(''),
    size,
    ...fields,
  };
}

/** A line of the head as a row. */
interface ShownRow {
  readonly size: number;
  /** Undefined for symbols. */
  readonly numbers?: readonly string[];
  /** Empty for numbers; `.` for a blank field. */
  readonly symbols: string;
}

/** Separators that are cells of one alphabet. */
const COLONS = byteSet(':;');

/** The first way to read a line as a row with a given, in any alphabet; undefined if there is none. */
function rowIn(
  { bytes, text, alphabet }: Head,
  line: HeadLine,
  fields: FieldDelimiters,
): ShownRow | undefined {
  const end = line.start + line.length;
  const start = skipBlanks(bytes, line.start, end);
  const cells = () =>
    Array.from({ length: row.count }, (_, i) => text.slice(row.starts[i], row.ends[i]).trim());
  const asSymbols = (symbols: string) => {
    const size = symbols.length;
    const isRow = isSize(size) && HAS_GIVEN.test(symbols) && mayBeCells(symbols, size, alphabet);
    return isRow ? { size, symbols } : undefined;
  };
  for (const style of fieldStyles(fields)) {
    scanRow(bytes, start, end, style, row, undefined, fields);
    if (!isSize(row.count)) continue;
    const found = cells();
    const symbols = found.every((cell) => cell.length <= 1) ? found.map((cell) => cell || '.').join('') : '';
    const areNumbers = found.some((cell) => /^\d{2}/.test(cell));
    const isRow = (areNumbers || symbols !== '') && mayBeFields(found);
    if (isRow) return { size: row.count, symbols, ...(areNumbers && { numbers: found }) };
    if (symbols !== '' && asSymbols(symbols)) return asSymbols(symbols);
  }
  scanRow(bytes, start, end, 'numbers', row);
  const { count, starts, ends } = row;
  let longest = 0;
  for (let cell = 0; cell < count; cell++) longest = Math.max(longest, ends[cell]! - starts[cell]!);
  if (longest > 1 && isSize(count)) {
    const numbers = cells();
    if (numbers.every((cell) => NUMBER.test(cell))) return { size: count, numbers, symbols: '' };
  }
  for (const isSymbol of areColonsCells(text, start, end) ? [COLONS, undefined] : [undefined]) {
    scanRow(bytes, start, end, 'symbols', row, isSymbol);
    for (let cell = 0; cell < row.count; cell++) packed[cell] = bytes[starts[cell]!]!;
    const found = asSymbols(packed.toString('latin1', 0, row.count));
    if (found) return found;
  }
  return undefined;
}

/** Whether `:` and `;` can be cells of a line, as they do not stand between any two. */
function areColonsCells(text: string, start: number, end: number): boolean {
  const line = text.slice(start, end);
  if (!/[:;]/.test(line)) return false;
  const parts = withoutBoxDrawing(line)
    .split(/[\s|]+/)
    .filter(Boolean);
  return !parts.every((part) => /^[^:;](?:[:;][^:;])*[:;]?$/.test(part));
}

const HAS_GIVEN = /[\dA-Za-z]/;
const NUMBER = /^(\d{1,2}(\.0)?|-1|([.*_?x-])\3?|nan)$/i;

/** The delimiter of fields of which some are blank, and whether the last field has one after it. */
function fieldsIn({ text, complete }: Head): FieldDelimiters {
  let best = { delimiter: 0, trailing: false, rows: 0 };
  const likely = [',', ';', '\t', '|'].filter((sign) => text.includes(sign));
  const lines = likely.length > 0 ? text.split(/\r?\n/) : [];
  if (!complete) lines.pop();
  for (const delimiter of likely) {
    const rows = lines.map((line) => line.split(delimiter).map((field) => field.trim())).filter(mayBeFields);
    // these are pipes around each cell
    if (delimiter === '|' && rows.every((fields) => fields[0] === '' && fields.at(-1) === '')) continue;
    const isOneLess = rows.every((fields) => isSize(fields.length - 1));
    const trailing = isOneLess && rows.every((fields) => fields.at(-1) === '');
    // a delimiter at the start of every line is an indent
    const indented = !trailing && isOneLess && rows.every((fields) => fields[0] === '');
    const blank = rows.filter((fields) =>
      fields.slice(indented ? 1 : 0, trailing ? -1 : undefined).includes(''),
    );
    if (blank.length > best.rows && !indented) {
      best = { delimiter: delimiter.charCodeAt(0), trailing, rows: blank.length };
    }
  }
  const { delimiter, trailing } = best;
  return { delimiter, trailing };
}

const FIELD = new RegExp(`^(?:\\d{1,2}(?:\\.0)?|[A-Za-z:;<=>@]|[${ALL_EMPTY_SYMBOLS.replace('-', '')}-])?$`);

/** Whether fields can be a row with a given, and perhaps a delimiter after it. */
function mayBeFields(fields: string[]): boolean {
  const fits = isSize(fields.length) || isSize(fields.length - 1);
  return (
    fits && fields.some((field) => /[\dA-Za-z]/.test(field)) && fields.every((field) => FIELD.test(field))
  );
}

function total({ counts }: SymbolCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

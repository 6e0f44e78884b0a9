import { MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import { geometry } from '../../solver/geometry.ts';
import { bomLength } from '../shared/bytes.ts';
import { CELL } from '../shared/cells/columns.ts';
import { chooseAlphabet, countSymbols, noSymbols } from '../shared/choose-alphabet.ts';
import { isComment } from '../shared/comments.ts';
import type { Head } from '../shared/head.ts';
import { mostAlike } from '../shared/plausible.ts';
import { isSize } from '../shared/sizes.ts';
import type { GridsState } from './state.ts';

/** What bands are parted by, one character a byte. */
const BARS = ['|', '\xe2\x94\x82', '\xe2\x94\x83', '\xe2\x95\x91'];

/** Lines that tell how far rows are indented. */
const MAX_INDENTED = 100;

type ColumnsShown = Pick<GridsState, 'columns' | 'alphabets' | 'empties' | 'size'>;

/**
 * The ways in which rows of the head may be read whose empty cells are blank, so that only their columns tell cells apart:
 * each as what a row looks like, with {@link CELL} for each cell.
 */
export function* columnsIn(head: Head): Generator<ColumnsShown> {
  const text = head.text.slice(bomLength(head.bytes));
  // a blank cell with another after it
  if (!/ [^\s]/.test(text)) return;
  const lines = text.split(/\r?\n\f*/).filter((line) => !isComment(line));
  if (!head.complete) lines.pop();
  const indent = indentOf(lines);
  const longest = new Set(lines.map((line) => line.length));
  const most = Math.min(Math.max(...longest), MAX_SIZE);
  for (let size = MIN_SIZE; size <= most; size++) {
    if (!isSize(size)) continue;
    for (const look of looksOf(size)) {
      const columns = BARS.some((bar) => look.startsWith(bar)) ? indent + look : look;
      if (!longest.has(columns.length)) continue;
      const drawn = lines
        .map((line) => cellsOf(line, columns)?.replaceAll(' ', '.'))
        .filter((row) => row !== undefined);
      const rows = mostAlike(drawn, size, head.alphabet);
      const cells = rows.join('');
      // a blank is the one sign of empty cells, and not only what a short row lacks
      if (rows.length < size || !rows.some((row) => /\.[^.]/.test(row)) || OTHER_SIGNS.test(cells)) continue;
      // that is half as many cells, parted by blanks
      if (rows.every((row) => /^(.\.)+.{0,2}$/.test(row))) continue;
      const seen = noSymbols(size);
      countSymbols(seen, cells);
      seen.grids = Math.floor(rows.length / size);
      const alphabet = chooseAlphabet(seen, head.alphabet);
      yield {
        columns,
        size,
        alphabets: { [size]: alphabet.symbols },
        // no other sign is one
        empties: { [size]: '' },
      };
    }
  }
}

/** The blanks before the bars that lines begin with, as far as all such lines have them. */
function indentOf(lines: readonly string[]): string {
  const indents = lines
    .map((line) => ({ line, text: line.trimStart() }))
    .filter(({ text }) => BARS.some((bar) => text.startsWith(bar)))
    .map(({ line, text }) => line.length - text.length);
  const least = Math.min(...indents.slice(0, MAX_INDENTED), MAX_SIZE);
  return ' '.repeat(indents.length > 0 ? least : 0);
}

const known = new Map<number, readonly string[]>();

/** Rows of a size as people draw them. */
function looksOf(size: number): readonly string[] {
  const looks = known.get(size) ?? drawnRows(size);
  known.set(size, looks);
  return looks;
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

/** What else empty cells may be. */
const OTHER_SIGNS = /[*_-]/;

/** What stands in the columns of a line; undefined if something else stands elsewhere. */
function cellsOf(line: string, columns: string): string | undefined {
  let cells = '';
  for (let at = 0; at < columns.length; at++) {
    const sign = line[at] ?? ' ';
    // a point is one of the other signs
    if (columns[at] === CELL && sign !== '.') cells += sign;
    else if (columns[at] !== sign) return undefined;
  }
  return line.slice(columns.length).trim() === '' ? cells : undefined;
}

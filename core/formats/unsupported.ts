// Files that may contain puzzles, in text of a kind that is not read.

import { isSize } from '../solver/model/geometry.ts';
import { mayBeCells } from './shared/alphabet.ts';
import { isComment } from './shared/bytes.ts';
import type { Head, HeadLine } from './shared/head.ts';
import { controlAt, type ForeignKind } from './signatures.ts';

interface TextKind extends ForeignKind {
  readonly is: (head: Head) => boolean;
}

const KINDS: readonly TextKind[] = [
  {
    name: 'text in UTF-32',
    instead: 'save it as UTF-8 or ASCII',
    is: ({ text }) => text.startsWith('\xff\xfe\0\0') || text.startsWith('\0\0\xfe\xff'),
  },
  {
    name: 'text in UTF-16',
    instead: 'save it as UTF-8 or ASCII',
    is: ({ bytes, text }) => text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff') || isUtf16(bytes),
  },
  {
    name: 'a pointer of Git LFS in place of a file',
    instead: 'fetch the file itself: git lfs pull',
    is: ({ text }) => text.startsWith('version https://git-lfs.github.com/spec/'),
  },
  {
    name: 'a MiniZinc data file',
    instead: 'keep the rows of numbers only',
    is: (head) =>
      ['[|', 'array2d'].some((sign) => head.text.includes(sign)) &&
      /\[\|\s*[\d_.<]|\barray2d\s*\(/.test(frontOf(head)) &&
      controlAt(head.bytes) < 0,
  },
  {
    name: 'a progress file, which marks the digits that a player has placed',
    instead: 'export the puzzle, or its candidates without the letters before them',
    is: (head) => /[ub][1-9]/.test(head.text) && head.lines.filter(isProgress).length >= 5,
  },
  {
    name: 'a grid with the candidates of each cell on several lines',
    instead: 'write those of a cell together, as 1379, and a row on one line',
    is: hasCandidateBlocks,
  },
  {
    name: 'grids side by side',
    instead: 'write them one below the other',
    is: hasGridsSideBySide,
  },
];

/** The kind of a file that is not read although it may contain puzzles; undefined for other files. */
export function unsupportedKind(head: Head): ForeignKind | undefined {
  const markup = markupKind(head.text);
  return markup?.isSure ? markup : KINDS.find(({ is }) => is(head));
}

/** Why a file of such a kind is rejected. */
export function unsupportedReason({ name, instead }: ForeignKind): string {
  return `expected a file of plain puzzles, got ${name}: ${instead}`;
}

/** Bytes of the front that show whether text is UTF-16. */
const UTF16_BYTES = 1024;

/** The share of zeros in every other byte of UTF-16, at least: less if a comment in another script precedes the puzzles. */
const UTF16_SHARE = { short: 0.8, long: 0.25 } as const;
/** Zeros from which text counts as long. */
const MANY_ZEROS = 16;

/** Whether bytes are UTF-16 without a byte-order mark: every other byte is zero, but for letters beyond Latin-1. */
function isUtf16(bytes: Uint8Array): boolean {
  const front = bytes.subarray(0, Math.min(UTF16_BYTES, bytes.length & ~1));
  const zeros = [0, 0];
  for (let at = front.indexOf(0); at >= 0; at = front.indexOf(0, at + 1)) zeros[at & 1]!++;
  const [even, odd] = zeros as [number, number];
  const zeroBytes = Math.max(even, odd);
  const share = zeroBytes < MANY_ZEROS ? UTF16_SHARE.short : UTF16_SHARE.long;
  return Math.min(even, odd) === 0 && zeroBytes > share * (front.length / 2);
}

/** Kinds of HTML and XML, by the name of the outermost element. */
const ROOTS: readonly (readonly [RegExp, ForeignKind])[] = [
  [
    /^(html|head|body|title|meta|table|div|span|pre|script|style|p|h1|ul|ol|main|section)$/i,
    {
      name: 'an HTML page',
      instead:
        'give the file that it shows or links to, or copy the puzzles from a browser into a text file, one a line',
    },
  ],
  [/^svg$/i, { name: 'an SVG image', instead: 'write the puzzles as text, one character a cell' }],
  [/^opensudoku$/i, { name: 'an OpenSudoku file (XML)', instead: 'export the puzzles as text, one a line' }],
  [/^Workbook$/, { name: 'an Excel workbook in XML', instead: 'save the sheet as CSV' }],
];

interface Markup extends ForeignKind {
  /** Whether it surely is markup, not a puzzle with `<` for a value, nor puzzles between two tags. */
  readonly isSure: boolean;
}

/** Elements that surely begin a file of markup. */
const SURE = /^(html|head|body|svg|opensudoku|sudoku|workbook)$/i;

/** The kind of HTML or XML that a text is; undefined for other text. */
export function markupKind(text: string): Markup | undefined {
  let isDeclared = false;
  for (let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0; ; ) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (text[at] !== '<') return isDeclared ? { ...xml(''), isSure: true } : undefined;
    const end = ENDS.find(([start]) => text.startsWith(start, at));
    if (!end) {
      const [, name] = /^<([a-z_][\w:.-]{0,60})[\s/>]/i.exec(text.slice(at, at + MAX_TAG)) ?? [];
      if (name === undefined && !isDeclared) return undefined;
      const isSure = isDeclared || SURE.test(name!);
      if (!isSure && !text.includes(`</${name}`)) return undefined;
      return { ...(ROOTS.find(([root]) => root.test(name ?? ''))?.[1] ?? xml(name ?? '')), isSure };
    }
    if (/^<(\?xml|!doctype)/i.test(text.slice(at, at + MAX_TAG))) isDeclared = true;
    if (/^<!doctype\s+html/i.test(text.slice(at, at + MAX_TAG))) return { ...ROOTS[0]![1], isSure: true };
    const close = text.indexOf(end[1], at);
    at = close < 0 ? text.length : close + end[1].length;
  }
}

/** Characters of a tag that show its name. */
const MAX_TAG = 64;

/** Where declarations and comments before the outermost element end, by their first characters. */
const ENDS = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const;

function xml(root: string): ForeignKind {
  const name = root === '' ? 'an XML file' : `an XML file (<${root}>)`;
  return { name, instead: 'export the puzzles as text, one a line' };
}

function frontOf({ lines }: Head): string {
  return lines
    .slice(0, 50)
    .filter(({ text }) => !isComment(text))
    .map(({ text }) => text)
    .join('\n');
}

/** Nine cells of candidates in ascending order; a letter may precede a placed digit. */
const PROGRESS = /^[\s|:!+]*(?:(?=[ub1-9])[ub]?1?2?3?4?5?6?7?8?9?(?:[\s|:!+]+|$)){9}$/;

/** Whether a line has nine such cells, some with at least three signs. */
const isProgress = ({ text }: HeadLine): boolean => PROGRESS.test(text) && /[ub1-9]{3}/.test(text);

/** Ways to write candidates in blocks: the digits of each line of a cell. */
const BLOCKS = [
  ['123', '456', '789'],
  ['123', '456'],
  ['12', '34'],
];
/** Rows that show that a grid is written so, and candidates of a line on average. */
const MIN_BLOCKS = 3;
/** Bytes of the longest line with some candidates of nine cells. */
const MAX_BLOCK_LENGTH = 120;
const MIN_CANDIDATES = 4;

/** Whether lines have only the first candidates of each cell, then only the next ones, and so on, several times in a row. */
function hasCandidateBlocks({ text, lines }: Head): boolean {
  if (!/[ \t|]/.test(text) || lines.length < MIN_BLOCKS * BLOCKS.at(-1)!.length) return false;
  const texts = lines
    .values()
    .filter((line) => !line.isPlain && line.length <= MAX_BLOCK_LENGTH && !isComment(line.text))
    .map(({ text }) => text.replace(/\D/g, ''))
    .filter((digits) => digits !== '')
    .take(MAX_LINES)
    .toArray();
  return BLOCKS.some((block) => {
    let run = 0;
    let candidates = 0;
    for (const digits of texts) {
      const isNext = Array.from(digits).every((digit) => block[run % block.length]!.includes(digit));
      run = isNext ? run + 1 : 0;
      candidates = isNext ? candidates + digits.length : 0;
      if (run >= MIN_BLOCKS * block.length && candidates >= MIN_CANDIDATES * run) return true;
    }
    return false;
  });
}

/** Separators of grids side by side, which are wider than those of their cells. */
const GAP = /\s*\|\s*|\t+|\s{2,}/;

/** Lines of the head that are examined. */
const MAX_LINES = 200;
/** Bytes of the longest line with rows of several grids. */
const MAX_LENGTH = 300;

/** Whether as many consecutive lines as a grid has rows each contain rows of several grids. */
export function hasGridsSideBySide({ text: all, lines, alphabet }: Head): boolean {
  if (!/ {2}|[\t|]/.test(all)) return false;
  let run = '';
  let length = 0;
  for (const line of lines.slice(0, MAX_LINES)) {
    const rows = line.isPlain || line.length > MAX_LENGTH ? undefined : rowsIn(line.text, alphabet);
    if (!rows) {
      run = '';
      continue;
    }
    const [size, count] = [rows[0]!.length, rows.length];
    const kind = `${size} ${count}`;
    length = kind === run ? length + 1 : 1;
    run = kind;
    if (length === size) return true;
  }
  return false;
}

/** The cells of rows of equal sizes in a line; undefined if they can also be boxes of one row, or a grid in a line. */
function rowsIn(text: string, alphabet: string | undefined): string[] | undefined {
  const groups = text.trim().split(GAP);
  if (groups.length < 2) return undefined;
  // `;` separates cells, or is one
  return [/\s/g, /[\s,;]/g]
    .map((parts) => groups.map((group) => group.replace(parts, '')))
    .find((rows) => areRows(rows, alphabet));
}

function areRows(rows: readonly string[], alphabet: string | undefined): boolean {
  const size = rows[0]!.length;
  const isEach = (row: string) => row.length === size && mayBeCells(row, size, alphabet);
  // as many rows as cells in a row are one grid in a line; 16 or 36 cells with few values can be small grids
  if (!isSize(size) || rows.length === size || !rows.every(isEach)) return false;
  const root = Math.sqrt(size);
  return root % 1 !== 0 || size <= 9 || !rows.every((row) => mayBeCells(row, root));
}

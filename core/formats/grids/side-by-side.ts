import type { Head } from '../shared/head.ts';
import { isPlausible } from '../shared/plausible.ts';
import { isSize } from '../shared/sizes.ts';

/** What parts grids that stand beside each other: more than what parts their cells. */
const GAP = /\s*\|\s*|\t+|\s{2,}/;

/** Lines of the head that are looked at. */
const MAX_LINES = 200;
/** A longer line holds no rows of several grids. */
const MAX_LENGTH = 300;

/** Whether rows of two or more grids stand in each of as many lines as such grids have. */
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

/** The cells of rows of equal sizes in a line; undefined if they may as well be boxes of one row, or a grid in a line. */
function rowsIn(text: string, alphabet: string | undefined): string[] | undefined {
  const groups = text.trim().split(GAP);
  if (groups.length < 2) return undefined;
  // `;` parts cells, or is one
  return [/\s/g, /[\s,;]/g]
    .map((parts) => groups.map((group) => group.replace(parts, '')))
    .find((rows) => areRows(rows, alphabet));
}

function areRows(rows: readonly string[], alphabet: string | undefined): boolean {
  const size = rows[0]!.length;
  const isEach = (row: string) => row.length === size && isPlausible(row, size, alphabet);
  // as many rows as one has cells are a grid in a line; so are 16 or 36 cells with few values
  if (!isSize(size) || rows.length === size || !rows.every(isEach)) return false;
  const root = Math.sqrt(size);
  return root % 1 !== 0 || size <= 9 || !rows.every((row) => isPlausible(row, root));
}

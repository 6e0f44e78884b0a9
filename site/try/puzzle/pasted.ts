// What people paste that is not a puzzle by itself: a web page around a grid, or a link to this page.

/** Sides of grids. */
const SIZES = Array.from({ length: 33 }, (_, i) => i + 4);

/** The part of a link to this page that has the puzzle with its rules. */
export function ownLink(text: string): string | undefined {
  return /^\s*https?:\/\/\S+[#?]((?:\S*&)?p=\S*)\s*$/.exec(text)?.[1];
}

/**
 * The puzzle of a web page, as text that the readers of files read: one line for each row of its grid, cells separated by commas.
 * @param html of the clipboard; '' if it has none
 * @returns undefined if there is no grid, or several
 */
export function gridInPage(text: string, html: string): string | undefined {
  const drawn = gridsInMarkup(html);
  const [grid, ...others] = drawn.length > 0 ? drawn : gridsInText(text);
  return others.length === 0 ? grid : undefined;
}

/** Tables, and elements with the role of a grid, that are as wide as high. */
function gridsInMarkup(html: string): string[] {
  if (html === '') return [];
  const page = new DOMParser().parseFromString(html, 'text/html');
  const found: string[] = [];
  for (const grid of page.querySelectorAll('table, [role=grid]')) {
    // a table of tables has its cells within those
    const cells = [...grid.querySelectorAll('td, th, [role=gridcell]')].filter(
      (cell) => !cell.querySelector('td, [role=gridcell]'),
    );
    const size = SIZES.find((side) => side * side === cells.length);
    if (size === undefined) continue;
    const values = cells.map((cell) => {
      const field = cell.querySelector('input');
      return (field?.getAttribute('value') ?? cell.textContent).trim();
    });
    if (values.some((value) => value.length > 2)) continue;
    found.push(inRows(inOrder(values, grid, size), size));
  }
  return found;
}

/** The cells row by row, where a table has a table for each box. */
function inOrder(values: readonly string[], grid: Element, size: number): string[] {
  const side = Math.sqrt(size);
  const isNested = grid.querySelectorAll('table').length === size && Number.isInteger(side);
  if (!isNested) return [...values];
  return values.map((_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const box = Math.floor(row / side) * side + Math.floor(column / side);
    return values[box * size + (row % side) * side + (column % side)]!;
  });
}

function inRows(values: readonly string[], size: number): string {
  return Array.from({ length: size }, (_, row) =>
    values
      .slice(row * size, (row + 1) * size)
      .map((value) => value || '0')
      .join(','),
  ).join('\n');
}

/** Runs of 81 cells, and nine lines of nine, between other text. */
function gridsInText(text: string): string[] {
  const runs = Array.from(text.matchAll(/(?<![\d.])[\d.]{81}(?![\d.]*\d)/g), ([run]) =>
    inRows(
      Array.from(run, (one) => one.replace('.', '')),
      9,
    ),
  );
  const rows = text.split('\n').map((line) => line.replaceAll(/[\s|,:;]/g, ''));
  const grids: string[] = [];
  let open: string[] = [];
  for (const row of rows) {
    // frames and blank lines stand between the rows of a grid
    if (/^[-+=_|]*$/.test(row)) continue;
    open = /^[\d.*_x-]{9}$/.test(row) ? [...open, row] : [];
    if (open.length < 9) continue;
    grids.push(
      inRows(
        Array.from(open.join(''), (one) => (/[1-9]/.test(one) ? one : '')),
        9,
      ),
    );
    open = [];
  }
  return [...runs, ...grids];
}

import { FAMILIES } from '../../../../core/formats/shared/alphabet.ts';
import { generate } from '../../../../core/solver/generate.ts';
import { type Geometry, geometry } from '../../../../core/solver/geometry.ts';
import fc from '../../../property.ts';

/** A file of grids as a stranger might write it, and the same file with its cells filled in. */
export interface GridFile {
  readonly puzzles: string;
  readonly solutions: string;
  /** Whether numbers may grow beyond the signs of empty cells, so that only text without blanks is the same. */
  readonly grows: boolean;
  readonly grids: number;
  /** What the file looks like, for a failure. */
  readonly looks: string;
}

const SIZES = [4, 6, 8, 9, 9, 9, 10, 12, 15, 16, 16, 20, 25] as const;

/** Cells with a byte each, or numbers. */
const ALPHABETS = ['ones', 'zeros', 'letters', 'ascii', 'lower', 'numbers', 'padded'] as const;
const SEPARATORS = ['', ' ', '\t', ',', ';', ', ', '|', '  ', ' | '] as const;
const EMPTIES = ['.', '0', '_', '*', '-', 'x', '?', ''] as const;
const FRAMES = [
  'none',
  'gaps',
  'bars',
  'plus',
  'cells',
  'boxed cells',
  'simple sudoku',
  'hodoku',
  'box drawing',
  'double box drawing',
  'rules of -',
  'rules of =',
  'rules of *',
  'rules of ~',
  'wide rules of -',
  'wide rules of *',
] as const;
const TITLES = [
  'none',
  'none',
  'blank line',
  'Grid 01',
  '% title',
  '# comment',
  'Puzzle 3 (hard)',
  'size',
  'order',
  '=====',
  '[Puzzle]',
] as const;

interface Look {
  readonly size: (typeof SIZES)[number];
  readonly alphabet: (typeof ALPHABETS)[number];
  readonly separator: string;
  readonly empty: string;
  readonly frame: (typeof FRAMES)[number];
  readonly title: (typeof TITLES)[number];
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly ended: boolean;
  readonly bom: boolean;
  readonly indent: string;
  readonly grids: number;
  /** Whether the first grid has no empty cell. */
  readonly full: boolean;
}

const look: fc.Arbitrary<Look> = fc.record({
  size: fc.constantFrom(...SIZES),
  alphabet: fc.constantFrom(...ALPHABETS),
  separator: fc.constantFrom(...SEPARATORS),
  empty: fc.constantFrom(...EMPTIES),
  frame: fc.constantFrom(...FRAMES),
  title: fc.constantFrom(...TITLES),
  lineEnd: fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
  ended: fc.boolean(),
  bom: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  indent: fc.constantFrom('', '', '', ' ', '\t'),
  grids: fc.integer({ min: 1, max: 4 }),
  full: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
});

/** Puzzles made before: of each size, as many as a file may have, and more. */
const POOL_SIZE = 11;

/** Files whose cells can be told from what is around them by anyone who looks at them. */
export const gridFiles: fc.Arbitrary<GridFile> = fc
  .tuple(look, fc.nat(POOL_SIZE - 1))
  .filter(([one]) => isSensible(one))
  .map(([one, seed]) => draw(one, seed));

/** What a person would not write, or could not read. */
function isSensible({ size, alphabet, separator, empty, frame, title, grids, indent }: Look): boolean {
  const isLarge = size > 9;
  const isNumeric = alphabet === 'numbers' || alphabet === 'padded';
  if (!isLarge && alphabet !== 'ones' && alphabet !== 'numbers') return false;
  if (alphabet === 'ascii' && (empty === '?' || /[:;]/.test(separator) || size > 26 || frame === 'hodoku'))
    return false;
  if (alphabet === 'letters' && size > 23 && empty === 'x') return false;
  // a rule of cells could be a row of them
  if (alphabet === 'ascii' && (frame === 'rules of =' || frame === 'boxed cells')) return false;
  if (isNumeric && separator === '') return false;
  // zero is a value, or a sign for empty
  if (empty === '0' && alphabet === 'zeros') return false;
  // nobody can tell an indent from an empty field
  if (empty === '' && separator === '\t' && indent === '\t') return false;
  // an empty field needs signs on both sides; blanks part nothing then
  if (empty === '' && !/^(,|;|\||\t)$/.test(separator)) return false;
  if (empty === '' && /^(hodoku|simple|bars|plus|box drawing|double)/.test(frame)) return false;
  // a frame of the sign for empty cells could be a row of them
  if (empty !== '' && frame.includes(empty) && frame.startsWith('rules')) return false;
  if ((empty === '-' || empty === '*') && /rules|simple/.test(frame)) return false;
  // sizes and numbers of puzzles by themselves are taken for what most of them are
  if (title === 'order' && ![4, 9, 16, 25].includes(size)) return false;
  if (title === 'blank line' && frame === 'gaps') return false;
  if (frame === 'gaps' && grids > 1 && title === 'none') return false;
  return true;
}

const pools = new Map<number, { cells: Uint8Array; solution: Uint8Array }[]>();

function poolOf(size: number): { cells: Uint8Array; solution: Uint8Array }[] {
  let pool = pools.get(size);
  if (!pool) {
    const shape = geometry(size);
    const puzzles = generate(shape, {
      seed: size,
      clues: Math.ceil(shape.cells * (size > 16 ? 0.6 : 0.45)),
      effort: 200,
    });
    pool = Array.from({ length: POOL_SIZE }, () => puzzles.next().value);
    pools.set(size, pool);
  }
  return pool;
}

function draw(one: Look, seed: number): GridFile {
  const shape = geometry(one.size);
  const pool = poolOf(one.size);
  const picked = Array.from({ length: one.grids }, (_, i) => pool[(seed + i) % pool.length]!);
  const grids = picked.map(({ cells, solution }, i) => ({
    cells: one.full && i === 0 ? solution : cells,
    solution,
  }));
  const text = (which: 'cells' | 'solution') =>
    (one.bom ? '\ufeff' : '') +
    grids
      .flatMap((grid, i) => [...titleLines(one, i, shape), ...gridLines(one, shape, Array.from(grid[which]))])
      .join(one.lineEnd) +
    (one.ended ? one.lineEnd : '');
  const grows = one.alphabet === 'numbers' || one.alphabet === 'padded' || one.empty === '';
  return {
    puzzles: text('cells'),
    solutions: text('solution'),
    grows,
    grids: one.grids,
    looks: JSON.stringify(one),
  };
}

function titleLines({ title, size }: Look, i: number, { boxRows }: Geometry): string[] {
  switch (title) {
    case 'none':
      return [];
    case 'blank line':
      return i === 0 ? [] : [''];
    case 'Grid 01':
      return [`Grid ${String(i + 1).padStart(2, '0')}`];
    case '% title':
      return [`%Puzzle no. ${i + 1}`];
    case '# comment':
      return [`# 1.2.3.4.5 number ${i + 1}`];
    case 'size':
      return [String(size)];
    case 'order':
      return [String(boxRows)];
    default:
      return [title];
  }
}

/** The lines of one grid. */
function gridLines(one: Look, shape: Geometry, cells: number[]): string[] {
  const { size, boxRows, boxColumns } = shape;
  const { frame, separator, indent } = one;
  const texts = cells.map((value) => cellText(one, value));
  const width = one.alphabet === 'numbers' || one.alphabet === 'padded' ? String(size).length : 1;
  const wide = (text: string) => text.padStart(width);
  const bandsOf = (row: string[]) =>
    Array.from({ length: size / boxColumns }, (_, b) => row.slice(b * boxColumns, (b + 1) * boxColumns));
  const within = separator === '' ? '' : separator;
  const inBands = (row: string[], bar: string) =>
    bandsOf(row.map(wide))
      .map((band) => band.join(within))
      .join(bar);
  const rows = Array.from({ length: size }, (_, r) => texts.slice(r * size, (r + 1) * size));
  const band = boxColumns * width + (boxColumns - 1) * within.length;
  const bands = size / boxColumns;
  const lines = (
    first: string[],
    between: (r: number) => string[],
    last: string[],
    row: (cells: string[]) => string,
  ) => [...first, ...rows.flatMap((row_, r) => [...(r > 0 ? between(r) : []), row(row_)]), ...last];
  const bandEnd = (r: number, line: string) => (r % boxRows === 0 ? [line] : []);
  const indented = (all: string[]) => all.map((line) => (line === '' ? line : indent + line));
  const ruled = (sign: string, length: number) => {
    const rule = sign.repeat(length);
    return lines(
      [rule],
      (r) => bandEnd(r, rule),
      [rule],
      (row) => row.join(within),
    );
  };
  const bar = (sign: string) => Array.from({ length: bands }, () => sign.repeat(band + 2));
  switch (frame) {
    case 'none':
      return indented(
        lines(
          [],
          () => [],
          [],
          (row) => row.join(within),
        ),
      );
    case 'gaps':
      return indented(
        lines(
          [],
          (r) => bandEnd(r, ''),
          [],
          (row) => row.join(within),
        ),
      );
    case 'bars':
      return indented(
        lines(
          [],
          (r) => bandEnd(r, bar('-').join('+')),
          [],
          (row) => ` ${inBands(row, ' | ')}`,
        ),
      );
    case 'plus': {
      const line = `+${bar('-').join('+')}+`;
      return indented(
        lines(
          [line],
          (r) => bandEnd(r, line),
          [line],
          (row) => `| ${inBands(row, ' | ')} |`,
        ),
      );
    }
    case 'cells': {
      const line = `+${Array.from({ length: size }, () => '-'.repeat(width + 2)).join('+')}+`;
      return indented(
        lines(
          [line],
          () => [line],
          [line],
          (row) => `| ${row.map(wide).join(' | ')} |`,
        ),
      );
    }
    case 'boxed cells': {
      const thin = `+${Array.from({ length: size }, () => '-'.repeat(width)).join('+')}+`;
      const thick = `#${Array.from({ length: size }, () => '='.repeat(width)).join('#')}#`;
      return indented(
        lines(
          [thick.replaceAll('#', '+')],
          (r) => (r % boxRows === 0 ? [thick.replaceAll('#', '+')] : [thin]),
          [thick.replaceAll('#', '+')],
          (row) => `|${row.map(wide).join('|')}|`,
        ),
      );
    }
    case 'simple sudoku': {
      const edge = `*${'-'.repeat(bands * (band + 1) - 1)}*`;
      const line = `|${Array.from({ length: bands }, () => '-'.repeat(band)).join('+')}|`;
      return indented(
        lines(
          [edge],
          (r) => bandEnd(r, line),
          [edge],
          (row) => `|${inBands(row, '|')}|`,
        ),
      );
    }
    case 'hodoku': {
      const line = (edge: string, cross: string) => `${edge}${bar('-').join(cross)}${edge}`;
      return indented(
        lines(
          [line('.', '.')],
          (r) => bandEnd(r, line(':', '+')),
          [line("'", "'")],
          (row) => `| ${inBands(row, ' | ')} |`,
        ),
      );
    }
    case 'box drawing':
      return indented(
        lines(
          [`┌${bar('─').join('┬')}┐`],
          (r) => bandEnd(r, `├${bar('─').join('┼')}┤`),
          [`└${bar('─').join('┴')}┘`],
          (row) => `│ ${inBands(row, ' │ ')} │`,
        ),
      );
    case 'double box drawing': {
      const line = (a: string, b: string, c: string) =>
        `${a}${Array.from({ length: size }, () => '═'.repeat(width)).join(b)}${c}`;
      return indented(
        lines(
          [line('╔', '╤', '╗')],
          () => [line('╟', '┼', '╢')],
          [line('╚', '╧', '╝')],
          (row) => `║${row.map(wide).join('│')}║`,
        ),
      );
    }
    case 'wide rules of -':
      return indented(ruled('-', 64));
    case 'wide rules of *':
      return indented(ruled('*', 40));
    default:
      return indented(ruled(frame.at(-1)!, Math.max(3, size * (width + within.length) - within.length)));
  }
}

function cellText({ alphabet, empty, size }: Look, value: number): string {
  const isPadded = alphabet === 'padded';
  if (value === 0) return isPadded && empty === '0' ? '00' : empty;
  if (alphabet === 'numbers' || size <= 9) return String(value);
  if (isPadded) return String(value).padStart(2, '0');
  if (alphabet === 'lower') return FAMILIES.ones[value - 1]!.toLowerCase();
  return FAMILIES[alphabet][value - 1]!;
}

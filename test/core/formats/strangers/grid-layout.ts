import fc from '../../../property.ts';

const SIZES = [4, 6, 8, 9, 9, 9, 10, 12, 15, 16, 16, 20, 25] as const;

/** Cells of one byte each, or numbers. */
const ALPHABETS = ['ones', 'zeros', 'letters', 'ascii', 'lower', 'numbers', 'padded'] as const;
const SEPARATORS = ['', ' ', '\t', ',', ';', ', ', '|', '  ', ' | '] as const;
const EMPTIES = ['.', '0', '_', '*', '-', 'x', '?', '', ' '] as const;
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
  '2024-01-15',
  '12/03/2024',
  '12345',
  '- 1 -',
  '\f',
] as const;
/** After each row. */
const TAILS = ['', '', '', ' ', '  ', '\t', '\u00a0'] as const;
/** Separators of grids side by side; the first means that there is one grid. */
const GAPS = ['', '', '', '', '', '', '  ', '\t', ' | ', '     '] as const;

/** The layout of a file of grids. */
export interface Look {
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
  /** Whether lines end before trailing blank cells. */
  readonly trimmed: boolean;
  readonly tail: string;
  /** Separator between each grid and its copy beside it; empty for a single grid. */
  readonly gap: string;
  readonly grids: number;
  /** Whether the first grid has no empty cell. */
  readonly full: boolean;
}

const anyLook: fc.Arbitrary<Look> = fc.record({
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
  trimmed: fc.boolean(),
  tail: fc.constantFrom(...TAILS),
  gap: fc.constantFrom(...GAPS),
  grids: fc.integer({ min: 1, max: 4 }),
  full: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
});

/** Files whose cells a person can distinguish from the text around them. */
export const looks: fc.Arbitrary<Look> = anyLook.filter(isSensible);

/** Whether a layout is unrealistic or ambiguous. */
function isSensible(look: Look): boolean {
  const { size, alphabet, separator, empty, frame, title, grids, indent, tail, gap } = look;
  const isLarge = size > 9;
  const isNumeric = alphabet === 'numbers' || alphabet === 'padded';
  if (!isLarge && alphabet !== 'ones' && alphabet !== 'numbers') return false;
  if (alphabet === 'ascii' && (empty === '?' || /[:;]/.test(separator) || size > 26 || frame === 'hodoku'))
    return false;
  if (alphabet === 'letters' && size > 23 && empty === 'x') return false;
  // a rule of cells could be a row of them
  if (alphabet === 'ascii' && (frame === 'rules of =' || frame === 'boxed cells')) return false;
  if (isNumeric && separator === '') return false;
  // zero is a value or an empty cell
  if (empty === '0' && alphabet === 'zeros') return false;
  // an indent is the same as an empty field
  if (empty === '' && separator === '\t' && indent === '\t') return false;
  if (separator === '\t' && tail === '\t') return false;
  // an empty field needs delimiters other than blanks on both sides
  if (empty === '' && !/^(,|;|\||\t)$/.test(separator)) return false;
  if (empty === '' && /^(hodoku|simple|bars|plus|box drawing|double)/.test(frame)) return false;
  // blank cells are found by their columns, of one byte each
  if (empty === ' ') {
    const isFrameLine = /^(bars|plus|simple sudoku|hodoku|box drawing)$/.test(frame);
    if (isNumeric || indent !== '' || !/^ ?$/.test(separator) || !(isFrameLine || frame === 'none'))
      return false;
  }
  // a frame of the symbol of empty cells could be a row of them
  if (empty !== '' && frame.includes(empty) && frame.startsWith('rules')) return false;
  if ((empty === '-' || empty === '*') && /rules|simple/.test(frame)) return false;
  // a title could be a short row, and blanks after a row cells
  if (empty === ' ' && (tail !== '' || gap !== '' || /^[\d-]/.test(title))) return false;
  // blanks after a row are the same as an empty field
  if (empty === '' && tail !== '') return false;
  // rows side by side are packed, or separated by a blank
  if (
    gap !== '' &&
    (frame !== 'none' || tail !== '' || isNumeric || indent !== '' || !/^ ?$/.test(separator))
  )
    return false;
  // lines with a number are all sizes or all numbers of puzzles
  if (title === 'order' && ![4, 9, 16, 25].includes(size)) return false;
  if (title === 'blank line' && frame === 'gaps') return false;
  if (frame === 'gaps' && grids > 1 && title === 'none') return false;
  return true;
}

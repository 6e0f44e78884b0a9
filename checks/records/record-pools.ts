// Records of each format and kind, good and bad, to be put into one file in any order.

import { LINK_FORMS } from '../../core/formats/links/write-link.ts';
import { geometry, withRules } from '../../core/solver/model/geometry.ts';

/** Records of a kind of file. */
export interface RecordPool {
  readonly name: string;
  readonly ending: string;
  /** Set if most records could have another one. */
  readonly format?: 'links' | 'jigsaw-lines';
  /** What precedes the records, such as a table's header. Some of it may depend on how many records follow. */
  readonly head: (records: number) => Buffer;
  /** What follows each record, the last one excepted. */
  readonly between: string;
  /** What follows the last record. */
  readonly foot: string;
  /** Puzzles from which the format is recognised. */
  readonly guides: readonly string[];
  /** All others, whatever is wrong with them. Those that are text have no result. */
  readonly records: readonly string[];
  /** Whether a result in the layout of the file has a head of its own, of as many lines or bytes. */
  readonly headOfResult: { readonly lines: number } | { readonly bytes: number };
}

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
const SEVERAL = EASY.slice(0, 60).padEnd(81, '.');
const CONFLICT = `55${EASY.slice(2)}`;
/** Consistent, but without a solution. */
const NONE = `12345678.${'.'.repeat(8)}9${'.'.repeat(63)}`;
const EMPTY = '.'.repeat(81);
const X = '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...';
const SMALL = '12.434..2.4343.1';
const SIX = '1.....' + '.....2' + '..3...' + '...4..' + '.5....' + '.....6';
const EIGHT = '12345678'.padEnd(64, '.');
const LARGE = `${'1.3.5.7.9.B.D.F.'}${'.'.repeat(240)}`;
const REGIONS = '112222222113322444133333444133544466111556666777555666777555888779999888799999888';
const PLAIN_PUZZLES = [EASY, HARD, SEVERAL, CONFLICT, NONE, EMPTY, X, SMALL, SIX, EIGHT, LARGE];
const MARKERS = ['invalid', 'no-solution', 'not-unique', 'unsolved', 'unsupported'];

const marksOf = (puzzle: string, size: number) =>
  Array.from(puzzle)
    .map((cell) =>
      Array.from({ length: size }, (_, i) => (cell === '.' || cell === `${i + 1}` ? `${i + 1}` : '.')).join(
        '',
      ),
    )
    .join('');
/** 64 characters, as many as an 8x8 grid has cells. */
const SMALL_MARKS = marksOf(SMALL, 4);
const MARKS = marksOf(EASY, 9);

const rowsOf = (puzzle: string, between = '\n') => {
  const size = Math.sqrt(puzzle.length);
  return Array.from({ length: size }, (_, row) => puzzle.slice(row * size, (row + 1) * size)).join(between);
};
const valuesOf = (puzzle: string) =>
  Uint8Array.from(puzzle, (cell) => (cell === '.' ? 0 : Number.parseInt(cell, 36)));

const cage = { kind: 'cage', cells: [0, 1], value: 8 } as const;
const thermo = { kind: 'thermo', cells: [2, 3, 4] } as const;
const linkOf = (
  puzzle: string,
  rules: Parameters<typeof withRules>[1] = [],
  variant: 'classic' | 'x' = 'classic',
) =>
  LINK_FORMS.fpuzzles.write({
    geometry: withRules(geometry(Math.sqrt(puzzle.length), variant), rules),
    cells: valuesOf(puzzle),
  });

/** Links and constraint strings, some of them very short. */
const LINKS = [
  linkOf(EASY),
  linkOf(SMALL),
  linkOf(X, [], 'x'),
  linkOf(SEVERAL, [cage]),
  linkOf(EASY, [thermo]),
  '.Windoku',
  '.AntiKing',
  '.AntiKnight.AntiKing',
  '.Shape~4x4',
  '.Shape~6x6',
  '.Shape~8x8.Windoku',
  '.Shape~16x16',
  '.Diagonal~1.Diagonal~-1',
  '.Cage~3~R1C1~R1C2',
  '.Cage~45~R1C1~R1C2',
  '.Thermo~R1C1~R1C2.~R1C1_9',
  '.~R1C1_2_4_6_8.~R2C2_1_2',
  `.~R2C3_4~R2C5_1~R3C6_2.NoBoxes.Jigsaw~${'001111111002211333022222333022433355000445555666444555666444777668888777688888777'}`,
  '.NoBoxes',
  '.Sandwich~10~R1C1',
  '.Cage~3~R1C77',
  'https://example.org/puzzle',
  'https://f-puzzles.com/?load=N4Ig',
  'https://f-puzzles.com/?id=abcdef',
];

/** Members of a record beside its puzzle. */
const RULES: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { variant: 'classic' },
  { variant: 'x' },
  { variant: 'windoku' },
  { variant: 'anti-knight,x' },
  { variant: 'sandwich' },
  { regions: REGIONS },
  { regions: '1'.repeat(81) },
  { cages: [{ sum: 8, cells: ['r1c1', 'r1c2'] }] },
  { cages: [{ sum: 99, cells: ['r1c99'] }] },
  { cages: 'three' },
  { thermos: [['r1c3', 'r1c4', 'r1c5']] },
  { variant: 'x', even: ['r3c3'] },
];

const NOT_PUZZLES = [
  EASY.slice(0, 80),
  `${EASY}1`,
  EASY.replace('7', '@'),
  '.'.repeat(289),
  '-'.repeat(361),
  'word',
  ...MARKERS,
  '{"a":{"puzzle":"12.434..2.4343.1"}}',
];

const text = (ending: string) => ({ ending, between: '\n', foot: '\n', headOfResult: { lines: 0 } }) as const;
const NO_HEAD = () => Buffer.alloc(0);

const csvField = (value: unknown) => {
  const field = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
};
const FIELDS = [...PLAIN_PUZZLES, SMALL_MARKS, MARKS, ...LINKS, ...NOT_PUZZLES, ''];
const RULED_FIELDS = [EASY, X, SMALL, MARKS, LINKS[0]!, LINKS[3]!, LINKS[5]!, LINKS[17]!, 'word'];
const NAMES = ['variant', 'regions', 'cages', 'thermos', 'even'];
const ruledRow = (puzzle: string, rules: Readonly<Record<string, unknown>>) =>
  [puzzle, ...NAMES.map((name) => rules[name])].map(csvField).join(',');
const SOLUTIONS = [
  '',
  SOLUTION,
  SOLUTION.replace('1', '2'),
  'invalid',
  SMALL,
  SOLUTION.slice(1),
  SMALL_MARKS,
];

const objects: string[] = [
  ...FIELDS.map((puzzle) => JSON.stringify({ id: 7, puzzle })),
  ...RULED_FIELDS.flatMap((puzzle) => RULES.map((rules) => JSON.stringify({ puzzle, ...rules }))),
  ...SOLUTIONS.map((solution) => JSON.stringify({ puzzle: EASY, solution, status: 'solved' })),
  JSON.stringify({ puzzle: rowsOf(EASY).split('\n') }),
  JSON.stringify({ puzzle: [...valuesOf(SMALL)] }),
  JSON.stringify({ puzzle: [1, 2, 3] }),
  JSON.stringify({ note: 'nothing' }),
  JSON.stringify({ puzzle: null }),
  '{"puzzle":"\\u0031\\u0032.434..2.4343.1"}',
];

const spaced = (puzzle: string) => [...valuesOf(puzzle)].join(' ');
const list = (puzzle: string, empty = '0') =>
  `grid = [${rowsOf(puzzle)
    .split('\n')
    .map((row) => `[${Array.from(row, (cell) => (cell === '.' ? empty : cell)).join(',')}]`)
    .join(',')}]`;
const candidates = (puzzle: string) => {
  const size = Math.sqrt(puzzle.length);
  const all = '123456789'.slice(0, size);
  return rowsOf(puzzle)
    .split('\n')
    .map((row) =>
      Array.from(row, (cell) => (cell === '.' ? all : cell).padEnd(size))
        .join(' ')
        .trimEnd(),
    )
    .join('\n');
};
const npyHead = (records: number) => {
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${records}, 81), }`.padEnd(117);
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'), Buffer.from(`${header}\n`)]);
};
const bytesOf = (puzzle: string) => Buffer.from(valuesOf(puzzle)).toString('latin1');

/** Every kind of file. */
export const RECORD_POOLS: readonly RecordPool[] = [
  {
    name: 'lines',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [EASY, HARD, X],
    records: [
      ...PLAIN_PUZZLES,
      ...NOT_PUZZLES,
      `${EASY} easy`,
      `  ${EASY}`,
      `${EASY};${SOLUTION}`,
      '# text',
      '',
      '0'.repeat(81),
    ],
  },
  {
    name: 'lines with a prefix',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [`1: ${EASY}`, `2: ${HARD}`, `3: ${X}`, `4: ${SMALL}`],
    records: [
      ...PLAIN_PUZZLES.map((puzzle, i) => `${i}: ${puzzle}`),
      ...NOT_PUZZLES,
      EASY,
      `12: ${NOT_PUZZLES[0]}`,
    ],
  },
  {
    name: 'jigsaw lines',
    format: 'jigsaw-lines',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [`${EMPTY} ${REGIONS}`, `${EMPTY}${REGIONS}`],
    records: [
      `${SEVERAL} ${REGIONS}`,
      `${EASY} ${REGIONS}`,
      `${EMPTY} ${'1'.repeat(81)}`,
      `${SMALL} 1122112233443344`,
      `${EMPTY.slice(0, 49)} ${'1234567'.repeat(7)}`,
      EASY,
      ...NOT_PUZZLES,
    ],
  },
  {
    name: 'number lines',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [spaced(EASY), spaced(HARD)],
    records: [
      ...PLAIN_PUZZLES.map(spaced),
      ...MARKERS,
      '1 2 3',
      spaced(EASY).replace('5', '77'),
      '# text',
      '',
    ],
  },
  {
    name: 'links',
    format: 'links',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [LINKS[0]!, LINKS[5]!, LINKS[8]!],
    records: [
      ...LINKS,
      ...objects.filter((record) => record.includes('"puzzle"')),
      EASY,
      SOLUTION,
      ...NOT_PUZZLES,
      '# text',
    ],
  },
  {
    name: 'CSV',
    ...text('.csv'),
    head: () => Buffer.from('id,puzzle\n'),
    guides: [`1,${EASY}`, `2,${HARD}`],
    records: [...FIELDS.map((field) => `3,${csvField(field)}`), '4', `5,${EASY},6`, '# text', ''],
    headOfResult: { lines: 1 },
  },
  {
    name: 'CSV with rules',
    ...text('.csv'),
    head: () => Buffer.from(`puzzle,${NAMES.join(',')}\n`),
    guides: [ruledRow(EASY, {}), ruledRow(X, { variant: 'x' })],
    records: RULED_FIELDS.flatMap((puzzle) => RULES.map((rules) => ruledRow(puzzle, rules))),
    headOfResult: { lines: 1 },
  },
  {
    name: 'CSV with solutions',
    ...text('.csv'),
    head: () => Buffer.from('puzzle;solution;rating\n'),
    guides: [`${EASY};${SOLUTION};1`, `${EASY};;2`],
    records: [EASY, SEVERAL, EMPTY, CONFLICT, SMALL, EIGHT, SMALL_MARKS, 'word'].flatMap((puzzle) =>
      SOLUTIONS.map((solution) => `${puzzle};${solution};1.5`),
    ),
    headOfResult: { lines: 1 },
  },
  {
    name: 'JSON Lines',
    ...text('.jsonl'),
    head: NO_HEAD,
    guides: [JSON.stringify({ id: 1, puzzle: EASY }), JSON.stringify({ id: 2, puzzle: HARD })],
    records: [...objects, '{"puzzle":', '7'],
  },
  {
    name: 'JSON',
    ending: '.json',
    head: () => Buffer.from('['),
    between: ',\n',
    foot: ']\n',
    guides: [JSON.stringify({ id: 1, puzzle: EASY }), JSON.stringify({ id: 2, puzzle: HARD })],
    records: objects.filter((record) => record.includes('"puzzle"')),
    headOfResult: { bytes: 1 },
  },
  {
    name: 'grids',
    ...text('.txt'),
    between: '\n\n',
    head: NO_HEAD,
    guides: [rowsOf(EASY), rowsOf(HARD)],
    records: [
      ...PLAIN_PUZZLES.filter((puzzle) => puzzle !== EMPTY).map((puzzle) => rowsOf(puzzle)),
      ...[EASY, SMALL, HARD].map((puzzle) => `2024\n${rowsOf(puzzle)}`),
      `100\n${rowsOf(EASY)}`,
      rowsOf(EASY).slice(0, 70),
      rowsOf(EASY).replace('7', '@'),
      rowsOf(EASY, ' \n'),
      'Grid 7',
      ...MARKERS,
    ],
  },
  {
    name: 'pasted',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [list(EASY), list(HARD)],
    records: [
      ...[EASY, HARD, X, SEVERAL, CONFLICT, NONE].flatMap((puzzle) => [list(puzzle), list(puzzle, 'None')]),
      list(SMALL),
      '7',
      '12',
      'text about nothing',
      '',
      ...MARKERS,
    ],
  },
  {
    name: 'candidates',
    ...text('.txt'),
    between: '\n\n',
    head: NO_HEAD,
    guides: [candidates(EASY), candidates(HARD)],
    records: [
      ...[EASY, X, SEVERAL, CONFLICT, SMALL].map(candidates),
      candidates(EASY).split('\n').slice(0, 7).join('\n'),
      candidates(EASY).replace('123456789', '1234@'),
      MARKS,
      EASY,
      'text',
      ...MARKERS,
    ],
  },
  {
    name: 'pencilmarks',
    ...text('.txt'),
    head: NO_HEAD,
    guides: [MARKS, marksOf(X, 9)],
    records: [
      ...[HARD, SEVERAL, CONFLICT, NONE].map((puzzle) => marksOf(puzzle, 9)),
      MARKS.replace('9', '.'),
      MARKS.replace('1', '9'),
      EASY,
      SMALL,
      SMALL_MARKS,
      ...NOT_PUZZLES,
    ],
  },
  {
    name: 'array',
    ending: '.npy',
    between: '',
    foot: '',
    head: npyHead,
    guides: [bytesOf(EASY), bytesOf(HARD)],
    records: [
      ...[X, SEVERAL, CONFLICT, NONE, EMPTY, SOLUTION].map(bytesOf),
      `\x4d${bytesOf(EASY).slice(1)}`,
      `${bytesOf(EASY).slice(0, 80)}\xff`,
    ],
    headOfResult: { bytes: 128 },
  },
];

// The format of NumPy arrays: what its empty cells are, and the writer that overwrites puzzles by solutions.

import { MAX_SIZE } from '../../options/options.ts';
import { integer, members, natural, text } from '../../options/shape.ts';
import { Status } from '../../solver/model/status.ts';
import type { Format, Writer } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { isNpy, itemOf, npyHeader } from './header.ts';
import { type Coding, codingOf, NpyReader, type NpyState } from './reader.ts';

/** Largest grids in arrays of texts: above, a value has several characters. */
const MAX_TEXT_SIZE = 9;

/** Codes of empty cells: 0, 1 in shifted arrays, `0` and `.` in arrays of texts. */
const EMPTIES = { numbers: 0, shifted: 1, zeros: 0x30, points: 0x2e } as const;

/** A NumPy array of puzzles (.npy). */
export const npy: Format<NpyState, Coding> = {
  name: 'npy',
  isBinary: true,
  recognise: (head) => {
    const state = stateOf(head);
    return typeof state === 'string' ? undefined : state;
  },
  fault: (head) => {
    const state = stateOf(head);
    return typeof state === 'string' ? state : undefined;
  },
  state: members<NpyState>({
    start: integer(10, 100_000),
    type: text('a type of NumPy', (value) => /^[|<>=]([iu][1248]|[SU]\d{1,4})$/.test(value)),
    count: natural,
    size: integer(4, MAX_SIZE),
    empty: integer(0, 255),
  }),
  splittable: () => true,
  records: (state) => ({ start: state.start, bytes: codingOf(state).recordBytes, count: state.count }),
  holds: ['first', 'unique'],
  alphabets: () => [],
  reader: (state, options, first) => new NpyReader(state, options, first),
  writer: () => ({ batch }),
};

/** How the array at the front of a file is read, or why it is not; undefined for another file. */
function stateOf(head: Head): NpyState | string | undefined {
  if (!isNpy(head.bytes)) return undefined;
  const header = npyHeader(head.bytes);
  if (typeof header === 'string') return header;
  const { isText } = itemOf(header.type);
  if (isText && header.size > MAX_TEXT_SIZE) {
    return `expected an array of integers for grids of ${header.size}x${header.size}, got texts (${header.type})`;
  }
  return {
    ...header,
    empty: isText ? emptyCharacter(head, header.type, header.start) : shiftOf(head, header),
  };
}

/**
 * Whether all values are shifted by one, so that 1 is an empty cell: then the front of the array has no 0, but the size of
 * the grid plus one. Where neither occurs, the names decide that the builders of such sets use.
 */
function shiftOf({ bytes, name }: Head, { start, type, size }: Omit<NpyState, 'empty'>): number {
  const { bytes: width, valueByte } = itemOf(type);
  let largest = 0;
  for (let at = start + valueByte; at < bytes.length; at += width) {
    const value = bytes[at]!;
    if (value === 0) return EMPTIES.numbers;
    if (value > largest) largest = value;
  }
  const isNamed = /(^|[/\\])all__(inputs|labels)\.npy$/.test(name);
  return largest === size + 1 || isNamed ? EMPTIES.shifted : EMPTIES.numbers;
}

/** The character of the first empty cell. */
function emptyCharacter({ bytes }: Head, type: string, start: number): number {
  const { bytes: width, valueByte } = itemOf(type);
  for (let at = start + valueByte; at < bytes.length; at += width) {
    if (bytes[at] === EMPTIES.points || bytes[at] === EMPTIES.zeros) return bytes[at]!;
  }
  return EMPTIES.zeros;
}

/** Overwrites puzzles by their solutions. All cells of a puzzle without a solution become empty, since a number marks nothing else. */
const batch: Writer<Coding>['batch'] = function* (block, { statuses, solutions }) {
  const { bytes, count, starts, broken, layout, geometry } = block;
  const { item, recordBytes, codes } = layout;
  for (const { start, end } of broken) clear(bytes, start, end, layout);
  for (let p = 0; p < count; p++) {
    const start = starts[p]!;
    const end = start + recordBytes;
    if (statuses[p] !== Status.solved) {
      clear(bytes, start, end, layout);
      continue;
    }
    let from = p * geometry!.cells;
    // all bytes of -1 are set
    if (item.isSigned && item.bytes > 1) bytes.fill(0, start, end);
    for (let at = start + item.valueByte; at < end; at += item.bytes) bytes[at] = codes[solutions[from++]!]!;
  }
  yield bytes;
};

function clear(bytes: Uint8Array, start: number, end: number, { item, codes }: Coding): void {
  bytes.fill(0, start, end);
  for (let at = start + item.valueByte; at < end; at += item.bytes) bytes[at] = codes[0]!;
}

// The header of a NumPy array (.npy): https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

import { isSize, sizeOfCells } from '../../solver/model/geometry.ts';
import { quote } from '../shared/bytes.ts';

/** How an array stores its cells. */
export interface Item {
  /** Whether cells are characters instead of numbers. */
  readonly isText: boolean;
  /** Whether a cell can hold -1. */
  readonly isSigned: boolean;
  /** Bytes of a cell. */
  readonly bytes: 1 | 2 | 4 | 8;
  /** Byte of a cell that holds its value; all others are zero. */
  readonly valueByte: number;
}

/** An array of puzzles. */
export interface NpyHeader {
  /** Bytes before the first puzzle. */
  readonly start: number;
  /** Type of the items, as NumPy writes it: `|u1`, `>i4`, `<U81`. */
  readonly type: string;
  /** Number of puzzles. */
  readonly count: number;
  /** Rows of each grid. */
  readonly size: number;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** Bytes of the longest header, as in NumPy. */
const MAX_HEADER = 10_000;

/** Bytes of an array's header are aligned to a multiple of this. */
const ALIGNMENT = 64;

/** Digits of a dimension that the header leaves room for, as NumPy does so that an array can grow in place. */
const GROWTH_DIGITS = 21;

/** Characters of a header that a message quotes. */
const MAX_QUOTED = 60;

const INTEGER_TYPE = /^([|<>=])([iu])([1248])$/;
const TEXT_TYPE = /^([|<>=])([SU])(\d{1,4})$/;

/** The type of the arrays that are made of other formats. */
export const BYTES = '|u1';

/** The type that a header says, whether or not its items can be cells. */
export function npyType(bytes: Uint8Array): string | undefined {
  return typeIn(new TextDecoder('latin1').decode(bytes.subarray(0, MAX_HEADER)));
}

const typeIn = (text: string) => /'descr':\s*'([^']{1,20})'/.exec(text)?.[1];

export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Reads the header of an array, or says in words what is expected and what the file has.
 * @param bytes the front of a file for which {@link isNpy} holds
 */
export function npyHeader(bytes: Uint8Array): NpyHeader | string {
  const version = bytes[6]!;
  if (version !== 1 && version !== 2 && version !== 3) {
    return `expected version 1, 2 or 3 of NumPy's format, got ${version ?? 'the end of the file'}`;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const from = version === 1 ? 10 : 12;
  if (bytes.length < from) return 'expected the header of an array, got the end of the file';
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER) return `expected a header of at most ${MAX_HEADER} bytes, got ${length}`;
  const start = from + length;
  if (bytes.length < start) return `expected a header of ${start} bytes, got the end of the file`;
  return parseHeader(new TextDecoder().decode(bytes.subarray(from, start)), start);
}

const quoted = (text: string) => quote(new TextEncoder().encode(text));

function parseHeader(text: string, start: number): NpyHeader | string {
  const type = typeIn(text);
  const order = /'fortran_order':\s*(True|False)/.exec(text)?.[1];
  const shapeText = /'shape':\s*\(([\d,\sL]{0,200})\)/.exec(text)?.[1];
  if (type === undefined && /'descr':\s*\[/.test(text)) {
    return 'expected an array of integers, got a structured array: save the field with the puzzles by itself';
  }
  if (type === undefined || order === undefined || shapeText === undefined) {
    return `expected a header with descr, fortran_order and shape, got ${quoted(text.slice(0, MAX_QUOTED))}`;
  }
  const wrongType = typeFault(type);
  if (wrongType !== undefined) return wrongType;
  if (order === 'True') {
    return 'expected an array in C order, got Fortran order: save numpy.ascontiguousarray(puzzles)';
  }
  const shape = shapeText.split(',').map((part) => part.replace('L', '').trim());
  const dimensions = shape.filter((part) => part !== '').map(Number);
  return puzzlesIn(type, dimensions, start) ?? shapeFault(type, dimensions);
}

/** Why items of a type hold no cells; undefined if they can. */
function typeFault(type: string): string | undefined {
  if (INTEGER_TYPE.test(type) || TEXT_TYPE.test(type)) return undefined;
  const got =
    type === '|O'
      ? 'Python objects (|O): save numpy.stack(puzzles).astype(numpy.uint8)'
      : `the type ${quoted(type)}: save puzzles.astype(numpy.uint8)`;
  return `expected an array of integers or of texts, got ${got}`;
}

/** The puzzles of an array: N x 81 cells, N x 9 x 9 cells, N texts of 81 characters, or a single 9 x 9 grid; other sizes alike. */
function puzzlesIn(type: string, shape: readonly number[], start: number): NpyHeader | undefined {
  const characters = Number(TEXT_TYPE.exec(type)?.[3] ?? 1);
  // dimensions of 1 at the end come from networks for images
  const dimensions = shape.length > 3 && shape[3] === 1 ? shape.slice(0, 3) : shape;
  if (dimensions.length > 3 || !dimensions.every(Number.isSafeInteger)) return undefined;
  const made = (count: number, size: number | undefined) =>
    size === undefined || !Number.isSafeInteger(count * size * size * 8)
      ? undefined
      : { start, type, count, size };
  const [first = 1, second, third] = dimensions;
  if (characters > 1) return second === undefined ? made(first, sizeOfCells(characters)) : undefined;
  if (second === undefined) return dimensions.length === 1 ? made(1, sizeOfCells(first)) : undefined;
  if (third !== undefined) return second === third && isSize(second) ? made(first, second) : undefined;
  return made(first, sizeOfCells(second)) ?? (first === second && isSize(first) ? made(1, first) : undefined);
}

function shapeFault(type: string, shape: readonly number[]): string {
  return `expected an array of the shape (N, 81) or (N, 9, 9), or alike for other sizes, got (${shape.join(', ')}) of ${type}`;
}

/** How an array of a valid type stores its cells. */
export function itemOf(type: string): Item {
  const [, order, kind, width] = INTEGER_TYPE.exec(type) ?? TEXT_TYPE.exec(type)!;
  const isText = kind === 'S' || kind === 'U';
  const bytes = isText ? (kind === 'U' ? 4 : 1) : (Number(width) as Item['bytes']);
  return { isText, isSigned: kind === 'i', bytes, valueByte: order === '>' ? bytes - 1 : 0 };
}

/**
 * The header of an array in C order, as NumPy writes it.
 * @param type such as `|u1`
 * @param shape at least one dimension, the first of which may be unknown yet: all headers of this type and the same further
 *   dimensions are equally long
 */
export function writeHeader(type: string, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dictionary = `{'descr': '${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const growth = ' '.repeat(GROWTH_DIGITS - `${shape[0]}`.length);
  const used = MAGIC.length + 4 + dictionary.length + growth.length + 1;
  const padding = ' '.repeat(ALIGNMENT - (used % ALIGNMENT));
  const text = new TextEncoder().encode(`${dictionary}${growth}${padding}\n`);
  const header = new Uint8Array(10 + text.length);
  header.set(MAGIC);
  header[6] = 1;
  new DataView(header.buffer).setUint16(8, text.length, true);
  header.set(text, 10);
  return header;
}

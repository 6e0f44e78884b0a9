// Writes rows in WebAssembly from templates, which are learnt from sample rows that the format itself writes.

import {
  ID_BYTES,
  MAX_TEMPLATE,
  PART_COUNT,
  PART_END,
  PART_GUESSES,
  PART_ID,
  PART_NUMBER,
  PART_PUZZLE,
  PART_SOLUTION,
  ROWS_AT_A_TIME,
  UNSOLVED,
} from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { Sink } from '../shared/sink.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { Columns, RowFormat } from './rows.ts';

const instantiate = kernelFactory<Exports>(code);

/** What differs between rows of the same status: texts that stand for it in a sample, by their PART_ codes. */
const SAMPLES: readonly (readonly [part: number, text: string])[] = [
  [PART_PUZZLE, '\x01'],
  [PART_SOLUTION, '\x02'],
  [PART_NUMBER, '1000000001'],
  [PART_COUNT, '1000000002'],
  [PART_GUESSES, '1000000003'],
  [PART_ID, '\x03'],
];
/** An id in a sample. */
const ID = '1000000004';
const ANY_SAMPLE = new RegExp(`(${SAMPLES.map(([, text]) => text).join('|')})`);
const sampleOf = (part: number) => SAMPLES.find(([code]) => code === part)![1];

/**
 * The templates of a table's rows, as the kernel has them: for each status, without and with a count beyond the limit. Learnt
 * from rows that the format writes.
 */
export function rowTemplates(format: RowFormat, columns: Columns): Uint8Array {
  const templates = new Uint8Array(2 * (UNSOLVED + 1) * MAX_TEMPLATE);
  for (let status = 0; status <= UNSOLVED; status++) {
    for (const atLimit of [false, true]) {
      const template = templateOf(format, columns, status, atLimit);
      templates.set(template, (2 * status + (atLimit ? 1 : 0)) * MAX_TEMPLATE);
    }
  }
  return templates;
}

function templateOf(format: RowFormat, columns: Columns, status: number, atLimit: boolean): Uint8Array {
  const sink = new Sink();
  const sample = {
    id: columns.identified ? ID : undefined,
    number: columns.numbered ? Number(sampleOf(PART_NUMBER)) : undefined,
    puzzle: Buffer.from(sampleOf(PART_PUZZLE)),
    raw: '',
    solution: status === 0 ? Buffer.from(sampleOf(PART_SOLUTION)) : undefined,
    status,
    count: columns.listed ? undefined : Number(sampleOf(PART_COUNT)),
    atLimit,
    guesses: columns.listed ? undefined : Number(sampleOf(PART_GUESSES)),
    facts: {},
    shape: undefined,
  };
  format.row(sink, sample, columns);
  const sampled = Buffer.from(sink.take()).toString();
  // rows without an id can lack more than its text
  const text = columns.identified ? sampled.replace(format.id(ID), sampleOf(PART_ID)) : sampled;
  const pieces = text.split(ANY_SAMPLE);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < pieces.length; i += 2) {
    const bytes = Buffer.from(pieces[i]!);
    const part = SAMPLES.find(([, sample]) => sample === pieces[i + 1])?.[0] ?? PART_END;
    parts.push(Uint8Array.of(part, bytes.length), bytes);
  }
  const template = Buffer.concat(parts);
  if (template.length > MAX_TEMPLATE)
    throw new RangeError(`expected a row of at most ${MAX_TEMPLATE} bytes, got ${template.length}`);
  return template;
}

/** Writes rows of puzzles whose values are digits, some hundred at a time. */
export class RowKernel {
  /** Values of the puzzles and solutions, and the results of up to {@link ROWS_AT_A_TIME} rows. */
  readonly cells: Uint8Array;
  readonly solutions: Uint8Array;
  readonly statuses: Uint8Array;
  readonly counts: Uint32Array;
  readonly guesses: Uint32Array;
  /** The ids of the rows one after another, and where each ends. */
  readonly ids: Buffer;
  readonly idEnds: Uint32Array;
  /** See assembly/rows.ts; {@link output} has the rows. */
  readonly write: Exports['writeRows'];
  readonly #output: Uint8Array;
  readonly #templateArea: Uint8Array;
  #templates: Uint8Array | undefined;

  constructor() {
    const exports = instantiate();
    const { TEMPLATES, CELLS, SOLUTIONS, COUNTS, GUESSES, STATUSES, ID_ENDS, IDS, OUTPUT, memory } = exports;
    const { buffer } = memory;
    this.cells = new Uint8Array(buffer, CELLS.value, SOLUTIONS.value - CELLS.value);
    this.solutions = new Uint8Array(buffer, SOLUTIONS.value, COUNTS.value - SOLUTIONS.value);
    this.counts = new Uint32Array(buffer, COUNTS.value, ROWS_AT_A_TIME);
    this.guesses = new Uint32Array(buffer, GUESSES.value, ROWS_AT_A_TIME);
    this.statuses = new Uint8Array(buffer, STATUSES.value, ROWS_AT_A_TIME);
    this.idEnds = new Uint32Array(buffer, ID_ENDS.value, ROWS_AT_A_TIME);
    this.ids = Buffer.from(buffer, IDS.value, ID_BYTES);
    this.#templateArea = new Uint8Array(buffer, TEMPLATES.value, CELLS.value - TEMPLATES.value);
    this.#output = new Uint8Array(buffer, OUTPUT.value);
    this.write = exports.writeRows;
  }

  /** Sets the templates of the rows that follow. */
  set templates(templates: Uint8Array) {
    if (this.#templates !== templates) this.#templateArea.set(templates);
    this.#templates = templates;
  }

  /** The first bytes of the rows written last, valid until the next call. */
  output(length: number): Uint8Array {
    return this.#output.subarray(0, length);
  }
}

/** Lends a kernel to each table that is being written. */
export const rowKernels = new KernelPool(() => new RowKernel());

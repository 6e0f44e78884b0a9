// Writes whole records to one or several outputs, so that each is a file of the input's format.
import { swapLineEnds } from '../../core/files/block-reader.ts';
import { type Codec, encoder } from '../../core/files/compression.ts';
import { type FilePlan, fixedRecords, RejectedFile } from '../../core/files/file-plan.ts';
import { rangedState } from '../../core/files/ranged-file.ts';
import {
  type Frame,
  ParquetEncoder,
  parquetFrame,
  pieceCompression,
} from '../../core/files/result-encoding.ts';
import { type Joint, ResultJoiner } from '../../core/files/result-joiner.ts';
import { Json } from '../../core/formats/json/scan.ts';
import { LF } from '../../core/kernel/constants.ts';
import type { Output } from '../files/output.ts';
import { isJsonTree, type RecordBatch } from './whole-records.ts';

/** The output of a record that is dropped. */
export const DROPPED = 255;

/** Bytes of records that are collected for an output: of neighbours, most may go to another one. */
const COLLECTED_BYTES = 64 * 1024;

/** One output, compressed as the input is. */
class Part {
  readonly #output: Output;
  readonly #codec: Codec;
  /** whether lines of the file end in carriage returns, which readers turn into line feeds */
  readonly #isSwapped: boolean;
  /** whether the last byte ends a line, or nothing has been written */
  endsLine = true;
  /** whether the next record is the first of a list in JSON */
  isFirst = true;

  /** Of a Parquet file: the encoder, and the frame around what it writes. */
  readonly #framed: { readonly frame: Frame; readonly codec: ParquetEncoder } | undefined;
  #isBegun = false;
  /** short pieces that are yet to be written */
  #collected: Uint8Array | undefined;
  #filled = 0;

  constructor(output: Output, plan: FilePlan) {
    this.#output = output;
    const columns = rangedState(plan)?.columns;
    if (columns) {
      const codec = new ParquetEncoder(columns, undefined, columns.length);
      this.#framed = { frame: parquetFrame(columns), codec };
    }
    this.#codec = this.#framed?.codec ?? encoder(pieceCompression(plan));
    this.#isSwapped = plan.lineEnd === 'cr';
  }

  /** Takes bytes, or a copy of them: most calls return no promise, which would take longer than the copy. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length === 0) return undefined;
    this.endsLine = bytes.at(-1) === LF;
    if (this.#filled + bytes.length > COLLECTED_BYTES) return this.#writeLong(bytes);
    this.#collected ??= new Uint8Array(COLLECTED_BYTES);
    this.#collected.set(bytes, this.#filled);
    this.#filled += bytes.length;
    return undefined;
  }

  /** Writes what {@link write} has copied. */
  async flush(): Promise<void> {
    const bytes = this.#collected?.subarray(0, this.#filled);
    this.#filled = 0;
    if (bytes) await this.#pass(bytes);
  }

  async #writeLong(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (bytes.length > COLLECTED_BYTES / 2) await this.#pass(bytes);
    else await this.write(bytes);
  }

  async #pass(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    await this.#begin();
    const written = this.#isSwapped ? swapLineEnds(Uint8Array.from(bytes)) : bytes;
    for await (const piece of this.#codec.push(written)) await this.#output.write(piece);
  }

  async end(): Promise<void> {
    await this.flush();
    await this.#begin();
    for await (const piece of this.#codec.end()) await this.#output.write(piece);
    if (this.#framed) await this.#output.write(this.#framed.frame.foot([this.#framed.codec.facts]));
    this.#codec.close();
  }

  async #begin(): Promise<void> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const head = this.#framed?.frame.head(undefined);
    if (head) await this.#output.write(head);
  }
}

const LINE_END = Uint8Array.of(LF);

/**
 * Routes the records of a file. What precedes the first record goes to every output; a comment or blank line between
 * records goes where the record before it does.
 */
export class RecordRouter {
  readonly #parts: readonly Part[];
  readonly #isTree: boolean;
  /** Whether the file's head is written, or left out as that of an earlier file stands there already. */
  readonly #head: 'all' | 'comments' | 'none';
  readonly #joiner: ResultJoiner;
  readonly #isFollowed: boolean;
  /** output of the last record; undefined before the first one */
  #last: number | undefined;
  /** The newest bytes before the first record: nothing is written if that one shows that the command cannot run. */
  #lead: Uint8Array = EMPTY;
  /** of JSON: bytes since the last record */
  #gap: Uint8Array[] = [];

  /**
   * @param joint whether records of other files stand before these in the outputs, and after them
   * @throws RejectedFile for a file from which no record can be taken
   */
  constructor(plan: FilePlan, outputs: readonly Output[], joint: Joint) {
    if (fixedRecords(plan)) {
      throw new RejectedFile(
        `expected a file from which records can be taken, got a NumPy array, whose header counts them: make a table of it with sudoku convert`,
      );
    }
    const { goesOn } = joint;
    if (rangedState(plan) && (goesOn || joint.isFollowed)) {
      throw new RejectedFile(
        'expected a Parquet file by itself, got one among others in one output: give -o a directory',
      );
    }
    this.#parts = outputs.map((output) => new Part(output, plan));
    this.#isTree = isJsonTree(plan);
    this.#head = !goesOn ? 'all' : plan.format === 'csv' ? 'none' : 'comments';
    this.#joiner = new ResultJoiner(joint, plan);
    this.#isFollowed = joint.isFollowed;
  }

  /**
   * Writes the records of a batch.
   * @param routes for each record the number of its output, or {@link DROPPED}
   * @param textOf what is written in place of a record, if not its own bytes; for lines and grids, with its line end
   */
  async write(
    batch: RecordBatch,
    routes: Uint8Array,
    textOf?: (index: number) => readonly Uint8Array[],
  ): Promise<void> {
    const { bytes, starts } = batch;
    await this.#before(bytes.subarray(0, starts[0] ?? bytes.length));
    if (starts.length > 0) await this.#writeLead();
    if (this.#isTree) await this.#writeTree(batch, routes, textOf);
    else await this.#writeRuns(batch, routes, textOf);
    for (const part of this.#parts) await part.flush();
  }

  async #writeRuns(
    { bytes, starts }: RecordBatch,
    routes: Uint8Array,
    textOf?: (index: number) => readonly Uint8Array[],
  ): Promise<void> {
    for (let from = 0; from < starts.length; ) {
      const route = routes[from]!;
      let to = from + 1;
      while (!textOf && to < starts.length && routes[to] === route) to++;
      this.#last = route;
      const part = this.#parts[route];
      if (part) {
        const end = starts[to] ?? bytes.length;
        const pieces = textOf ? textOf(from) : [bytes.subarray(starts[from]!, end)];
        for (const piece of pieces) {
          const isLineEnded = part.endsLine ? undefined : part.write(LINE_END);
          if (isLineEnded) await isLineEnded;
          const isWritten = part.write(piece);
          if (isWritten) await isWritten;
        }
      }
      from = to;
    }
  }

  /** Writes what follows the last record. */
  async end(): Promise<void> {
    if (this.#isTree) {
      const tail = Buffer.concat(this.#gap);
      for (const part of this.#parts) await part.write(tail);
    }
    await this.#writeLead();
    for (const part of this.#parts) {
      if (this.#isFollowed && !part.endsLine) await part.write(LINE_END);
      await part.end();
    }
  }

  async #before(bytes: Uint8Array): Promise<void> {
    if (this.#isTree) {
      if (bytes.length > 0) this.#gap.push(bytes);
    } else if (this.#last !== undefined) {
      await this.#parts[this.#last]?.write(bytes);
    } else if (this.#head !== 'none') {
      await this.#writeLead();
      this.#lead = bytes;
    }
  }

  async #writeLead(): Promise<void> {
    const lead = this.#lead;
    this.#lead = EMPTY;
    for (const piece of lead.length > 0 ? this.#joiner.pass([lead]) : [])
      for (const part of this.#parts) await part.write(piece);
  }

  async #writeTree(
    { bytes, starts, ends }: RecordBatch,
    routes: Uint8Array,
    textOf?: (index: number) => readonly Uint8Array[],
  ): Promise<void> {
    for (let i = 0; i < starts.length; i++) {
      const { structure, separator, lead } = parseGap(Buffer.concat(this.#gap), this.#last === undefined);
      if (structure.length > 0) {
        for (const part of this.#parts) {
          await part.write(structure);
          part.isFirst = true;
        }
      }
      this.#last = routes[i]!;
      const part = this.#parts[this.#last];
      const pieces = textOf ? textOf(i) : [bytes.subarray(starts[i]!, ends[i]!)];
      if (part) {
        for (const piece of pieces) {
          if (!part.isFirst) await part.write(separator.length > 0 ? separator : COMMA);
          await part.write(lead);
          await part.write(piece);
          part.isFirst = false;
        }
      }
      this.#gap = [bytes.subarray(ends[i]!, starts[i + 1] ?? bytes.length)];
    }
  }
}

const COMMA = Uint8Array.of(Json.comma);

/**
 * Parses what stands between two records: the end and beginning of lists, which must be written whatever is dropped; else a
 * comma; then white space and perhaps a member's name, which belong to the next record.
 * @throws RejectedFile if records cannot be dropped, as they are members of larger objects
 */
function parseGap(
  gap: Uint8Array,
  isHead: boolean,
): { readonly structure: Uint8Array; readonly separator: Uint8Array; readonly lead: Uint8Array } {
  let bracket = -1;
  let comma = -1;
  let commas = 0;
  let first = 0;
  let inString = false;
  for (let i = 0; i < gap.length; i++) {
    const byte = gap[i]!;
    if (inString && byte === BACKSLASH) i++;
    else if (byte === Json.quote) inString = !inString;
    else if (!inString && BRACKETS.has(byte)) {
      bracket = i;
      commas = 0;
    } else if (!inString && byte === Json.comma) {
      comma = i;
      commas++;
    }
    if (first === 0 && byte > 0x20) first = byte;
  }
  const isList = bracket < 0 ? commas <= 1 && (first === Json.comma || first === 0) : commas === 0;
  const begins = isHead || bracket < 0 || first === Json.close || first === Json.closeObject;
  if (!(isHead || isList) || !begins) {
    throw new RejectedFile(
      'expected records in a list, got some within larger objects, which cannot be taken apart: make a table of them first, with sudoku convert to .csv',
    );
  }
  if (bracket >= 0 || isHead) {
    return { structure: gap.subarray(0, bracket + 1), separator: EMPTY, lead: gap.subarray(bracket + 1) };
  }
  const end = comma < 0 ? gap.length : comma + 1;
  return { structure: EMPTY, separator: gap.subarray(0, end), lead: gap.subarray(end) };
}

const EMPTY = new Uint8Array(0);
const BACKSLASH = 0x5c;
const BRACKETS = new Set<number>([Json.open, Json.close, Json.openObject, Json.closeObject]);

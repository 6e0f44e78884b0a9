// Results that are more than the bytes of their pieces, one after another: a Parquet file ends with a list of all its row
// groups, and the header of a NumPy array says how many rows it has. Each piece of such a result says what the rest of the file
// must know about it (its facts), and a frame makes the head and the foot from the facts of all pieces.

import { columnsOf, formatOf, tableOf } from '../formats/formats.ts';
import { BYTES, writeHeader } from '../formats/npy/header.ts';
import type { ParquetColumn } from '../formats/parquet/footer.ts';
import { ownColumns, tableColumns } from '../formats/parquet/schema.ts';
import { type ParquetState, type Rows, resultGroups } from '../formats/parquet/state.ts';
import { parquetFoot, parquetHead, type WrittenGroup } from '../formats/parquet/write-footer.ts';
import { type Codec, encoder } from './compression.ts';
import { type FilePlan, fixedRecords } from './file-plan.ts';

/** What the rest of a result must know about one of its pieces. Plain JSON; offsets are relative to the piece. */
export interface PieceFacts {
  /** Bytes of the piece. */
  readonly bytes: number;
  /** Records of the piece. */
  readonly records: number;
  /** Row groups of a piece of a Parquet file. */
  readonly groups?: readonly WrittenGroup[];
}

/** The head and the foot of a result, around its pieces. */
export interface Frame {
  /** Bytes of the head, whatever the facts are. */
  readonly headBytes: number;
  /** The head. @param facts of all pieces in order; undefined before they are known: then the result is, too, if they matter */
  head(facts: readonly PieceFacts[] | undefined): Uint8Array | undefined;
  /** The foot, perhaps without bytes. @param facts of all pieces in order */
  foot(facts: readonly PieceFacts[]): Uint8Array;
}

type Encoding = 'parquet' | 'npy';

/** The encoding of a result in a frame; undefined for results that are plain pieces. */
export function resultEncoding({
  format,
  options,
}: Pick<FilePlan, 'format' | 'options'>): Encoding | undefined {
  const own = formatOf({ format });
  const table = tableOf(own, options);
  if (table === 'parquet' || table === 'npy') return table;
  return table === undefined && own.isRanged ? 'parquet' : undefined;
}

type Planned = Pick<
  FilePlan,
  'format' | 'options' | 'state' | 'compression' | 'resultCompression' | 'gridSize' | 'hasNumberedIds'
>;

/** The columns of a Parquet result. */
function columnsOfResult({ format: name, state, options, hasNumberedIds }: Planned): ParquetColumn[] {
  const format = formatOf({ format: name });
  return tableOf(format, options) === 'parquet'
    ? tableColumns(columnsOf(format, state, options), hasNumberedIds)
    : ownColumns(state as ParquetState, options);
}

/** The frame of a result; undefined if its pieces are all of it. */
export function frameOf(plan: Planned): Frame | undefined {
  const encoding = resultEncoding(plan);
  if (encoding === 'parquet') return parquetFrame(columnsOfResult(plan));
  if (encoding !== 'npy') return undefined;
  const cells = (plan.gridSize ?? 0) ** 2;
  const headOf = (count: number) => writeHeader(BYTES, [count, cells]);
  return {
    headBytes: headOf(0).length,
    head: (facts) => {
      const count = facts ? facts.reduce((sum, { records }) => sum + records, 0) : recordCount(plan);
      return count === undefined ? undefined : headOf(count);
    },
    foot: () => new Uint8Array(0),
  };
}

/** The frame of a Parquet file with these columns. */
export function parquetFrame(columns: readonly ParquetColumn[]): Frame {
  return {
    headBytes: parquetHead().length,
    head: parquetHead,
    foot: (facts) => parquetFoot(columns, facts),
  };
}

/** The number of a file's records, if its header or its end says so. */
function recordCount(plan: Planned): number | undefined {
  if (formatOf(plan).isRanged) return (plan.state as ParquetState).rows;
  return fixedRecords(plan)?.count;
}

/** The compression of each piece of a result. */
export function pieceCompression({
  compression,
  resultCompression,
}: Pick<FilePlan, 'compression' | 'resultCompression'>): FilePlan['compression'] {
  return resultCompression === undefined ? compression : 'none';
}

/** Encodes a result or a piece of it. */
export interface ResultEncoder extends Codec {
  /** Of what has been encoded so far; undefined for results without a frame. */
  readonly facts: PieceFacts | undefined;
}

/** Passes a result on that is encoded later, or not at all. */
export const plainEncoder = (): ResultEncoder => Object.assign(encoder('none'), { facts: undefined });

/** @param rows of a file that is read by rows: those of the piece */
export function resultEncoder(plan: Planned, rows?: Rows): ResultEncoder {
  const encoding = resultEncoding(plan);
  if (encoding === 'npy') return new ArrayEncoder((plan.gridSize ?? 0) ** 2);
  if (encoding !== 'parquet') return Object.assign(encoder(pieceCompression(plan)), { facts: undefined });
  const isOwn = tableOf(formatOf(plan), plan.options) === undefined;
  return new ParquetEncoder(
    columnsOfResult(plan),
    isOwn ? groupEnds(plan.state as ParquetState, rows) : undefined,
    isOwn ? (plan.state as ParquetState).columns.length : -1,
  );
}

/** Rows of the piece before which the row groups of the file's result end. */
function* groupEnds(
  state: ParquetState,
  { from, to }: Rows = { from: 0, to: state.rows },
): Generator<number> {
  for (const group of resultGroups(state)) if (group.to > from && group.to <= to) yield group.to - from;
}

class ArrayEncoder implements ResultEncoder {
  readonly #recordBytes: number;
  #bytes = 0;

  constructor(recordBytes: number) {
    this.#recordBytes = recordBytes;
  }

  get facts(): PieceFacts {
    return { bytes: this.#bytes, records: this.#bytes / this.#recordBytes };
  }

  push(bytes: Uint8Array): Uint8Array[] {
    this.#bytes += bytes.length;
    return [bytes];
  }

  end(): Uint8Array[] {
    return [];
  }

  close(): void {}
}

/** Encodes rows of CSV, without a header, as row groups. */
export class ParquetEncoder implements ResultEncoder {
  readonly #columns: readonly ParquetColumn[];
  readonly #ends: Iterator<number> | undefined;
  readonly #padding: number;
  #writer: InstanceType<typeof import('../formats/parquet/encode.ts').RowGroupWriter> | undefined;

  /** @param ends see RowGroupWriter, as for `padding` */
  constructor(columns: readonly ParquetColumn[], ends?: Iterator<number>, padding = -1) {
    this.#padding = padding;
    this.#columns = columns;
    this.#ends = ends;
  }

  get facts(): PieceFacts {
    const { bytes = 0, records = 0, groups = [] } = this.#writer ?? {};
    return { bytes, records, groups };
  }

  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    if (!this.#writer) {
      const { RowGroupWriter } = await import('../formats/parquet/encode.ts');
      this.#writer = new RowGroupWriter(this.#columns, this.#ends, this.#padding);
    }
    yield* this.#writer.push(bytes);
  }

  async *end(): AsyncGenerator<Uint8Array> {
    if (this.#writer) yield* this.#writer.end();
  }

  close(): void {}
}

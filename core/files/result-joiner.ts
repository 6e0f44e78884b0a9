// Joins the results of several files or pieces to one: byte-order marks, options lines and headers only at the front,
// and a line end between two.

import { formatOf, tableOf } from '../formats/formats.ts';
import { bomLength, quote } from '../formats/shared/bytes.ts';
import { CR, LF } from '../kernel/constants.ts';
import { columnsOfFact, requestedFacts } from '../options/facts.ts';
import { contentOf } from './compression.ts';
import { type FilePlan, type FileSource, hasBinaryResult } from './file-plan.ts';
import { RECOGNISED_BYTES } from './head-extent.ts';
import { optionsLineText } from './options-line.ts';

/** Where a result stands among others that are joined to one file. */
export interface Joint {
  /** It follows another one: a byte-order mark, an options line, a header and what precedes the header are left out. */
  readonly goesOn: boolean;
  /** Another one follows: its last line must end. */
  readonly isFollowed: boolean;
  /** How its lines end, for a piece that may not show it. */
  readonly lineEnd?: 'crlf' | undefined;
}

/** A result that is a file by itself. */
export const ALONE: Joint = { goesOn: false, isFollowed: false };

const ENDS = { lf: Uint8Array.of(LF), crlf: Uint8Array.of(CR, LF), cr: Uint8Array.of(CR) };

/**
 * Adapts a result to stand between others: drops a byte-order mark and an options line that would end up in the middle of
 * the file, and ends its last line. (File solvers leave out the header.)
 */
export class ResultJoiner {
  readonly #joint: Joint;
  #lineEnd: Uint8Array;
  #atFront = true;
  /** Within an options line that is left out. */
  #inOptionsLine = false;
  #lastByte: number | undefined;

  constructor(joint: Joint, plan: Pick<FilePlan, 'format' | 'options' | 'lineEnd'>) {
    this.#joint = hasBinaryResult(plan) ? ALONE : joint;
    this.#lineEnd = ENDS[plan.lineEnd ?? joint.lineEnd ?? 'lf'];
  }

  /** Passes on the next bytes of the result, cut anywhere. */
  *pass(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const piece of pieces) {
      if (piece.length === 0) continue;
      const from = this.#joint.goesOn ? this.#droppedBytes(piece) : 0;
      this.#atFront = false;
      this.#lastByte = piece.at(-1);
      if (this.#lastByte === LF) this.#lineEnd = piece.at(-2) === CR ? ENDS.crlf : ENDS.lf;
      if (from < piece.length) yield from > 0 ? piece.subarray(from) : piece;
    }
  }

  /** Bytes at the start of a piece that belong only at the start of a file. */
  #droppedBytes(piece: Uint8Array): number {
    const bom = this.#atFront ? bomLength(piece) : 0;
    if (this.#atFront) this.#inOptionsLine = optionsLineText(piece) !== undefined;
    if (!this.#inOptionsLine) return bom;
    const end = piece.indexOf(this.#lineEnd === ENDS.cr ? CR : LF);
    this.#inOptionsLine = end < 0;
    return end < 0 ? piece.length : end + 1;
  }

  /** Returns the line end that is missing, if another result follows. */
  end(): Uint8Array[] {
    const isEnded = this.#lastByte === undefined || this.#lastByte === this.#lineEnd.at(-1);
    return this.#joint.isFollowed && !isEnded ? [this.#lineEnd] : [];
  }
}

/** Bytes of content within which an options line ends. */
const OPTIONS_LINE_BYTES = 1024;

/** Describes a file's result. Results can be joined to one file if their descriptions are equal and none {@link hasBinaryResult is binary}. */
export function resultKind(
  plan: FilePlan,
  { head, complete }: Pick<FileSource, 'head' | 'complete'>,
): string {
  if (hasBinaryResult(plan)) return `a binary file (${plan.format})`;
  const table = tableOf(formatOf(plan), plan.options);
  const format = table === 'jsonl' ? 'json' : (table ?? plan.format);
  const front = (wanted: number) => contentOf({ bytes: head, complete }, plan.compression, wanted).bytes;
  const layout = format === 'json' ? 'JSON' : format === 'csv' ? `CSV ${columnsOf(plan, front)}` : 'text';
  const lines = plan.lineEnd === 'cr' && !table ? ' with lines that end in CR' : '';
  // an options line must not seem to apply to puzzles that were solved under another one
  const optionsLine = table ? undefined : optionsLineText(front(OPTIONS_LINE_BYTES));
  const below = optionsLine === undefined ? '' : ` below ${quote(Buffer.from(optionsLine, 'latin1'))}`;
  const compression = plan.resultCompression ?? plan.compression;
  return `${layout}${lines}${below}${compression === 'none' ? '' : ` in ${compression}`}`;
}

/** The columns of a result in CSV. @param front returns the content at the front of the file */
function columnsOf(plan: FilePlan, front: (bytes: number) => Uint8Array): string {
  const { output, solutions } = plan.options;
  const format = formatOf(plan);
  if (!format.columns || tableOf(format, plan.options)) {
    const ids = format.ids?.(plan.state) === undefined ? '' : ' with ids';
    const facts = requestedFacts(plan.options)
      .filter((name) => columnsOfFact(name).length > 0)
      .map((name) => ` ${name}=true`);
    return `of solutions=${solutions}${facts.join('')}${output === 'csv' ? '' : ' as a table'}${ids}`;
  }
  const counted = solutions === 'count' ? ' and counts' : '';
  return `${format.columns(plan.state, front(RECOGNISED_BYTES))}${counted}`;
}

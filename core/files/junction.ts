import { bomLength, CR, LF } from '../formats/shared/bytes.ts';
import type { FilePlan, Joint } from './contract.ts';
import { directiveText } from './directive.ts';

const ENDS = { lf: Uint8Array.of(LF), crlf: Uint8Array.of(CR, LF), cr: Uint8Array.of(CR) };

/**
 * Makes a result one that stands between others: without a byte-order mark or a line of options in the middle, and with its
 * last line ended.
 */
export class Junction {
  readonly #joint: Joint;
  #end: Uint8Array;
  #atFront = true;
  /** Within a line of options that is left out. */
  #inDirective = false;
  #last: number | undefined;

  constructor(joint: Joint, { lineEnd }: Pick<FilePlan, 'lineEnd'>) {
    this.#joint = joint;
    this.#end = ENDS[lineEnd ?? joint.lineEnd ?? 'lf'];
  }

  /** Takes the content of a result as it comes. */
  *pass(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const piece of pieces) {
      if (piece.length === 0) continue;
      const from = this.#joint.goesOn ? this.#leftOut(piece) : 0;
      this.#atFront = false;
      this.#last = piece.at(-1);
      if (this.#last === LF) this.#end = piece.at(-2) === CR ? ENDS.crlf : ENDS.lf;
      if (from < piece.length) yield from > 0 ? piece.subarray(from) : piece;
    }
  }

  /** Bytes at the front that stand only at the front of a file. */
  #leftOut(piece: Uint8Array): number {
    const bom = this.#atFront ? bomLength(piece) : 0;
    if (this.#atFront) this.#inDirective = directiveText(piece) !== undefined;
    if (!this.#inDirective) return bom;
    const end = piece.indexOf(this.#end === ENDS.cr ? CR : LF);
    this.#inDirective = end < 0;
    return end < 0 ? piece.length : end + 1;
  }

  /** What has to follow. */
  *end(): Generator<Uint8Array> {
    const isEnded = this.#last === undefined || this.#last === this.#end.at(-1);
    if (this.#joint.isFollowed && !isEnded) yield this.#end;
  }
}

import { QUOTE } from '../../../kernel/constants.ts';
import { MAX_SIZE } from '../../../options/sizes.ts';
import { POINT } from '../bytes.ts';
import { cellNumber, type Row } from '../cells/row.ts';
import { viewOf, writeDigits } from '../digits.ts';
import { Splicer } from '../splicer.ts';
import type { FieldKind } from './kind.ts';
import { emptyTokens, scanTokens } from './tokens.ts';

const BEFORE = Buffer.from('[, \t\r\n');
const AFTER = Buffer.from('], \t\r\n');

/** Writes grids as the puzzle's field is written: the field with its empty cells filled in. */
export class FieldWriter {
  readonly #tokens: Row = emptyTokens();
  #packed: Uint8Array = new Uint8Array(0);

  /**
   * The bytes of a solution, valid until the next call.
   * @param start where the puzzle's field begins in `bytes`, and `end` where it ends
   * @param solutions the values of the solution, from `from` on
   */
  write(
    bytes: Uint8Array,
    start: number,
    end: number,
    kind: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): Uint8Array {
    if (kind.style === 'packed') return this.#writePacked(kind, solutions, from);
    scanTokens(bytes, start, end, this.#tokens);
    const splicer = new Splicer(bytes, start, end);
    if (kind.style === 'symbols') this.#fillSymbols(splicer, bytes, kind, solutions, from);
    else this.#fillNumbers(splicer, bytes, solutions, from);
    return splicer.finish();
  }

  #writePacked(
    { digits, geometry, symbolTable }: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): Uint8Array {
    const { cells } = geometry;
    if (this.#packed.length !== cells) this.#packed = new Uint8Array(cells);
    if (digits) writeDigits(viewOf(solutions), from, cells, viewOf(this.#packed), 0);
    else for (let i = 0; i < cells; i++) this.#packed[i] = symbolTable!.symbols[solutions[from + i]!]!;
    return this.#packed;
  }

  #fillSymbols(
    splicer: Splicer,
    bytes: Uint8Array,
    kind: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): void {
    const { count, starts, ends } = this.#tokens;
    const { values, symbols } = kind.symbolTable!;
    let cell = from;
    for (let i = 0; i < count; i++) {
      for (let at = starts[i]!; at < ends[i]!; at++) {
        const value = solutions[cell++]!;
        if (values[bytes[at]!] === 0) splicer.replace(at, at + 1, symbols.subarray(value, value + 1));
      }
    }
  }

  #fillNumbers(splicer: Splicer, bytes: Uint8Array, solutions: Uint8Array, from: number): void {
    const { count, starts, ends } = this.#tokens;
    const isQuoted = (i: number) => bytes[starts[i]! - 1] === QUOTE && bytes[ends[i]!] === QUOTE;
    let digits = 1;
    let decimals = '';
    let quoted: boolean | undefined;
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      if (end - start === 2 && bytes[start] === 0x30) digits = 2;
      if (!isGiven(bytes, start, end)) continue;
      quoted ??= isQuoted(i);
      if (bytes[end - 2] === POINT) decimals = '.0';
    }
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      if (isGiven(bytes, start, end)) continue;
      const number = String(solutions[from + i]).padStart(digits, '0') + decimals;
      // among ["5", null] a value wants quotes, among [5, "."] it wants none
      const has = isQuoted(i);
      const wants = quoted ?? has;
      const text = wants && !has && isBare(bytes, start, end) ? `"${number}"` : number;
      const outside = has && !wants ? 1 : 0;
      splicer.replace(start - outside, end + outside, Buffer.from(text));
    }
  }
}

/** Whether a token is a value of a list by itself. */
function isBare(bytes: Uint8Array, start: number, end: number): boolean {
  return BEFORE.includes(bytes[start - 1]!) && AFTER.includes(bytes[end]!);
}

function isGiven(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0 || length > 4) return false;
  const value = cellNumber(bytes, start, end);
  return value > 0 && value <= MAX_SIZE;
}

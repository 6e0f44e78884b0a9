import { tokensIn } from '../shared/field/text.ts';
import { asBuffer, atStart, Json, scanValue } from './scan.ts';

/** How deep a value is nested; 0 for what is no array or object. */
export function depthOf(bytes: Uint8Array, start: number, end: number): number {
  const state = atStart();
  if (bytes[start] === Json.open || bytes[start] === Json.openObject) scanValue(bytes, start, end, state);
  return state.deepest;
}

/** A value as text: of a string, what is between its quotes. */
export function contentOf(bytes: Uint8Array, start: number, end: number): string {
  if (bytes[start] !== Json.quote) return textOf(bytes, start, end);
  const text = textOf(bytes, start + 1, end - 1);
  if (!/\\u/.test(text)) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf8', start, end);
}

/** Whether no string in an array, and no array in it, has more cells than a row: else these are grids themselves. */
export function hasRows(bytes: Uint8Array, start: number, end: number, size: number): boolean {
  const counts: number[] = [];
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === Json.open) counts.push(1);
    else if (byte === Json.comma) counts[counts.length - 1]!++;
    else if (byte === Json.close) {
      const count = counts.pop()!;
      if (counts.length > 0 && count > size) return false;
    } else if (byte === Json.quote) {
      const close = scanValue(bytes, at, end, atStart());
      if (close < 0) return false;
      if (close - 2 - at > size && cellsInRow(textOf(bytes, at + 1, close - 1)) > size) return false;
      at = close - 1;
    }
  }
  return true;
}

/** Cells of a row in a string: its numbers or symbols, whatever parts them. */
function cellsInRow(text: string): number {
  const tokens = tokensIn(text);
  const symbols = tokens.reduce((sum, { length }) => sum + length, 0);
  return tokens.length > 1 && tokens.every(({ length }) => length <= 2) ? tokens.length : symbols;
}

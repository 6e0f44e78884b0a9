import { BACKSLASH, QUOTE } from '../../../kernel/constants.ts';
import { MAX_SIZE } from '../../../options/sizes.ts';

import { emptyRow, type Row } from '../cells/row.ts';

/** One more than the largest grid has, to tell a longer field from it. */
export const MAX_TOKENS = MAX_SIZE ** 2 + 1;

/** What parts the cells of a grid in a field, among it the signs of a list in JSON or Python. */
const PARTS = new Uint8Array(256);
for (const sign of ' \t\r\n,;:|/[](){}"\'') PARTS[sign.charCodeAt(0)] = 1;

export const emptyTokens = (): Row => emptyRow(MAX_TOKENS);

/**
 * Finds what stands between the separators of a field; `""` holds an empty token, and `\n` in a JSON string parts tokens.
 * Stops at {@link MAX_TOKENS}.
 */
export function scanTokens(bytes: Uint8Array, start: number, end: number, tokens: Row): void {
  tokens.count = 0;
  for (let at = start; at < end && tokens.count < MAX_TOKENS; ) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) at += 2;
    else if (PARTS[byte]) {
      at++;
      if (byte === QUOTE && bytes[at] === QUOTE && at < end) {
        add(tokens, at, at);
        at++;
      }
    } else {
      const first = at++;
      while (at < end && !PARTS[bytes[at]!] && bytes[at] !== BACKSLASH) at++;
      add(tokens, first, at);
    }
  }
}

function add(tokens: Row, start: number, end: number): void {
  tokens.starts[tokens.count] = start;
  tokens.ends[tokens.count++] = end;
}

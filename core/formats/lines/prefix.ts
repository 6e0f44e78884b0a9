import { latin1 } from '../shared/bytes.ts';

/** What may stand before the puzzles of a file's lines. */
export const PREFIXES = {
  /** a line of HoDoKu's library: `:0000:x:`, or of a variant of a technique, or one that fails: `:0711-3:5:`, `:0904-x:9:` */
  hodoku: /^:\d{4}(?:-[\dx]{1,2})?:[^:]{0,40}:/,
  /** a number: `1: `, `1. `, `1) ` or `1 ` */
  number: /^\d{1,9}(?:[:.)]\s*|\s+)(?=\S)/,
  /** the hash of a puzzle bank */
  hash: /^[0-9a-f]{8,40}\s+(?=\S)/i,
} as const;
export type Prefix = keyof typeof PREFIXES;

/** Longer ones are none. */
const MAX_PREFIX = 64;

/** What parts a prefix from its puzzle. */
const PARTS = /[:.)\s]/;

/** The text of a line without such a prefix and the blanks before it. */
export function withoutPrefix(text: string, prefix: Prefix | undefined): string {
  return prefix === undefined ? text : text.trimStart().replace(PREFIXES[prefix], '');
}

/** Where a line's puzzle begins: at `start`, or after the prefix that stands there. */
export function prefixEnd(bytes: Uint8Array, start: number, end: number, prefix: Prefix): number {
  const found = PREFIXES[prefix].exec(latin1(bytes, start, Math.min(end, start + MAX_PREFIX)));
  return start + (found?.[0].length ?? 0);
}

/** What stands before a puzzle, without what parts them; undefined if nothing does. */
export function prefixOf(text: string, prefix: Prefix): string | undefined {
  const line = /^.*/.exec(text.trimStart())![0];
  const found = PREFIXES[prefix].exec(line)?.[0];
  if (found === undefined) return undefined;
  let end = found.length;
  while (end > 0 && PARTS.test(found[end - 1]!)) end--;
  return found.slice(0, end);
}

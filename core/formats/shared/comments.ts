import { HASH, PERCENT, SLASH } from './bytes.ts';

/** Whether a line is a comment: `#`, `%` or `//` comes first. */
export function isComment(text: string): boolean {
  // most lines begin with what is neither blank nor of a comment
  const first = text.charCodeAt(0);
  return !(first > PERCENT && first < 0x80 && first !== SLASH) && /^\s*(#|%|\/\/)/.test(text);
}

/** {@link isComment} on bytes from the line's first character that is no blank. */
export function isCommentAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === HASH || byte === PERCENT || (byte === SLASH && bytes[at + 1] === SLASH);
}

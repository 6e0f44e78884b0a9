// Markers of earlier results, such as `no-solution`: how they are recognised in texts of all kinds, and written.

import { MARKERS, type Marker, OUTCOMES } from '../../solver/model/status.ts';
import { skipBlanks, trimmedEnd } from './bytes.ts';

// without Buffer, which pages that only solve would have to load
const utf8 = new TextEncoder();

const MARKER = new RegExp(`^[\\s|]*(${MARKERS.slice(1).join('|')})(?![\\w-])`);

/** Whether a text has the word of a marker anywhere. */
export function hasMarker(text: string): boolean {
  return MARKER_WORD.test(text);
}

/** Whether a line begins with a marker of an earlier result. */
export function isMarker(text: string): boolean {
  return MARKER.test(text);
}

/** The marker of an earlier result with which a line begins. */
export function leadingMarker(text: string): Marker | undefined {
  return MARKER.exec(text)?.[1] as Marker | undefined;
}

/** Whether a line holds only a marker. */
export function isOnlyMarker(text: string): boolean {
  return isMarker(text) && /^[\s|]*[a-z-]+[\s|]*$/.test(text);
}

const MARKER_WORD = new RegExp(`(?<![\\w-])(?:${MARKERS.slice(1).join('|')})(?![\\w-])`);

/**
 * Where the marker of an earlier result begins in a line that other text precedes; -1 for none. A word at the end of a sentence
 * is none: blanks or a separator follow a marker, or something other than a letter precedes it.
 */
export function markerWithin(text: string): number {
  const found = MARKER_WORD.exec(text);
  if (!found) return -1;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  const isMarked = /^(?:\s\s|[,;:|])/.test(after) || (after.trim() === '' && !/[A-Za-z]\s*$/.test(before));
  return isMarked ? found.index : -1;
}

/** The marker that a stretch of bytes is; undefined for any other text. */
export function markerIn(bytes: Uint8Array, start: number, end: number): Marker | undefined {
  const found = MARKER_BYTES.findIndex(
    (marker) => marker.length === end - start && marker.every((byte, i) => bytes[start + i] === byte),
  );
  return found > 0 ? (MARKERS[found] as Marker) : undefined;
}

const MARKER_BYTES = MARKERS.map((marker) => utf8.encode(marker));

/** Whether a line is a marker that was cut to the width of a record, or begins with one that is no word. */
export function isCutMarker(text: string): boolean {
  const [front = ''] = /^[^\s,;:|]{4,}/.exec(text) ?? [text];
  return front !== '' && MARKERS.slice(1).some((marker) => marker.startsWith(front));
}

/** Replaces a record by the marker of a status, padded or cut to the record's width. */
export function writeMarker(bytes: Uint8Array, start: number, end: number, status: number): void {
  const marker = MARKER_BYTES[status]!;
  bytes.fill(0x20, start, end);
  bytes.set(marker.subarray(0, end - start), start);
}

/** Texts of the column `status`, by Status code. */
export const STATUSES: readonly Uint8Array[] = OUTCOMES.map(({ name }) => utf8.encode(name));

/** Status of the row after a list that stopped at the limit. */
export const AT_LIMIT: Uint8Array = utf8.encode('at-limit');

/** The member after a count of JSON that stopped at the limit. */
export const AT_LIMIT_MEMBER = ',"atLimit":true';

const ALL = new Set<string>(OUTCOMES.map(({ name }) => name));

export function isStatusText(text: string): boolean {
  return ALL.has(text);
}

/** Whether a field is blank or holds a status, so that it can be overwritten. */
export function isStatusOrBlank(bytes: Uint8Array, start: number, end: number): boolean {
  const at = skipBlanks(bytes, start, end);
  const to = trimmedEnd(bytes, at, end);
  const isText = (text: Uint8Array) =>
    text.length === to - at && text.every((byte, i) => bytes[at + i] === byte);
  return at === to || STATUSES.some(isText);
}

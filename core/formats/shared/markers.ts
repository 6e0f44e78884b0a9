import { MARKERS, OUTCOMES } from '../../solver/status.ts';
import { isBlank } from './bytes.ts';

const MARKER = new RegExp(`^[\\s|]*(${MARKERS.slice(1).join('|')})(?![\\w-])`);

/** Whether a line holds a marker of an earlier result where a puzzle would stand. */
export function isMarker(text: string): boolean {
  return MARKER.test(text);
}

/** Whether a line holds a marker and nothing else. */
export function isOnlyMarker(text: string): boolean {
  return isMarker(text) && /^[\s|]*[a-z-]+[\s|]*$/.test(text);
}

/** The marker that bytes are, if they are one. */
export function markerIn(bytes: Uint8Array, start: number, end: number): string | undefined {
  const found = MARKER_BYTES.findIndex(
    (marker) => marker.length === end - start && marker.every((byte, i) => bytes[start + i] === byte),
  );
  return found > 0 ? MARKERS[found] : undefined;
}

const MARKER_BYTES = MARKERS.map((marker) => Buffer.from(marker));

/**
 * Puts a status's marker where a record stood, padded with spaces to the record's width.
 * A record narrower than the marker gets as much of it as fits.
 */
export function writeMarker(bytes: Uint8Array, start: number, end: number, status: number): void {
  const marker = MARKER_BYTES[status]!;
  bytes.fill(0x20, start, end);
  bytes.set(marker.subarray(0, end - start), start);
}

/** What the column `status` holds, by Status code. */
export const STATUSES: readonly Uint8Array[] = OUTCOMES.map(({ name }) => Buffer.from(name));

/** What stands after a list that stopped at the limit. */
export const AT_LIMIT: Uint8Array = Buffer.from('at-limit');

/** The member after a count of JSON that stopped at the limit. */
export const AT_LIMIT_MEMBER = ',"atLimit":true';

const ALL = new Set<string>(OUTCOMES.map(({ name }) => name));

export function isStatusText(text: string): boolean {
  return ALL.has(text);
}

/** Whether a field is one that an earlier run filled, or that none has: a status, or blank. */
export function isStatusOrBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isBlank(bytes[at]!)) at++;
  return at === end || ALL.has(Buffer.from(bytes.subarray(start, end)).toString('latin1').trim());
}

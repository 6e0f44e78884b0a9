import { MARKERS } from '../../solver/status.ts';

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

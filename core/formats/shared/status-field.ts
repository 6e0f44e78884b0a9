import { isBlank } from './bytes.ts';
import { MARKERS } from './format.ts';

/** What the column `status` holds, by Status code. */
export const STATUSES: readonly Uint8Array[] = MARKERS.map((marker) => Buffer.from(marker || 'solved'));

const ALL = new Set<string>(MARKERS.map((marker) => marker || 'solved'));

export function isStatusText(text: string): boolean {
  return ALL.has(text);
}

/** Whether a field is one that an earlier run filled, or that none has: blank, or a status. */
export function isStatus(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isBlank(bytes[at]!)) at++;
  return at === end || ALL.has(Buffer.from(bytes.subarray(start, end)).toString('latin1').trim());
}

import { MARKERS } from '../format.ts';

/** What the column `status` holds, by Status code. */
export const STATUSES: readonly Uint8Array[] = MARKERS.map((marker) => Buffer.from(marker || 'solved'));

import { OUTCOMES } from '../../solver/status.ts';
import { isBlank } from './bytes.ts';

/** What the column `status` holds, by Status code. */
export const STATUSES: readonly Uint8Array[] = OUTCOMES.map(({ name }) => Buffer.from(name));

/** What stands after a list that stopped at the limit. */
export const AT_LIMIT: Uint8Array = Buffer.from('at-limit');

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

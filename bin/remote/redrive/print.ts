import { visible } from '../../../core/formats/shared/bytes.ts';
import { duration, number } from '../../cli/terminal.ts';
import type { DeadLetter } from './dead-letters.ts';

/** A dead letter with what is known of why it is one. */
export interface ExplainedLetter extends DeadLetter {
  /** undefined where it is no message of the pipeline */
  readonly reason: string | undefined;
}

export function letterLine({ queue, what, keys, sent, receives, reason }: ExplainedLetter): string {
  const about = keys.length > 0 ? `${keys.join(', ')} (${what})` : what;
  const age = duration((Date.now() - Number(sent)) / 1000);
  const why = reason === undefined ? '' : `: ${reason}`;
  return visible(`${queue}: ${about}, sent ${age} ago, received ${times(receives)}${why}`);
}

export function letterJson({ receipt: _1, body: _2, uploads: _3, ...letter }: ExplainedLetter): string {
  return JSON.stringify({ event: 'letter', ...letter });
}

function times(count: number): string {
  return count === 1 ? 'once' : `${number(count)} times`;
}

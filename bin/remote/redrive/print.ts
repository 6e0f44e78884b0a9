import { duration, number } from '../../cli/units.ts';
import type { AnyReport } from '../report.ts';
import type { DeadLetter } from './dead-letters.ts';

/** A dead letter with what its file's report says. */
export interface ExplainedLetter extends DeadLetter {
  readonly reason: string | undefined;
}

/** Why a message failed, by the report on its file. */
export function reasonIn(report: AnyReport | undefined): string | undefined {
  return report?.status === 'failed' ? report.reason : undefined;
}

export function letterLine({ queue, what, keys, sent, receives, reason }: ExplainedLetter): string {
  const about = keys.length > 0 ? `${keys.join(', ')} (${what})` : what;
  const age = duration((Date.now() - Number(sent)) / 1000);
  const why =
    keys.length === 0 ? '' : `: ${reason ?? 'no report gives a reason; see sudoku watch --status failed'}`;
  return `${queue}: ${about}, sent ${age} ago, received ${times(receives)}${why}`;
}

export function letterJson({ receipt: _1, body: _2, ...letter }: ExplainedLetter): string {
  return JSON.stringify({ event: 'letter', ...letter });
}

function times(count: number): string {
  return count === 1 ? 'once' : `${number(count)} times`;
}

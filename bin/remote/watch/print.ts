import { visible } from '../../../core/formats/shared/bytes.ts';
import { duration, number } from '../../cli/terminal.ts';
import type { FileEvent } from './log-events.ts';

/** A line for a reader. */
export function eventLine({ time, status, key, details }: FileEvent): string {
  const { puzzles, solved, milliseconds, reason, error, delivery } = details as {
    puzzles?: number;
    solved?: number;
    milliseconds?: number;
    reason?: string;
    error?: { message?: string };
    delivery?: number;
  };
  const parts = [
    puzzles === undefined ? '' : `${number(puzzles)} puzzles, ${number(solved ?? 0)} solved`,
    milliseconds === undefined ? '' : duration(milliseconds / 1000),
    delivery === undefined ? '' : `delivery ${delivery}`,
    reason ?? error?.message ?? '',
  ];
  const clock = time.toISOString().slice(11, 19);
  return visible(`${clock} ${status.padEnd(10)} ${[key, ...parts.filter(Boolean)].join(' · ')}`);
}

/** The same as JSON. */
export function eventJson({ time, status, key, details }: FileEvent): string {
  const { puzzles, solved, noSolution, invalid, milliseconds, reason, error, bytes, messageId, delivery } =
    details;
  const message = (error as { message?: string } | undefined)?.message;
  return JSON.stringify({
    ...{ time, status, key, bytes, puzzles, solved, noSolution, invalid, milliseconds },
    ...{ reason: reason ?? message, messageId, delivery },
  });
}

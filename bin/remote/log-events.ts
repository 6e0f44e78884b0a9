import { setTimeout } from 'node:timers/promises';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { visible } from '../../core/formats/shared/bytes.ts';
import { counted, duration, number } from '../cli/terminal.ts';
import type { Clients } from './clients.ts';

/** A line of the function's log about a file. */
export interface FileEvent {
  readonly time: Date;
  /** `solved`, `rejected`, `failed`, …: an outcome of lambda/context.ts */
  readonly status: string;
  readonly key: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface LogOptions {
  readonly logGroupName: string;
  /** milliseconds since 1970 */
  readonly since: number;
  /** whether to continue with later lines */
  readonly follow: boolean;
  /** only events with this status; CloudWatch filters them */
  readonly status: string | undefined;
  /** only keys with this prefix */
  readonly prefix: string;
}

/** Milliseconds between two requests. */
const INTERVAL = 2000;
/** Milliseconds by which CloudWatch may receive a line later than lines that were logged after it. */
const MAX_DELAY = 30_000;

/** The function's log lines about files, each once, in the order in which CloudWatch returns them. */
export async function* fileEvents(
  { logs }: Clients,
  { logGroupName, since, follow, status, prefix }: LogOptions,
): AsyncGenerator<FileEvent, void, undefined> {
  const filterPattern =
    status === undefined ? `{ $.key = "${plainStart(prefix)}*" }` : `{ $.message = "${status}" }`;
  let seen = new Map<string, number>();
  let startTime = since;
  for (;;) {
    let nextToken: string | undefined;
    let latest = startTime;
    do {
      const page = await logs.send(
        new FilterLogEventsCommand({ logGroupName, startTime, filterPattern, nextToken }),
      );
      for (const { eventId = '', timestamp = 0, message = '' } of page.events ?? []) {
        if (seen.has(eventId)) continue;
        seen.set(eventId, timestamp);
        latest = Math.max(latest, timestamp);
        const event = eventOf(message, timestamp);
        if (event?.key.startsWith(prefix)) yield event;
      }
      nextToken = page.nextToken;
    } while (nextToken !== undefined);
    if (!follow) return;
    startTime = Math.max(startTime, latest - MAX_DELAY);
    seen = new Map([...seen].filter(([, timestamp]) => timestamp >= startTime));
    await setTimeout(INTERVAL);
  }
}

/** The prefix up to the first character that a filter pattern would have to escape. {@link fileEvents} filters the rest. */
function plainStart(prefix: string): string {
  return /^[^"\\*\p{Cc}]*/u.exec(prefix)![0];
}

function eventOf(line: string, timestamp: number): FileEvent | undefined {
  try {
    const { message, key, ...details } = JSON.parse(line) as Record<string, unknown>;
    if (typeof message !== 'string' || typeof key !== 'string') return undefined;
    return { time: new Date(timestamp), status: message, key, details };
  } catch {
    return undefined;
  }
}

/** An event as a line for people. */
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
    puzzles === undefined ? '' : `${counted(puzzles, 'puzzle')}, ${number(solved ?? 0)} solved`,
    milliseconds === undefined ? '' : duration(milliseconds / 1000),
    delivery === undefined ? '' : `delivery ${delivery}`,
    reason ?? error?.message ?? '',
  ];
  const clock = time.toISOString().slice(11, 19);
  return visible(`${clock} ${status.padEnd(10)} ${[key, ...parts.filter(Boolean)].join(' · ')}`);
}

/** An event as JSON. */
export function eventJson({ time, status, key, details }: FileEvent): string {
  const { puzzles, solved, noSolution, invalid, milliseconds, reason, error, bytes, messageId, delivery } =
    details;
  const message = (error as { message?: string } | undefined)?.message;
  return JSON.stringify({
    ...{ time, status, key, bytes, puzzles, solved, noSolution, invalid, milliseconds },
    ...{ reason: reason ?? message, messageId, delivery },
  });
}

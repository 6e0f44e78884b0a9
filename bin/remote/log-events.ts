// The function's log lines about files, each once, in the order in which CloudWatch returns them.
import { setTimeout } from 'node:timers/promises';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { visible } from '../../core/formats/shared/bytes.ts';
import { countText, number, secondsText } from '../cli/terminal.ts';
import type { Clients } from './clients.ts';
import { untilAnswered } from './errors.ts';

/** A line of the function's log about a file. */
export interface FileEvent {
  readonly time: Date;
  /** `solved`, `rejected`, `failed`, …: an outcome of lambda/invocation/context.ts */
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
  /** Called if a request of a log that is followed fails; it is repeated. */
  readonly warn: (message: string) => void;
}

/** Milliseconds between two requests. */
const INTERVAL = 2000;
/** Milliseconds by which CloudWatch may receive a line later than lines that were logged after it. */
const MAX_DELAY = 30_000;

export async function* fileEvents(
  { logs }: Clients,
  { logGroupName, since, follow, status, prefix, warn }: LogOptions,
): AsyncGenerator<FileEvent, void, undefined> {
  const filterPattern = patternOf(prefix, status);
  let seen = new Map<string, number>();
  let startTime = since;
  for (;;) {
    let nextToken: string | undefined;
    let latest = startTime;
    do {
      const command = new FilterLogEventsCommand({ logGroupName, startTime, filterPattern, nextToken });
      const request = () => logs.send(command);
      const page = await (follow ? untilAnswered(request, INTERVAL, warn) : request());
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

/** The age of events that {@link lastEvent} finds, in milliseconds. A delivery that failed is repeated within two hours. */
const MAX_AGE = 2 * 3_600_000;
/** Requests of {@link lastEvent}: CloudWatch searches about a megabyte of the log for each. */
const MAX_PAGES = 50;

/** The last event of a key with this status since a time, in milliseconds since 1970, and within the last two hours. */
export async function lastEvent(
  logs: Clients['logs'],
  logGroupName: string,
  key: string,
  status: string,
  since: number,
): Promise<FileEvent | undefined> {
  const startTime = Math.max(since, Date.now() - MAX_AGE);
  const filterPattern = patternOf(key, status);
  let last: FileEvent | undefined;
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = await logs.send(
      new FilterLogEventsCommand({ logGroupName, startTime, filterPattern, nextToken }),
    );
    for (const { timestamp = 0, message = '' } of found.events ?? []) {
      const event = eventOf(message, timestamp);
      if (event?.key === key && event.status === status && !(last && last.time > event.time)) last = event;
    }
    nextToken = found.nextToken;
    if (nextToken === undefined) break;
  }
  return last;
}

/** Why an event was a failure. */
export function failureReason({ details }: FileEvent): string | undefined {
  const { reason, error } = details as { reason?: string; error?: { message?: string } };
  return reason ?? error?.message;
}

/** Characters of a prefix in a pattern: a pattern has at most 1,024. */
const MAX_PATTERN = 500;

/** Selects the lines about keys with a prefix, and with one status if it is given. */
function patternOf(prefix: string, status: string | undefined): string {
  // up to the first character that the pattern would have to escape; the rest is filtered here
  const plain = /^[^"\\*\p{Cc}]*/u.exec(prefix)![0].slice(0, MAX_PATTERN);
  const conditions = [`$.key = "${plain.replace(/[\ud800-\udbff]$/, '')}*"`];
  if (status !== undefined) conditions.push(`$.message = "${status}"`);
  return `{ ${conditions.join(' && ')} }`;
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
export function eventLine(event: FileEvent): string {
  const { time, status, key, details } = event;
  const {
    puzzles,
    solved,
    milliseconds,
    delivery = 1,
  } = details as {
    puzzles?: number;
    solved?: number;
    milliseconds?: number;
    delivery?: number;
  };
  const parts = [
    puzzles === undefined ? '' : `${countText(puzzles, 'puzzle')}, ${number(solved ?? 0)} solved`,
    milliseconds === undefined ? '' : secondsText(milliseconds / 1000),
    delivery > 1 || status === 'failed' ? `delivery ${delivery}` : '',
    failureReason(event) ?? '',
  ];
  const clock = time.toISOString().slice(11, 19);
  return visible(`${clock} ${status.padEnd(10)} ${[key, ...parts.filter(Boolean)].join(' · ')}`);
}

/** An event as JSON. */
export function eventJson(event: FileEvent): string {
  const { time, status, key, details } = event;
  const { puzzles, solved, noSolution, invalid, milliseconds, bytes, messageId, delivery } = details;
  const { job, tenant, range, waited, seconds } = details;
  return JSON.stringify({
    ...{ time, status, key, bytes, puzzles, solved, noSolution, invalid, milliseconds },
    ...{ reason: failureReason(event), messageId, delivery, job, tenant, range, waited, seconds },
  });
}

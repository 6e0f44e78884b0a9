import { setTimeout } from 'node:timers/promises';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { Clients } from '../clients.ts';

/** A line that the function has logged about a file. */
export interface FileEvent {
  readonly time: Date;
  /** `solved`, `rejected`, `failed`, …: an outcome of lambda/invocation.ts */
  readonly status: string;
  readonly key: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface LogOptions {
  readonly logGroupName: string;
  /** milliseconds since 1970 */
  readonly since: number;
  /** whether to go on with what is logged from now on */
  readonly follow: boolean;
  /** only this one, if given; CloudWatch leaves out the others */
  readonly status: string | undefined;
  /** of the keys */
  readonly prefix: string;
}

/** Between two looks, milliseconds. */
const PAUSE = 2000;
/** Lines may come in so much later than others that were logged after them. */
const LATE = 30_000;

/** What a function logs about files, each line once, in the order in which CloudWatch has them. */
export async function* fileEvents(
  { logs }: Clients,
  { logGroupName, since, follow, status, prefix }: LogOptions,
): AsyncGenerator<FileEvent, void, undefined> {
  const filterPattern =
    status === undefined ? `{ $.key = "${plainBeginning(prefix)}*" }` : `{ $.message = "${status}" }`;
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
    startTime = Math.max(startTime, latest - LATE);
    seen = new Map([...seen].filter(([, timestamp]) => timestamp >= startTime));
    await setTimeout(PAUSE);
  }
}

/** What comes before the first character that a pattern would have to escape: more than is asked for passes, and is left out here. */
function plainBeginning(prefix: string): string {
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

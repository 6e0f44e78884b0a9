import { type Answerer, ManagementError } from './request.ts';

/** Lines kept: the oldest go first. */
const MAX_LINES = 20_000;
/** Events in one answer, as in CloudWatch Logs. */
const MAX_EVENTS = 10_000;

interface Line {
  readonly id: string;
  readonly timestamp: number;
  readonly message: string;
}

/** What functions have logged lately. */
export class LogStore {
  readonly #lines: Line[] = [];
  #count = 0;

  add(message: string): void {
    this.#lines.push({ id: String(this.#count++).padStart(12, '0'), timestamp: Date.now(), message });
    if (this.#lines.length > MAX_LINES) this.#lines.splice(0, MAX_LINES / 2);
  }

  /** Lines as JSON, those that are none left out. @param since milliseconds since 1970 */
  *entries(since: number): Generator<Record<string, unknown>> {
    for (const { timestamp, message } of this.#lines) {
      if (timestamp < since) continue;
      const entry = parsed(message);
      if (entry) yield entry;
    }
  }

  /** CloudWatch Logs' FilterLogEvents, with patterns of one kind: `{ $.name = "text" }`, the text perhaps ending in `*`. */
  filter(logGroupName: string): Answerer {
    return ({ logGroupName: wanted, startTime = 0, endTime = Number.POSITIVE_INFINITY, ...body }) => {
      if (wanted !== logGroupName) {
        throw new ManagementError('ResourceNotFoundException', 'The specified log group does not exist.');
      }
      const {
        filterPattern = '',
        nextToken = '',
        limit = MAX_EVENTS,
      } = body as {
        filterPattern?: string;
        nextToken?: string;
        limit?: number;
      };
      const matches = matcher(filterPattern);
      const found = this.#lines.filter(
        ({ id, timestamp, message }) =>
          id > nextToken && timestamp >= Number(startTime) && timestamp < Number(endTime) && matches(message),
      );
      const events = found.slice(0, limit);
      return {
        events: events.map(({ id, timestamp, message }) => ({
          eventId: id,
          timestamp,
          ingestionTime: timestamp,
          message,
          logStreamName: 'local',
        })),
        ...(found.length > events.length && { nextToken: events.at(-1)!.id }),
      };
    };
  }
}

function matcher(pattern: string): (message: string) => boolean {
  if (pattern === '') return () => true;
  const [, name, text] = /^\{ \$\.(\w+) = "([^"]*)" \}$/.exec(pattern) ?? [];
  if (name === undefined) {
    throw new ManagementError(
      'InvalidParameterException',
      `The local cloud knows patterns such as { $.key = "a*" }, got ${pattern}`,
    );
  }
  const begin = text!.replace(/\*$/, '');
  return (message) => {
    const value = parsed(message)?.[name];
    return typeof value === 'string' && (begin === text ? value === text : value.startsWith(begin));
  };
}

function parsed(message: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(message) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

// The order in which a fair queue of SQS delivers messages: those of noisy groups come after all others.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html

/** A group is noisy above this share of the messages in flight, if it has at least so many itself… */
const SHARE = 0.1;
const LEAST_IN_FLIGHT = 30;
/** … or above the same share of the time that receivers have spent. It is halved after so many milliseconds; AWS says “recent”. */
const HALF_LIFE = 30_000;

/** What a group has in flight, and what it has cost. */
interface Group {
  inFlight: number;
  /** sum of the times at which the messages in flight were received */
  receivedAt: number;
  /** milliseconds of receivers, at `spentAt` */
  spent: number;
  spentAt: number;
}

/** The messages in flight of a queue, by group, and the groups that are noisy. A message without a group is one by itself. */
export class FairOrder<Message> {
  readonly #groupOf: (message: Message) => string | undefined;
  readonly #now: () => number;
  readonly #groups = new Map<string | undefined, Group>();
  readonly #noisy = new Set<string>();

  /** @param now in milliseconds; a simulation has a clock of its own */
  constructor(groupOf: (message: Message) => string | undefined, now: () => number = Date.now) {
    this.#groupOf = groupOf;
    this.#now = now;
  }

  /**
   * Chooses the messages to deliver: the oldest ones of quiet groups and, if these are too few, of the noisy group that has the fewest
   * in flight.
   * @param waiting oldest first
   */
  next(waiting: readonly Message[], count: number): Message[] {
    this.#findNoisy();
    if (this.#noisy.size === 0) return waiting.slice(0, count);
    const chosen: Message[] = [];
    const backlogs = new Map<string, Message[]>();
    for (const message of waiting) {
      const group = this.#groupOf(message);
      if (group === undefined || !this.#noisy.has(group)) {
        if (chosen.push(message) === count) return chosen;
      } else {
        const backlog = backlogs.get(group);
        if (backlog === undefined) backlogs.set(group, [message]);
        else if (backlog.length < count) backlog.push(message);
      }
    }
    // a group without a backlog is quiet again
    for (const group of this.#noisy) if (!backlogs.has(group)) this.#noisy.delete(group);
    const left = [...backlogs].map(([group, messages]) => ({
      messages,
      inFlight: this.#groups.get(group)?.inFlight ?? 0,
    }));
    while (chosen.length < count) {
      const some = left.filter(({ messages }) => messages.length > 0);
      if (some.length === 0) break;
      const fewest = some.reduce((a, b) => (b.inFlight < a.inFlight ? b : a));
      fewest.inFlight++;
      chosen.push(fewest.messages.shift()!);
    }
    return chosen;
  }

  /** A message was delivered. @returns a function to call once it is deleted, or visible again */
  delivered(message: Message): () => void {
    const name = this.#groupOf(message);
    const at = this.#now();
    const group = this.#groups.get(name) ?? { inFlight: 0, receivedAt: 0, spent: 0, spentAt: at };
    this.#groups.set(name, group);
    group.inFlight++;
    group.receivedAt += at;
    return () => {
      const now = this.#now();
      group.inFlight--;
      group.receivedAt -= at;
      group.spent = decayed(group, now) + now - at;
      group.spentAt = now;
    };
  }

  #findNoisy(): void {
    const now = this.#now();
    const spent = (group: Group) => decayed(group, now) + group.inFlight * now - group.receivedAt;
    let [inFlight, total] = [0, 0];
    for (const group of this.#groups.values()) {
      inFlight += group.inFlight;
      total += spent(group);
    }
    for (const [name, group] of this.#groups) {
      if (name === undefined) continue;
      const isCrowding = group.inFlight >= LEAST_IN_FLIGHT && group.inFlight > SHARE * inFlight;
      if (isCrowding || spent(group) > SHARE * total) this.#noisy.add(name);
    }
  }
}

const decayed = ({ spent, spentAt }: Group, now: number): number =>
  spent * 2 ** ((spentAt - now) / HALF_LIFE);

/** Whether an event is one that a rule asks for. */
export type EventMatcher = (event: unknown) => boolean;

/** What a rule may ask of a text besides that it be the same. */
const CONDITIONS: Readonly<Record<string, (wanted: string, value: string) => boolean>> = {
  prefix: (wanted, value) => value.startsWith(wanted),
  suffix: (wanted, value) => value.endsWith(wanted),
  wildcard: (wanted, value) => expressionOf(wanted).test(value),
};

/**
 * Reads a rule's event pattern: all members have to match, and of a list one of its values or conditions.
 * @throws Error that names a condition that the local cloud does not have
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function eventMatcher(pattern: unknown, where: string): EventMatcher {
  if (Array.isArray(pattern)) {
    const anyOf = pattern.map((wanted: unknown) => valueMatcher(wanted, where));
    // of a list in the event, too, one value is enough
    return (value) => [value].flat().some((one: unknown) => anyOf.some((matches) => matches(one)));
  }
  if (typeof pattern !== 'object' || pattern === null) {
    throw new Error(`expected lists and objects in the pattern of ${where}, got ${JSON.stringify(pattern)}`);
  }
  const members = Object.entries(pattern).map(
    ([name, wanted]) => [name, eventMatcher(wanted, where)] as const,
  );
  return (event) => {
    const value = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>;
    return members.every(([name, matches]) => matches(value[name]));
  };
}

function valueMatcher(wanted: unknown, where: string): EventMatcher {
  if (typeof wanted !== 'object' || wanted === null) return (value) => value === wanted;
  const [first, ...others] = Object.entries(wanted);
  const [condition, text] = first ?? ['', undefined];
  const holds = CONDITIONS[condition];
  if (holds === undefined || others.length > 0 || typeof text !== 'string') {
    throw new Error(`The local cloud does not know ${JSON.stringify(wanted)} in the pattern of ${where}`);
  }
  return (value) => typeof value === 'string' && holds(text, value);
}

/** `*` stands for any characters, `\*` and `\\` for themselves. */
function expressionOf(wildcard: string): RegExp {
  const parts = wildcard.match(/\\.|[^\\]/gs) ?? [];
  const escaped = (text: string) => text.replace(/[\\^$.*+?()|[\]{}]/g, '\\$&');
  const source = parts.map((part) => (part === '*' ? '.*' : escaped(part.replace(/^\\(?=.)/s, ''))));
  return new RegExp(`^${source.join('')}$`, 's');
}

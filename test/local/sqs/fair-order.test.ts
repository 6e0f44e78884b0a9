import { expect, test } from 'vitest';
import { FairOrder } from '../../../local/sqs/fair-order.ts';

/** Messages `group number`; those of `-` have no group. */
const groupOf = (message: string) => {
  const [group = ''] = message.split(' ');
  return group === '-' ? undefined : group;
};
const many = (group: string, count: number) => Array.from({ length: count }, (_, i) => `${group} ${i}`);

/** An order at a time that the test sets, with messages that were just delivered. */
function ordered(...inFlight: readonly string[]) {
  const clock = { now: 0 };
  const order = new FairOrder(groupOf, () => clock.now);
  const ends = inFlight.map((message) => order.delivered(message));
  return { order, clock, ends };
}

test('the oldest messages come first while no group is noisy', () => {
  const { order } = ordered(...many('a', 5), ...many('b', 5));
  expect(order.next(['a 9', 'b 9', 'a 10'], 2)).toEqual(['a 9', 'b 9']);
});

test('a group is noisy with thirty messages and more than a tenth of those in flight', () => {
  const waiting = ['a 99', 'b 99'];
  expect(ordered(...many('a', 30)).order.next(waiting, 1)).toEqual(['b 99']);
  expect(ordered(...many('a', 29)).order.next(waiting, 1)).toEqual(['a 99']);
  expect(ordered(...many('a', 30), ...many('-', 270)).order.next(waiting, 1)).toEqual(['a 99']);
  expect(ordered(...many('a', 31), ...many('-', 270)).order.next(waiting, 1)).toEqual(['b 99']);
});

test('a group is noisy with more than a tenth of the recent time, however few messages it has in flight', () => {
  const { order, clock, ends } = ordered('a 1');
  clock.now = 5000;
  ends[0]!();
  expect(order.next(['a 99', 'b 99'], 1)).toEqual(['b 99']);
  // also while the message is in flight
  const busy = ordered('a 1');
  busy.clock.now = 5000;
  expect(busy.order.next(['a 99', '- 99', 'b 99'], 3)).toEqual(['- 99', 'b 99', 'a 99']);
});

test('time long ago does not count', () => {
  const { order, clock, ends } = ordered('a 1');
  clock.now = 1000;
  ends[0]!();
  const end = order.delivered('b 1');
  clock.now = 1_000_000;
  end();
  expect(order.next(['a 99', 'b 99'], 2)).toEqual(['a 99', 'b 99']);
});

test('of several noisy groups, the one with the fewest messages in flight comes first', () => {
  const { order } = ordered(...many('a', 35), ...many('b', 33));
  expect(order.next([...many('a', 9), ...many('b', 9)], 4)).toEqual(['b 0', 'b 1', 'a 0', 'b 2']);
});

test('a group is quiet again once none of its messages waits', () => {
  const { order, ends } = ordered(...many('a', 40));
  expect(order.next(['a 99'], 1)).toEqual(['a 99']);
  for (const end of ends) end();
  expect(order.next([], 1)).toEqual([]);
  expect(order.next(['a 100', 'b 1'], 2)).toEqual(['a 100', 'b 1']);
});

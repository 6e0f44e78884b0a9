import { expect, test } from 'vitest';
import { eventMatcher } from '../../../local/events/pattern.ts';

const event = {
  source: 'aws.s3',
  resources: ['arn:a', 'arn:b'],
  detail: { bucket: { name: 'mine' }, object: { key: 'in/a*b.txt', size: 7 } },
};

test.each<[string, object, boolean]>([
  ['one of some values', { source: ['aws.ec2', 'aws.s3'] }, true],
  ['none of them', { source: ['aws.ec2'] }, false],
  ['members within members', { detail: { bucket: { name: ['mine'] }, object: { size: [7] } } }, true],
  ['all members', { source: ['aws.s3'], detail: { bucket: { name: ['yours'] } } }, false],
  ['a member that is not there', { detail: { reason: ['PutObject'] } }, false],
  ['one of a list in the event', { resources: ['arn:b'] }, true],
  ['a prefix', { detail: { object: { key: [{ prefix: 'in/' }] } } }, true],
  ['another prefix', { detail: { object: { key: [{ prefix: 'out/' }] } } }, false],
  ['a suffix', { detail: { object: { key: [{ suffix: '.txt' }] } } }, true],
  [
    'conditions of one list, of which one is enough',
    { detail: { object: { key: [{ prefix: 'x' }, { suffix: '.txt' }] } } },
    true,
  ],
  ['a wildcard', { detail: { object: { key: [{ wildcard: 'in/*.txt' }] } } }, true],
  ['a wildcard with a star that is one', { detail: { object: { key: [{ wildcard: 'in/a\\*b*' }] } } }, true],
  ['a wildcard that ends too early', { detail: { object: { key: [{ wildcard: 'in/*.tx' }] } } }, false],
])('a pattern asks for %s', (_, pattern, expected) => {
  expect(eventMatcher(pattern, 'Rule')(event)).toBe(expected);
});

test.each([
  [
    { detail: { object: { size: [{ numeric: ['>', 5] }] } } },
    /does not know \{"numeric".*in the pattern of Rule/,
  ],
  [{ source: 'aws.s3' }, /expected lists and objects in the pattern of Rule, got "aws\.s3"/],
])('what it does not have is refused by name: %j', (pattern, message) => {
  expect(() => eventMatcher(pattern, 'Rule')).toThrow(message);
});

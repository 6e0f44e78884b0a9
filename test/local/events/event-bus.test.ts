import { expect, test } from 'vitest';
import { eventMatcher } from '../../../local/events/event-bus.ts';

const event = {
  source: 'aws.s3',
  resources: ['arn:a', 'arn:b'],
  detail: { bucket: { name: 'mine' }, object: { key: 'in/a*b.txt', size: 7 } },
};

test.each<[string, object, boolean]>([
  ['one of some values', { source: ['aws.ec2', 'aws.s3'] }, true],
  ['other values', { source: ['aws.ec2'] }, false],
  ['members within members', { detail: { bucket: { name: ['mine'] }, object: { size: [7] } } }, true],
  ['all members', { source: ['aws.s3'], detail: { bucket: { name: ['yours'] } } }, false],
  ['a missing member', { detail: { reason: ['PutObject'] } }, false],
  ['one of a list in the event', { resources: ['arn:b'] }, true],
  ['a prefix', { detail: { object: { key: [{ prefix: 'in/' }] } } }, true],
  ['another prefix', { detail: { object: { key: [{ prefix: 'out/' }] } } }, false],
  ['a suffix', { detail: { object: { key: [{ suffix: '.txt' }] } } }, true],
  [
    'several conditions in a list, one of which holds',
    { detail: { object: { key: [{ prefix: 'x' }, { suffix: '.txt' }] } } },
    true,
  ],
  ['a wildcard', { detail: { object: { key: [{ wildcard: 'in/*.txt' }] } } }, true],
  ['a wildcard with an escaped star', { detail: { object: { key: [{ wildcard: 'in/a\\*b*' }] } } }, true],
  [
    'prefixes that it has not',
    { detail: { object: { key: [{ 'anything-but': { prefix: ['a/', 'b/'] } }] } } },
    true,
  ],
  [
    'one of the excluded prefixes',
    { detail: { object: { key: [{ 'anything-but': { prefix: ['in/', 'b/'] } }] } } },
    false,
  ],
  ['a wildcard that ends too early', { detail: { object: { key: [{ wildcard: 'in/*.tx' }] } } }, false],
])('matches a pattern with %s', (_, pattern, expected) => {
  expect(eventMatcher(pattern, 'Rule')(event)).toBe(expected);
});

test.each([
  [
    { detail: { object: { size: [{ numeric: ['>', 5] }] } } },
    /does not support \{"numeric".*in the pattern of Rule/,
  ],
  [{ source: 'aws.s3' }, /expected lists and objects in the pattern of Rule, got "aws\.s3"/],
])('refuses an unsupported pattern by name: %j', (pattern, message) => {
  expect(() => eventMatcher(pattern, 'Rule')).toThrow(message);
});

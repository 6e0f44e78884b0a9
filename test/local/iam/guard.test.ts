import { expect, test } from 'vitest';
import { Guard } from '../../../local/iam/guard.ts';
import { S3Error } from '../../../local/s3/error.ts';

const may = { action: 's3:GetObject', resource: 'arn:aws:s3:::puzzles/a' };
const mayNot = { action: 's3:PutObject', resource: 'arn:aws:s3:::puzzles/a' };
const roles = new Map([['function', [{ actions: ['s3:GetObject'], resources: ['arn:aws:s3:::puzzles/*'] }]]]);

test('a caller with a role is refused what the role does not allow, by name', () => {
  const guard = new Guard(roles);
  guard.check('function', [may]);
  expect(() => guard.check('function', [may, mayNot])).toThrow(
    new S3Error(
      403,
      'AccessDenied',
      'function is not authorized to perform: s3:PutObject on resource: arn:aws:s3:::puzzles/a',
    ),
  );
});

test('a caller without a role owns the account', () => {
  const guard = new Guard(roles);
  guard.check('client', [may, mayNot]);
  guard.check(undefined, [mayNot]);
  expect(guard.used).toEqual([]);
});

test('what roles were needed for is remembered, once', () => {
  const guard = new Guard(roles);
  guard.check('function', [may]);
  guard.check('function', [may]);
  expect(guard.used).toEqual([may]);
});

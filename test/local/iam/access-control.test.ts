import { expect, test } from 'vitest';
import {
  AccessControl,
  type Permission,
  readStatements,
  type Statement,
} from '../../../local/iam/access-control.ts';
import { ServiceError } from '../../../local/requests/service-error.ts';

const BUCKET = 'arn:aws:s3:::puzzles';

function allows(statements: readonly Statement[], permission: Permission): boolean {
  const control = new AccessControl(new Map([['caller', statements]]));
  try {
    control.check('caller', [permission]);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'AccessDenied' });
    return false;
  }
}

test.each([
  ['s3:GetObject', `${BUCKET}/a/b.txt`, true],
  ['s3:getobject', `${BUCKET}/a/b.txt`, true],
  ['s3:GetObject', BUCKET, false],
  ['s3:GetObject', 'arn:aws:s3:::other/a.txt', false],
  ['s3:GetObjectVersion', `${BUCKET}/a/b.txt`, false],
  ['s3:PutObject', `${BUCKET}/a/b.txt`, false],
])('whether a statement allows %s on %s: %s', (action, resource, allowed) => {
  const statements = readStatements(
    { Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: `${BUCKET}/*` } },
    'Policy',
  );
  expect(allows(statements, { action, resource })).toBe(allowed);
});

test('supports lists of actions and resources, and adds up several statements', () => {
  const statements = readStatements(
    {
      Statement: [
        { Effect: 'Allow', Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'], Resource: ['q1', 'q2'] },
        { Sid: 'All', Effect: 'Allow', Action: 's3:*', Resource: '*' },
      ],
    },
    'Policy',
  );
  expect(allows(statements, { action: 'sqs:DeleteMessage', resource: 'q2' })).toBe(true);
  expect(allows(statements, { action: 'sqs:SendMessage', resource: 'q2' })).toBe(false);
  expect(allows(statements, { action: 's3:DeleteBucket', resource: BUCKET })).toBe(true);
});

test.each([
  [{ Effect: 'Deny', Action: '*', Resource: '*' }, 'Effect Deny'],
  [{ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }, 'NotAction'],
  [
    { Effect: 'Allow', Action: '*', Resource: '*', Condition: { StringEquals: { 's3:prefix': 'a' } } },
    'Condition StringEquals',
  ],
  [
    { Effect: 'Allow', Action: '*', Resource: '*', Condition: { StringLike: { 's3:max-keys': '1' } } },
    'Condition s3:max-keys',
  ],
])('refuses %j instead of ignoring it', (Statement, what) => {
  expect(() => readStatements({ Statement }, 'Policy')).toThrow(
    `The local cloud does not support ${what} in a statement of Policy`,
  );
});

test('a condition restricts listings to prefixes, and allows nothing else', () => {
  const Condition = { StringLike: { 's3:prefix': ['acme/*'] } };
  const Statement = { Effect: 'Allow', Action: 's3:ListBucket', Resource: BUCKET, Condition };
  const control = new AccessControl(new Map([['tenant', readStatements({ Statement }, 'Policy')]]));
  const list = (prefix?: string) => () =>
    control.check('tenant', [
      { action: 's3:ListBucket', resource: BUCKET, ...(prefix !== undefined && { prefix }) },
    ]);
  expect(list('acme/2026/')).not.toThrow();
  expect(list('acme')).toThrow();
  expect(list('')).toThrow();
  // as for the question whether an object is missing
  expect(list()).toThrow();
});

test('escaped wildcards of patterns match themselves', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's syntax
  const Resource = `${BUCKET}/a${'${*}b${?}${$}'}/*`;
  const statements = readStatements({ Statement: { Effect: 'Allow', Action: 's3:*', Resource } }, 'Policy');
  const may = (key: string) => allows(statements, { action: 's3:GetObject', resource: `${BUCKET}/${key}` });
  expect(may('a*b?$/x')).toBe(true);
  expect(may('aab?$/x')).toBe(false);
  expect(may('a*bb$/x')).toBe(false);
});

test('omits permissions for KMS and their conditions, since the local cloud has no KMS', () => {
  const Condition = { StringEquals: { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' } };
  const ofKey = { Effect: 'Allow', Action: ['kms:Decrypt'], Resource: 'key', Condition };
  const other = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' };
  expect(readStatements({ Statement: [ofKey, other] }, 'Policy')).toEqual([
    { actions: ['s3:GetObject'], resources: ['*'] },
  ]);
});

const may = { action: 's3:GetObject', resource: 'arn:aws:s3:::puzzles/a' };
const mayNot = { action: 's3:PutObject', resource: 'arn:aws:s3:::puzzles/a' };
const roles = new Map([['function', [{ actions: ['s3:GetObject'], resources: ['arn:aws:s3:::puzzles/*'] }]]]);

test('refuses permissions that the role of a caller does not allow, and names them', () => {
  const control = new AccessControl(roles);
  control.check('function', [may]);
  expect(() => control.check('function', [may, mayNot])).toThrow(
    new ServiceError(
      403,
      'AccessDenied',
      'function is not authorized to perform: s3:PutObject on resource: arn:aws:s3:::puzzles/a',
    ),
  );
});

test('allows everything to a caller without a role', () => {
  const control = new AccessControl(roles);
  control.check('client', [may, mayNot]);
  control.check(undefined, [mayNot]);
  expect(control.used).toEqual([]);
});

test('records each permission that a caller used once', () => {
  const control = new AccessControl(roles);
  control.check('function', [may]);
  control.check('function', [may]);
  expect(control.used).toEqual([may]);
});

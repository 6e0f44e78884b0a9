// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's placeholders look like JavaScript's
import { expect, test } from 'vitest';
import { resolve } from '../../../local/template/template.ts';

const references = {
  ref: (name: string) => ({ Bucket: 'puzzles', 'AWS::Region': 'us-east-1' })[name],
  attribute: (resource: string, attribute: string) =>
    resource === 'Queue' ? `the ${attribute} of Queue` : undefined,
};

test.each([
  [{ Ref: 'Bucket' }, 'puzzles'],
  [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'the Arn of Queue'],
  [{ 'Fn::GetAtt': 'Queue.Arn' }, 'the Arn of Queue'],
  [{ 'Fn::Join': ['/', ['a', { Ref: 'Bucket' }, { Ref: 'AWS::NoValue' }, 'b']] }, 'a/puzzles/b'],
  [
    { 'Fn::Sub': 'in ${AWS::Region}: ${Bucket}, ${Queue.Arn}, ${!literal}' },
    'in us-east-1: puzzles, the Arn of Queue, ${literal}',
  ],
  [{ 'Fn::Sub': ['${a}-${Bucket}', { a: { Ref: 'AWS::Region' } }] }, 'us-east-1-puzzles'],
  [{ 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
  [{ a: [1, { b: { Ref: 'Bucket' } }], c: { Ref: 'AWS::NoValue' } }, { a: [1, { b: 'puzzles' }] }],
])('resolves %j', (value, resolved) => {
  expect(resolve(value, references)).toEqual(resolved);
});

test('refuses unknown references and functions, and names them', () => {
  expect(() => resolve({ Ref: 'Nothing' }, references)).toThrow('Ref Nothing');
  expect(() => resolve({ 'Fn::GetAtt': ['Topic', 'Arn'] }, references)).toThrow('Fn::GetAtt Topic.Arn');
  expect(() => resolve({ 'Fn::Cidr': [] }, references)).toThrow('does not support Fn::Cidr');
});

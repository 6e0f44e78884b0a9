import { expect, test } from 'vitest';
import type { Template } from '../../../local/template/read.ts';
import { roleOfFunction } from '../../../local/template/role.ts';

const SURROUNDINGS = {
  stackName: 'Fixture',
  account: '000000000000',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:1',
  assetDirectory: (key: string) => `/assets/${key}`,
};

const allow = (Action: string, Resource: unknown) => ({ Statement: [{ Effect: 'Allow', Action, Resource }] });

const template = (role: Record<string, unknown>): Template => ({
  Resources: {
    Input: { Type: 'AWS::S3::Bucket' },
    Solver: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
    Role: { Type: 'AWS::IAM::Role', Properties: role },
    Attached: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyDocument: allow('s3:GetObject', {
          'Fn::Join': ['', [{ 'Fn::GetAtt': ['Input', 'Arn'] }, '/*']],
        }),
        Roles: [{ Ref: 'Role' }],
      },
    },
    OfAnother: {
      Type: 'AWS::IAM::Policy',
      Properties: { PolicyDocument: allow('*', '*'), Roles: [{ Ref: 'Input' }] },
    },
  },
});

test('a role may do what its inline and its attached policies say', () => {
  const inline = { Policies: [{ PolicyDocument: allow('sqs:SendMessage', 'arn:q') }] };
  expect(roleOfFunction(template(inline), SURROUNDINGS, 'Solver')).toEqual([
    { actions: ['sqs:SendMessage'], resources: ['arn:q'] },
    { actions: ['s3:GetObject'], resources: ['arn:aws:s3:::fixture-input/*'] },
  ]);
});

test('managed policies are refused: their statements are not in the template', () => {
  const managed = { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] };
  expect(() => roleOfFunction(template(managed), SURROUNDINGS, 'Solver')).toThrow(
    'The local cloud does not know arn:aws:iam::aws:policy/AdministratorAccess',
  );
});

import { expect, test } from 'vitest';
import { readTemplate, roleOfFunction } from '../../../local/template/read-template.ts';
import type { Template } from '../../../local/template/template.ts';
import { TEMPLATE } from '../fixtures/assembly/template.ts';

const DEPLOYMENT = {
  stackName: 'Fixture',
  account: '000000000000',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:1',
  assetDirectory: (key: string) => `/assets/${key}`,
};
const SQS = 'arn:aws:sqs:us-east-1:000000000000';

test('reads all settings of a template and resolves their functions', () => {
  expect(readTemplate(TEMPLATE, DEPLOYMENT)).toEqual({
    queues: [
      {
        id: 'Dead',
        name: 'Fixture-Dead',
        arn: `${SQS}:Fixture-Dead`,
        url: 'http://127.0.0.1:1/000000000000/Fixture-Dead',
        attributes: { MessageRetentionPeriod: '1209600' },
        isDeadLetters: true,
      },
      {
        id: 'Uploads',
        name: 'Fixture-Uploads',
        arn: `${SQS}:Fixture-Uploads`,
        url: 'http://127.0.0.1:1/000000000000/Fixture-Uploads',
        attributes: {
          VisibilityTimeout: '4',
          RedrivePolicy: `{"deadLetterTargetArn":"${SQS}:Fixture-Dead","maxReceiveCount":2}`,
        },
        isDeadLetters: false,
      },
      {
        id: 'Chunks',
        name: 'chunks',
        arn: `${SQS}:chunks`,
        url: 'http://127.0.0.1:1/000000000000/chunks',
        attributes: {},
        isDeadLetters: false,
      },
    ],
    buckets: [
      {
        id: 'Input',
        name: 'fixture-input',
        notifications: [
          { event: 's3:ObjectCreated:*', queueArn: `${SQS}:Fixture-Uploads`, prefix: '', suffix: '.txt' },
        ],
        cors: [],
        eventBridge: false,
      },
      { id: 'Output', name: 'output', notifications: [], cors: [], eventBridge: true },
    ],
    functions: [
      {
        id: 'Function',
        name: 'Fixture-Function',
        arn: 'arn:aws:lambda:us-east-1:000000000000:function:Fixture-Function',
        code: '/assets/function.zip',
        handler: 'index.handler',
        memory: 256,
        timeout: 10,
        environment: { OUTPUT_BUCKET: 'output', CHUNKS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/chunks' },
      },
    ],
    mappings: [
      {
        id: 'UploadsMapping',
        queueArn: `${SQS}:Fixture-Uploads`,
        functionName: 'Fixture-Function',
        enabled: true,
        batchSize: 100,
        batchWindow: 1,
        maximumConcurrency: 2,
        reportsBatchItemFailures: true,
      },
      {
        id: 'ChunksMapping',
        queueArn: `${SQS}:chunks`,
        functionName: 'Fixture-Function',
        enabled: true,
        batchSize: 10,
        batchWindow: 0,
        maximumConcurrency: undefined,
        reportsBatchItemFailures: false,
      },
    ],
    rules: [],
    schedules: [{ id: 'Hourly', every: 3_600_000, queueArn: `${SQS}:chunks`, message: '{"id":"hourly"}' }],
    alarms: [],
    outputs: { InputBucket: 'fixture-input', ChunksUrl: 'http://127.0.0.1:1/000000000000/chunks' },
  });
});

test.each([
  [
    'UploadsMapping',
    { FilterCriteria: {} },
    'FilterCriteria of AWS::Lambda::EventSourceMapping (UploadsMapping)',
  ],
  ['Function', { Layers: [] }, 'Layers of AWS::Lambda::Function (Function)'],
  ['Function', { Runtime: 'nodejs22.x' }, 'runs nodejs24.x, but Function has nodejs22.x'],
  ['Uploads', { FifoQueue: true }, 'FifoQueue of AWS::SQS::Queue (Uploads)'],
  ['Uploads', { DelaySeconds: { 'Fn::If': [] } }, 'does not support Fn::If'],
  ['Hourly', { ScheduleExpression: 'cron(0 * * * ? *)' }, 'not cron(0 * * * ? *) with {"Arn"'],
  ['Hourly', { Target: { Arn: 'arn:aws:lambda:r:a:function:f' } }, 'whose targets are queues'],
  ['Hourly', { State: 'DISABLED' }, 'State of AWS::Scheduler::Schedule (Hourly)'],
  ['Input', { VersioningConfiguration: {} }, 'VersioningConfiguration of AWS::S3::Bucket (Input)'],
  ['Input', { NotificationConfiguration: { TopicConfigurations: [] } }, 'TopicConfigurations'],
])('refuses %s with %j, on which a deployed stack would act', (id, properties, message) => {
  const resource = TEMPLATE.Resources[id]!;
  const changed = { ...resource, Properties: { ...resource.Properties, ...properties } };
  const template: Template = { ...TEMPLATE, Resources: { ...TEMPLATE.Resources, [id]: changed } };
  expect(() => readTemplate(template, DEPLOYMENT)).toThrow(message);
});

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

test('a role has the statements of its inline and its attached policies', () => {
  const inline = { Policies: [{ PolicyDocument: allow('sqs:SendMessage', 'arn:q') }] };
  expect(roleOfFunction(template(inline), DEPLOYMENT, 'Solver')).toEqual([
    { actions: ['sqs:SendMessage'], resources: ['arn:q'] },
    { actions: ['s3:GetObject'], resources: ['arn:aws:s3:::fixture-input/*'] },
  ]);
});

test('refuses managed policies, whose statements are not in the template', () => {
  const managed = { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] };
  expect(() => roleOfFunction(template(managed), DEPLOYMENT, 'Solver')).toThrow(
    'The local cloud does not support arn:aws:iam::aws:policy/AdministratorAccess',
  );
});

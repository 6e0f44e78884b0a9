import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { type Properties, resources, templateOf, testPipeline } from './pipeline-template.ts';

const { stack, pipeline } = testPipeline();
pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'));
void pipeline.directFunction;
const template = templateOf(stack);

/** Statements of the policies of a type of resource, with the logical ids of the resources. */
function statementsOf(type: 'SQS::Queue' | 'S3::Bucket'): Properties[] {
  return resources(template, `AWS::${type}Policy`).flatMap(
    ([, { Queues, Bucket: bucket, PolicyDocument }]) => {
      const on = [...(Queues ?? []), ...(bucket ? [bucket] : [])].map(({ Ref }: Properties) => Ref);
      return PolicyDocument.Statement.map((statement: Properties) => ({ ...statement, on }));
    },
  );
}

const all = (type: string) => resources(template, type).map(([id]) => id);

test('only S3, for buckets of the account, and the rule of each source may send to the uploads queue, and nobody to other queues', () => {
  const allowed = statementsOf('SQS::Queue').filter(({ Effect }) => Effect === 'Allow');
  const uploads = stack.resolve((pipeline.uploadsQueue.node.defaultChild as Properties).ref).Ref;
  expect(allowed.flatMap(({ on }) => on)).toEqual([uploads, uploads]);
  const [[rule]] = resources(template, 'AWS::Events::Rule') as [[string, Properties]];
  expect(allowed.map(({ Principal, Condition }) => [Principal.Service, Condition])).toEqual([
    [
      's3.amazonaws.com',
      {
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        ArnLike: {
          'aws:SourceArn': { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::*']] },
        },
      },
    ],
    ['events.amazonaws.com', { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule, 'Arn'] } } }],
  ]);
  for (const { Action } of allowed) expect(JSON.stringify(Action)).not.toMatch(/\*|Receive|Delete|Purge|Set/);
});

test('no bucket policy allows anything, and no other service may call a function', () => {
  expect(statementsOf('S3::Bucket').filter(({ Effect }) => Effect !== 'Deny')).toEqual([]);
  expect(all('AWS::Lambda::Permission')).toEqual([]);
});

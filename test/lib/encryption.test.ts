import { NestedStack, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { type Properties, policiesOf, resources, templateOf, testApp } from './pipeline-template.ts';

describe('encryptionKey', () => {
  const stack = new Stack(testApp(), 'Test');
  const encryptionKey = new Key(stack, 'Key');
  const pipeline = new SudokuPipeline(stack, 'Pipeline', { encryptionKey });
  const role = (id: string) => new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  const [reader, sender] = [role('Reader'), role('Sender')];
  pipeline.grantSubmit(role('Submitter'));
  pipeline.grantOperate(role('Operator'));
  pipeline.grantRead(reader);
  pipeline.grantUpload(sender);
  const arn = (bucket: string) => ({ 'Fn::GetAtt': [Match.stringLikeRegexp(`^Pipeline${bucket}`), 'Arn'] });
  /** Conditions that allow use by S3 only, and for objects in the bucket only. */
  const use = (bucket: string, actions: string[]) =>
    Match.objectLike({
      Action: actions.length > 1 ? actions : actions[0],
      Resource: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Key'), 'Arn'] },
      Condition: {
        StringEquals: {
          'kms:ViaService': { 'Fn::Join': ['', ['s3.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
        },
        StringLike: {
          'kms:EncryptionContext:aws:s3:arn': [arn(bucket), { 'Fn::Join': ['', [arn(bucket), '/*']] }],
        },
      },
    });

  test('encrypts every bucket, with a bucket key to save requests', () => {
    for (const [, { BucketEncryption }] of resources(templateOf(stack), 'AWS::S3::Bucket')) {
      expect(BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: {
            SSEAlgorithm: 'aws:kms',
            KMSMasterKeyID: { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] },
          },
        },
      ]);
    }
  });

  test('can be used by the function and by grantees, as far as their permissions require it', () => {
    const template = templateOf(stack);
    const both = ['kms:Decrypt', 'kms:GenerateDataKey'];
    const policyOf = (id: string, statement: unknown) =>
      template.hasResourceProperties('AWS::IAM::Policy', {
        Roles: [{ Ref: Match.stringLikeRegexp(`^${id}`) }],
        PolicyDocument: { Statement: Match.arrayWith([statement]) },
      });
    policyOf('PipelineRole', use('UploadBucket', ['kms:Decrypt']));
    policyOf('PipelineRole', use('OutputBucket', both));
    policyOf('PipelineRole', use('WorkBucket', both));
    policyOf('Reader', use('OutputBucket', ['kms:Decrypt']));
    policyOf('Sender', use('UploadBucket', both));
    policyOf('Submitter', use('UploadBucket', both));
    policyOf('Submitter', use('OutputBucket', ['kms:Decrypt']));
    policyOf('Operator', use('WorkBucket', ['kms:Decrypt']));
  });

  test('cannot be used without both conditions', () => {
    const policies = resources(templateOf(stack), 'AWS::IAM::Policy');
    const statements = policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement as Properties[]);
    const ofKms = statements.filter(({ Action }) => [Action].flat().some((each) => each.startsWith('kms:')));
    expect(ofKms.length).toBeGreaterThan(5);
    for (const { Condition } of ofKms) {
      expect(Object.keys(Condition.StringEquals)).toEqual(['kms:ViaService']);
      expect(Object.keys(Condition.StringLike)).toEqual(['kms:EncryptionContext:aws:s3:arn']);
    }
  });

  test('of another source can be used with the prefix of that source', () => {
    const other = new Stack(testApp(), 'Test');
    const key = Key.fromKeyArn(other, 'Theirs', 'arn:aws:kms:eu-west-1:000000000000:key/theirs');
    const attributes = { bucketName: 'archive', encryptionKey: key, region: 'eu-west-1' };
    const archive = Bucket.fromBucketAttributes(other, 'Archive', attributes);
    new SudokuPipeline(other, 'Pipeline').addSource(archive, { prefix: 'in/' });
    expect(policiesOf(other)).toContain('"kms:ViaService":"s3.eu-west-1.amazonaws.com"');
    expect(policiesOf(other)).toMatch(
      /"kms:EncryptionContext:aws:s3:arn":\[[^\]]*:s3:::archive"[^?]*:s3:::archive\/in\/\*"/,
    );
    expect(policiesOf(other)).not.toContain(':s3:::archive/*"');
  });
});

test('logEncryptionKey encrypts the logs, and CloudWatch Logs may use it for log groups of the stack', () => {
  const stack = new Stack(testApp(), 'Test');
  const logEncryptionKey = new Key(stack, 'Key');
  new SudokuPipeline(stack, 'Pipeline', { logEncryptionKey });
  const template = templateOf(stack);
  template.hasResourceProperties('AWS::Logs::LogGroup', {
    KmsKeyId: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Key'), 'Arn'] },
  });
  const [[, { KeyPolicy }]] = resources(template, 'AWS::KMS::Key') as [[string, Properties]];
  const statement = KeyPolicy.Statement.at(-1);
  expect(JSON.stringify(statement.Principal)).toContain('logs.');
  expect(JSON.stringify(statement.Condition.ArnLike['kms:EncryptionContext:aws:logs:arn'])).toContain(
    ':log-group:Test-*',
  );
});

test('a key of the parent may encrypt the logs of a nested stack', () => {
  const stack = new Stack(testApp(), 'Test');
  const logEncryptionKey = new Key(stack, 'Key');
  new SudokuPipeline(new NestedStack(stack, 'Nested'), 'Pipeline', { logEncryptionKey });
  // the policy of the key does not refer to the nested stack, which refers to the key
  const [[, { KeyPolicy }]] = resources(templateOf(stack), 'AWS::KMS::Key') as [[string, Properties]];
  expect(JSON.stringify(KeyPolicy)).toContain(':log-group:Test-*');
  expect(JSON.stringify(KeyPolicy)).not.toContain('Nested');
});

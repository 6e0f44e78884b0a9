import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { SudokuStack } from '../../lib/index.ts';
import { type Properties, testApp } from './pipeline-template.ts';

const stack = new SudokuStack(testApp(), 'SudokuBatch');
const template = Template.fromStack(stack);

test('the outputs contain what clients need to find the pipeline', () => {
  expect(Object.keys(template.findOutputs('*')).sort()).toEqual([
    'ChunksDeadLettersUrl',
    'ChunksQueueUrl',
    'FunctionName',
    'LogGroupName',
    'MemorySize',
    'OutputBucketName',
    'ServiceName',
    'SourceBuckets',
    'UploadBucketName',
    'UploadsDeadLettersUrl',
    'UploadsQueueUrl',
    'WorkBucketName',
  ]);
});

test('there are no custom resources, and one function', () => {
  const types = Object.values(template.toJSON().Resources).map((resource) => (resource as Properties).Type);
  expect(types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([]);
  expect(types.filter((type) => type === 'AWS::Lambda::Function')).toHaveLength(1);
});

describe.each([new AwsSolutionsChecks(), new ServerlessChecks()])('$name', (pack) => {
  test('has acknowledged every finding with a reason', () => {
    expect(pack.validateScope(stack.node.root).violations).toEqual([]);
  });
});

test('the template is the same as in the snapshot', () => {
  expect(maskAssets(template.toJSON())).toMatchSnapshot();
});

/** Replaces hashes of assets, which change with the function's code. */
function maskAssets(json: object): object {
  return JSON.parse(JSON.stringify(json).replaceAll(/[0-9a-f]{64}/g, '<hash>'));
}

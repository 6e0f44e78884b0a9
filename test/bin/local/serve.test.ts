import { createInterface } from 'node:readline';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { made, start } from '../command-line.ts';

test('sudoku local --serve provides a function for direct calls, which its stack names', async () => {
  const child = start(['local', '--serve']);
  let endpoint: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    endpoint = /^export AWS_ENDPOINT_URL=(.*)$/.exec(line)?.[1];
    if (endpoint !== undefined) break;
  }
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const config = { endpoint: endpoint!, region: 'us-east-1', credentials };
  const stacks = new CloudFormationClient(config);
  const { Stacks } = await stacks.send(new DescribeStacksCommand({ StackName: 'SudokuBatch' }));
  const outputs = Stacks![0]!.Outputs!;
  const FunctionName = outputs.find(({ OutputKey }) => OutputKey === 'DirectFunctionName')!.OutputValue!;
  const { puzzles, solutions } = made(2);
  const { Payload } = await new LambdaClient(config).send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({ puzzles }) }),
  );
  expect(JSON.parse(Payload!.transformToString())).toMatchObject({ results: solutions, solved: 2 });
});

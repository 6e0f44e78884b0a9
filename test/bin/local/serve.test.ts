import { createInterface } from 'node:readline';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { made, start } from '../command-line.ts';

test('sudoku local --serve provides a function for direct calls, which its stack names', async () => {
  const child = start(['local', '--serve']);
  const shown: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    shown.push(line);
    if (line.endsWith(' solved.txt')) break;
  }
  for (const line of shown) expect(line).toMatch(/^(export|#) .{1,79}$/);
  const env = Object.fromEntries(
    shown.flatMap((line) => Array.from(line.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value])),
  ) as Record<string, string>;
  const endpoint = env.AWS_ENDPOINT_URL;
  const [, put, get] = shown.filter((line) => /\b(submit|cp)\b/.test(line)).map((line) => line.slice(2));
  expect(put).toBe('aws --endpoint-url $AWS_ENDPOINT_URL s3 cp puzzles.txt $UPLOADS');
  expect(get).toBe('aws --endpoint-url $AWS_ENDPOINT_URL s3 cp $RESULTS/puzzles.txt solved.txt');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const config = { endpoint: endpoint!, region: 'us-east-1', credentials };
  const stacks = new CloudFormationClient(config);
  const { Stacks } = await stacks.send(new DescribeStacksCommand({ StackName: 'SudokuBatch' }));
  const outputs = Stacks![0]!.Outputs!;
  const outputOf = (key: string) => outputs.find(({ OutputKey }) => OutputKey === key)!.OutputValue!;
  expect(env.UPLOADS).toBe(`s3://${outputOf('UploadBucketName')}`);
  expect(env.RESULTS).toBe(`s3://${outputOf('OutputBucketName')}`);
  const FunctionName = outputOf('DirectFunctionName');
  const { puzzles, solutions } = made(2);
  const { Payload } = await new LambdaClient(config).send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({ puzzles }) }),
  );
  expect(JSON.parse(Payload!.transformToString())).toMatchObject({ results: solutions, solved: 2 });
});

import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { SudokuStack } from '../../lib/index.ts';
import type { SudokuPipeline } from '../../lib/sudoku-pipeline.ts';
import { type Properties, resources, templateOf, testApp, testPipeline } from './pipeline-template.ts';

const functions = (stack: SudokuStack | ReturnType<typeof testPipeline>['stack']) =>
  resources(templateOf(stack), 'AWS::Lambda::Function');

/** Statements of the policies whose logical ids have a prefix. */
function statementsOf(stack: Parameters<typeof templateOf>[0], id: string): Properties[] {
  const policies = resources(templateOf(stack), 'AWS::IAM::Policy').filter(([name]) => name.startsWith(id));
  return policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
}

test('by default, there is no function for direct calls', () => {
  const { stack } = testPipeline();
  expect(functions(stack)).toHaveLength(1);
});

describe.each<[string, (pipeline: SudokuPipeline) => unknown]>([
  [
    'grantInvoke',
    (pipeline) =>
      pipeline.grantInvoke(
        new Role(pipeline, 'Caller', { assumedBy: new ServicePrincipal('states.amazonaws.com') }),
      ),
  ],
  ['directFunction', (pipeline) => pipeline.directFunction],
])('%s', (_, use) => {
  const { stack, pipeline } = testPipeline({ maxLimit: 7, solutions: 'unique', limit: 5 });
  use(pipeline);
  const [, [, direct]] = functions(stack) as [unknown, [string, Properties]];

  test('creates one function for direct calls, with the same bundle', () => {
    const [[, solver], ...others] = functions(stack) as [[string, Properties], ...unknown[]];
    expect(others).toHaveLength(1);
    expect(direct.Handler).toBe('direct.handler');
    expect(direct.Code).toEqual(solver.Code);
    expect(direct.Role).not.toEqual(solver.Role);
  });

  test('allows its role to write logs and nothing else', () => {
    expect(statementsOf(stack, 'PipelineDirectRole')).toMatchObject([
      { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
    ]);
  });

  test('gives it the defaults and bounds of the stack, but no bucket or queue', () => {
    const { Variables } = direct.Environment;
    expect(Variables).toMatchObject({ MAX_LIMIT: '7', DEFAULT_OPTIONS: '{"solutions":"unique","limit":5}' });
    expect(Object.keys(Variables).filter((name) => /BUCKET|QUEUE/.test(name))).toEqual([]);
  });

  test('connects it to no queue', () => {
    const mappings = resources(templateOf(stack), 'AWS::Lambda::EventSourceMapping');
    const targets = mappings.map(([, { FunctionName }]) => FunctionName.Ref);
    expect(new Set(targets)).toEqual(new Set([functions(stack)[0]![0]]));
  });
});

test('grantInvoke allows only calls of the function for direct calls', () => {
  const { stack, pipeline } = testPipeline();
  const role = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
  pipeline.grantInvoke(role);
  const direct = stack.resolve(pipeline.directFunction.functionArn);
  const [statement, ...others] = statementsOf(stack, 'CallerDefaultPolicy');
  expect(others).toEqual([]);
  expect(statement.Action).toBe('lambda:InvokeFunction');
  // the function and its versions
  expect([statement.Resource].flat()).toEqual([direct, { 'Fn::Join': ['', [direct, ':*']] }]);
});

describe('a stack with directCalls', () => {
  const stack = new SudokuStack(testApp(), 'SudokuBatch', { directCalls: true });

  test('outputs the name of the function', () => {
    const [, [id]] = functions(stack) as [unknown, [string, Properties]];
    expect(templateOf(stack).findOutputs('DirectFunctionName')).toMatchObject({
      DirectFunctionName: { Value: { Ref: id } },
    });
  });

  test.each([new AwsSolutionsChecks(), new ServerlessChecks()])(
    'has acknowledged every finding of $name',
    (pack) => {
      expect(pack.validateScope(stack.node.root).violations).toEqual([]);
    },
  );
});

test('a function that is created after the outputs is added to them', () => {
  const stack = new SudokuStack(testApp(), 'SudokuBatch');
  void stack.pipeline.directFunction;
  expect(Object.keys(templateOf(stack).findOutputs('*'))).toContain('DirectFunctionName');
});

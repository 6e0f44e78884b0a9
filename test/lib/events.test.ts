import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { describe, expect, test } from 'vitest';
import { type Properties, policiesOf, resources, templateOf, testPipeline } from './pipeline-template.ts';

test('onAlarm creates a rule for all alarms', () => {
  const { stack, pipeline } = testPipeline();
  pipeline.onAlarm('Alarmed');
  const [[, { EventPattern }]] = resources(templateOf(stack), 'AWS::Events::Rule') as [
    [string, { EventPattern: object }],
  ];
  expect(EventPattern).toMatchObject({
    source: ['aws.cloudwatch'],
    resources: pipeline.alarms.map(() => ({ 'Fn::GetAtt': [expect.anything(), 'Arn'] })),
    detail: { state: { value: ['ALARM'] } },
  });
});

test.each([
  { name: 'onFileStarted', events: 'started', type: 'File Started', status: undefined },
  { name: 'onResult', events: 'done', type: 'File Finished', status: ['done'] },
  { name: 'onError', events: 'failed', type: 'File Finished', status: ['rejected', 'failed', 'cancelled'] },
] as const)('the function sends its events only if $name is called', ({ name, events, type, status }) => {
  expect(policiesOf(testPipeline().stack)).not.toContain('events:PutEvents');
  const { stack, pipeline } = testPipeline();
  pipeline[name]('Rule');
  expect(policiesOf(stack)).toContain('events:PutEvents');
  templateOf(stack).hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { FILE_EVENTS: events } },
  });
  const [[, rule]] = resources(templateOf(stack), 'AWS::Events::Rule') as [[string, Properties]];
  expect(rule.EventPattern).toEqual({
    source: ['sudoku-batch'],
    'detail-type': [type],
    detail: { service: [pipeline.serviceName], ...(status && { status }) },
  });
});

test('several rules switch on the events of all', () => {
  const { stack, pipeline } = testPipeline();
  pipeline.onResult('Solved');
  pipeline.onError('NotSolved');
  pipeline.onError('NotSolvedEither');
  templateOf(stack).hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { FILE_EVENTS: 'done failed' } },
  });
  expect(policiesOf(stack).match(/events:PutEvents/g)).toHaveLength(1);
});

describe('the pattern of a rule', () => {
  const withPattern = (eventPattern: EventPattern) => {
    const { stack, pipeline } = testPipeline();
    pipeline.onError('Rule', { eventPattern });
    const [[, rule]] = resources(templateOf(stack), 'AWS::Events::Rule') as [[string, Properties]];
    return rule.EventPattern.detail;
  };

  test('narrows its events', () => {
    const object = { key: [{ prefix: 'in/' }] };
    expect(withPattern({ detail: { status: ['failed'], object } })).toMatchObject({
      service: [expect.any(String)],
      status: ['failed'],
      object,
    });
  });

  test('cannot add others', () => {
    expect(() => withPattern({ detail: { status: ['failed', 'done'] } })).toThrow(
      new RangeError(
        'eventPattern must narrow the rule\'s own events: expected detail.status with some of ["rejected","failed","cancelled"], got ["failed","done"]',
      ),
    );
    expect(() => withPattern({ source: ['mine'] })).toThrow('expected source with some of ["sudoku-batch"]');
  });
});

import { readFileSync } from 'node:fs';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { expect, test, vi } from 'vitest';
import { emptyTally } from '../../core/files/index.ts';
import { Journal } from '../../lambda/journal.ts';
import { type Properties, resources, templateOf, testPipeline } from './pipeline-template.ts';

test('the construct has the metrics that the function emits', () => {
  const { pipeline } = testPipeline();
  const environment = pipeline.metricPuzzlesSolved();
  const metrics = new Metrics({
    namespace: environment.namespace,
    serviceName: environment.dimensions?.service as string,
  });
  const written = vi.spyOn(metrics, 'publishStoredMetrics').mockReturnValue(metrics);
  const journal = new Journal(new Logger({ logLevel: 'SILENT' }), metrics);
  const upload = { bucket: 'in', key: 'a.txt', etag: '1', bytes: 82, sequencer: '' };
  journal.finished(
    {
      outcome: 'solved',
      tally: { ...emptyTally(), solved: 1, unsupported: 1, internalErrors: 1 },
      milliseconds: 1,
      stalled: true,
    },
    upload,
    { job: 'j', messageId: 'm', delivery: 1, waited: 0 },
  );
  journal.publish();
  expect(written).toHaveBeenCalledOnce();

  const { _aws } = metrics.serializeMetrics();
  const [{ Namespace, Dimensions, Metrics: emitted }] = _aws.CloudWatchMetrics as [
    (typeof _aws.CloudWatchMetrics)[number],
  ];
  const offered = [
    environment,
    pipeline.metricPuzzlesWithoutSolution(),
    pipeline.metricPuzzlesInvalid(),
    pipeline.metricPuzzlesUnsupported(),
    pipeline.metricInternalErrors(),
    pipeline.metricJobsStalled(),
    pipeline.metricSolvingTime(),
  ];
  expect(offered.map(({ metricName }) => metricName).sort()).toEqual(emitted.map(({ Name }) => Name).sort());
  for (const { namespace, dimensions } of offered) {
    expect(namespace).toBe(Namespace);
    expect([Object.keys(dimensions ?? {})]).toEqual(Dimensions);
  }
});

test('a monthly budget covers the stack and is announced at 80 and 100 percent', () => {
  const emails = ['ops@example.com', 'boss@example.com'];
  const { stack } = testPipeline({ monthlyBudget: { dollars: 250, emails } });
  const [[, { Budget, NotificationsWithSubscribers }]] = resources(
    templateOf(stack),
    'AWS::Budgets::Budget',
  ) as [[string, Properties]];
  expect(Budget).toEqual({
    BudgetType: 'COST',
    TimeUnit: 'MONTHLY',
    BudgetLimit: { Amount: 250, Unit: 'USD' },
    CostFilters: { TagKeyValue: ['aws:cloudformation:stack-name$Test'] },
  });
  expect(
    NotificationsWithSubscribers.map(({ Notification, Subscribers }: Properties) => [
      Notification.Threshold,
      Subscribers.map(({ Address }: Properties) => Address),
    ]),
  ).toEqual([
    [80, emails],
    [100, emails],
  ]);
  expect(resources(templateOf(testPipeline().stack), 'AWS::Budgets::Budget')).toEqual([]);
});

test('docs/operate.md says what to do about each alarm', () => {
  const document = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => row.split('|')[1]!.match(/\w+/g)!);
  const { alarms } = testPipeline().pipeline;
  expect(named.toSorted()).toEqual(alarms.map(({ node }) => node.id).toSorted());
});

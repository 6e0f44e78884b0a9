import type { Logger } from '@aws-lambda-powertools/logger';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { emptyTally } from '../../core/files/index.ts';
import { Journal } from '../../lambda/journal.ts';
import project from '../../package.json' with { type: 'json' };

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 820, sequencer: '1' };

const labels = { job: 'j', tenant: 't', range: '0-9', messageId: 'm', delivery: 2, waited: 1.5 };

/** The log lines and metrics of a journal. */
function recorded() {
  const lines: unknown[] = [];
  const metrics: Record<string, number>[] = [];
  let stored: Record<string, number> = {};
  const write = (level: string) => (message: string, facts: object) =>
    lines.push({ level, message, ...facts });
  const journal = new Journal(
    { info: write('INFO'), warn: write('WARN'), error: write('ERROR') } as unknown as Logger,
    {
      addMetric: (name: string, _unit: string, value: number) => {
        stored[name] = value;
      },
      publishStoredMetrics: () => {
        metrics.push(stored);
        stored = {};
      },
    } as unknown as Metrics,
  );
  return { journal, lines, metrics };
}

test('each file has a log line, and the sums of an invocation are metrics', () => {
  const { journal, lines, metrics } = recorded();
  const tally = { ...emptyTally(), puzzles: 10, solved: 7, noSolution: 2, invalid: 1 };
  journal.finished({ outcome: 'solved', tally, milliseconds: 1.5 }, upload, labels);
  journal.finished({ outcome: 'part', tally, milliseconds: 2 }, upload, labels);
  journal.finished({ outcome: 'rejected', reason: 'expected puzzles' }, upload, labels);
  journal.publish();
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'INFO',
      message: 'solved',
      key: 'k.txt',
      bytes: 820,
      puzzles: 10,
      solved: 7,
    }),
    expect.objectContaining({ message: 'part', milliseconds: 2 }),
    {
      level: 'INFO',
      message: 'rejected',
      outcome: 'rejected',
      key: 'k.txt',
      ...labels,
      bytes: 820,
      reason: 'expected puzzles',
    },
  ]);
  expect(metrics).toEqual([
    { PuzzlesSolved: 14, PuzzlesWithoutSolution: 4, PuzzlesInvalid: 2, SolvingTime: 3.5, UploadsRejected: 1 },
  ]);
});

test('work with an invocation of its own has a line when it begins', () => {
  const { journal, lines, metrics } = recorded();
  journal.begun(upload, labels);
  journal.publish();
  expect(lines).toEqual([{ level: 'INFO', message: 'begun', key: 'k.txt', ...labels, bytes: 820 }]);
  expect(metrics).toEqual([]);
});

test('an invocation that solved nothing emits no metrics, and each counts only its own', () => {
  const { journal, metrics } = recorded();
  journal.finished({ outcome: 'ignored' }, upload, labels);
  journal.publish();
  expect(metrics).toEqual([]);
  journal.finished(
    { outcome: 'solved', tally: { ...emptyTally(), solved: 1 }, milliseconds: 1 },
    upload,
    labels,
  );
  journal.publish();
  journal.publish();
  expect(metrics.length).toBe(1);
});

test('puzzles with unknown rules are logged and counted, if there are any', () => {
  const { journal, lines, metrics } = recorded();
  const tally = { ...emptyTally(), puzzles: 3, solved: 1, unsupported: 2 };
  journal.finished({ outcome: 'solved', tally, milliseconds: 1 }, upload, labels);
  journal.answered({ tally, milliseconds: 1, consumed: 9, interrupted: false, outputBytes: 9 }, 9);
  journal.publish();
  expect(lines).toMatchObject([
    { message: 'solved', unsupported: 2 },
    { message: 'answered', unsupported: 2 },
  ]);
  expect(metrics).toEqual([
    { PuzzlesSolved: 2, PuzzlesWithoutSolution: 0, PuzzlesInvalid: 0, PuzzlesUnsupported: 4, SolvingTime: 2 },
  ]);
});

test('gone and overwritten uploads and expired work have a metric each', () => {
  const { journal, lines, metrics } = recorded();
  for (const outcome of ['gone', 'superseded', 'expired'] as const)
    journal.finished({ outcome }, upload, labels);
  journal.publish();
  expect(lines).toMatchObject([{ message: 'gone' }, { message: 'superseded' }, { message: 'expired' }]);
  expect(metrics).toEqual([{ UploadsGone: 1, UploadsSuperseded: 1, WorkExpired: 1 }]);
});

test('a cancelled or deleted upload counts once, whatever the number of its messages', () => {
  const { journal, lines, metrics } = recorded();
  for (const outcome of ['cancelled', 'gone'] as const) {
    journal.finished({ outcome }, upload, labels);
    journal.finished({ outcome, repeated: true }, upload, labels);
  }
  journal.publish();
  expect(lines).toMatchObject([
    { message: 'cancelled' },
    { message: 'cancelled', repeated: true },
    { message: 'gone' },
    { message: 'gone', repeated: true },
  ]);
  expect(metrics).toEqual([{ UploadsCancelled: 1, UploadsGone: 1 }]);
});

test('a job that nobody had assembled for long is logged and counted', () => {
  const { journal, lines, metrics } = recorded();
  journal.finished({ outcome: 'solved', stalled: true }, upload, labels);
  journal.publish();
  expect(lines).toMatchObject([{ message: 'solved', stalled: true }]);
  expect(metrics).toEqual([{ JobsStalled: 1 }]);
});

test('a job whose chunks stay missing is logged as an error, and counted', () => {
  const { journal, lines, metrics } = recorded();
  journal.finished({ outcome: 'stuck', reason: 'why', stalled: true }, upload, labels);
  journal.publish();
  expect(lines).toMatchObject([{ message: 'stuck', level: 'ERROR', reason: 'why' }]);
  expect(metrics).toEqual([{ JobsStalled: 1 }]);
});

test('a sweep is logged with the version of the function', () => {
  const { journal, lines, metrics } = recorded();
  journal.swept({ jobs: 3, quiet: 1, aborted: 0, sentAgain: 0 });
  journal.publish();
  expect(lines).toMatchObject([
    { message: 'swept', version: project.version, jobs: 3, quiet: 1, aborted: 0, sentAgain: 0 },
  ]);
  expect(metrics).toEqual([]);
});

test('a refused file is logged with its bucket, and counted', () => {
  const { journal, lines, metrics } = recorded();
  journal.finished({ outcome: 'refused', reason: 'why' }, upload, labels);
  journal.publish();
  expect(lines).toMatchObject([{ message: 'refused', bucket: 'b', key: 'k.txt', reason: 'why' }]);
  expect(metrics).toEqual([{ UploadsRefused: 1 }]);
});

test('a failure is logged with the message, its delivery and its file', () => {
  const { journal, lines } = recorded();
  const record = { messageId: 'm', attributes: { ApproximateReceiveCount: '2' } } as SQSRecord;
  const error = new Error('SlowDown');
  journal.failed(error, record, { upload, labels });
  journal.failed(error, record);
  expect(lines).toEqual([
    { level: 'ERROR', message: 'failed', key: 'k.txt', ...labels, error },
    { level: 'ERROR', message: 'failed', messageId: 'm', delivery: 2, error },
  ]);
});

test('a warning is logged with the file’s key and the reason', () => {
  const { journal, lines } = recorded();
  const error = new Error('ThrottlingException');
  journal.warned('EventBridge was not told', error, upload, labels);
  expect(lines).toEqual([
    { level: 'WARN', message: 'EventBridge was not told', key: 'k.txt', ...labels, error },
  ]);
});

test('internal errors are logged with the reason of the first one, and counted', () => {
  const { journal, lines, metrics } = recorded();
  const reason = 'internal error (TypeError: x)';
  const problem = { line: 1, column: 0, status: 'invalid', reason, record: '' } as const;
  const tally = {
    ...emptyTally(),
    puzzles: 3,
    solved: 1,
    invalid: 2,
    internalErrors: 2,
    problems: [problem],
  };
  journal.finished({ outcome: 'solved', tally, milliseconds: 1 }, upload, labels);
  journal.finished({ outcome: 'defect', reason }, upload, labels);
  journal.publish();
  expect(lines).toMatchObject([
    { level: 'INFO', message: 'solved', internalErrors: 2, internalError: reason },
    { level: 'ERROR', message: 'defect', reason },
  ]);
  expect(metrics).toMatchObject([{ InternalErrors: 3 }]);
});

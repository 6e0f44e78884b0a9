import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { REPORT_SUFFIX } from '../core/options/report-suffix.ts';
import type { Sink } from './sinks.ts';
import type { SourceFilter } from './source-filter.ts';

/** New objects of a bucket. */
export function objectCreated(bucket: IBucket, filter: SourceFilter): EventPattern {
  return {
    source: ['aws.s3'],
    detailType: ['Object Created'],
    detail: { bucket: { name: [bucket.bucketName] }, ...keyPattern(filter) },
  };
}

/** Conditions of one list are alternatives, so that beginning and end have to be one of them. */
function keyPattern({ prefix = '', suffix = '' }: SourceFilter): object {
  if (prefix === '' && suffix === '') return {};
  if (suffix === '') return { object: { key: [{ prefix }] } };
  if (prefix === '') return { object: { key: [{ suffix }] } };
  const escaped = (text: string) => text.replace(/[\\*]/g, '\\$&');
  return { object: { key: [{ wildcard: `${escaped(prefix)}*${escaped(suffix)}` }] } };
}

/** Files that are done: their reports appear where results go or, without reports, their results. */
export function fileSolved({ bucket, prefix }: Sink, reports: boolean): EventPattern {
  return objectCreated(bucket, { prefix, ...(reports && { suffix: REPORT_SUFFIX }) });
}

/** Files that the function begins with; lambda/aws/events.ts sends these events. */
export function fileStarted(serviceName: string): EventPattern {
  return { source: ['sudoku-batch'], detailType: ['File Started'], detail: { service: [serviceName] } };
}

/** Alarms that go off. */
export function alarmRaised(alarms: readonly Alarm[]): EventPattern {
  return {
    source: ['aws.cloudwatch'],
    detailType: ['CloudWatch Alarm State Change'],
    resources: alarms.map(({ alarmArn }) => alarmArn),
    detail: { state: { value: ['ALARM'] } },
  };
}

import { type OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { REPORT_SUFFIX } from './settings.ts';

/**
 * A rule for files that are done: their reports appear in the output bucket or, without reports, their results.
 * @param reports whether each file gets one
 */
export function fileSolvedRule(
  scope: Construct,
  id: string,
  { outputBucket, reports }: { readonly outputBucket: IBucket; readonly reports: boolean },
  { target, eventPattern, ...props }: OnEventOptions,
): Rule {
  const rule = new Rule(scope, id, {
    ...props,
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: {
        bucket: { name: [outputBucket.bucketName] },
        ...(reports && { object: { key: [{ suffix: REPORT_SUFFIX }] } }),
      },
    },
  });
  // a pattern of the caller's narrows ours
  if (eventPattern) rule.addEventPattern(eventPattern);
  if (target) rule.addTarget(target);
  return rule;
}

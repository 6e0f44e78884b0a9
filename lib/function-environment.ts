import { optionNames, type StackOptions } from '../core/options/options.ts';
import type { PipelineResources } from './permissions/function-permissions.ts';
import type { SettledProps } from './props-table.ts';
import { MAX_RECEIVE_COUNT, METRICS_NAMESPACE } from './settings.ts';

/** What the stack tells each function that solves; lambda/settings.ts reads it. */
export function solvingEnvironment(props: SettledProps, serviceName: string): Record<string, string> {
  const { maxLimit, maxBudget } = props;
  return {
    ...(maxLimit !== undefined && { MAX_LIMIT: String(maxLimit) }),
    ...(maxBudget !== undefined && { MAX_BUDGET: String(maxBudget) }),
    DEFAULT_OPTIONS: JSON.stringify(defaultOptions(props)),
    POWERTOOLS_SERVICE_NAME: serviceName,
    POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
    POWERTOOLS_LOG_LEVEL: 'INFO',
  };
}

/** What the stack tells the function that works on files. */
export function functionEnvironment(
  props: SettledProps,
  { outputBucket, outputPrefix, workBucket, uploads, chunks }: PipelineResources,
  serviceName: string,
): Record<string, string> {
  const { reports, htmlReports } = props;
  return {
    OUTPUT_BUCKET: outputBucket.bucketName,
    ...(outputPrefix !== '' && { OUTPUT_PREFIX: outputPrefix }),
    WORK_BUCKET: workBucket.bucketName,
    UPLOADS_QUEUE_URL: uploads.queueUrl,
    CHUNKS_QUEUE_URL: chunks.queueUrl,
    REPORTS: reports ? 'on' : 'off',
    ...(htmlReports && { HTML_REPORTS: 'on' }),
    MAX_RECEIVES: String(MAX_RECEIVE_COUNT),
    ...solvingEnvironment(props, serviceName),
  };
}

/** What the function takes for files that say nothing. */
function defaultOptions(props: StackOptions): StackOptions {
  const given = props as Readonly<Record<string, unknown>>;
  return Object.fromEntries(optionNames('stack').map((name) => [name, given[name]]));
}

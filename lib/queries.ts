// Saved queries of CloudWatch Logs Insights about the lines of the function.
import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Queries by their names. The lines of a file have its key, its job and its tenant, and the seconds of functions that they took. */
export const QUERIES = {
  'function seconds by tenant': [
    'filter ispresent(job)',
    'stats sum(seconds) as functionSeconds, sum(puzzles) as puzzlesSolved, count(*) as messages by tenant',
    'sort functionSeconds desc',
  ],
  'files by tenant and outcome': [
    'filter ispresent(job) and not ispresent(repeated)',
    'filter message in ["solved", "rejected", "failed", "cancelled", "gone", "superseded", "defect"]',
    'stats count_distinct(job) as files, sum(bytes) as bytesOfUploads by tenant, message',
    'sort files desc',
  ],
  'seconds of waiting by tenant': [
    'filter ispresent(waited)',
    'stats pct(waited, 50) as p50, pct(waited, 99) as p99, max(waited) as longest, count(*) as messages by tenant',
    'sort p99 desc',
  ],
  'all lines of one file': [
    'filter key = "KEY"',
    'fields @timestamp, message, range, delivery, waited, seconds, reason, error.message, job',
    'sort @timestamp asc',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Saves the queries, below the name of the pipeline. They cost nothing until they are run. */
export function addQueries(scope: Construct, { logGroupName }: ILogGroup, serviceName: string): void {
  for (const [index, [name, lines]] of Object.entries(QUERIES).entries()) {
    new CfnQueryDefinition(scope, `Query${index + 1}`, {
      name: `${Stack.of(scope).stackName}/${serviceName}/${name}`,
      logGroupNames: [logGroupName],
      queryString: lines.join('\n| '),
    });
  }
}

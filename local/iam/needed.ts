import {
  type Operation,
  REQUIRED_ACTIONS,
  type RequiredAction,
} from '../../lib/permissions/required-actions.ts';
import type { S3Call } from '../s3/call.ts';
import { readXml } from '../s3/xml.ts';
import type { Permission } from './statement.ts';

/** What a request to S3 needs; nothing for one that is refused anyway. @throws S3Error MalformedXML */
export function neededByS3(call: S3Call): Permission[] {
  if (call.operation === undefined) return [];
  const isConditional = call.headers['if-match'] !== undefined;
  const needs: readonly RequiredAction[] = REQUIRED_ACTIONS[call.operation];
  return needs
    .filter(({ when }) => when === undefined || (when === 'condition' && isConditional))
    .flatMap(({ action, on }) => resourcesOf(call, on).map((resource) => ({ action, resource })));
}

/** What it takes to be told that there is no such object, rather than that one may not know. */
export function neededFor404({ bucket }: S3Call): Permission {
  return { action: 's3:ListBucket', resource: arn(bucket) };
}

/**
 * What a request to SQS needs.
 * @param operation as in the request's `x-amz-target`, without the service
 * @throws Error for one whose permissions are not known
 */
export function neededBySqs(operation: string, queueArn: string): Permission[] {
  if (!Object.hasOwn(REQUIRED_ACTIONS, operation))
    throw new Error(`expected an operation of SQS, got ${operation}`);
  return REQUIRED_ACTIONS[operation as Operation].map(({ action }) => ({ action, resource: queueArn }));
}

/** ARNs of what there is one of in a stack, or that only the cloud knows. */
export interface KnownArns {
  readonly stack: string;
  readonly logGroup: string;
  /** of the queue that dead letters came from */
  readonly originOf: (deadLettersArn: string) => string;
  /** by its name */
  readonly functionOf: (name: string) => string;
  readonly bus: string;
}

/** What a request to another service needs, or to SQS about a queue by its ARN; nothing for an operation that is not known. */
export function neededByManagement(
  operation: string,
  body: Readonly<Record<string, unknown>>,
  arns: KnownArns,
): Permission[] {
  if (!Object.hasOwn(REQUIRED_ACTIONS, operation)) return [];
  const queue = String(body.SourceArn);
  const resources: Partial<Record<RequiredAction['on'], string>> = {
    queue,
    origin: arns.originOf(queue),
    stack: arns.stack,
    'log group': arns.logGroup,
    function: arns.functionOf(String(body.FunctionName)),
    'event bus': arns.bus,
  };
  const needs: readonly RequiredAction[] = REQUIRED_ACTIONS[operation as Operation];
  return needs.map(({ action, on }) => ({ action, resource: resources[on] ?? '*' }));
}

function resourcesOf(call: S3Call, on: RequiredAction['on']): string[] {
  switch (on) {
    case 'bucket':
      return [arn(call.bucket)];
    case 'object':
      return (call.operation === 'DeleteObjects' ? deletedKeys(call) : [call.key]).map((key) =>
        arn(`${call.bucket}/${key}`),
      );
    case 'source':
      return [arn(copySource(call))];
    default:
      return ['*'];
  }
}

function deletedKeys({ body }: S3Call): string[] {
  const { Object: objects = [] } = readXml(body, 'Delete') as {
    Object?: { Key: string } | { Key: string }[];
  };
  return [objects].flat().map(({ Key }) => Key);
}

/** Source as S3 takes it: with or without a slash in front, URL-encoded, perhaps with a version. */
function copySource({ headers }: S3Call): string {
  return decodeURIComponent((headers['x-amz-copy-source'] ?? '').split('?')[0]!).replace(/^\//, '');
}

function arn(name: string): string {
  return `arn:aws:s3:::${name}`;
}

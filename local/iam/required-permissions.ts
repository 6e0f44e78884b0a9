// The permissions that each request needs, which the services check before they answer.
import type { buildApp } from 'fauxqs';
import {
  type Operation,
  REQUIRED_ACTIONS,
  type RequiredAction,
} from '../../lib/permissions/required-actions.ts';
import { copySourceOf, type S3Request } from '../requests/s3-request.ts';
import { errorBody, ServiceError } from '../requests/service-error.ts';
import { sendError, serviceRequestOf } from '../requests/service-request.ts';
import { deletedKeys } from '../s3/xml.ts';
import type { AccessControl, Permission } from './access-control.ts';

/**
 * Makes the services check permissions before they answer.
 * @param queueArn returns the ARN of a queue by its URL
 * @param arns returns ARNs of the stack, once it is deployed
 */
export function enforcePermissions(
  app: ReturnType<typeof buildApp>,
  accessControl: AccessControl,
  queueArn: (url: string) => string,
  arns: () => KnownArns | undefined,
): void {
  app.addHook('preHandler', (request, reply, done) => {
    const serviceRequest = serviceRequestOf(request);
    const { caller, s3, operation, body } = serviceRequest;
    if (!accessControl.restricts(caller)) return done();
    try {
      const known = arns();
      if (s3 !== undefined) {
        accessControl.check(caller, s3Permissions(s3));
      } else if (typeof body.QueueUrl === 'string' && operation) {
        accessControl.check(caller, sqsPermissions(operation, queueArn(body.QueueUrl)));
      } else if (operation && known) {
        accessControl.check(caller, managementPermissions(operation, body, known));
      }
      done();
    } catch (error) {
      if (!(error instanceof ServiceError)) return done(error as Error);
      sendError(reply, serviceRequest, error);
    }
  });

  // without permission to list the bucket, S3 does not reveal that an object is missing, and answers 403
  app.addHook('onSend', (request, reply, payload, done) => {
    const { caller, s3 } = serviceRequestOf(request);
    const isRead = s3?.operation === 'GetObject' || s3?.operation === 'HeadObject';
    if (!isRead || reply.statusCode !== 404) return done(null, payload);
    try {
      accessControl.check(caller, [permissionFor404(s3)]);
      done(null, payload);
    } catch (error) {
      if (!(error instanceof ServiceError)) return done(error as Error);
      reply.code(error.status).removeHeader('content-length');
      const { body } = errorBody(error, 's3', `/${s3.bucket}/${s3.key}`);
      done(null, s3.method === 'HEAD' ? '' : body);
    }
  });
}

/** Permissions that a request to S3 needs; none for an unsupported one, which is refused anyway. @throws ServiceError MalformedXML */
export function s3Permissions(request: S3Request): Permission[] {
  if (request.operation === undefined) return [];
  const isConditional = request.headers['if-match'] !== undefined;
  const needs: readonly RequiredAction[] = REQUIRED_ACTIONS[request.operation];
  return needs
    .filter(({ when }) => when === undefined || (when === 'condition' && isConditional))
    .flatMap(({ action, on }) =>
      resourcesOf(request, on).map((resource) => ({
        action,
        resource,
        ...(on === 'bucket' && prefixOf(request)),
      })),
    );
}

/** The prefix of a listing, which conditions can restrict. */
const prefixOf = ({ operation, query }: S3Request): Pick<Permission, 'prefix'> =>
  operation === 'ListObjectsV2' ? { prefix: query.prefix ?? '' } : {};

/** The permission without which S3 answers 403 instead of 404 for a missing object. */
function permissionFor404({ bucket }: S3Request): Permission {
  return { action: 's3:ListBucket', resource: arn(bucket) };
}

/**
 * Permissions that a request to SQS needs.
 * @param operation as in the request's `x-amz-target`, without the service
 * @throws Error for an operation without known permissions
 */
export function sqsPermissions(operation: string, queueArn: string): Permission[] {
  if (!Object.hasOwn(REQUIRED_ACTIONS, operation))
    throw new Error(`expected an operation of SQS, got ${operation}`);
  return REQUIRED_ACTIONS[operation as Operation].map(({ action }) => ({ action, resource: queueArn }));
}

/** ARNs of a stack that requests do not contain. */
export interface KnownArns {
  readonly stack: string;
  readonly logGroup: string;
  /** the ARN of the queue whose dead letters are in this queue */
  readonly originOf: (deadLettersArn: string) => string;
  /** the ARN of a function by its name */
  readonly functionOf: (name: string) => string;
  readonly bus: string;
}

/** Permissions that a request needs to another service, or to SQS if it names a queue by its ARN; none for an unknown operation. */
function managementPermissions(
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

function resourcesOf(request: S3Request, on: RequiredAction['on']): string[] {
  switch (on) {
    case 'bucket':
      return [arn(request.bucket)];
    case 'object':
      return (request.operation === 'DeleteObjects' ? deletedKeys(request.body) : [request.key]).map((key) =>
        arn(`${request.bucket}/${key}`),
      );
    case 'source':
      return [arn(copySourceOf(request))];
    default:
      return ['*'];
  }
}

function arn(name: string): string {
  return `arn:aws:s3:::${name}`;
}

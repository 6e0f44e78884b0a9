// Explains errors of AWS in words that a user can act on, and decides which of them a later attempt may survive.
import { setTimeout } from 'node:timers/promises';
import { partition } from '@aws-sdk/core/client';
import {
  type Operation,
  REQUIRED_ACTIONS,
  type RequiredAction,
} from '../../lib/permissions/required-actions.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { countText, secondsText } from '../cli/terminal.ts';
import { ForeignAnswer, OTHER_PROGRAM } from './foreign-answers.ts';

/** The request that failed. */
interface FailedRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly region: string;
  /** when it failed, in milliseconds since 1970 */
  readonly at: number;
}

const failedRequests = new WeakMap<object, FailedRequest>();

type Handler = (args: { input: object }) => Promise<unknown>;

/** The members of an SDK client that are used here. */
interface Client {
  readonly config: { readonly region: () => Promise<string> };
  readonly middlewareStack: {
    add(middleware: never, options: { step: 'initialize'; name: string }): void;
  };
}

/** Records the request of every error of a client, so that {@link toUserError} can name it. */
export function recordFailures(client: Client): void {
  const middleware = (next: Handler, { commandName = '' }: { commandName?: string }) => {
    return async (args: { input: object }) => {
      try {
        return await next(args);
      } catch (error) {
        const at = Date.now();
        const operation = commandName.replace(/Command$/, '');
        // a missing region may be the error itself
        const region = await client.config.region().catch(() => '');
        const input = args.input as FailedRequest['input'];
        failedRequests.set(error as object, { operation, input, region, at });
        throw error;
      }
    };
  };
  client.middlewareStack.add(middleware as never, { step: 'initialize', name: 'recordFailures' });
}

/** Names of errors that concern credentials or their renewal. */
const CREDENTIALS =
  /^(CredentialsProviderError|TokenProviderError|ExpiredToken(Exception)?|InvalidClientTokenId|InvalidAccessKeyId|SignatureDoesNotMatch|UnrecognizedClientException|RequestExpired)$/;

/** An error of the SDK as a message that a user can act on; any other error unchanged. */
export function toUserError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UsageError || error instanceof FailureError) return error;
  const { name, message } = error;
  if (CREDENTIALS.test(name)) {
    return new FailureError(
      `credentials: ${message} (${name}); sign in again, or choose others with --profile`,
    );
  }
  if (message === 'Region is missing') {
    return new UsageError('expected a region, got none: pass --region, or set one in the profile');
  }
  const [, wrong] = /^Region not accepted: region=(".*?") /s.exec(message) ?? [];
  if (wrong !== undefined) {
    return new UsageError(
      `expected a region such as us-east-1, got ${wrong}: pass --region, or correct AWS_REGION or the profile`,
    );
  }
  const request = failedRequests.get(error);
  if (!request) return error;
  const where = subject(request.input as Readonly<Record<string, string | undefined>>);
  if (error instanceof ForeignAnswer) return new FailureError(`${request.operation}${where}: ${message}`);
  const region = regionOf(error);
  const isElsewhere = region !== '' && region !== request.region;
  if (
    name === 'PermanentRedirect' ||
    name === 'AuthorizationHeaderMalformed' ||
    statusOf(error) === 301 ||
    (isUnexplained(error) && isElsewhere)
  ) {
    return new UsageError(
      `${request.operation}${where}: the bucket is in another region${region && `, ${region}`}: pass --region${region && ` ${region}`}`,
    );
  }
  const clock = clockDifference(error, request.at);
  if (CLOCK.test(name)) return new FailureError(`${request.operation}${where}: ${clock || message}`);
  if (isUnexplained(error)) {
    const reasons = [likelyReasons(request, statusOf(error)!, message), ...(clock ? [clock] : [])];
    return new FailureError(`${request.operation}${where}: ${reasons.join('; or ')}`);
  }
  if (/AccessDenied|UnauthorizedAccess|AuthorizationError/.test(name)) {
    return new FailureError(`${request.operation}${where}: denied. ${remedy(request, message)}`);
  }
  if (name === 'NoSuchBucket') return new UsageError(`${request.operation}${where}: there is no such bucket`);
  return new FailureError(`${request.operation}${where}: ${failureOf(error)}`);
}

/** What failed. If the service gives no reason, or may answer differently later, with the status and the number of attempts. */
function failureOf(error: Error): string {
  const { name, message } = error;
  const { attempts = 1 } = (error as { $metadata?: { attempts?: number } }).$metadata ?? {};
  const status = statusOf(error);
  const tries = attempts > 1 ? `; gave up after ${countText(attempts, 'attempt')}` : '';
  if (message.includes('Deserialization error'))
    return `expected an answer of AWS, got status ${status} and no document of a service: ${OTHER_PROGRAM}${tries}`;
  const isUnnamed = /^(Unknown(Error)?|Error|\d{3})$/.test(name);
  const reason = /^Unknown(Error)?$/.test(message) ? '' : message;
  if (status === undefined || (status < 500 && !isUnnamed)) return (reason || name) + tries;
  return `got status ${status}${isUnnamed ? '' : ` (${name})`}${reason && `: ${reason}`}${tries}`;
}

/** Names of the errors for a clock that differs from the service's. */
const CLOCK = /^(RequestTimeTooSkewed|RequestInTheFuture)$/;

/** Milliseconds by which the time of a request may differ from S3's. */
const MAX_CLOCK_DIFFERENCE = 15 * 60_000;

/** Whether a service refused a request without a reason, as S3 refuses a HEAD, whose response has no body. */
function isUnexplained(error: Error): boolean {
  return /^Unknown(Error)?$/.test(error.name) && [400, 403].includes(statusOf(error) ?? 0);
}

/** A message if this computer's clock differs too much from the clock that dated the response; otherwise empty. */
function clockDifference(error: Error, at: number): string {
  const { $response } = error as { $response?: { headers?: Readonly<Record<string, string>> } };
  const offset = at - Date.parse($response?.headers?.date ?? '');
  if (!(Math.abs(offset) > MAX_CLOCK_DIFFERENCE)) return '';
  const [by, most] = [Math.abs(offset), MAX_CLOCK_DIFFERENCE].map((ms) => secondsText(ms / 1000));
  return `the clock of this computer is ${by} ${offset > 0 ? 'fast' : 'slow'}, and AWS allows ${most}: set it`;
}

/** The possible reasons for a refusal without a reason, the likeliest first. */
function likelyReasons(request: FailedRequest, status: number, message: string): string {
  const wrongKeys =
    'the credentials are wrong or have expired: sign in again, or choose others with --profile';
  if (status === 403) {
    return `denied. ${remedy(request, message)}. S3 does not say why it refuses a HEAD; if the policy allows it, ${wrongKeys}`;
  }
  return (
    `S3 answered ${status} and does not say why it refuses a HEAD. Either ${wrongKeys}; ` +
    `or the bucket is in another region than ${request.region || 'the one in use'}: pass --region; ` +
    'or --endpoint-url names something that is not S3'
  );
}

/** The region of the bucket, which S3 sends if the request was for another region; otherwise empty. */
function regionOf(error: Error): string {
  const { $response } = error as { $response?: { headers?: Readonly<Record<string, string>> } };
  return $response?.headers?.['x-amz-bucket-region'] ?? '';
}

/** The HTTP status of an error of the SDK; undefined for other errors. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

/** Whether a service refused a request, so that a retry would be refused, too. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 300 && status < 500 && status !== 429;
}

/** Whether requests for all other objects would fail for the same reason: credentials, policy, region. */
export function concernsAllObjects(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = statusOf(error) ?? 0;
  return (
    [301, 401, 403].includes(status) ||
    (error instanceof ForeignAnswer && status < 500) ||
    CREDENTIALS.test(error.name) ||
    /^(PermanentRedirect|AuthorizationHeaderMalformed|NoSuchBucket)$/.test(error.name) ||
    isUnexplained(error)
  );
}

/** Whether the same request may succeed later: a service, or the network, failed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ForeignAnswer) return true;
  return failedRequests.has(error as object) && !isRefusal(error) && !CREDENTIALS.test((error as Error).name);
}

/**
 * Makes a request until it is answered, for a command that runs until Ctrl-C.
 * @param pause milliseconds between two attempts
 * @param warn called once, with the first failure
 * @throws any error that is not {@link isPassing}
 */
export async function untilAnswered<T>(
  request: () => Promise<T>,
  pause: number,
  warn: (message: string) => void,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (isFirst) warn(`${(toUserError(error) as Error).message}; trying again until it succeeds`);
      await setTimeout(pause);
    }
  }
}

/** The message of an error that concerns one object. @throws the error itself if it concerns all objects or is a defect */
export function problemWithObject(error: unknown): string {
  const problem = toUserError(error);
  const isForUser = problem instanceof FailureError || problem instanceof UsageError;
  if (!isForUser || concernsAllObjects(error)) throw error;
  return problem.message;
}

/** Whether an error means that an object does not exist. */
export function isMissing(error: unknown): boolean {
  return (
    statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket' && !(error instanceof ForeignAnswer)
  );
}

function subject({
  Bucket,
  Key,
  Prefix,
  QueueUrl,
  SourceArn,
  StackName,
  logGroupName,
}: Readonly<Record<string, string | undefined>>): string {
  if (Bucket !== undefined) return ` s3://${Bucket}/${Key ?? Prefix ?? ''}`;
  const one = QueueUrl ?? SourceArn ?? StackName ?? logGroupName;
  return one === undefined ? '' : ` ${one}`;
}

/** The missing permission, as a policy statement that grants it. */
function remedy({ operation, input, region }: FailedRequest, message: string): string {
  const [, action, resource] = /perform: (\S+) on resource: "?(arn:[^\s"]+)/.exec(message) ?? [];
  const statements = action
    ? [{ Effect: 'Allow', Action: action, Resource: resource }]
    : requiredActions(operation).map((required) => ({
        Effect: 'Allow',
        Action: required.action,
        Resource: resourceOf(required, input, partition(region).name),
      }));
  if (statements.length === 0) return message;
  const policy = statements.map((statement) => JSON.stringify(statement)).join(' and ');
  return `A policy that allows it: ${policy}; grantSubmit and grantOperate of the construct grant what the commands need`;
}

function requiredActions(operation: string): readonly RequiredAction[] {
  if (!Object.hasOwn(REQUIRED_ACTIONS, operation)) return [];
  const actions: readonly RequiredAction[] = REQUIRED_ACTIONS[operation as Operation];
  return actions.filter(({ when }) => when === undefined);
}

function resourceOf(
  { on }: RequiredAction,
  { Bucket, Key, CopySource }: FailedRequest['input'],
  partitionName: string,
): string {
  const objects = `arn:${partitionName}:s3:::`;
  if (on === 'bucket') return `${objects}${String(Bucket)}`;
  if (on === 'object') return `${objects}${String(Bucket)}/${String(Key)}`;
  if (on === 'source') return `${objects}${String(CopySource)}`;
  return '*';
}

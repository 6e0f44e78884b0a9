import {
  type Operation,
  REQUIRED_ACTIONS,
  type RequiredAction,
} from '../../lib/permissions/required-actions.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { duration } from '../cli/terminal.ts';
import { partitionOf } from './partition.ts';

/** What was asked when an error came. */
interface Asked {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly region: string;
  /** when the error came, in milliseconds since 1970 */
  readonly at: number;
}

const asked = new WeakMap<object, Asked>();

interface Handled {
  readonly commandName?: string;
}
type Handler = (args: { input: object }) => Promise<unknown>;

/** A client of the SDK, as far as it matters here. */
interface Client {
  readonly config: { readonly region: () => Promise<string> };
  readonly middlewareStack: {
    add(middleware: never, options: { step: 'initialize'; name: string }): void;
  };
}

/** Makes every error of a client tell what was asked. */
export function noteRequest(client: Client): void {
  const middleware = (next: Handler, { commandName = '' }: Handled) => {
    return async (args: { input: object }) => {
      try {
        return await next(args);
      } catch (error) {
        const at = Date.now();
        const operation = commandName.replace(/Command$/, '');
        // where none is known, that is the error
        const region = await client.config.region().catch(() => '');
        asked.set(error as object, { operation, input: args.input as Asked['input'], region, at });
        throw error;
      }
    };
  };
  client.middlewareStack.add(middleware as never, { step: 'initialize', name: 'noteRequest' });
}

/** Errors of credentials and their renewal, by name. */
const CREDENTIALS =
  /^(CredentialsProviderError|TokenProviderError|ExpiredToken(Exception)?|InvalidClientTokenId|InvalidAccessKeyId|SignatureDoesNotMatch|UnrecognizedClientException|RequestExpired)$/;

/** An error of the SDK, in words that a user can act on; any other error as it is. */
export function described(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UsageError || error instanceof FailureError) return error;
  const { name, message } = error;
  if (CREDENTIALS.test(name)) {
    return new FailureError(
      `credentials: ${message} (${name}); sign in again, or choose others with --profile`,
    );
  }
  if (message === 'Region is missing') {
    return new UsageError('expected a region, got none: give --region, or set one in the profile');
  }
  const request = asked.get(error);
  if (!request) return error;
  const where = subject(request.input as Readonly<Record<string, string | undefined>>);
  const region = regionOf(error);
  const isElsewhere = region !== '' && region !== request.region;
  if (
    name === 'PermanentRedirect' ||
    name === 'AuthorizationHeaderMalformed' ||
    statusOf(error) === 301 ||
    (isUnexplained(error) && isElsewhere)
  ) {
    return new UsageError(
      `${request.operation}${where}: the bucket is in another region${region && `, ${region}`}: give it with --region${region && ` ${region}`}`,
    );
  }
  const clock = clockDifference(error, request.at);
  if (CLOCK.test(name)) return new FailureError(`${request.operation}${where}: ${clock || message}`);
  if (isUnexplained(error)) {
    const reasons = [guesses(request, statusOf(error)!, message), ...(clock ? [clock] : [])];
    return new FailureError(`${request.operation}${where}: ${reasons.join('; or ')}`);
  }
  if (/AccessDenied|UnauthorizedAccess|AuthorizationError/.test(name)) {
    return new FailureError(`${request.operation}${where}: denied. ${remedy(request, message)}`);
  }
  if (name === 'NoSuchBucket') return new UsageError(`${request.operation}${where}: there is no such bucket`);
  return new FailureError(`${request.operation}${where}: ${message || name}`);
}

/** Errors of a request whose signature has another time than the service. */
const CLOCK = /^(RequestTimeTooSkewed|RequestInTheFuture)$/;

/** Milliseconds by which the time of a request may differ from that of S3. */
const MAX_CLOCK_DIFFERENCE = 15 * 60_000;

/** Whether a service has refused a request without saying why: the answer to a HEAD has no body to say it in. */
function isUnexplained(error: Error): boolean {
  return /^Unknown(Error)?$/.test(error.name) && [400, 403].includes(statusOf(error) ?? 0);
}

/** That this computer's clock differs too much from the one that dated an answer; empty if it does not. */
function clockDifference(error: Error, at: number): string {
  const { $response } = error as { $response?: { headers?: Readonly<Record<string, string>> } };
  const off = at - Date.parse($response?.headers?.date ?? '');
  if (!(Math.abs(off) > MAX_CLOCK_DIFFERENCE)) return '';
  const [by, most] = [Math.abs(off), MAX_CLOCK_DIFFERENCE].map((ms) => duration(ms / 1000));
  return `the clock of this computer is ${by} ${off > 0 ? 'fast' : 'slow'}, and AWS allows ${most}: set it`;
}

/** What a refusal without a reason may mean, the likeliest first. */
function guesses(request: Asked, status: number, message: string): string {
  const wrongKeys =
    'the credentials are wrong or have expired: sign in again, or choose others with --profile';
  if (status === 403) {
    return `denied. ${remedy(request, message)}. S3 does not say why it refuses a HEAD; if the policy allows it, ${wrongKeys}`;
  }
  return (
    `S3 answered ${status} and does not say why it refuses a HEAD. Either ${wrongKeys}; ` +
    `or the bucket is in another region than ${request.region || 'the one in use'}: give it with --region; ` +
    'or --endpoint-url names something that is not S3'
  );
}

/** Where a bucket is, as S3 says to those who ask elsewhere; empty if it does not. */
function regionOf(error: Error): string {
  const { $response } = error as { $response?: { headers?: Readonly<Record<string, string>> } };
  return $response?.headers?.['x-amz-bucket-region'] ?? '';
}

/** Status of an answer of the SDK that is an error; undefined for other errors. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

/** Whether a service has refused a request: it would do so again. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 300 && status < 500;
}

/** Whether the next request would fail for the same reason, whatever object it is about: credentials, policy, region. */
export function concernsAll(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = statusOf(error) ?? 0;
  return (
    [301, 401, 403].includes(status) ||
    CREDENTIALS.test(error.name) ||
    /^(PermanentRedirect|AuthorizationHeaderMalformed|NoSuchBucket)$/.test(error.name) ||
    isUnexplained(error)
  );
}

/** Whether an error says that an object is not there. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
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

/** The action that is missing, and a policy's line that would allow it. */
function remedy({ operation, input, region }: Asked, message: string): string {
  const [, action, resource] = /perform: (\S+) on resource: "?(arn:[^\s"]+)/.exec(message) ?? [];
  const lines = action
    ? [{ Effect: 'Allow', Action: action, Resource: resource }]
    : needsOfOne(operation).map((need) => ({
        Effect: 'Allow',
        Action: need.action,
        Resource: resourceOf(need, input, partitionOf(region)),
      }));
  if (lines.length === 0) return message;
  const policy = lines.map((line) => JSON.stringify(line)).join(' and ');
  return `A policy that allows it: ${policy}; the construct grants all at once: grantSubmit, grantOperate`;
}

function needsOfOne(operation: string): readonly RequiredAction[] {
  const needs: readonly RequiredAction[] = Object.hasOwn(REQUIRED_ACTIONS, operation)
    ? REQUIRED_ACTIONS[operation as Operation]
    : [];
  return needs.filter(({ when }) => when === undefined);
}

function resourceOf(
  { on }: RequiredAction,
  { Bucket, Key, CopySource }: Asked['input'],
  partition: string,
): string {
  const objects = `arn:${partition}:s3:::`;
  if (on === 'bucket') return `${objects}${String(Bucket)}`;
  if (on === 'object') return `${objects}${String(Bucket)}/${String(Key)}`;
  if (on === 'source') return `${objects}${String(CopySource)}`;
  return '*';
}

// A request to a service, parsed once for every hook before and after fauxqs, and how it is answered and counted.
import { type HttpRequest, readS3Request, type S3Request } from './s3-request.ts';
import { type ErrorFormat, errorBody, type ServiceError } from './service-error.ts';

export interface ServiceRequest {
  /** the access key that signed it; undefined for the cloud's own requests */
  readonly caller: string | undefined;
  /** undefined for other services */
  readonly s3: S3Request | undefined;
  /** as the service's documentation names it; undefined for an S3 operation that the local cloud does not have */
  readonly operation: string | undefined;
  /** the parameters of a request to another service */
  readonly body: Readonly<Record<string, unknown>>;
  /** of its error responses */
  readonly errorFormat: ErrorFormat;
}

const parsed = new WeakMap<object, ServiceRequest>();

export function serviceRequestOf(request: HttpRequest): ServiceRequest {
  let found = parsed.get(request);
  if (found === undefined) {
    found = parse(request);
    parsed.set(request, found);
  }
  return found;
}

function parse(request: HttpRequest): ServiceRequest {
  const { authorization, 'x-amz-target': target } = request.headers;
  // of a link, it is in the URL
  const credential = (request.query as Record<string, unknown> | undefined)?.['X-Amz-Credential'];
  const caller = /Credential=([^/=]+)\//.exec(
    String(authorization ?? `Credential=${credential as string}`),
  )?.[1];
  const s3 = readS3Request(request);
  if (s3) return { caller, s3, operation: s3.operation, body: {}, errorFormat: 's3' };
  const lambda = readLambdaRequest(request);
  if (lambda) return { caller, s3, ...lambda, errorFormat: 'json' };
  const body = (request.body ?? {}) as ServiceRequest['body'];
  // JSON protocols name the service and the operation in a header, the query protocol the operation in the body
  return target === undefined
    ? { caller, s3, operation: body.Action as string | undefined, body, errorFormat: 'query' }
    : { caller, s3, operation: String(target).split('.').at(-1), body, errorFormat: 'json' };
}

const INVOKE = /^functions\/([^/]+)\/invocations$/;

/** The operation and the parameters of a request to Lambda, which its path names; undefined for any other request. */
function readLambdaRequest(request: HttpRequest): Pick<ServiceRequest, 'operation' | 'body'> | undefined {
  const { bucket: version, '*': path = '' } = (request.params ?? {}) as { bucket?: string; '*'?: string };
  const resource = path.replace(/\/$/, '');
  if (version === '2016-08-19' && resource === 'account-settings')
    return { operation: 'GetAccountSettings', body: {} };
  if (version !== '2015-03-31') return undefined;
  if (resource === 'event-source-mappings') {
    return { operation: 'ListEventSourceMappings', body: request.query as ServiceRequest['body'] };
  }
  const [, name] = INVOKE.exec(path) ?? [];
  if (name === undefined) return undefined;
  const body = {
    // a name, or an ARN that ends in it
    FunctionName: name.split(':').at(-1),
    InvocationType: request.headers['x-amz-invocation-type'] ?? 'RequestResponse',
    Payload: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
  return { operation: 'Invoke', body };
}

/** A request of the cloud itself to SQS, without a caller. */
export const sqsRequest = (
  operation: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
) => ({
  method: 'POST' as const,
  url: '/',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `AmazonSQS.${operation}`,
    ...headers,
  },
  payload: JSON.stringify(body),
});

/** A request that was answered, for time lines. */
export interface AnsweredRequest extends Pick<ServiceRequest, 'caller' | 'operation'> {
  /** empty for other services */
  readonly bucket: string;
  /** empty for other services, and for requests to a bucket */
  readonly key: string;
  /** `performance.now()` when its headers had arrived */
  readonly begun: number;
  /** `performance.now()` when the answer was sent */
  readonly ended: number;
}

/** The parts of fastify's reply that are used here. */
interface HttpReply {
  code(status: number): unknown;
  type(type: string): unknown;
  header(name: string, value: number): unknown;
  send(body?: string): unknown;
}

/** Answers a request with an error in the format of its service. */
export function sendError(reply: HttpReply, request: ServiceRequest, error: ServiceError): void {
  const { s3, errorFormat } = request;
  const { type, body } = errorBody(error, errorFormat, s3 && `/${s3.bucket}/${s3.key}`);
  reply.code(error.status);
  reply.type(type);
  if (s3?.method !== 'HEAD') return void reply.send(body);
  // without a length, a client closes the connection after each answer
  reply.header('content-length', Buffer.byteLength(body));
  reply.send();
}

/** A response body that is sent unchanged, with additional headers. */
export class RawResponse {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.headers = headers;
  }
}

/** A response: JSON, XML as text, or a raw body. */
type ServiceResponse = Readonly<Record<string, unknown>> | string | RawResponse;

/** Carries out one operation. @throws ServiceError */
export type ServiceOperation = (body: ServiceRequest['body']) => ServiceResponse | Promise<ServiceResponse>;

/** Counts the requests of each caller by operation. */
export class RequestCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Counts a request, unless it is the cloud's own. */
  add({ caller, operation }: ServiceRequest): void {
    if (caller === undefined || operation === undefined) return;
    const counts = this.#counts.get(caller) ?? new Map<string, number>();
    this.#counts.set(caller, counts);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }

  /** Requests of one caller by operation. */
  of(caller: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts.get(caller) ?? []);
  }

  reset(): void {
    this.#counts.clear();
  }
}

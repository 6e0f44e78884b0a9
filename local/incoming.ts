import { invokeOf } from './lambda/invoke.ts';
import { type HttpRequest, readCall, type S3Call } from './s3/call.ts';

/** A request to a service, as all that looks at it before and after fauxqs needs it. */
export interface Incoming {
  /** whose access key signed it; undefined for what the cloud asks of itself */
  readonly caller: string | undefined;
  /** undefined for other services */
  readonly s3: S3Call | undefined;
  /** as the service's documentation names it; undefined for an S3 operation that the local cloud does not have */
  readonly operation: string | undefined;
  /** what it says, where it is none to S3 */
  readonly body: Readonly<Record<string, unknown>>;
}

const known = new WeakMap<object, Incoming>();

/** Reads a request, once for all who ask. */
export function incomingOf(request: HttpRequest): Incoming {
  let incoming = known.get(request);
  if (incoming === undefined) {
    const { authorization, 'x-amz-target': target } = request.headers;
    const caller = /Credential=([^/=]+)\//.exec(String(authorization))?.[1];
    const s3 = readCall(request);
    const invoked = invokeOf(request);
    const body = invoked ?? ((request.body ?? {}) as Incoming['body']);
    incoming = {
      caller,
      s3,
      body,
      operation: invoked ? 'Invoke' : s3 ? s3.operation : operationIn(target, body),
    };
    known.set(request, incoming);
  }
  return incoming;
}

/** JSON protocols name the service and the operation in a header, the query protocol the operation in the body. */
function operationIn(target: string | string[] | undefined, body: unknown): string | undefined {
  return target === undefined
    ? (body as { Action?: string } | undefined)?.Action
    : String(target).split('.').at(-1);
}

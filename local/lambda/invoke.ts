import { type Answerer, ManagementError, RawAnswer } from '../management/request.ts';
import type { HttpRequest } from '../s3/call.ts';
import type { LambdaFunction } from './function.ts';

/** First part of the paths of Lambda's API, and the rest of that of Invoke. */
export const LAMBDA_API = '2015-03-31';
const INVOKE = /^functions\/([^/]+)\/invocations$/;

/** Bytes of an event, and of an answer. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_PAYLOAD = 6 * 1024 * 1024;

/** What a request to call a function says; undefined for any other. */
export function invokeOf(request: HttpRequest): Readonly<Record<string, unknown>> | undefined {
  const { bucket, '*': path = '' } = (request.params ?? {}) as { bucket?: string; '*'?: string };
  const [, name] = (bucket === LAMBDA_API && INVOKE.exec(path)) || [];
  if (name === undefined) return undefined;
  return {
    // a name, or an ARN that ends in it
    FunctionName: name.split(':').at(-1),
    InvocationType: request.headers['x-amz-invocation-type'] ?? 'RequestResponse',
    Payload: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** Lambda's Invoke, synchronous. @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export function invoke(functions: readonly LambdaFunction[]): Answerer {
  return async ({ FunctionName, InvocationType, Payload }) => {
    const target = functions.find(({ plan: { name } }) => name === FunctionName);
    const payload = Payload as Buffer;
    if (target === undefined) {
      throw new ManagementError(
        'ResourceNotFoundException',
        `Function not found: ${String(FunctionName)}`,
        404,
      );
    }
    if (InvocationType !== 'RequestResponse') {
      throw new ManagementError(
        'InvalidParameterValueException',
        `The local cloud calls functions as RequestResponse, not as ${String(InvocationType)}`,
      );
    }
    if (payload.length > MAX_PAYLOAD) {
      const message = `${payload.length} byte payload is too large for the RequestResponse invocation type (limit ${MAX_PAYLOAD} bytes)`;
      throw new ManagementError('RequestTooLargeException', message, 413);
    }
    const { payload: answer, error = '' } = await target.invoke(payload.toString() || '{}');
    if (answer === undefined) return failed(errorOf(error));
    if (Buffer.byteLength(answer) <= MAX_PAYLOAD) return new RawAnswer(answer);
    return failed({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${MAX_PAYLOAD} bytes).`,
    });
  };
}

function failed(error: object): RawAnswer {
  return new RawAnswer(JSON.stringify(error), { 'x-amz-function-error': 'Unhandled' });
}

/** The handler's own error as the runtime gave it, or Lambda's: `Sandbox.Timedout: Task timed out …`. */
function errorOf(error: string): object {
  try {
    return JSON.parse(error) as object;
  } catch {
    const [, errorType, errorMessage = error] = /^([\w.]+): (.*)$/s.exec(error) ?? [];
    return { errorType, errorMessage };
  }
}

import type { HttpResponse } from '@smithy/core/transport';
import { parsed, textOf } from './xml.ts';

/** A service said no. In the shape of the SDK's errors, by which its retries tell what is worth another try. */
export class ServiceError extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: {
    readonly httpStatusCode: number;
    readonly requestId: string | undefined;
    clockSkewCorrected?: boolean;
  };
  /** for its headers: the time, and when to try again */
  readonly $response!: HttpResponse;

  /** @param name the service's code, such as `NoSuchKey` */
  constructor(name: string, message: string, response: HttpResponse, status = response.statusCode) {
    super(message);
    this.name = name;
    this.$fault = status < 500 ? 'client' : 'server';
    const { 'x-amz-request-id': s3Id, 'x-amzn-requestid': requestId = s3Id } = response.headers;
    this.$metadata = { httpStatusCode: status, requestId };
    // not for the log
    Object.defineProperty(this, '$response', { value: response, enumerable: false });
  }
}

/** A HEAD has no body, hence no code but its status. */
const BY_STATUS: Readonly<Record<number, string>> = { 404: 'NotFound', 403: 'Forbidden', 304: 'NotModified' };

/** @param status of the answer, or what it should have been */
export function s3Error(
  operation: string,
  response: HttpResponse,
  body: string,
  status = response.statusCode,
): ServiceError {
  const error = parsed(body)?.Error;
  const code = error && textOf(error, 'Code');
  const name = code ?? BY_STATUS[status] ?? 'UnknownError';
  const message =
    (error && textOf(error, 'Message')) ??
    `S3 answered ${response.statusCode}${status === response.statusCode ? '' : ' and nothing whole'} to ${operation}`;
  return new ServiceError(name, message, response, status);
}

/** `__type` is `com.amazonaws.sqs#QueueDoesNotExist`; what comes of a proxy is no JSON. */
export function jsonError(operation: string, response: HttpResponse, body: string): ServiceError {
  let said: { __type?: string; message?: string; Message?: string } = {};
  try {
    said = (JSON.parse(body) ?? {}) as typeof said;
  } catch {
    // its status is all that it says
  }
  const type = said.__type ?? response.headers['x-amzn-errortype'] ?? 'UnknownError';
  const name = type.split('#').at(-1)!.split(':')[0]!;
  const message =
    said.message ?? said.Message ?? `the service answered ${response.statusCode} to ${operation}`;
  return new ServiceError(name, message, response);
}

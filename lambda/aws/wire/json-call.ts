import type { Endpoint } from './endpoint.ts';
import { bytesOf, type Service } from './service.ts';
import { jsonError } from './service-error.ts';

/** An operation of a service that speaks JSON. */
export interface JsonCall {
  readonly endpoint: Endpoint;
  /** as the header of the target calls it */
  readonly service: 'AmazonSQS' | 'AWSEvents';
  readonly operation: string;
  readonly version: '1.0' | '1.1';
  readonly input: object;
}

/** @throws ServiceError */
export function callJson<Output>(service: Service, call: JsonCall): Promise<Output> {
  const { endpoint, operation, version, input } = call;
  const ask = {
    method: 'POST',
    origin: endpoint.origin,
    path: endpoint.path || '/',
    headers: {
      'content-type': `application/x-amz-json-${version}`,
      'x-amz-target': `${call.service}.${operation}`,
    },
    body: JSON.stringify(input),
  } as const;
  return service.send(ask, async (response) => {
    const body = (await bytesOf(response)).toString();
    if (response.statusCode >= 300) throw jsonError(operation, response, body);
    return (body === '' ? {} : JSON.parse(body)) as Output;
  });
}

import type { Cloud } from './cloud.ts';
import { batchesOf } from './queues.ts';

/** Requests of the function, by what they are billed as; deletions cost nothing. */
export interface Requests {
  /** PUT, COPY, POST and LIST */
  s3Writes: number;
  /** GET and HEAD */
  s3Reads: number;
  /** sent by the function; those that deliver its messages are not included */
  sqs: number;
}

export const noRequests = (): Requests => ({ s3Writes: 0, s3Reads: 0, sqs: 0 });

export const sumRequests = (a: Requests, b: Partial<Requests>, sign: 1 | -1 = 1): Requests => ({
  s3Writes: a.s3Writes + sign * (b.s3Writes ?? 0),
  s3Reads: a.s3Reads + sign * (b.s3Reads ?? 0),
  sqs: a.sqs + sign * (b.sqs ?? 0),
});

/** As what the requests of each call are billed, if they are. */
const BILLED: Readonly<Record<keyof Cloud, keyof Requests | undefined>> = {
  readObject: 's3Reads',
  headObject: 's3Reads',
  putObject: 's3Writes',
  listObjects: 's3Writes',
  createMultipart: 's3Writes',
  uploadPart: 's3Writes',
  copyPart: 's3Writes',
  completeMultipart: 's3Writes',
  listParts: 's3Writes',
  listMultiparts: 's3Writes',
  sendMessages: 'sqs',
  changeVisibilities: 'sqs',
  deleteObjects: undefined,
  deleteObject: undefined,
  abortMultipart: undefined,
  isSlowedDown: undefined,
  // to EventBridge, where somebody asks to be told
  putEvent: undefined,
};

/** A cloud that tells what is asked of it. What the SDK tries again inside a call is not seen. */
export function counted(cloud: Cloud, count: (kind: keyof Requests, requests: number) => void): Cloud {
  return new Proxy(cloud, {
    get(target, name: keyof Cloud) {
      const kind = BILLED[name];
      if (kind === undefined) return target[name];
      const call = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        count(kind, name === 'sendMessages' ? batchesOf(args[1] as string[]).length : 1);
        return call(...args);
      };
    },
  });
}

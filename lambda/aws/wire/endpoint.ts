import { partition } from '@aws-sdk/core/client';

/** Where a service is, as the environment says. */
export interface Place {
  readonly region: string;
  /** from AWS_ENDPOINT_URL and its kind; undefined for AWS's own */
  readonly custom: URL | undefined;
  readonly useFips: boolean;
  readonly useDualstack: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * @param service as the variables of the environment call it: `S3`, `SQS`, `EVENTBRIDGE`
 * @throws Error without a region
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
export function placeOf(env: Env, service: string): Place {
  const region = env.AWS_REGION;
  if (!region) throw new Error('expected AWS_REGION in the environment, got none');
  const isOn = (name: string) => env[name]?.toLowerCase() === 'true';
  const custom = isOn('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS')
    ? undefined
    : env[`AWS_ENDPOINT_URL_${service}`] || env.AWS_ENDPOINT_URL;
  return {
    region,
    custom: custom ? new URL(custom) : undefined,
    useFips: isOn('AWS_USE_FIPS_ENDPOINT'),
    useDualstack: isOn('AWS_USE_DUALSTACK_ENDPOINT'),
  };
}

/** Where requests go: to this host, below this path, which begins with `/` and ends without one. */
export interface Endpoint {
  readonly origin: URL;
  readonly path: string;
}

/**
 * Where a bucket is. AWS's own has it in the host, unless its certificate does not cover the name; any other endpoint in the
 * path, which all of them understand.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function bucketEndpoint(place: Place, bucket: string): Endpoint {
  const { custom, region, useFips, useDualstack } = place;
  if (custom) return { origin: custom, path: `${pathOf(custom)}/${bucket}` };
  const s3 = `s3${useFips ? '-fips' : ''}${useDualstack ? '.dualstack' : ''}.${region}.${partition(region).dnsSuffix}`;
  return COVERED.test(bucket)
    ? { origin: new URL(`https://${bucket}.${s3}`), path: '' }
    : { origin: new URL(`https://${s3}`), path: `/${bucket}` };
}

/** Names that are one label of a host. */
const COVERED = /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/;

/** Where EventBridge is. Government's is FIPS by itself, and has no other name for that. */
export function eventsEndpoint({ custom, region, useFips, useDualstack }: Place): Endpoint {
  if (custom) return { origin: custom, path: pathOf(custom) };
  const { name, dnsSuffix, dualStackDnsSuffix } = partition(region);
  const isNamed = useFips && name !== 'aws-us-gov';
  const host = `events${isNamed ? '-fips' : ''}.${region}.${useDualstack ? dualStackDnsSuffix : dnsSuffix}`;
  return { origin: new URL(`https://${host}`), path: '' };
}

/** A queue is where its URL says. */
export const queueEndpoint = (queueUrl: string): Endpoint => ({ origin: new URL(queueUrl), path: '' });

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '');

// The SDK's clients, each created on first use. Requests are retried for minutes if a service says that it is
// overloaded, and a few times if nothing shows that there is a service.
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { UsageError } from '../cli/exit.ts';
import { warn } from '../cli/terminal.ts';
import { recordFailures, statusOf } from './errors.ts';
import { ForeignAnswer, refuseForeignAnswers } from './foreign-answers.ts';

type Client =
  | S3Client
  | SQSClient
  | CloudFormationClient
  | CloudWatchClient
  | CloudWatchLogsClient
  | LambdaClient;

/** Account, region and endpoint; the SDK chooses those that are undefined. */
export interface ClientConfig {
  readonly profile: string | undefined;
  readonly region: string | undefined;
  readonly endpointUrl: string | undefined;
}

export class Clients {
  readonly #config: object;
  readonly #created = new Map<unknown, Client>();

  /** @throws UsageError for an endpoint that is not a URL */
  constructor({ profile, region, endpointUrl }: ClientConfig) {
    if (endpointUrl !== undefined && !/^https?:$/.test(URL.parse(endpointUrl)?.protocol ?? '')) {
      throw new UsageError(
        `--endpoint-url: expected a URL such as http://127.0.0.1:4566, got ${JSON.stringify(endpointUrl)}`,
      );
    }
    this.#config = {
      ...(profile !== undefined && { profile }),
      ...(region !== undefined && { region }),
      // whoever sets a number of attempts gets it
      ...(process.env.AWS_MAX_ATTEMPTS === undefined && { retryStrategy: new PatientRetries() }),
      // the endpoints of other clouds have no host name per bucket
      ...(endpointUrl !== undefined && { endpoint: endpointUrl, forcePathStyle: true }),
    };
  }

  get s3(): S3Client {
    return this.#the(S3Client);
  }

  /** For links: a checksum in a link to upload would be that of no bytes. */
  get unchecked(): S3Client {
    return this.#the(UncheckedS3Client);
  }

  get sqs(): SQSClient {
    return this.#the(SQSClient);
  }

  get stacks(): CloudFormationClient {
    return this.#the(CloudFormationClient);
  }

  get metrics(): CloudWatchClient {
    return this.#the(CloudWatchClient);
  }

  get functions(): LambdaClient {
    return this.#the(LambdaClient);
  }

  get logs(): CloudWatchLogsClient {
    return this.#the(CloudWatchLogsClient);
  }

  close(): void {
    for (const client of this.#created.values()) client.destroy();
  }

  /** The client of a service. */
  #the<T extends Client>(Service: new (config: object) => T): T {
    const known = this.#created.get(Service) as T | undefined;
    if (known) return known;
    const client = new Service(this.#config);
    recordFailures(client);
    refuseForeignAnswers(client);
    this.#created.set(Service, client);
    return client;
  }
}

class UncheckedS3Client extends S3Client {
  constructor(config: object) {
    const checksums = {
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    };
    super({ ...config, ...checksums } as S3ClientConfig);
  }
}

/** The SDK's interface for such decisions. */
type V2 = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>;
type Token = Awaited<ReturnType<V2['acquireInitialRetryToken']>>;
type Failure = Parameters<V2['refreshRetryTokenForRetry']>[1];

/** Attempts of a request to a service that may not exist, or that has failed for long. As many as the SDK makes. */
const FEW = 3;
/** Milliseconds for which a request is retried: S3 can answer 503 for minutes while it scales. */
const PATIENCE = 5 * 60_000;
/** Milliseconds after which the user is told that a request is retried. */
const SILENCE = 5_000;
/** Upper bounds of the random pauses before the second attempt, and between later ones, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 20_000;

/** The attempts at one request. */
interface Attempts extends Token {
  /** when the first one began */
  readonly begun: number;
}

/** Retries for the clients of one command. What one request learns about the service holds for all others. */
export class PatientRetries implements V2 {
  readonly #now: () => number;
  readonly #random: () => number;
  /** Whether any request reached a service. */
  #isConnected = false;
  /** when the first request since the last success failed */
  #failingSince: number | undefined;
  readonly #warn: (message: string) => void;
  #hasWarned = false;

  /** @param now milliseconds @param random from 0 to 1 @param onWait called once, if a request is retried for long */
  constructor(
    now: () => number = () => performance.now(),
    random: () => number = Math.random,
    onWait: (message: string) => void = warn,
  ) {
    this.#now = now;
    this.#random = random;
    this.#warn = onWait;
  }

  async acquireInitialRetryToken(): Promise<Attempts> {
    return this.#attempts(0, 0, this.#now());
  }

  /** @throws Error if the request is not to be retried */
  async refreshRetryTokenForRetry(token: Token, failure: Failure): Promise<Attempts> {
    const { begun } = token as Attempts;
    const retries = token.getRetryCount();
    if (!this.#mayRetry(begun, retries + 1, failure)) throw new Error('expected a request to be retried');
    if (!this.#hasWarned && this.#now() - begun >= SILENCE) {
      this.#hasWarned = true;
      const status = statusOf(failure.error);
      const what = status === undefined ? 'does not answer' : `answers ${status}`;
      this.#warn(`AWS ${what}: trying again for up to ${PATIENCE / 60_000} minutes`);
    }
    const longest = Math.min(FIRST_PAUSE * 2 ** retries, LONGEST_PAUSE);
    return this.#attempts(retries + 1, Math.ceil(this.#random() * longest), begun);
  }

  recordSuccess(): void {
    this.#isConnected = true;
    this.#failingSince = undefined;
  }

  #mayRetry(begun: number, attempts: number, { errorType, error }: Failure): boolean {
    if (errorType !== 'TRANSIENT' && errorType !== 'THROTTLING') {
      // such as 404: the service works
      if (isOfService(error)) this.recordSuccess();
      return false;
    }
    if (attempts < FEW) return true;
    // a retry with another clock or connection helps at once, if at all
    const status = statusOf(error);
    if (status !== undefined && status < 500 && errorType !== 'THROTTLING') return false;
    const now = this.#now();
    this.#failingSince ??= now;
    this.#isConnected ||= isOfService(error);
    // in an outage, the next thousand files are not waited for in the same way
    const isOutage = now - this.#failingSince >= PATIENCE;
    return this.#isConnected && !isOutage && now - begun < PATIENCE;
  }

  #attempts(retries: number, pause: number, begun: number): Attempts {
    return { begun, getRetryCount: () => retries, getRetryDelay: () => pause };
  }
}

/** Whether a service answered with this error, as opposed to the network or a proxy. */
function isOfService(error: unknown): boolean {
  return statusOf(error) !== undefined && !(error instanceof ForeignAnswer);
}

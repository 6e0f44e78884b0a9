import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { UsageError } from '../cli/exit.ts';
import { recordFailures } from './errors.ts';
import { refuseForeignAnswers } from './foreign-answers.ts';
import { PatientRetries } from './retries.ts';

type Client = S3Client | SQSClient | CloudFormationClient | CloudWatchClient | CloudWatchLogsClient;

/** Account, region and endpoint; the SDK chooses those that are undefined. */
export interface ClientConfig {
  readonly profile: string | undefined;
  readonly region: string | undefined;
  readonly endpointUrl: string | undefined;
}

/** The SDK's clients, each created on first use. */
export class Clients {
  readonly #config: object;
  readonly #created: Client[] = [];
  #s3: S3Client | undefined;
  #sqs: SQSClient | undefined;
  #stacks: CloudFormationClient | undefined;
  #metrics: CloudWatchClient | undefined;
  #logs: CloudWatchLogsClient | undefined;

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
    this.#s3 ??= this.#add(new S3Client(this.#config));
    return this.#s3;
  }

  get sqs(): SQSClient {
    this.#sqs ??= this.#add(new SQSClient(this.#config));
    return this.#sqs;
  }

  get stacks(): CloudFormationClient {
    this.#stacks ??= this.#add(new CloudFormationClient(this.#config));
    return this.#stacks;
  }

  get metrics(): CloudWatchClient {
    this.#metrics ??= this.#add(new CloudWatchClient(this.#config));
    return this.#metrics;
  }

  get logs(): CloudWatchLogsClient {
    this.#logs ??= this.#add(new CloudWatchLogsClient(this.#config));
    return this.#logs;
  }

  close(): void {
    for (const client of this.#created) client.destroy();
  }

  #add<T extends Client>(client: T): T {
    recordFailures(client);
    refuseForeignAnswers(client);
    this.#created.push(client);
    return client;
  }
}

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { UsageError } from '../cli/exit.ts';
import { noteRequest } from './errors.ts';
import type { RemoteFlags } from './flags.ts';

/** The SDK's clients, each made when it is first asked for. Region, profile and sign-on are found as the SDK finds them. */
export class Clients {
  readonly #config: object;
  readonly #made: { destroy(): void }[] = [];
  #s3: S3Client | undefined;
  #sqs: SQSClient | undefined;
  #stacks: CloudFormationClient | undefined;
  #metrics: CloudWatchClient | undefined;
  #logs: CloudWatchLogsClient | undefined;

  /** @throws UsageError for an endpoint that is no URL */
  constructor({ profile, region, endpointUrl }: Omit<RemoteFlags, 'stack'>) {
    if (endpointUrl !== undefined && !/^https?:$/.test(URL.parse(endpointUrl)?.protocol ?? '')) {
      throw new UsageError(
        `--endpoint-url: expected a URL such as http://127.0.0.1:4566, got ${JSON.stringify(endpointUrl)}`,
      );
    }
    this.#config = {
      ...(profile !== undefined && { profile }),
      ...(region !== undefined && { region }),
      // another cloud has no host of its own for each bucket
      ...(endpointUrl !== undefined && { endpoint: endpointUrl, forcePathStyle: true }),
    };
  }

  get s3(): S3Client {
    this.#s3 ??= this.#make(new S3Client(this.#config));
    return this.#s3;
  }

  get sqs(): SQSClient {
    this.#sqs ??= this.#make(new SQSClient(this.#config));
    return this.#sqs;
  }

  get stacks(): CloudFormationClient {
    this.#stacks ??= this.#make(new CloudFormationClient(this.#config));
    return this.#stacks;
  }

  get metrics(): CloudWatchClient {
    this.#metrics ??= this.#make(new CloudWatchClient(this.#config));
    return this.#metrics;
  }

  get logs(): CloudWatchLogsClient {
    this.#logs ??= this.#make(new CloudWatchLogsClient(this.#config));
    return this.#logs;
  }

  close(): void {
    for (const client of this.#made) client.destroy();
  }

  #make<T extends S3Client | SQSClient | CloudFormationClient | CloudWatchClient | CloudWatchLogsClient>(
    client: T,
  ): T {
    noteRequest(client);
    this.#made.push(client);
    return client;
  }
}

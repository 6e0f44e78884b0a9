// The stack of the check on AWS: deployed, found by its outputs, emptied and destroyed.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { type Account, environmentOf, runNode } from './processes.ts';

/** What the check does with a stack. Tests replace the first two by the local cloud. */
export interface StackSteps {
  readonly deploy: (stack: string, signal: AbortSignal) => Promise<void>;
  /** Deletes the stack, whose buckets are empty. It must also delete one that is still being created. */
  readonly destroy: (stack: string) => Promise<void>;
}

/** Deploys and destroys with the project's CDK command line. */
export function cdkSteps(account: Account): StackSteps {
  const cdk = (command: readonly string[], stack: string, signal?: AbortSignal) =>
    runNode(
      [
        'node_modules/aws-cdk/bin/cdk',
        ...command,
        '--app',
        'node checks/aws/app.ts',
        '--output',
        'cdk.out/check',
      ],
      {
        env: { ...environmentOf(account), SUDOKU_CHECK_STACK: stack },
        ...(signal && { signal }),
      },
    );
  return {
    deploy: (stack, signal) =>
      cdk(['deploy', 'Check', '--require-approval', 'never', '--progress', 'events'], stack, signal),
    destroy: (stack) => cdk(['destroy', 'Check', '--force'], stack),
  };
}

/** The stack in its account, as far as the check needs it. */
export class CheckedStack {
  readonly #name: string;
  readonly #stacks: CloudFormationClient;
  readonly #s3: S3Client;

  constructor(name: string, { profile, region, endpointUrl }: Account) {
    const config = {
      ...(profile !== undefined && { profile }),
      ...(region !== undefined && { region }),
      ...(endpointUrl !== undefined && { endpoint: endpointUrl, forcePathStyle: true }),
    };
    this.#name = name;
    this.#stacks = new CloudFormationClient(config);
    this.#s3 = new S3Client(config);
  }

  /**
   * Empties all buckets of the stack. A stack without outputs was not deployed in full: nothing has been written to its buckets.
   * @returns the number of objects that it deleted; undefined if there is no such stack
   */
  async empty(): Promise<number | undefined> {
    const buckets = await this.buckets();
    if (!buckets) return undefined;
    let deleted = 0;
    for (const bucket of buckets) {
      await this.#abortUploads(bucket);
      deleted += await this.#deleteObjects(bucket);
    }
    return deleted;
  }

  close(): void {
    this.#stacks.destroy();
    this.#s3.destroy();
  }

  /** @returns the names of its buckets; none if it was not deployed in full, undefined if it does not exist */
  async buckets(): Promise<string[] | undefined> {
    try {
      const { Stacks = [] } = await this.#stacks.send(new DescribeStacksCommand({ StackName: this.#name }));
      const outputs = Stacks[0]?.Outputs ?? [];
      return outputs.flatMap(({ OutputKey = '', OutputValue }) =>
        OutputKey.endsWith('BucketName') && OutputValue ? [OutputValue] : [],
      );
    } catch (error) {
      if (/does not exist/.test((error as Error).message)) return undefined;
      throw error;
    }
  }

  async #deleteObjects(Bucket: string): Promise<number> {
    let deleted = 0;
    for (;;) {
      const { Contents = [] } = await this.#s3.send(new ListObjectsV2Command({ Bucket }));
      if (Contents.length === 0) return deleted;
      const Objects = Contents.map(({ Key }) => ({ Key: Key! }));
      const { Errors = [] } = await this.#s3.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      const [failed] = Errors;
      if (failed) throw new Error(`${Bucket}/${failed.Key} could not be deleted: ${failed.Message}`);
      deleted += Objects.length;
    }
  }

  async #abortUploads(Bucket: string): Promise<void> {
    const { Uploads = [] } = await this.#s3.send(new ListMultipartUploadsCommand({ Bucket }));
    for (const { Key, UploadId } of Uploads) {
      await this.#s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  }
}

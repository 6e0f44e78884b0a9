import { availableParallelism } from 'node:os';
import { CreateBucketCommand, PutBucketNotificationConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { EventBus, objectEvent } from './events/bus.ts';
import type { Faults } from './faults/faults.ts';
import { isThrottled, killer, THROTTLED } from './faults/kill.ts';
import { Guard } from './iam/guard.ts';
import type { Statement } from './iam/statement.ts';
import { LambdaFunction } from './lambda/function.ts';
import { LogStore } from './management/logs.ts';
import { stackArn } from './management/stacks.ts';
import { EventSourceMapping } from './mapping/mapping.ts';
import type { RequestCounts } from './request-counts.ts';
import type { ObjectListener } from './s3/notifier.ts';
import { ACCOUNT, queueUrl, REGION, type Services, startServices } from './services.ts';
import type { Assembly } from './template/assembly.ts';
import type { BucketPlan, CloudPlan, FunctionPlan } from './template/plan.ts';
import { readTemplate } from './template/read.ts';
import { roleOfFunction } from './template/role.ts';

export interface LocalCloudOptions {
  /** Invocations at the same time and mapping, where the template allows as many. @default the number of processors */
  readonly concurrency?: number;
  /** Gets what functions log, line by line. @default nobody does */
  readonly onLog?: (line: string, functionName: string) => void;
  /** Told of what fails and is tried again: failed invocations, undelivered events. @default nobody is */
  readonly onError?: (error: unknown) => void;
  /** What goes wrong. @default nothing does */
  readonly faults?: Faults;
  /** By how much the template's visibility timeouts are shortened. @default 1 */
  readonly timeLapse?: number;
  /** What callers other than the function may do, by their access key. @default everything */
  readonly callers?: ReadonlyMap<string, readonly Statement[]>;
}

/** A synthesized stack, brought up in this process and its children: S3, SQS, Lambda and the pollers between them. */
export class LocalCloud implements AsyncDisposable {
  readonly plan: CloudPlan;
  /** Holds the function and its pollers to the function's role, and knows what they needed of it. */
  readonly guard: Guard;
  /** http://127.0.0.1:PORT of S3 and SQS */
  readonly endpoint: string;
  readonly s3: S3Client;
  readonly sqs: SQSClient;
  readonly functions: readonly LambdaFunction[];
  readonly #services: Services;
  readonly #mappings: readonly EventSourceMapping[];
  #closed: Promise<void> | undefined;

  private constructor(
    plan: CloudPlan,
    services: Services,
    guard: Guard,
    clients: { s3: S3Client; sqs: SQSClient },
    functions: readonly LambdaFunction[],
    mappings: readonly EventSourceMapping[],
  ) {
    this.plan = plan;
    this.guard = guard;
    this.endpoint = services.endpoint;
    this.s3 = clients.s3;
    this.sqs = clients.sqs;
    this.functions = functions;
    this.#services = services;
    this.#mappings = mappings;
  }

  /** @throws Error that names what the template asks for and the local cloud does not have */
  static async start(assembly: Assembly, options: LocalCloudOptions = {}): Promise<LocalCloud> {
    const { concurrency = availableParallelism(), onLog, onError = () => {}, faults, timeLapse } = options;
    const guard = new Guard(new Map([...rolesOf(assembly), ...(options.callers ?? [])]));
    const logs = new LogStore();
    const services = await startServices({ onError, guard, faults, timeLapse });
    try {
      const { endpoint } = services;
      const plan = readTemplate(assembly.template, {
        ...assembly,
        account: ACCOUNT,
        region: REGION,
        endpoint,
      });
      const clients = clientsOf(endpoint, 'client');
      const poller = clientsOf(endpoint, 'poller').sqs;
      await createQueues(plan, clients.sqs);
      for (const bucket of plan.buckets) await createBucket(bucket, clients.s3);
      const functions = plan.functions.map((each) => {
        const isFed = isFedByQueue(plan, each);
        const variables = functionVariables(endpoint, isFed ? FED : each.name);
        return new LambdaFunction(each, {
          variables,
          onLog: (line) => {
            logs.add(line);
            onLog?.(line, each.name);
          },
          // a direct call is not tried again
          onInvoke: faults && isFed ? killer(faults) : undefined,
        });
      });
      const mappings = plan.mappings
        .filter(({ enabled }) => enabled)
        .map((mapping) => {
          const target = functions.find(({ plan: { name } }) => name === mapping.functionName);
          if (target === undefined)
            throw new Error(`${mapping.id} calls ${mapping.functionName}, which is not there`);
          return new EventSourceMapping(mapping, {
            sqs: poller,
            queueUrl: queueUrl(endpoint, mapping.queueArn),
            invoke: (event) =>
              faults && isThrottled(faults, event) ? Promise.resolve(THROTTLED) : target.invoke(event),
            concurrency,
            onError,
          });
        });
      const bus = new EventBus(plan.rules, services.sendToQueue, { account: ACCOUNT, region: REGION });
      services.notifier.listen((event) => {
        const { eventBridge } = services.notifier.configurationOf(event.bucket);
        if (eventBridge) void bus.publish(objectEvent(event)).catch(onError);
      });
      const arn = stackArn(assembly.stackName, REGION, ACCOUNT);
      services.manage(
        {
          plan,
          stackName: assembly.stackName,
          stackArn: arn,
          logs,
          functions,
          bus,
          atWork: (name) => functions.find((each) => each.plan.name === name)?.atWork ?? 0,
        },
        {
          stack: arn,
          logGroup: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${plan.outputs.LogGroupName}:*`,
          originOf: (deadLetters) =>
            plan.queues.find(({ attributes }) => attributes.RedrivePolicy?.includes(`"${deadLetters}"`))
              ?.arn ?? '',
          functionOf: (name) => plan.functions.find((each) => each.name === name)?.arn ?? '',
          bus: `arn:aws:events:${REGION}:${ACCOUNT}:event-bus/default`,
        },
      );
      for (const mapping of mappings) mapping.start();
      return new LocalCloud(plan, services, guard, clients, functions, mappings);
    } catch (error) {
      await services.close();
      throw error;
    }
  }

  /** A stack output. @throws Error if there is none of the name */
  output(name: string): string {
    const value = this.plan.outputs[name];
    if (value !== undefined) return value;
    throw new Error(`The stack has no output ${name}, only ${Object.keys(this.plan.outputs).join(', ')}`);
  }

  /** Requests since the start, or since the last reset: by `function`, by `poller`, and by `client`, which is {@link s3} and {@link sqs}. */
  get requests(): RequestCounts {
    return this.#services.requests;
  }

  /** Hears of what happens in a bucket, whether or not its events go anywhere else. @returns what ends it */
  onObjectEvent(bucket: string, listener: ObjectListener): () => void {
    return this.#services.notifier.listen((event) => {
      if (event.bucket === bucket) listener(event);
    });
  }

  /** Ends everything at once: what is in the middle of its work is killed. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const stopped = Promise.all(this.#mappings.map((mapping) => mapping.stop()));
    await Promise.all(this.functions.map((each) => each.close()));
    await this.#services.close();
    await stopped;
    this.s3.destroy();
    this.sqs.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Dead letters first: a redrive policy names a queue that exists. */
async function createQueues({ queues }: CloudPlan, sqs: SQSClient): Promise<void> {
  for (const queue of [...queues].sort((a, b) => Number(b.isDeadLetters) - Number(a.isDeadLetters))) {
    await sqs.send(new CreateQueueCommand({ QueueName: queue.name, Attributes: queue.attributes }));
  }
}

async function createBucket({ name, notifications, eventBridge }: BucketPlan, s3: S3Client): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: name }));
  if (notifications.length === 0 && !eventBridge) return;
  await s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: name,
      NotificationConfiguration: {
        QueueConfigurations: notifications.map(({ event, queueArn, prefix, suffix }) => ({
          QueueArn: queueArn,
          Events: [event as 's3:ObjectCreated:*'],
          Filter: {
            Key: {
              FilterRules: [
                { Name: 'prefix', Value: prefix },
                { Name: 'suffix', Value: suffix },
              ],
            },
          },
        })),
        EventBridgeConfiguration: eventBridge ? {} : undefined,
      },
    }),
  );
}

/** Clients that call S3 and SQS in the name of `who`. */
function clientsOf(endpoint: string, who: string): { s3: S3Client; sqs: SQSClient } {
  const config = { endpoint, region: REGION, credentials: { accessKeyId: who, secretAccessKey: 'local' } };
  return { s3: new S3Client(config), sqs: new SQSClient(config) };
}

/** Access key of the function that is fed by queues. Another one has its own name for a key. */
const FED = 'function';

const isFedByQueue = ({ mappings }: CloudPlan, { name }: FunctionPlan): boolean =>
  mappings.some(({ functionName }) => functionName === name);

/** What callers may do whose rights are in the template, by access key. The pollers act in the name of the function they feed. */
function rolesOf(assembly: Assembly): Map<string, Statement[]> {
  const where = { ...assembly, account: ACCOUNT, region: REGION, endpoint: '' };
  const plan = readTemplate(assembly.template, where);
  return new Map(
    plan.functions.flatMap((each) => {
      const role = roleOfFunction(assembly.template, where, each.id);
      const callers = isFedByQueue(plan, each) ? [FED, 'poller'] : [each.name];
      return role ? callers.map((who): [string, Statement[]] => [who, role]) : [];
    }),
  );
}

/** What a function finds in its environment besides its own variables: where the services are, and who it is. */
function functionVariables(endpoint: string, who: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: who,
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}

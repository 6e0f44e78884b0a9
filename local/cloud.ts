// A synthesized stack, deployed in this process and its children: S3, SQS, Lambda and the pollers between them.
import { availableParallelism } from 'node:os';
import { CreateBucketCommand, PutBucketNotificationConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { EventBus, objectEvent } from './events/event-bus.ts';
import { isThrottled, randomKills, THROTTLED } from './faults/faults.ts';
import { AccessControl, type Statement } from './iam/access-control.ts';
import { EventSourceMapping } from './lambda/event-source-mapping.ts';
import { LambdaFunction } from './lambda/function.ts';
import { LogStore } from './management/cloudwatch.ts';
import { stackArn } from './management/management.ts';
import { originOf } from './management/message-moves.ts';
import type { RequestCounts } from './requests/service-request.ts';
import type { ObjectListener } from './s3/notifications.ts';
import { ACCOUNT, queueUrl, REGION, type Services, type ServicesOptions, startServices } from './services.ts';
import type { Assembly } from './template/assembly.ts';
import type { BucketPlan, CloudPlan, FunctionPlan } from './template/read-template.ts';
import { readTemplate, roleOfFunction } from './template/read-template.ts';

export interface LocalCloudOptions extends Omit<ServicesOptions, 'accessControl'> {
  /** Concurrent invocations of each mapping, up to the template's limit. @default the number of processors */
  readonly concurrency?: number;
  /** Called with each line that functions log. @default discards them */
  readonly onLog?: (line: string, functionName: string) => void;
  /** Permissions of callers other than the function, by their access key. @default all */
  readonly callers?: ReadonlyMap<string, readonly Statement[]>;
}

export class LocalCloud implements AsyncDisposable {
  readonly plan: CloudPlan;
  /** Restricts the function and its pollers to the function's role, and records the permissions they used. */
  readonly accessControl: AccessControl;
  /** http://127.0.0.1:PORT of S3 and SQS */
  readonly endpoint: string;
  readonly s3: S3Client;
  readonly sqs: SQSClient;
  readonly functions: readonly LambdaFunction[];
  readonly #services: Services;
  readonly #mappings: readonly EventSourceMapping[];
  readonly #timers: readonly NodeJS.Timeout[];
  #closed: Promise<void> | undefined;

  private constructor(
    plan: CloudPlan,
    services: Services,
    accessControl: AccessControl,
    clients: { s3: S3Client; sqs: SQSClient },
    functions: readonly LambdaFunction[],
    mappings: readonly EventSourceMapping[],
    timers: readonly NodeJS.Timeout[],
  ) {
    this.plan = plan;
    this.accessControl = accessControl;
    this.endpoint = services.endpoint;
    this.s3 = clients.s3;
    this.sqs = clients.sqs;
    this.functions = functions;
    this.#services = services;
    this.#mappings = mappings;
    this.#timers = timers;
  }

  /** @throws Error that names the first unsupported setting of the template */
  static async start(assembly: Assembly, options: LocalCloudOptions = {}): Promise<LocalCloud> {
    const { concurrency = availableParallelism(), onLog, onError = () => {}, onAnswer } = options;
    const { faults, timeLapse } = options;
    const accessControl = new AccessControl(new Map([...rolesOf(assembly), ...(options.callers ?? [])]));
    const logs = new LogStore();
    const services = await startServices({ onError, onAnswer, accessControl, faults, timeLapse });
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
      for (const bucket of plan.buckets) {
        await createBucket(bucket, clients.s3);
        services.cors.set(bucket.name, bucket.cors);
      }
      const functions = plan.functions.map((each) => {
        const hasMapping = hasEventSource(plan, each);
        const variables = functionVariables(endpoint, hasMapping ? MAPPED_FUNCTION : each.name);
        return new LambdaFunction(each, {
          variables,
          onLog: (line) => {
            logs.add(line);
            onLog?.(line, each.name);
          },
          // direct invocations are not retried
          onInvoke: faults && hasMapping ? randomKills(faults) : undefined,
        });
      });
      const functionOf = (name: string) => functions.find((each) => each.plan.name === name);
      const mappings = plan.mappings
        .filter(({ enabled }) => enabled)
        .map((mapping) => {
          const target = functionOf(mapping.functionName);
          if (target === undefined)
            throw new Error(`${mapping.id} calls ${mapping.functionName}, which does not exist`);
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
          concurrency: (name) => functionOf(name)?.concurrency ?? 0,
          usage: (name) => functionOf(name)?.usage ?? { invocations: 0, errors: 0, duration: 0 },
        },
        {
          stack: arn,
          logGroup: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${plan.outputs.LogGroupName}:*`,
          originOf: (deadLetters) => originOf(plan.queues, deadLetters)?.arn ?? '',
          functionOf: (name) => plan.functions.find((each) => each.name === name)?.arn ?? '',
          bus: `arn:aws:events:${REGION}:${ACCOUNT}:event-bus/default`,
        },
      );
      for (const mapping of mappings) mapping.start();
      const timers = plan.schedules.map(({ every, queueArn, message }) =>
        setInterval(() => void services.sendToQueue(queueArn, message).catch(onError), every),
      );
      return new LocalCloud(plan, services, accessControl, clients, functions, mappings, timers);
    } catch (error) {
      await services.close();
      throw error;
    }
  }

  /** A stack output. @throws Error if the stack has none of this name */
  output(name: string): string {
    const value = this.plan.outputs[name];
    if (value !== undefined) return value;
    throw new Error(`The stack has no output ${name}, only ${Object.keys(this.plan.outputs).join(', ')}`);
  }

  /** Requests since the start or the last reset, by caller: `function`, `poller`, and `client` for {@link s3} and {@link sqs}. */
  get requests(): RequestCounts {
    return this.#services.requests;
  }

  /** Calls the listener for each event of a bucket, whether or not it has notifications. @returns a function that ends this */
  onObjectEvent(bucket: string, listener: ObjectListener): () => void {
    return this.#services.notifier.listen((event) => {
      if (event.bucket === bucket) listener(event);
    });
  }

  /** Kills running functions and stops all services. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
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

/** Creates dead-letter queues first, because a redrive policy must name an existing queue. */
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

/** Clients of S3 and SQS. @param accessKeyId the caller's name for access control and request counts */
function clientsOf(endpoint: string, accessKeyId: string): { s3: S3Client; sqs: SQSClient } {
  const config = { endpoint, region: REGION, credentials: { accessKeyId, secretAccessKey: 'local' } };
  return { s3: new S3Client(config), sqs: new SQSClient(config) };
}

/** Access key of functions with event source mappings. Other functions have their name as key. */
const MAPPED_FUNCTION = 'function';

const hasEventSource = ({ mappings }: CloudPlan, { name }: FunctionPlan): boolean =>
  mappings.some(({ functionName }) => functionName === name);

/** The roles of the template's functions, by access key. Pollers have the role of their function. */
function rolesOf(assembly: Assembly): Map<string, Statement[]> {
  const deployment = { ...assembly, account: ACCOUNT, region: REGION, endpoint: '' };
  const plan = readTemplate(assembly.template, deployment);
  return new Map(
    plan.functions.flatMap((each) => {
      const role = roleOfFunction(assembly.template, deployment, each.id);
      const callers = hasEventSource(plan, each) ? [MAPPED_FUNCTION, 'poller'] : [each.name];
      return role ? callers.map((caller): [string, Statement[]] => [caller, role]) : [];
    }),
  );
}

/** Environment variables of every function: the services' endpoint, and its credentials. */
function functionVariables(endpoint: string, accessKeyId: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}

import type { BucketPlan, FunctionPlan, MappingPlan, NotificationPlan, QueuePlan, RulePlan } from './plan.ts';
import type { Resource } from './resource.ts';

/** Queue properties that SQS takes under the same names. */
const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];

/** Who may do what, who pays, and how it is stored: nothing of it is visible from inside. */
const UNSEEN = ['Tags', 'RedriveAllowPolicy', 'SqsManagedSseEnabled'];

export function queuePlan(resource: Resource, url: string): Omit<QueuePlan, 'isDeadLetters'> {
  const attributes: Record<string, string> = {};
  for (const attribute of QUEUE_ATTRIBUTES) {
    const value = resource.take(attribute);
    if (value !== undefined)
      attributes[attribute] =
        typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
  }
  resource.ignore(...UNSEEN);
  resource.refuseOthers();
  return { id: resource.id, name: resource.name, arn: resource.arn, url, attributes };
}

interface NotificationProperties {
  readonly QueueConfigurations?: {
    readonly Event: string;
    readonly Queue: string;
    readonly Filter?: {
      readonly S3Key: { readonly Rules: { readonly Name: string; readonly Value: string }[] };
    };
  }[];
  readonly EventBridgeConfiguration?: { readonly EventBridgeEnabled?: boolean };
}

export function bucketPlan(resource: Resource): BucketPlan {
  const {
    QueueConfigurations = [],
    EventBridgeConfiguration,
    ...others
  } = (resource.take('NotificationConfiguration') ?? {}) as NotificationProperties;
  if (Object.keys(others).length > 0) {
    throw new Error(
      `The local cloud sends no notifications by ${Object.keys(others).join(', ')} (${resource.id})`,
    );
  }
  resource.ignore(
    ...['Tags', 'BucketEncryption', 'LifecycleConfiguration', 'LoggingConfiguration', 'OwnershipControls'],
    'PublicAccessBlockConfiguration',
  );
  resource.refuseOthers();
  const notifications = QueueConfigurations.map(({ Event, Queue, Filter }): NotificationPlan => {
    const rule = (wanted: string) =>
      Filter?.S3Key.Rules.find(({ Name }) => Name.toLowerCase() === wanted)?.Value ?? '';
    return { event: Event, queueArn: Queue, prefix: rule('prefix'), suffix: rule('suffix') };
  });
  return {
    id: resource.id,
    name: resource.name,
    notifications,
    eventBridge:
      EventBridgeConfiguration !== undefined && EventBridgeConfiguration.EventBridgeEnabled !== false,
  };
}

/** Only the runtime that the local environments are: Node 24. */
const RUNTIME = 'nodejs24.x';

export function functionPlan(resource: Resource, assetDirectory: (key: string) => string): FunctionPlan {
  const runtime = resource.string('Runtime');
  if (runtime !== RUNTIME) {
    throw new Error(`The local cloud runs ${RUNTIME}, but ${resource.id} wants ${runtime}`);
  }
  const { S3Key } = resource.map<string>('Code');
  const { Variables = {} } = resource.map<Record<string, string>>('Environment');
  const plan = {
    id: resource.id,
    name: resource.name,
    arn: resource.arn,
    code: assetDirectory(S3Key ?? ''),
    handler: resource.string('Handler'),
    memory: resource.number('MemorySize', 128),
    timeout: resource.number('Timeout', 3),
    environment: Variables,
  };
  resource.ignore('Architectures', 'Description', 'LoggingConfig', 'Role', 'Tags', 'TracingConfig');
  resource.refuseOthers();
  return plan;
}

export function mappingPlan(resource: Resource): MappingPlan {
  const functionName = resource.string('FunctionName').split(':').at(-1)!;
  const responses = resource.list<string>('FunctionResponseTypes');
  const { MaximumConcurrency } = resource.map<number>('ScalingConfig');
  const plan = {
    id: resource.id,
    queueArn: resource.string('EventSourceArn'),
    functionName,
    enabled: resource.take('Enabled') !== false,
    batchSize: resource.number('BatchSize', 10),
    batchWindow: resource.number('MaximumBatchingWindowInSeconds', 0),
    maximumConcurrency: MaximumConcurrency,
    reportsBatchItemFailures: responses.includes('ReportBatchItemFailures'),
  };
  resource.ignore('Tags');
  resource.refuseOthers();
  return plan;
}

/** Undefined for a rule that is switched off. @throws Error for targets that are no queues */
export function rulePlan(resource: Resource): RulePlan | undefined {
  const targets = resource.list<{ readonly Arn: string; readonly Id: string }>('Targets');
  const other = targets.find(
    (target) =>
      !/:sqs:/.test(target.Arn) || Object.keys(target).some((name) => name !== 'Arn' && name !== 'Id'),
  );
  if (other !== undefined) {
    throw new Error(
      `The local cloud has rules send to queues, with nothing besides, not ${JSON.stringify(other)} (${resource.id})`,
    );
  }
  const plan = {
    id: resource.id,
    pattern: resource.take('EventPattern'),
    queueArns: targets.map(({ Arn }) => Arn),
  };
  const isEnabled = resource.take('State') !== 'DISABLED';
  resource.ignore('Name', 'Description', 'Tags');
  resource.refuseOthers();
  return isEnabled ? plan : undefined;
}

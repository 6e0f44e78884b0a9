// Reads all settings of a template, and the statements of the roles in it. Properties that the local cloud does not have are
// refused.
import { readStatements, type Statement } from '../iam/access-control.ts';
import {
  arnOf,
  type Deployment,
  nameProperty,
  physicalName,
  queueUrlOf,
  referencesOf,
  resolve,
  type Template,
} from './template.ts';

/** All settings of the local cloud, as read from a template. */
export interface CloudPlan {
  readonly queues: readonly (QueuePlan & {
    /** whether it holds the dead letters of another queue */
    readonly isDeadLetters: boolean;
  })[];
  readonly buckets: readonly BucketPlan[];
  readonly functions: readonly FunctionPlan[];
  readonly mappings: readonly MappingPlan[];
  readonly rules: readonly RulePlan[];
  readonly schedules: readonly SchedulePlan[];
  readonly alarms: readonly AlarmPlan[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads all settings of a template. @throws Error that names the first unsupported one */
export function readTemplate(template: Template, deployment: Deployment): CloudPlan {
  const references = referencesOf(template, deployment);
  const resources = (type: string): Resource[] =>
    Object.entries(template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, { Properties = {} }]) => {
        const properties = resolve(Properties, references) as Record<string, unknown>;
        const name = physicalName(type, id, properties[nameProperty(type)], deployment.stackName);
        const arn = arnOf(type, name, deployment.region, deployment.account);
        return new Resource({ id, type, name, arn }, properties);
      });

  const queues = resources('AWS::SQS::Queue').map((resource) =>
    queuePlan(resource, queueUrlOf(resource.name, deployment)),
  );
  const redrives = queues.map(({ attributes }) => attributes.RedrivePolicy ?? '');
  const outputs = resolve(template.Outputs ?? {}, references) as Record<string, { Value: string }>;
  return {
    queues: queues.map((queue) => ({
      ...queue,
      isDeadLetters: redrives.some((policy) => policy.includes(`"${queue.arn}"`)),
    })),
    buckets: resources('AWS::S3::Bucket').map(bucketPlan),
    functions: resources('AWS::Lambda::Function').map((resource) =>
      functionPlan(resource, deployment.assetDirectory),
    ),
    mappings: resources('AWS::Lambda::EventSourceMapping').map(mappingPlan),
    rules: resources('AWS::Events::Rule').flatMap((resource) => rulePlan(resource) ?? []),
    schedules: resources('AWS::Scheduler::Schedule').map(schedulePlan),
    alarms: resources('AWS::CloudWatch::Alarm').map(alarmPlan),
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, Value])),
  };
}

/**
 * The statements of a function's role; undefined if the function has no role.
 * @param functionId its logical id
 * @throws Error for an unsupported policy
 */
export function roleOfFunction(
  template: Template,
  deployment: Deployment,
  functionId: string,
): Statement[] | undefined {
  const references = referencesOf(template, deployment);
  const { Role } = template.Resources[functionId]?.Properties ?? {};
  if (Role === undefined) return undefined;
  const arn = resolve(Role, references);
  const role = Object.entries(template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::IAM::Role' && references.attribute(id, 'Arn') === arn,
  );
  if (role === undefined) throw new Error(`The template has no role ${JSON.stringify(arn)}`);
  return statementsOfRole(template, deployment, role[0]);
}

/** The statements of a role, by its logical id. @throws Error for an unsupported policy */
export function statementsOfRole(template: Template, deployment: Deployment, id: string): Statement[] {
  const references = referencesOf(template, deployment);
  const properties = (resource: Template['Resources'][string]) =>
    resolve(resource.Properties ?? {}, references) as Record<string, unknown>;
  const { Policies = [], ManagedPolicyArns = [] } = properties(template.Resources[id]!) as {
    Policies?: { PolicyDocument: unknown }[];
    ManagedPolicyArns?: string[];
  };
  if (ManagedPolicyArns.length > 0)
    throw new Error(`The local cloud does not support ${ManagedPolicyArns.join(', ')}`);
  const attached = Object.entries(template.Resources).flatMap(([policy, resource]) => {
    if (resource.Type !== 'AWS::IAM::Policy') return [];
    const { Roles, PolicyDocument } = properties(resource);
    const isAttached = (Roles as unknown[]).includes(references.ref(id));
    return isAttached ? readStatements(PolicyDocument, policy) : [];
  });
  return [...Policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument, id)), ...attached];
}

/** A resource of a template with its properties resolved. Reading a property marks it as used; unused ones can be refused. */
class Resource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly arn: string;
  readonly #properties: Record<string, unknown>;
  readonly #used: Set<string>;

  constructor(identity: Pick<Resource, 'id' | 'type' | 'name' | 'arn'>, properties: Record<string, unknown>) {
    this.id = identity.id;
    this.type = identity.type;
    this.name = identity.name;
    this.arn = identity.arn;
    this.#properties = properties;
    this.#used = new Set([nameProperty(identity.type)]);
  }

  /** Reads a property. */
  get(name: string): unknown {
    this.#used.add(name);
    return this.#properties[name];
  }

  string(name: string, fallback?: string): string {
    const value = this.get(name) ?? fallback;
    if (typeof value === 'string') return value;
    throw this.#error(name, 'a string', value);
  }

  number(name: string, fallback?: number): number {
    const value = Number(this.get(name) ?? fallback);
    if (Number.isFinite(value)) return value;
    throw this.#error(name, 'a number', this.#properties[name]);
  }

  /** An object with values of one type; empty if the property is missing. */
  map<T>(name: string): Record<string, T> {
    return (this.get(name) ?? {}) as Record<string, T>;
  }

  list<T>(name: string): T[] {
    return (this.get(name) ?? []) as T[];
  }

  /** Marks properties that make no difference in the local cloud. */
  ignore(...names: string[]): void {
    for (const name of names) this.#used.add(name);
  }

  /** Refuses unused properties: a deployed stack would act on them, the local cloud would not. @throws Error */
  refuseUnused(): void {
    const unused = Object.keys(this.#properties).filter((name) => !this.#used.has(name));
    if (unused.length === 0) return;
    throw new Error(`The local cloud does not have ${unused.join(', ')} of ${this.type} (${this.id})`);
  }

  #error(name: string, expected: string, value: unknown): Error {
    return new Error(
      `${name} of ${this.type} (${this.id}) must be ${expected}, got ${JSON.stringify(value)}`,
    );
  }
}

/** Queue properties that CreateQueue has under the same names. */
const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];

/** Properties for access, billing and encryption, which have no effect in the local cloud. */
const WITHOUT_EFFECT = ['Tags', 'RedriveAllowPolicy', 'SqsManagedSseEnabled'];

function queuePlan(resource: Resource, url: string) {
  /** as parameters of CreateQueue */
  const attributes: Record<string, string> = {};
  for (const attribute of QUEUE_ATTRIBUTES) {
    const value = resource.get(attribute);
    if (value !== undefined)
      attributes[attribute] =
        typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
  }
  resource.ignore(...WITHOUT_EFFECT);
  resource.refuseUnused();
  return { id: resource.id, name: resource.name, arn: resource.arn, url, attributes };
}

type QueuePlan = Readonly<ReturnType<typeof queuePlan>>;

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

interface CorsRuleProperties {
  readonly AllowedMethods: readonly string[];
  readonly AllowedOrigins: readonly string[];
  readonly AllowedHeaders?: readonly string[];
  readonly ExposedHeaders?: readonly string[];
  readonly MaxAge?: number;
}

function bucketPlan(resource: Resource) {
  const {
    QueueConfigurations = [],
    EventBridgeConfiguration,
    ...others
  } = (resource.get('NotificationConfiguration') ?? {}) as NotificationProperties;
  if (Object.keys(others).length > 0) {
    throw new Error(
      `The local cloud does not support notifications by ${Object.keys(others).join(', ')} (${resource.id})`,
    );
  }
  resource.ignore(
    ...['Tags', 'BucketEncryption', 'LifecycleConfiguration', 'LoggingConfiguration', 'OwnershipControls'],
    'PublicAccessBlockConfiguration',
  );
  const { CorsRules = [] } = resource.map<CorsRuleProperties[]>('CorsConfiguration');
  const notifications = QueueConfigurations.map(({ Event, Queue, Filter }) => {
    const filter = (name: string) =>
      Filter?.S3Key.Rules.find(({ Name }) => Name.toLowerCase() === name)?.Value ?? '';
    return { event: Event, queueArn: Queue, prefix: filter('prefix'), suffix: filter('suffix') };
  });
  resource.refuseUnused();
  return {
    id: resource.id,
    name: resource.name,
    notifications,
    /** which pages of other sites may send requests */
    cors: CorsRules.map((rule) => ({
      methods: rule.AllowedMethods,
      origins: rule.AllowedOrigins,
      headers: rule.AllowedHeaders ?? [],
      exposed: rule.ExposedHeaders ?? [],
      maxAge: rule.MaxAge,
    })),
    /** whether its events go to EventBridge */
    eventBridge:
      EventBridgeConfiguration !== undefined && EventBridgeConfiguration.EventBridgeEnabled !== false,
  };
}

export type BucketPlan = Readonly<ReturnType<typeof bucketPlan>>;

/** The only runtime that local environments support. */
const RUNTIME = 'nodejs24.x';

export function functionPlan(resource: Resource, assetDirectory: (key: string) => string) {
  const runtime = resource.string('Runtime');
  if (runtime !== RUNTIME) {
    throw new Error(`The local cloud runs ${RUNTIME}, but ${resource.id} has ${runtime}`);
  }
  const { S3Key } = resource.map<string>('Code');
  const { Variables = {} } = resource.map<Record<string, string>>('Environment');
  const plan = {
    id: resource.id,
    name: resource.name,
    arn: resource.arn,
    /** directory of the bundle */
    code: assetDirectory(S3Key ?? ''),
    /** FILE.EXPORT */
    handler: resource.string('Handler'),
    /** MiB */
    memory: resource.number('MemorySize', 128),
    /** seconds */
    timeout: resource.number('Timeout', 3),
    environment: Variables,
  };
  resource.ignore('Architectures', 'Description', 'LoggingConfig', 'Role', 'Tags', 'TracingConfig');
  resource.refuseUnused();
  return plan;
}

export type FunctionPlan = Readonly<ReturnType<typeof functionPlan>>;

function mappingPlan(resource: Resource) {
  const functionName = resource.string('FunctionName').split(':').at(-1)!;
  const responses = resource.list<string>('FunctionResponseTypes');
  const { MaximumConcurrency } = resource.map<number | undefined>('ScalingConfig');
  const plan = {
    id: resource.id,
    queueArn: resource.string('EventSourceArn'),
    functionName,
    enabled: resource.get('Enabled') !== false,
    batchSize: resource.number('BatchSize', 10),
    /** seconds */
    batchWindow: resource.number('MaximumBatchingWindowInSeconds', 0),
    /** concurrent invocations; undefined for no limit */
    maximumConcurrency: MaximumConcurrency,
    reportsBatchItemFailures: responses.includes('ReportBatchItemFailures'),
  };
  resource.ignore('Tags');
  resource.refuseUnused();
  return plan;
}

export type MappingPlan = Readonly<ReturnType<typeof mappingPlan>>;

/** An alarm, without what others than those of a pipeline have. */
function alarmPlan(resource: Resource) {
  const dimensions = resource.list<{ readonly Name: string; readonly Value: string }>('Dimensions');
  return {
    name: resource.name,
    description: resource.string('AlarmDescription', ''),
    metric: `${resource.string('Namespace', '')}/${resource.string('MetricName', '')}`,
    dimensions,
    threshold: resource.number('Threshold', 0),
    /** that are looked at */
    seconds: resource.number('Period', 0) * resource.number('EvaluationPeriods', 0),
  };
}

export type AlarmPlan = Readonly<ReturnType<typeof alarmPlan>>;

interface TargetProperties {
  readonly Arn: string;
  readonly Id: string;
  readonly SqsParameters?: { readonly MessageGroupId: string };
}

/** A rule of EventBridge's default bus; undefined for a disabled one. @throws Error for targets other than queues */
function rulePlan(resource: Resource) {
  const targets = resource.list<TargetProperties>('Targets');
  const unsupported = targets.find(
    (target) =>
      !/:sqs:/.test(target.Arn) ||
      Object.keys(target).some((name) => !['Arn', 'Id', 'SqsParameters'].includes(name)),
  );
  if (unsupported !== undefined) {
    throw new Error(
      `The local cloud supports rules whose targets are queues without further settings, not ${JSON.stringify(unsupported)} (${resource.id})`,
    );
  }
  const plan = {
    id: resource.id,
    pattern: resource.get('EventPattern'),
    /** where matching events go */
    targets: targets.map(({ Arn, SqsParameters }) => ({
      queueArn: Arn,
      group: SqsParameters?.MessageGroupId,
    })),
  };
  const isEnabled = resource.get('State') !== 'DISABLED';
  resource.ignore('Name', 'Description', 'Tags');
  resource.refuseUnused();
  return isEnabled ? plan : undefined;
}

export type RulePlan = Readonly<NonNullable<ReturnType<typeof rulePlan>>>;

const HOUR = 3_600_000;
/** Milliseconds of the units in a rate. */
const RATES: Readonly<Record<string, number>> = { minute: HOUR / 60, hour: HOUR, day: 24 * HOUR };

/** A schedule of EventBridge Scheduler. @throws Error for other expressions than rates, and other targets than queues */
function schedulePlan(resource: Resource) {
  const expression = resource.string('ScheduleExpression');
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const { Arn, Input, RoleArn: _, ...others } = resource.map<string>('Target');
  if (count === undefined || !/:sqs:/.test(Arn ?? '') || Object.keys(others).length > 0) {
    throw new Error(
      `The local cloud supports schedules such as rate(1 hour) whose targets are queues without further settings, not ${expression} with ${JSON.stringify(resource.get('Target'))} (${resource.id})`,
    );
  }
  resource.ignore('Name', 'Description', 'FlexibleTimeWindow');
  resource.refuseUnused();
  return { id: resource.id, every: Number(count) * RATES[unit]!, queueArn: Arn!, message: Input ?? '' };
}

export type SchedulePlan = Readonly<ReturnType<typeof schedulePlan>>;

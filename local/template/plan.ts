/** What a template asks for, in the terms of the local cloud: the single source of all its settings. */
export interface CloudPlan {
  readonly queues: readonly QueuePlan[];
  readonly buckets: readonly BucketPlan[];
  readonly functions: readonly FunctionPlan[];
  readonly mappings: readonly MappingPlan[];
  readonly rules: readonly RulePlan[];
  readonly outputs: Readonly<Record<string, string>>;
}

export interface QueuePlan {
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  /** as CreateQueue takes them */
  readonly attributes: Readonly<Record<string, string>>;
  /** the dead letters of another queue */
  readonly isDeadLetters: boolean;
}

export interface BucketPlan {
  readonly id: string;
  readonly name: string;
  readonly notifications: readonly NotificationPlan[];
  /** whether its events go to EventBridge */
  readonly eventBridge: boolean;
}

export interface NotificationPlan {
  readonly event: string;
  readonly queueArn: string;
  readonly prefix: string;
  readonly suffix: string;
}

export interface FunctionPlan {
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  /** directory of the bundle */
  readonly code: string;
  /** FILE.EXPORT */
  readonly handler: string;
  /** MiB */
  readonly memory: number;
  /** seconds */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
}

export interface MappingPlan {
  readonly id: string;
  readonly queueArn: string;
  readonly functionName: string;
  readonly enabled: boolean;
  readonly batchSize: number;
  /** seconds */
  readonly batchWindow: number;
  /** functions at the same time; undefined for as many as there may be */
  readonly maximumConcurrency: number | undefined;
  readonly reportsBatchItemFailures: boolean;
}

/** A rule of EventBridge's default bus. */
export interface RulePlan {
  readonly id: string;
  readonly pattern: unknown;
  /** where matching events go */
  readonly queueArns: readonly string[];
}

import { type References, resolve } from './intrinsics.ts';
import { bucketPlan, functionPlan, mappingPlan, queuePlan, rulePlan } from './kinds.ts';
import { arnOf, nameProperty, physicalName } from './names.ts';
import type { CloudPlan } from './plan.ts';
import { Resource } from './resource.ts';

/** A CloudFormation template, as far as it is read here. */
export interface Template {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Record<string, unknown> }>
  >;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** Where a template is brought up. */
export interface Surroundings {
  readonly stackName: string;
  readonly account: string;
  readonly region: string;
  /** http://HOST:PORT of S3 and SQS */
  readonly endpoint: string;
  /** Gives the directory of a function's code by the key of its asset. @throws Error if there is none */
  readonly assetDirectory: (key: string) => string;
}

/** Reads what a template asks for. @throws Error that names what the local cloud does not have */
export function readTemplate(template: Template, surroundings: Surroundings): CloudPlan {
  const references = referencesOf(template, surroundings);
  const resources = (type: string): Resource[] =>
    Object.entries(template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, { Properties = {} }]) => {
        const properties = resolve(Properties, references) as Record<string, unknown>;
        const name = physicalName(type, id, properties[nameProperty(type)], surroundings.stackName);
        const arn = arnOf(type, name, surroundings.region, surroundings.account);
        return new Resource({ id, type, name, arn }, properties);
      });

  const queues = resources('AWS::SQS::Queue').map((resource) =>
    queuePlan(resource, queueUrl(resource.name, surroundings)),
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
      functionPlan(resource, surroundings.assetDirectory),
    ),
    mappings: resources('AWS::Lambda::EventSourceMapping').map(mappingPlan),
    rules: resources('AWS::Events::Rule').flatMap((resource) => rulePlan(resource) ?? []),
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, Value])),
  };
}

export function referencesOf(template: Template, surroundings: Surroundings): References {
  const { stackName, account, region } = surroundings;
  const pseudo: Record<string, string> = {
    'AWS::AccountId': account,
    'AWS::Region': region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
  };
  const nameOf = (id: string) => {
    const resource = template.Resources[id];
    return (
      resource &&
      physicalName(resource.Type, id, resource.Properties?.[nameProperty(resource.Type)], stackName)
    );
  };
  return {
    ref: (id) => {
      if (id in pseudo) return pseudo[id];
      const name = nameOf(id);
      return template.Resources[id]?.Type === 'AWS::SQS::Queue' ? queueUrl(name!, surroundings) : name;
    },
    attribute: (id, attribute) => {
      const type = template.Resources[id]?.Type ?? '';
      const name = nameOf(id);
      if (attribute === 'Arn') return name && arnOf(type, name, region, account);
      if (attribute === 'QueueName' || attribute === 'BucketName') return name;
      return undefined;
    },
  };
}

function queueUrl(name: string, { endpoint, account }: Surroundings): string {
  return `${endpoint}/${account}/${name}`;
}

// Reads all settings of a template, and the statements of the roles in it.
import { readStatements, type Statement } from '../iam/access-control.ts';
import {
  bucketPlan,
  type CloudPlan,
  functionPlan,
  mappingPlan,
  queuePlan,
  Resource,
  rulePlan,
} from './resource-plans.ts';
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

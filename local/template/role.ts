import { readStatements, type Statement } from '../iam/statement.ts';
import { resolve } from './intrinsics.ts';
import { referencesOf, type Surroundings, type Template } from './read.ts';

/** What the role of the template's function may do; undefined where the function has no role. @throws Error for a policy that is not understood */
export function roleOfFunction(template: Template, surroundings: Surroundings): Statement[] | undefined {
  const references = referencesOf(template, surroundings);
  const resources = (type: string) =>
    Object.entries(template.Resources).flatMap(([id, resource]) =>
      resource.Type === type
        ? [{ id, properties: resolve(resource.Properties ?? {}, references) as Record<string, unknown> }]
        : [],
    );
  const [solver] = resources('AWS::Lambda::Function');
  if (solver?.properties.Role === undefined) return undefined;
  const role = resources('AWS::IAM::Role').find(
    ({ id }) => references.attribute(id, 'Arn') === solver.properties.Role,
  );
  if (role === undefined)
    throw new Error(`The template has no role ${JSON.stringify(solver.properties.Role)}`);
  const { Policies = [], ManagedPolicyArns = [] } = role.properties as {
    Policies?: { PolicyDocument: unknown }[];
    ManagedPolicyArns?: string[];
  };
  if (ManagedPolicyArns.length > 0)
    throw new Error(`The local cloud does not know ${ManagedPolicyArns.join(', ')}`);
  const attached = resources('AWS::IAM::Policy').filter(({ properties }) =>
    (properties.Roles as unknown[]).includes(references.ref(role.id)),
  );
  return [
    ...Policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument, role.id)),
    ...attached.flatMap(({ id, properties }) => readStatements(properties.PolicyDocument, id)),
  ];
}

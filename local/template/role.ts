import { readStatements, type Statement } from '../iam/statement.ts';
import { resolve } from './intrinsics.ts';
import { referencesOf, type Surroundings, type Template } from './read.ts';

/**
 * What the role of a function may do; undefined where the function has no role.
 * @param functionId its logical id
 * @throws Error for a policy that is not understood
 */
export function roleOfFunction(
  template: Template,
  surroundings: Surroundings,
  functionId: string,
): Statement[] | undefined {
  const references = referencesOf(template, surroundings);
  const { Role } = template.Resources[functionId]?.Properties ?? {};
  if (Role === undefined) return undefined;
  const arn = resolve(Role, references);
  const role = Object.entries(template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::IAM::Role' && references.attribute(id, 'Arn') === arn,
  );
  if (role === undefined) throw new Error(`The template has no role ${JSON.stringify(arn)}`);
  return statementsOfRole(template, surroundings, role[0]);
}

/** What a role of the template may do, by its logical id. @throws Error for a policy that is not understood */
export function statementsOfRole(template: Template, surroundings: Surroundings, id: string): Statement[] {
  const references = referencesOf(template, surroundings);
  const properties = (resource: Template['Resources'][string]) =>
    resolve(resource.Properties ?? {}, references) as Record<string, unknown>;
  const { Policies = [], ManagedPolicyArns = [] } = properties(template.Resources[id]!) as {
    Policies?: { PolicyDocument: unknown }[];
    ManagedPolicyArns?: string[];
  };
  if (ManagedPolicyArns.length > 0)
    throw new Error(`The local cloud does not know ${ManagedPolicyArns.join(', ')}`);
  const attached = Object.entries(template.Resources).flatMap(([policy, resource]) => {
    if (resource.Type !== 'AWS::IAM::Policy') return [];
    const { Roles, PolicyDocument } = properties(resource);
    const isOurs = (Roles as unknown[]).includes(references.ref(id));
    return isOurs ? readStatements(PolicyDocument, policy) : [];
  });
  return [...Policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument, id)), ...attached];
}

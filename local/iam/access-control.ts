// Restricts callers to the permissions of their roles, and records the ones they used.
import { ServiceError } from '../requests/service-error.ts';

/** A statement of an identity policy, its names resolved. */
export interface Statement {
  /** such as `s3:GetObject`; `*` matches anything */
  readonly actions: readonly string[];
  /** ARNs; `*` matches anything */
  readonly resources: readonly string[];
  /** Patterns of the prefixes that may be listed. @default all */
  readonly prefixes?: readonly string[];
}

/** An action on a resource that a request needs. */
export interface Permission {
  readonly action: string;
  /** ARN */
  readonly resource: string;
  /** of a listing */
  readonly prefix?: string;
}

export class AccessControl {
  readonly #roles: ReadonlyMap<string, readonly Statement[]>;
  readonly #used = new Map<string, Permission>();

  /** @param roles by access key; callers without a role own the account and may do everything */
  constructor(roles: ReadonlyMap<string, readonly Statement[]>) {
    this.#roles = roles;
  }

  /** Whether a caller is restricted by a role. */
  restricts(caller: string | undefined): boolean {
    return caller !== undefined && this.#roles.has(caller);
  }

  /** @throws ServiceError AccessDenied */
  check(caller: string | undefined, permissions: readonly Permission[]): void {
    const statements = caller === undefined ? undefined : this.#roles.get(caller);
    if (statements === undefined) return;
    for (const permission of permissions) {
      const { action, resource } = permission;
      if (!allows(statements, permission)) {
        throw new ServiceError(
          403,
          'AccessDenied',
          `${caller} is not authorized to perform: ${action} on resource: ${resource}`,
        );
      }
      this.#used.set(`${action} ${resource}`, permission);
    }
  }

  /** All permissions that callers with a role have used. */
  get used(): Permission[] {
    return [...this.#used.values()];
  }
}

/** The supported members of a statement. Ignoring others would make local runs laxer or stricter than deployed ones. */
const SUPPORTED = ['Sid', 'Effect', 'Action', 'Resource', 'Condition'];

/** @throws Error for a document with unsupported members */
export function readStatements(document: unknown, where: string): Statement[] {
  const { Statement } = document as { Statement: Record<string, unknown> | Record<string, unknown>[] };
  return [Statement].flat().flatMap((statement) => {
    const actions = list(statement.Action);
    // the local cloud has no KMS, so no request needs these permissions
    if (actions.every((action) => action?.startsWith('kms:'))) return [];
    const others = Object.keys(statement).filter((name) => !SUPPORTED.includes(name));
    if (others.length > 0 || statement.Effect !== 'Allow') {
      const what = others.length > 0 ? others.join(', ') : `Effect ${String(statement.Effect)}`;
      throw new Error(`The local cloud does not support ${what} in a statement of ${where}`);
    }
    const resources = list(statement.Resource);
    if (statement.Condition === undefined) return { actions, resources };
    return { actions, resources, prefixes: prefixesIn(statement.Condition, where) };
  });
}

/** The prefixes of a condition on listings, the only one that is supported. @throws Error for any other */
function prefixesIn(condition: unknown, where: string): string[] {
  const { StringLike, ...operators } = condition as { StringLike?: Record<string, unknown> };
  const { 's3:prefix': prefixes, ...keys } = StringLike ?? {};
  const others = [...Object.keys(operators), ...Object.keys(keys)];
  if (prefixes !== undefined && others.length === 0) return list(prefixes);
  throw new Error(
    `The local cloud does not support Condition ${others.join(', ')} in a statement of ${where}`,
  );
}

function allows(statements: readonly Statement[], { action, resource, prefix }: Permission): boolean {
  return statements.some(
    ({ actions, resources, prefixes }) =>
      // a request without a prefix does not meet a condition on it
      (prefixes === undefined ||
        prefixes.some((pattern) => prefix !== undefined && matches(pattern, prefix))) &&
      actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      resources.some((pattern) => matches(pattern, resource)),
  );
}

/** Compiled patterns: a stack has few, and every request is matched against each. */
const expressions = new Map<string, RegExp>();

/** `*` matches any characters, `?` any one; `${*}`, `${?}` and `${$}` match the character that they contain. */
function matches(pattern: string, text: string): boolean {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    const source = pattern.replace(/\$\{([*?$])\}|[\\^$.+()|[\]{}*?]/g, (found, held?: string) => {
      if (found === '*') return '.*';
      if (found === '?') return '.';
      return `\\${held ?? found}`;
    });
    expression = new RegExp(`^${source}$`, 's');
    expressions.set(pattern, expression);
  }
  return expression.test(text);
}

function list(value: unknown): string[] {
  return [value].flat() as string[];
}

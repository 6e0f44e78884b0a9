/** What a role may do: an identity policy's statement, its names resolved. */
export interface Statement {
  /** such as `s3:GetObject`; `*` stands for anything */
  readonly actions: readonly string[];
  /** ARNs; `*` stands for anything */
  readonly resources: readonly string[];
}

/** One thing that a request needs to be allowed. */
export interface Permission {
  readonly action: string;
  /** ARN */
  readonly resource: string;
}

/** The only parts of a policy that are understood. Anything else would make local runs laxer, or stricter, than deployed ones. */
const KNOWN = ['Sid', 'Effect', 'Action', 'Resource'];

/** @throws Error for a document that is not understood */
export function readStatements(document: unknown, where: string): Statement[] {
  const { Statement } = document as { Statement: Record<string, unknown> | Record<string, unknown>[] };
  return [Statement].flat().flatMap((statement) => {
    const actions = list(statement.Action);
    // there is no KMS here: nothing asks for such rights, whatever their conditions
    if (actions.every((action) => action?.startsWith('kms:'))) return [];
    const others = Object.keys(statement).filter((name) => !KNOWN.includes(name));
    if (others.length > 0 || statement.Effect !== 'Allow') {
      const what = others.length > 0 ? others.join(', ') : `Effect ${String(statement.Effect)}`;
      throw new Error(`The local cloud does not know ${what} in a statement of ${where}`);
    }
    return { actions, resources: list(statement.Resource) };
  });
}

export function allows(statements: readonly Statement[], { action, resource }: Permission): boolean {
  return statements.some(
    ({ actions, resources }) =>
      actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      resources.some((pattern) => matches(pattern, resource)),
  );
}

/** Of patterns, of which a stack has a few: each is asked of every request. */
const expressions = new Map<string, RegExp>();

/** `*` stands for any characters, `?` for any one; `${*}`, `${?}` and `${$}` for the character that they hold. */
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

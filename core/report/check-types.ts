/** What of JSON Schema (draft 07) the schema of reports is made of, as far as types and bounds go. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly minimum?: number;
  readonly propertyNames?: { readonly pattern: string };
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/**
 * Whether members have the types of a schema, numbers its bounds, and names its pattern. Only that: what is missing, or
 * what no schema of today names, may be of another version.
 *
 * @param path of the value, for what is said
 * @returns what was expected and what came; undefined if all is well
 */
export function wrongType(value: unknown, schema: Schema, root: Schema, path: string): string | undefined {
  const {
    type,
    minimum,
    properties = {},
    propertyNames,
    additionalProperties,
    items,
    minItems = 0,
  } = resolved(schema, root);
  if (
    (type !== undefined && !isOfType(value, type)) ||
    (minimum !== undefined && (value as number) < minimum)
  ) {
    const bound = minimum === undefined ? '' : ` of at least ${minimum}`;
    return `expected ${words(type ?? 'number')}${bound} as ${path} of the report, got ${JSON.stringify(value).slice(0, 40)}`;
  }
  if (Array.isArray(value)) {
    if (value.length < minItems)
      return `expected ${minItems} items in ${path} of the report, got ${value.length}`;
    return items && first(value, (item, i) => wrongType(item, items, root, `${path}[${i}]`));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const odd =
    propertyNames && Object.keys(value).find((name) => !new RegExp(propertyNames.pattern).test(name));
  if (odd !== undefined) {
    return `expected names like ${propertyNames!.pattern} in ${path} of the report, got ${JSON.stringify(odd.slice(0, 40))}`;
  }
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return first(Object.entries(value), ([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : others;
    return known && wrongType(member, known, root, path === '' ? name : `${path}.${name}`);
  });
}

function resolved(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : root.definitions![name]!;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

const words = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function first<T, R>(values: readonly T[], of: (value: T, index: number) => R | undefined): R | undefined {
  for (const [i, value] of values.entries()) {
    const found = of(value, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

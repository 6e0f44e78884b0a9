// Reads reports that any version wrote, as JSON or as JSON Lines of events, and checks the types of their members by
// the schema.

import schema from '../files/report.schema.json' with { type: 'json' };
import type { AnyReport } from '../files/report.ts';
import { ShapeError } from '../options/shape.ts';
import { noOutcomes, OUTCOMES } from '../solver/model/status.ts';

/**
 * Reads a report of `sudoku solve --json`, `sudoku local` or a deployed pipeline. Members that an older version did not
 * write yet count as empty.
 * @throws ShapeError that says what was expected and got
 */
export function readReport(text: string): AnyReport {
  const value = parse(text);
  const { status, input } = value;
  if (typeof status !== 'string' || typeof (input as { key?: unknown } | undefined)?.key !== 'string') {
    throw new ShapeError('expected a report with a status and an input, got other JSON');
  }
  if (!STATUSES.includes(status)) {
    throw new ShapeError(
      `expected ${STATUSES.join(', ')} as status of the report, got ${JSON.stringify(status.slice(0, 40))}`,
    );
  }
  if (status !== 'done') {
    if (typeof value.reason !== 'string') {
      throw new ShapeError(`expected a reason in a report with status ${JSON.stringify(status)}, got none`);
    }
    checkTypes(value, 'failed');
    return value as unknown as AnyReport;
  }
  // a report of an older version lacks the counts of outcomes that it did not know
  const counts = { ...noOutcomes(), ...value, solved: value.solved } as Record<string, unknown>;
  for (const name of ['puzzles', 'seconds', ...OUTCOMES.map(({ key }) => key)]) {
    if (typeof counts[name] !== 'number') {
      throw new ShapeError(`expected a number as ${name} of the report, got ${JSON.stringify(value[name])}`);
    }
  }
  checkTypes(value, 'done');
  const defaults = { disagreements: 0, guesses: 0, puzzlesPerSecond: 0, alphabets: [], options: {} };
  const statistics = Object.fromEntries(
    Object.entries(value.statistics ?? {}).map(([size, figures]) => [size, { ...NO_STATISTICS, ...figures }]),
  );
  return {
    ...defaults,
    ...noOutcomes(),
    problems: [],
    hardest: [],
    ...value,
    statistics,
  } as unknown as AnyReport;
}

const STATUSES: readonly string[] = ['done', 'rejected', 'failed', 'cancelled'];
const NO_STATISTICS = { ...noOutcomes(), givens: {}, guesses: {}, solutions: {} };

/**
 * Reads a report, or the JSON Lines of events that `sudoku solve --json` prints: returns the reports of its files.
 * @throws ShapeError
 */
export function readReports(text: string): AnyReport[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{"event":'));
  if (lines.length === 0) return [readReport(text)];
  const reports = lines.filter((line) => line.startsWith('{"event":"file"'));
  if (reports.length === 0) throw new ShapeError('expected reports among the events, got none');
  return reports.map(readReport);
}

/** The page draws members without further checks, so they must have the right types. */
function checkTypes(value: object, status: 'done' | 'failed'): void {
  const root: Schema = schema as object;
  for (const part of [root, root.definitions![status]!]) {
    const fault = typeFault(value, part, root, '');
    if (fault !== undefined) throw new ShapeError(fault);
  }
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ShapeError(`expected a report in JSON, got something else (${(error as Error).message})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ShapeError('expected a report in JSON, an object, got another value');
  }
  return value as Record<string, unknown>;
}

/** The part of JSON Schema (draft 07) that the schema of reports uses for types and bounds. */
interface Schema {
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
 * Checks that members have the types of a schema, numbers its bounds, and names its pattern. Nothing else: missing or unknown
 * members may be of another version.
 *
 * @param path of the value, for the error
 * @returns what was expected and got; undefined if everything is valid
 */
function typeFault(value: unknown, schema: Schema, root: Schema, path: string): string | undefined {
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
    return `expected ${withArticle(type ?? 'number')}${bound} as ${path} of the report, got ${JSON.stringify(value).slice(0, 40)}`;
  }
  if (Array.isArray(value)) {
    if (value.length < minItems)
      return `expected ${minItems} items in ${path} of the report, got ${value.length}`;
    return items && first(value, (item, i) => typeFault(item, items, root, `${path}[${i}]`));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const unexpected =
    propertyNames && Object.keys(value).find((name) => !new RegExp(propertyNames.pattern).test(name));
  if (unexpected !== undefined) {
    return `expected names like ${propertyNames!.pattern} in ${path} of the report, got ${JSON.stringify(unexpected.slice(0, 40))}`;
  }
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return first(Object.entries(value), ([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : others;
    return known && typeFault(member, known, root, path === '' ? name : `${path}.${name}`);
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

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function first<T, R>(values: readonly T[], of: (value: T, index: number) => R | undefined): R | undefined {
  for (const [i, value] of values.entries()) {
    const found = of(value, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

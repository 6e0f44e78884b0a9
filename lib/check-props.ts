// Checks the properties of a pipeline and names what is wrong with them.
import { RemovalPolicy, Token } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Node } from 'constructs';
import { nearestName } from '../core/options/nearest-name.ts';
import { InvalidValue, type OptionName, yesOrNo } from '../core/options/options.ts';
import {
  durationText,
  PROPS,
  type PropEntry,
  type PropTable,
  propValue,
  SETTINGS,
  TENANT_BOUNDS,
} from './props-table.ts';
import type { SourceFilter } from './sources.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** What a property must be that is no number, boolean, text or duration. */
interface ObjectKind {
  /** to follow `must be` */
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
}

/** An object with these members. Instances of another copy of aws-cdk-lib are accepted. */
const withMembers = (expected: string, ...members: string[]): ObjectKind => ({
  expected,
  is: (value) => typeof value === 'object' && value !== null && members.every((name) => name in value),
});
const listOf = ({ expected, is }: ObjectKind, plural: string): ObjectKind => ({
  expected: `a list of ${plural}, each ${expected}`,
  is: (value) => Array.isArray(value) && value.every(is),
});
/** An object of settings: members with other names are mistakes. */
const settings = (expected: string, isMember: (name: string, value: unknown) => boolean): ObjectKind => ({
  expected,
  is: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, member]) => member === undefined || isMember(name, member)),
});

const bucket = withMembers('a Bucket', 'bucketName', 'bucketArn');
/** IAM ignores aliases in the resources of a policy, and CloudWatch Logs refuses them. */
const key: ObjectKind = {
  expected: 'a Key of KMS, not an alias',
  is: (value) => withMembers('', 'keyArn').is(value) && !('aliasName' in (value as object)),
};
const filter = settings(
  "an object with prefix and suffix, such as { prefix: 'in/', suffix: '.txt' }",
  (name, value) => ['prefix', 'suffix'].includes(name) && typeof value === 'string',
);
const bounds: ObjectKind = {
  expected: 'bounds by tenant, such as { acme: { maxBytes: 1e9 } }',
  is: (value) =>
    settings('', () => true).is(value) && Object.values(value as object).every(settings('', () => true).is),
};
const monthlyBudget: ObjectKind = {
  expected: "a budget such as { dollars: 100, emails: ['ops@example.com'] }, with one to ten addresses",
  is: (value) => {
    const { dollars, emails } = (value ?? {}) as Partial<Record<string, unknown>>;
    const isAddress = (text: unknown) => typeof text === 'string' && /^[^@\s]+@[^@\s]+$/.test(text);
    return (
      settings('', (name) => name === 'dollars' || name === 'emails').is(value) &&
      typeof dollars === 'number' &&
      dollars > 0 &&
      Array.isArray(emails) &&
      emails.length >= 1 &&
      emails.length <= MAX_EMAILS &&
      emails.every(isAddress)
    );
  },
};
/** Subscribers of a notification of AWS Budgets. */
const MAX_EMAILS = 10;
const origin: ObjectKind = {
  expected: 'an origin such as https://www.example.com, without a path',
  is: (value) => typeof value === 'string' && /^https?:\/\/[^/\s]+$/.test(value),
};
/** The length is that of a group in a target of EventBridge, and of the name of a tenant that is not hashed. */
const folder: ObjectKind = {
  expected: 'a name of 1 to 100 letters, digits and ._-',
  is: (value) => typeof value === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(value),
};
const action = withMembers('an alarm action, such as new SnsAction(topic)', 'bind');

/** The compiler requires an entry for each property that has none in {@link PROPS}. */
const OBJECTS = {
  uploadBucket: bucket,
  uploadFilter: filter,
  outputBucket: bucket,
  tenantBounds: bounds,
  tenantFolders: listOf(folder, 'names of folders'),
  monthlyBudget,
  prefixExpirations: {
    expected: "expirations by prefix, such as { 'acme/': { resultExpiration: Duration.days(7) } }",
    is: bounds.is,
  },
  browserOrigins: listOf(origin, 'origins'),
  encryptionKey: key,
  logEncryptionKey: key,
  vpc: withMembers('a Vpc', 'vpcId', 'selectSubnets'),
  vpcSubnets: settings(
    'a selection of subnets, such as { subnetType: SubnetType.PRIVATE_ISOLATED }',
    (name) => SUBNET_SELECTION.includes(name),
  ),
  securityGroups: listOf(withMembers('a SecurityGroup', 'securityGroupId'), 'security groups'),
  removalPolicy: {
    expected: 'a RemovalPolicy, such as RemovalPolicy.DESTROY',
    is: (value) => Object.values(RemovalPolicy).includes(value as RemovalPolicy),
  },
  accessLogsBucket: bucket,
  logRetention: {
    expected: 'a RetentionDays, such as RetentionDays.ONE_MONTH',
    is: (value) => typeof value === 'number' && Number.isInteger(value) && value > 0,
  },
  alarmActions: listOf(action, 'alarm actions'),
} as const satisfies Record<
  Exclude<keyof SudokuPipelineProps, keyof typeof SETTINGS | OptionName>,
  ObjectKind
>;

const SUBNET_SELECTION = [
  ...['subnetType', 'availabilityZones', 'subnetGroupName', 'subnetFilters', 'onePerAz', 'subnets'],
];

/** What a name that is no property probably stands for. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['onResult', 'onError', 'onFileSolved', 'onFileStarted', 'onAlarm'].map((name) => [
      name,
      `call pipeline.${name}('Id', { target })`,
    ]),
  ),
  destroyData: 'use removalPolicy: RemovalPolicy.DESTROY',
  stackName: 'it is a property of the Stack',
};

/**
 * Rejects unknown properties, wrong types, and values that CloudFormation would reject minutes later or that the function
 * does not support.
 * @throws RangeError with the property, the expected and the actual value
 */
export function checkProps(props: SudokuPipelineProps, table: PropTable = PROPS): void {
  if (typeof props !== 'object' || props === null || Array.isArray(props)) {
    throw new RangeError(`expected an object of properties, got ${shown(props)}`);
  }
  for (const [name, value] of Object.entries(props as object)) {
    if (value === undefined) continue;
    const entry = Object.hasOwn(table, name) ? table[name] : undefined;
    const object = Object.hasOwn(OBJECTS, name) ? OBJECTS[name as keyof typeof OBJECTS] : undefined;
    if (entry) checkValue(name, entry, value);
    else if (object) checkObject(name, object, value);
    else throw unknownProperty(name, [...Object.keys(table), ...Object.keys(OBJECTS)]);
  }
  checkCombinations(props);
}

/** Checks a source. @throws RangeError with the argument, the expected and the actual value */
export function checkSource(source: IBucket, sourceFilter: SourceFilter): void {
  checkObject('the bucket of a source', bucket, source);
  checkObject('the filter of a source', filter, sourceFilter);
}

/**
 * Checks the prefix of a grant, which must not include the folders of others.
 * @returns the prefix
 * @throws RangeError
 */
export function checkTenantPrefix(prefix: string | undefined, uploadPrefix: string): string | undefined {
  if (prefix === undefined || prefix === uploadPrefix || Token.isUnresolved(prefix)) return prefix;
  if (!prefix.startsWith(uploadPrefix)) {
    throw new RangeError(
      `expected a prefix that begins with ${uploadPrefix}, that of uploadFilter, got ${prefix}`,
    );
  }
  if (/[\p{L}\p{N}]$/u.test(prefix)) {
    throw new RangeError(
      `expected a prefix with a separator at its end, such as ${prefix}/ (without one, it would include ${prefix}2/), got ${prefix}`,
    );
  }
  return prefix;
}

function checkObject(name: string, { expected, is }: ObjectKind, value: unknown): void {
  if (!is(value)) throw new RangeError(`${name} must be ${expected}, got ${shown(value)}`);
}

function unknownProperty(name: string, names: readonly string[]): RangeError {
  const nearest = nearestName(name, names);
  const hint =
    (Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined) ??
    (nearest ? `did you mean ${nearest}?` : `the properties are ${names.join(', ')}`);
  return new RangeError(`expected a property of SudokuPipeline, got ${name}: ${hint}`);
}

function checkCombinations(props: SudokuPipelineProps): void {
  if (props.htmlReports === true && props.reports === false) {
    throw new RangeError(
      'htmlReports must not be true if reports is false: there are no reports to write as pages',
    );
  }
  // a default above the maximum would reject every file without options of its own
  checkAtMost('limit', props.limit, 'maxLimit', props.maxLimit ?? SETTINGS.maxLimit.default);
  checkAtMost('budget', props.budget, 'maxBudget', props.maxBudget ?? SETTINGS.maxBudget.default);
  checkOwnBucket('uploadExpiration', props.uploadExpiration, 'uploadBucket', props.uploadBucket);
  checkOwnBucket('resultExpiration', props.resultExpiration, 'outputBucket', props.outputBucket);
  checkOwnBucket('outputEvents', props.outputEvents, 'outputBucket', props.outputBucket);
  checkOwnBucket('browserOrigins', props.browserOrigins, 'uploadBucket', props.uploadBucket);
  checkOwnBucket('browserOrigins', props.browserOrigins, 'outputBucket', props.outputBucket);
  checkPrefixExpirations(props);
  if (props.uploadBucket) checkOwnBucket('versioned', props.versioned, 'outputBucket', props.outputBucket);
  for (const name of ['vpcSubnets', 'securityGroups'] as const) {
    if (props[name] && !props.vpc)
      throw new RangeError(`${name} requires vpc: the network that they belong to`);
  }
  checkReserved(props);
  checkTenantBounds(props);
  checkTenantFolders(props);
}

/** @throws RangeError with the prefix and the age that is wrong */
function checkPrefixExpirations({ prefixExpirations = {}, ...props }: SudokuPipelineProps): void {
  for (const [prefix, ages] of Object.entries(prefixExpirations)) {
    checkTenantPrefix(prefix, props.uploadFilter?.prefix ?? '');
    for (const [name, age] of Object.entries(ages)) {
      const where = `prefixExpirations[${JSON.stringify(prefix)}].${name}`;
      if (name !== 'uploadExpiration' && name !== 'resultExpiration') {
        throw new RangeError(`expected uploadExpiration or resultExpiration, got ${where}`);
      }
      if (age === undefined) continue;
      checkValue(where, SETTINGS[name], age);
      const bucketName = name === 'uploadExpiration' ? 'uploadBucket' : 'outputBucket';
      checkOwnBucket(where, age, bucketName, props[bucketName]);
    }
  }
}

/** A pattern of EventBridge cannot restrict a key twice: to those of the filter, and to those of no tenant. */
function checkTenantFolders({ tenant, tenantFolders, uploadFilter = {} }: SudokuPipelineProps): void {
  if (!tenantFolders || tenantFolders.length === 0) return;
  if (!tenant) throw new RangeError("tenantFolders requires tenant: 'first-folder', which names the tenants");
  if (uploadFilter.prefix || uploadFilter.suffix)
    throw new RangeError('tenantFolders must not be given with uploadFilter: use a bucket for puzzles only');
  const repeated = tenantFolders.find((name, index) => tenantFolders.indexOf(name) < index);
  if (repeated !== undefined) throw new RangeError(`tenantFolders must be different, got ${repeated} twice`);
}

/** @throws RangeError with the tenant and the bound that is wrong */
function checkTenantBounds({ tenant, tenantBounds, ...props }: SudokuPipelineProps): void {
  if (!tenantBounds) return;
  if (!tenant) throw new RangeError("tenantBounds requires tenant: 'first-folder', which names the tenants");
  for (const [name, own] of Object.entries(tenantBounds)) {
    // a bound that holds for nobody
    if (name.includes('/'))
      throw new RangeError(
        `tenantBounds must have names of folders, such as acme, got ${JSON.stringify(name)}`,
      );
    for (const [bound, value] of Object.entries(own)) {
      const entry = TENANT_BOUNDS.some((each) => each === bound) ? PROPS[bound] : undefined;
      if (!entry) {
        throw new RangeError(
          `tenantBounds.${name} must have bounds of ${TENANT_BOUNDS.join(', ')}, got ${bound}`,
        );
      }
      if (value !== undefined) checkValue(`tenantBounds.${name}.${bound}`, entry, value);
    }
    checkAtMost('limit', props.limit, `tenantBounds.${name}.maxLimit`, own.maxLimit);
    checkAtMost('budget', props.budget, `tenantBounds.${name}.maxBudget`, own.maxBudget);
  }
}

/**
 * Lambda's pollers do not see a function's reserved concurrency. What they receive beyond it is throttled, and each throttled
 * delivery counts towards the ten after which a message goes to the dead letters.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
function checkReserved({ reservedConcurrency, ...props }: SudokuPipelineProps): void {
  const { uploadConcurrency: uploads, chunkConcurrency: chunks } = SETTINGS;
  const { uploadConcurrency = uploads.default, chunkConcurrency = chunks.default } = props;
  if (reservedConcurrency === undefined) return;
  if ([reservedConcurrency, uploadConcurrency, chunkConcurrency].some(Token.isUnresolved)) return;
  const sum = uploadConcurrency + chunkConcurrency;
  if (reservedConcurrency >= sum) return;
  throw new RangeError(
    `reservedConcurrency must be at least uploadConcurrency + chunkConcurrency, ${uploadConcurrency} + ${chunkConcurrency} = ${sum}, got ${reservedConcurrency}: messages beyond it would be throttled into the dead letters; lower the other two`,
  );
}

/** Rejects a setting that only buckets of the pipeline can have. */
function checkOwnBucket(name: string, value: unknown, bucketName: string, bucket: IBucket | undefined): void {
  if (!value || !bucket) return;
  throw new RangeError(
    `${name} must not be given with ${bucketName}: the pipeline does not change your buckets; configure it there`,
  );
}

function checkAtMost(name: string, value: number | undefined, bound: string, max: number | undefined): void {
  if (value === undefined || max === undefined || Token.isUnresolved(value) || Token.isUnresolved(max))
    return;
  if (value > max) throw new RangeError(`${name} must be at most ${bound}, ${max}, got ${value}`);
}

/** @throws RangeError with the property, the expected and the actual value */
function checkValue(name: string, { kind, unit }: PropEntry, value: unknown): void {
  if (unit) {
    const text = durationText(value, unit);
    if (text === undefined) {
      const example = typeof value === 'number' ? value : kind.range![0];
      throw new RangeError(
        `${name} must be a Duration, such as Duration.${unit}(${example}), got ${shown(value)}`,
      );
    }
    if (text !== '') parseProp(name, kind, text);
    // the visibility timeouts and the size of batches follow from it
    else if (unit === 'seconds') throw unknownAtSynthesis(name, value);
    return;
  }
  if (Token.isUnresolved(value)) {
    // the template has one resource or another
    if (kind === yesOrNo) throw unknownAtSynthesis(name, value);
    return;
  }
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const parsed = isText ? parseProp(name, kind, String(value)) : undefined;
  // "false" would count as true
  if (typeof parsed === typeof value) return;
  throw new RangeError(`${name} must be ${expectedBy(kind)}, got ${shown(value)}`);
}

const unknownAtSynthesis = (name: string, value: unknown): RangeError =>
  new RangeError(`${name} must be known at synthesis, got a token: ${String(value)}`);

/** What a kind accepts, to follow `must be`. */
function expectedBy(kind: PropEntry['kind']): string {
  try {
    kind.parse('\0');
    return 'a string';
  } catch (error) {
    return (error as Error).message;
  }
}

/** A value in a message. */
function shown(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name || '() => …'}`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const made: unknown = Object.getPrototypeOf(value);
  const kind = made === null ? Object : (made as object).constructor;
  if (kind !== Object && kind !== Array) return `an instance of ${kind.name}`;
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** @throws RangeError with the property, the allowed range and the text */
function parseProp(name: string, kind: PropEntry['kind'], text: string): unknown {
  try {
    return kind.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new RangeError(`${name} must be ${error.message}, got ${text}`);
  }
}

/** Names in context that are settings of an app: those of the CDK and its lookups contain other characters. */
const SETTING_NAME = /^[a-z][a-z0-9_-]*$/i;

/**
 * Reads properties from the context: `npx cdk deploy -c variant=x -c timeout=60`, or the same names in cdk.json. Durations
 * are whole numbers: `timeout` in seconds, expirations in days. `destroyData` sets the removal policy.
 * @throws RangeError with the name, the allowed range and the value; for an unknown name, with the nearest known one
 */
export function propsFromContext(node: Node, table: PropTable = PROPS): SudokuPipelineProps {
  checkContextNames(node, [...Object.keys(table), 'destroyData']);
  const props: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(table)) {
    const value = contextValue(node, name, entry.kind);
    if (value !== undefined) props[name] = propValue(value, entry);
  }
  if (contextValue(node, 'destroyData', yesOrNo)) props.removalPolicy = RemovalPolicy.DESTROY;
  return props;
}

/** The CDK's own settings in context without a namespace. */
const OF_CDK = ['acknowledged-issue-numbers', 'tree-metadata'];

/** @throws RangeError for a name that is no setting */
function checkContextNames(node: Node, names: readonly string[]): void {
  for (const name of Object.keys(node.getAllContext() as object)) {
    if (!SETTING_NAME.test(name) || names.includes(name) || OF_CDK.includes(name)) continue;
    const nearest = nearestName(name, names);
    const hint =
      name in OBJECTS
        ? 'it is a property of SudokuPipeline, for an app of your own'
        : nearest
          ? `did you mean ${nearest}?`
          : `the settings are ${names.join(', ')}`;
    throw new RangeError(`expected a setting in the context, got ${name}: ${hint}`);
  }
}

/** Values from the command line are texts; those in cdk.json may be numbers and booleans. */
function contextValue(node: Node, name: string, kind: PropEntry['kind']): unknown {
  const value: unknown = node.tryGetContext(name);
  if (value === undefined) return undefined;
  return parseProp(`context ${name}`, kind, typeof value === 'string' ? value : JSON.stringify(value));
}

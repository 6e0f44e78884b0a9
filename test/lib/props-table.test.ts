import { readFileSync } from 'node:fs';
import { Duration, Lazy, RemovalPolicy } from 'aws-cdk-lib';
import ts from 'typescript-5';
import { describe, expect, test } from 'vitest';
import { oneOf } from '../../core/options/options.ts';
import { checkProps, propsFromContext } from '../../lib/check-props.ts';
import { SudokuStack } from '../../lib/index.ts';
import {
  defaultText,
  PROPS,
  type PropTable,
  propValue,
  SETTINGS,
  withDefaults,
} from '../../lib/props-table.ts';
import type { SudokuPipelineProps } from '../../lib/sudoku-pipeline-props.ts';
import { templateOf, testApp, testPipeline } from './pipeline-template.ts';

const usualTemplate = templateWith({});

// the compiler checks that every property has an entry of its type
describe.each(Object.entries(SETTINGS as PropTable))('the default of %s', (name, entry) => {
  test('is the default in its docstring', () => {
    const documented = documentedDefault(name);
    const [, unit, count] = /^Duration\.(\w+)\((\d+)\)$/.exec(documented) ?? [];
    const seconds = unit && Duration[unit as 'seconds'](Number(count)).toSeconds();
    expect(String(seconds ?? documented)).toBe(defaultText(entry).replaceAll('`', ''));
  });

  test.runIf(entry.default !== undefined)('gives the same template as no value', () => {
    const props = { [name]: propValue(entry.default, entry) };
    expect(templateWith(props)).toBe(usualTemplate);
  });
});

test('missing and undefined properties have their defaults', () => {
  const { timeout, memorySize, reports, maxLimit } = withDefaults({
    memorySize: 2048,
    timeout: undefined as never,
  });
  expect(timeout.toSeconds()).toBe(300);
  expect({ memorySize, reports, maxLimit }).toEqual({ memorySize: 2048, reports: true, maxLimit: 10_000 });
});

const REJECTED: [SudokuPipelineProps, string][] = [
  [
    { variant: 'jigsaw' as 'x' },
    'variant must be classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got jigsaw',
  ],
  [{ solutions: 'some' as 'all' }, 'solutions must be first, unique, count or all, got some'],
  [{ output: 'xml' as 'csv' }, 'output must be same, csv, jsonl, parquet or npy, got xml'],
  [{ limit: 0 }, 'limit must be a whole number from 1 to 4294967295, got 0'],
  [{ budget: 1.5 }, 'budget must be a whole number from 0 to 4294967295, got 1.5'],
  [{ limit: 20, maxLimit: 10 }, 'limit must be at most maxLimit, 10, got 20'],
  [{ limit: 10_001 }, 'limit must be at most maxLimit, 10000, got 10001'],
  [{ budget: 2_000_000 }, 'budget must be at most maxBudget, 1000000, got 2000000'],
  [{ maxGrowth: 0 }, 'maxGrowth must be a whole number from 1 to 4294967295, got 0'],
  [{ maxBytes: 2 ** 43 }, 'maxBytes must be a whole number from 1 to 5497558138880, got 8796093022208'],
  [{ maxSeconds: 0 }, 'maxSeconds must be a whole number from 1 to 4294967295, got 0'],
  [
    { browserOrigins: ['https://www.example.com/'] },
    'browserOrigins must be a list of origins, each an origin such as https://www.example.com, without a path, got ["https://www.example.com/"]',
  ],
  [
    { prefixExpirations: { acme: { resultExpiration: Duration.days(1) } } },
    'expected a prefix with a separator at its end, such as acme/ (without one, it would include acme2/), got acme',
  ],
  [
    { prefixExpirations: { 'acme/': { uploadExpiration: Duration.days(17) } } },
    'prefixExpirations["acme/"].uploadExpiration must be a whole number from 18 to 36500 days, got 17',
  ],
  [
    { prefixExpirations: { 'acme/': { maxBytes: 1 } as object } },
    'expected uploadExpiration or resultExpiration, got prefixExpirations["acme/"].maxBytes',
  ],
  [{ tenantFolders: ['acme'] }, "tenantFolders requires tenant: 'first-folder', which names the tenants"],
  [
    { tenant: 'first-folder', tenantFolders: ['acme/'] },
    'tenantFolders must be a list of names of folders, each a name of 1 to 100 letters, digits and ._-, got ["acme/"]',
  ],
  [
    { tenant: 'first-folder', tenantFolders: ['acme', 'b', 'acme'] },
    'tenantFolders must be different, got acme twice',
  ],
  [
    { tenant: 'first-folder', tenantFolders: ['acme'], uploadFilter: { suffix: '.txt' } },
    'tenantFolders must not be given with uploadFilter: use a bucket for puzzles only',
  ],
  [
    { tenantBounds: { acme: { maxBytes: 1 } } },
    "tenantBounds requires tenant: 'first-folder', which names the tenants",
  ],
  [
    { tenant: 'first-folder', tenantBounds: { 'acme/': { maxBytes: 1 } } },
    'tenantBounds must have names of folders, such as acme, got "acme/"',
  ],
  [
    { tenant: 'first-folder', tenantBounds: { acme: { maxBytes: 0 } } },
    'tenantBounds.acme.maxBytes must be a whole number from 1 to 5497558138880, got 0',
  ],
  [
    { tenant: 'first-folder', tenantBounds: { acme: { maxGrowth: 5 } as object } },
    'tenantBounds.acme must have bounds of maxLimit, maxBudget, maxBytes, maxResultBytes, maxSeconds, got maxGrowth',
  ],
  [
    { tenant: 'first-folder', limit: 50, tenantBounds: { acme: { maxLimit: 40 } } },
    'limit must be at most tenantBounds.acme.maxLimit, 40, got 50',
  ],
  [
    { tenant: 'first-folder', tenantBounds: { acme: 5 as never } },
    'tenantBounds must be bounds by tenant, such as { acme: { maxBytes: 1e9 } }, got {"acme":5}',
  ],
  [
    { monthlyBudget: { dollars: 100, emails: [] } },
    `monthlyBudget must be a budget such as { dollars: 100, emails: ['ops@example.com'] }, with one to ten addresses, got {"dollars":100,"emails":[]}`,
  ],
  [{ maxBudget: -1 }, 'maxBudget must be a whole number from 0 to 4294967295, got -1'],
  [{ memorySize: 128 }, 'memorySize must be a whole number from 512 to 10240 MiB, got 128'],
  [{ timeout: Duration.minutes(16) }, 'timeout must be a whole number from 5 to 900 seconds, got 960'],
  [{ timeout: Duration.millis(5500) }, 'timeout must be a whole number from 5 to 900 seconds, got 5.5'],
  [
    { uploadWindow: Duration.minutes(6) },
    'uploadWindow must be a whole number from 0 to 300 seconds, got 360',
  ],
  [
    { reports: false, htmlReports: true },
    'htmlReports must not be true if reports is false: there are no reports to write as pages',
  ],
  [{ uploadConcurrency: 1 }, 'uploadConcurrency must be a whole number from 2 to 1000, got 1'],
  [
    // a message can wait 4 days in its queue and 14 in the dead letters, and then still requires its upload
    { uploadExpiration: Duration.days(17) },
    'uploadExpiration must be a whole number from 18 to 36500 days, got 17',
  ],
  [
    { resultExpiration: Duration.days(0) },
    'resultExpiration must be a whole number from 1 to 36500 days, got 0',
  ],
];

test.each(REJECTED)('rejects %j with the value and the allowed range', (props, message) => {
  expect(() => checkProps(props)).toThrow(new RangeError(message));
});

const WRONG = [
  [{ colour: 'green' }, /^expected a property of SudokuPipeline, got colour: the properties are variant, /],
  [{ memorysize: 2048 }, 'expected a property of SudokuPipeline, got memorysize: did you mean memorySize?'],
  [
    { uploadBuckets: 1 },
    'expected a property of SudokuPipeline, got uploadBuckets: did you mean uploadBucket?',
  ],
  [
    { onResult: {} },
    "expected a property of SudokuPipeline, got onResult: call pipeline.onResult('Id', { target })",
  ],
  [
    { destroyData: true },
    'expected a property of SudokuPipeline, got destroyData: use removalPolicy: RemovalPolicy.DESTROY',
  ],
  [{ timeout: 60 }, 'timeout must be a Duration, such as Duration.seconds(60), got 60'],
  [{ timeout: '60' }, 'timeout must be a Duration, such as Duration.seconds(5), got "60"'],
  [{ uploadExpiration: 30 }, 'uploadExpiration must be a Duration, such as Duration.days(30), got 30'],
  [{ memorySize: '2048' }, 'memorySize must be a whole number from 512 to 10240 MiB, got "2048"'],
  [{ memorySize: Number.NaN }, 'memorySize must be a whole number from 512 to 10240 MiB, got NaN'],
  // a text would count as true
  [{ reports: 'false' }, 'reports must be true or false, got "false"'],
  [{ reports: null }, 'reports must be true or false, got null'],
  [
    { variant: true },
    'variant must be classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got true',
  ],
  [{ outputPrefix: 5 }, /^outputPrefix must be a prefix .*, got 5$/],
  [
    { outputPrefix: 'solved' },
    'outputPrefix must be a prefix with a separator at its end, such as solved/ (without one, the result of a.txt would be solveda.txt), got solved',
  ],
  [{ outputPrefix: 'a/ö' }, /such as a\/ö\/ \(without one, the result of a\.txt would be a\/öa\.txt\)/],
  [{ uploadBucket: 'mine' }, 'uploadBucket must be a Bucket, got "mine"'],
  [{ uploadBucket: null }, 'uploadBucket must be a Bucket, got null'],
  [
    { encryptionKey: 'arn:aws:kms:…' },
    'encryptionKey must be a Key of KMS, not an alias, got "arn:aws:kms:…"',
  ],
  // IAM ignores aliases in policies
  [
    { logEncryptionKey: { keyArn: 'arn:aws:kms:…', aliasName: 'alias/mine' } },
    /^logEncryptionKey must be a Key of KMS, not an alias, got /,
  ],
  [{ hasOwnProperty: 1 }, /^expected a property of SudokuPipeline, got hasOwnProperty: /],
  // values that are known at deployment only
  [
    { colour: Lazy.string({ produce: () => 'green' }) },
    /^expected a property of SudokuPipeline, got colour: /,
  ],
  [{ reports: Lazy.any({ produce: () => false }) }, /^reports must be known at synthesis, got a token/],
  [
    { timeout: Duration.seconds(Lazy.number({ produce: () => 60 })) },
    /^timeout must be known at synthesis, got a token/,
  ],
  [{ vpc: Lazy.any({ produce: () => undefined }) }, /^vpc must be a Vpc, got /],
  [
    { uploadFilter: { prefx: 'in/' } },
    `uploadFilter must be an object with prefix and suffix, such as { prefix: 'in/', suffix: '.txt' }, got {"prefx":"in/"}`,
  ],
  [{ uploadFilter: 'in/' }, /^uploadFilter must be an object with prefix and suffix/],
  [{ removalPolicy: true }, 'removalPolicy must be a RemovalPolicy, such as RemovalPolicy.DESTROY, got true'],
  [{ logRetention: '30' }, 'logRetention must be a RetentionDays, such as RetentionDays.ONE_MONTH, got "30"'],
  [{ alarmActions: {} }, /^alarmActions must be a list of alarm actions, each an alarm action/],
  [{ vpc: 'vpc-1' }, 'vpc must be a Vpc, got "vpc-1"'],
  [{ vpcSubnets: { subnets: [] } }, 'vpcSubnets requires vpc: the network that they belong to'],
  [{ securityGroups: 'sg-1' }, /^securityGroups must be a list of security groups/],
  [
    { reservedConcurrency: 100 },
    /^reservedConcurrency must be at least uploadConcurrency \+ chunkConcurrency, 20 \+ 100 = 120, got 100: /,
  ],
] as [object, string | RegExp][];

test.each(WRONG)('rejects %o in words', (props, message) => {
  expect(() => checkProps(props as SudokuPipelineProps)).toThrow(
    typeof message === 'string' ? new RangeError(message) : message,
  );
});

test('accepts texts and numbers that are known at deployment only', () => {
  const { stack } = testPipeline({
    maxLimit: Lazy.number({ produce: () => 500 }),
    memorySize: Lazy.number({ produce: () => 2048 }),
    outputPrefix: Lazy.string({ produce: () => 'solved/' }),
    resultExpiration: Duration.days(Lazy.number({ produce: () => 30 })),
  });
  templateOf(stack).hasResourceProperties('AWS::Lambda::Function', {
    MemorySize: 2048,
    Environment: { Variables: { MAX_LIMIT: '500', OUTPUT_PREFIX: 'solved/' } },
  });
});

test('rejects properties that are no object', () => {
  expect(() => checkProps(null as never)).toThrow(
    new RangeError('expected an object of properties, got null'),
  );
});

test('a stack passes properties of stacks on, and rejects unknown ones', () => {
  const env = { account: '123456789012', region: 'eu-west-1' };
  const stack = new SudokuStack(testApp(), 'Mine', { env, stackName: 'named', memorySize: 2048 });
  expect(stack).toMatchObject({ stackName: 'named', region: 'eu-west-1' });
  expect(() => new SudokuStack(testApp(), 'Mine', { memory: 2048 } as object)).toThrow(
    'expected a property of SudokuPipeline, got memory',
  );
});

test('accepts values at the bounds of their ranges', () => {
  checkProps({});
  checkProps({
    limit: 1,
    budget: 0,
    memorySize: 512,
    timeout: Duration.seconds(5),
    uploadWindow: Duration.seconds(0),
    uploadConcurrency: 2,
    chunkConcurrency: 2,
    uploadExpiration: Duration.days(18),
  });
  checkProps({
    limit: 2 ** 32 - 1,
    maxLimit: 2 ** 32 - 1,
    budget: 2 ** 32 - 1,
    maxBudget: 2 ** 32 - 1,
    maxGrowth: 2 ** 32 - 1,
    memorySize: 10_240,
    timeout: Duration.minutes(15),
    uploadWindow: Duration.minutes(5),
    uploadConcurrency: 1000,
    chunkConcurrency: 1000,
    resultExpiration: Duration.days(36_500),
  });
});

describe('properties from context', () => {
  const propsOf = (context: Record<string, unknown>) => propsFromContext(testApp(context).node);

  test('are undefined if the context has none', () => {
    expect(Object.values(propsOf({})).filter((value) => value !== undefined)).toEqual([]);
  });

  test.each([
    ['text, as on the command line', String],
    ['JSON, as in cdk.json', (value: unknown) => value],
  ])('can be given as %s', (_, as) => {
    const context = {
      variant: 'x',
      solutions: 'all',
      limit: 5,
      output: 'csv',
      explain: true,
      budget: 0,
      reports: false,
      htmlReports: true,
      memorySize: 2048,
      timeout: 60,
      uploadConcurrency: 3,
      chunkConcurrency: 4,
      uploadExpiration: 21,
      resultExpiration: 30,
      destroyData: true,
      dashboard: true,
    };
    const entries = Object.entries(context).map(([name, value]) => [name, as(value)]);
    const { destroyData: _1, ...same } = context;
    expect(propsOf(Object.fromEntries(entries))).toEqual({
      ...same,
      timeout: Duration.seconds(60),
      uploadExpiration: Duration.days(21),
      resultExpiration: Duration.days(30),
      removalPolicy: RemovalPolicy.DESTROY,
    });
  });

  test.each([
    [{ timeout: '1 min' }, 'context timeout must be a whole number from 5 to 900 seconds, got 1 min'],
    [{ limit: -1 }, 'context limit must be a whole number from 1 to 4294967295, got -1'],
    [{ reports: 'off' }, 'context reports must be true or false, got off'],
    [{ memory_size: '2048' }, 'expected a setting in the context, got memory_size: did you mean memorySize?'],
    [
      { 'upload-window': 1 },
      'expected a setting in the context, got upload-window: did you mean uploadWindow?',
    ],
    [
      { uploadBucket: 'mine' },
      'expected a setting in the context, got uploadBucket: it is a property of SudokuPipeline, for an app of your own',
    ],
  ])('are rejected with the expected values: %j', (context, message) => {
    expect(() => propsOf(context)).toThrow(new RangeError(message));
  });

  test('may stand beside those of the CDK, its feature flags and its lookups', () => {
    const lookups = {
      'availability-zones:account=1:region=eu-west-1': [],
      'acknowledged-issue-numbers': [1],
    };
    expect(propsOf({ ...lookups, limit: 7 })).toEqual({ limit: 7 });
  });

  test('include a new entry of the table', () => {
    const table = { ...PROPS, colour: { kind: oneOf('red', 'green'), help: 'its colour', fallback: 'red' } };
    const { node } = testApp({ colour: 'green', limit: 7 });
    expect(propsFromContext(node, table)).toEqual({ colour: 'green', limit: 7 });
    expect(() => checkProps({ colour: 'blue' } as object, table)).toThrow(
      'colour must be red or green, got blue',
    );
  });
});

/** The template without hashes of assets: another test may bundle the function in the meantime. */
function templateWith(props: SudokuPipelineProps): string {
  const template = templateOf(testPipeline(props).stack).toJSON();
  return JSON.stringify(template, null, 2).replace(/[0-9a-f]{64}/g, 'hash');
}

/** The text of `@default` in the docstring of a property. */
function documentedDefault(name: string): string {
  const text = readFileSync(new URL('../../lib/sudoku-pipeline-props.ts', import.meta.url), 'utf8');
  const props = ts
    .createSourceFile('props.ts', text, ts.ScriptTarget.Latest, true)
    .statements.find(ts.isInterfaceDeclaration)!;
  const property = props.members.find((member) => member.name?.getText() === name)!;
  const tag = ts.getJSDocTags(property).find(({ tagName }) => tagName.text === 'default');
  return ts.getTextOfJSDocComment(tag?.comment) ?? '';
}

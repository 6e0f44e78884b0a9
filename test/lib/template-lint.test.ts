import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CfnWaitConditionHandle, Duration, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { type Properties, templateOf, testApp } from './pipeline-template.ts';

// Checks the rules of cfn-lint that a CDK template can violate, and runs cfn-lint itself if it is installed.

const run = promisify(execFile);
const hasCfnLint = await run('cfn-lint', ['--version']).then(
  () => true,
  () => false,
);

/** A pipeline with every feature. */
function fullStack() {
  const stack = new Stack(testApp(), 'Test');
  const pipeline = new SudokuPipeline(stack, 'Pipeline', {
    accessLogsBucket: new Bucket(stack, 'Logs'),
    maxLimit: 5000,
    maxBudget: 5000,
    tenant: 'first-folder',
    tenantFolders: ['acme', 'globex'],
    tenantBounds: { acme: { maxBytes: 1e9 } },
    browserOrigins: ['https://www.example.com'],
    prefixExpirations: {
      'acme/': { uploadExpiration: Duration.days(18), resultExpiration: Duration.days(7) },
    },
    monthlyBudget: { dollars: 100, emails: ['ops@example.com'] },
  });
  pipeline.onFileSolved('Solved');
  pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'), { prefix: 'puzzles/' });
  return { stack, pipeline };
}

// test/run-set-up.ts switches the CDK's own validation off
process.env.CDK_VALIDATION = 'true';

const { Resources, Outputs = {} } = templateOf(fullStack().stack).toJSON() as Properties;
const all = Object.entries(Resources as Record<string, Properties>);

/** The logical ids that a value refers to. */
function referred(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { Ref, 'Fn::GetAtt': attribute } = value as Properties;
  const own = [Ref, attribute?.[0]].filter((id) => typeof id === 'string');
  return [...own, ...Object.values(value).flatMap(referred)];
}

test.each(all)(
  '%s has no explicit dependency on a resource that it refers to (W3005)',
  (_, { DependsOn = [], Properties }) => {
    const named = referred(Properties);
    expect([DependsOn].flat().filter((id: string) => named.includes(id))).toEqual([]);
  },
);

test('every reference has a target (E1010, E1020)', () => {
  const ids = [...referred(Resources), ...referred(Outputs)].filter((id) => !id.startsWith('AWS::'));
  expect(ids.filter((id) => !(id in Resources))).toEqual([]);
});

test('resources that survive the stack survive a replacement too (W3011)', () => {
  const half = all.filter(
    ([, { DeletionPolicy: one, UpdateReplacePolicy: other }]) => Boolean(one) !== Boolean(other),
  );
  expect(half.map(([id]) => id)).toEqual([]);
});

test('a dependency that an app adds to the function remains', () => {
  const { stack, pipeline } = fullStack();
  const first = new CfnWaitConditionHandle(stack, 'First');
  pipeline.function.node.addDependency(first);
  const [solver] = Object.values(templateOf(stack).findResources('AWS::Lambda::Function'));
  expect(solver!.DependsOn).toContain('First');
  expect(solver!.DependsOn).toContainEqual(expect.stringMatching(/RoleDefaultPolicy/));
});

test.runIf(hasCfnLint)('cfn-lint finds nothing', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cfn-lint-'));
  try {
    const path = join(directory, 'template.json');
    writeFileSync(path, JSON.stringify({ Resources, Outputs }));
    const { stdout } = await run('cfn-lint', ['--regions', 'us-east-1', '--template', path]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

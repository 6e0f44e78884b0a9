import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LocalCloud } from '../../../local/cloud.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { type Installed, install, link, node } from '../installed.ts';
import { synth, type Template } from '../synth.ts';

/** A user's app in plain JavaScript: two pipelines in one stack, with grants, hooks and alarms. */
const APP = `
import { App, Duration, Stack, Validations } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { SudokuPipeline } from 'sudoku-batch/cdk';

const app = new App();
const stack = new Stack(app, 'Newspaper');
const editor = new Role(stack, 'Editor', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
const topic = new Topic(stack, 'Pager');
for (const [id, variant] of [['Daily', 'classic'], ['Weekend', 'x']]) {
  const pipeline = new SudokuPipeline(stack, id, { variant, timeout: Duration.minutes(2) });
  pipeline.grantUpload(editor);
  pipeline.grantRead(editor);
  const deadLetterQueue = new Queue(pipeline, 'NotDone');
  pipeline.onFileSolved('Solved', { target: new SqsQueue(new Queue(pipeline, 'Done'), { deadLetterQueue }) });
  for (const alarm of pipeline.alarms) alarm.addAlarmAction(new SnsAction(topic));
}
// the test ignores violations of the app's own resources
const violations = [new AwsSolutionsChecks(), new ServerlessChecks()]
  .flatMap((pack) => pack.validateScope(app).violations)
  .flatMap(({ ruleName, violatingResources }) => violatingResources.map(({ constructPath }) => ruleName + ' ' + constructPath));
console.log(JSON.stringify(violations));
`;

// several processes, each of which synthesizes an app
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  await link(installed, 'aws-cdk-lib', 'constructs', 'cdk-nag');
  return installed.remove;
});

const ofType = ({ Resources }: Template, type: string): Template[] =>
  Object.values(Resources).filter((resource) => (resource as Template).Type === type);

describe('a CDK app in plain JavaScript that embeds the construct twice', () => {
  test('synthesizes with grants, hooks and alarms, and without findings of the rule packs in the pipelines', async () => {
    writeFileSync(join(installed.directory, 'app.mjs'), APP);
    const { template, stdout } = await synth(installed, 'twice', ['app.mjs'], 'Newspaper');
    expect(ofType(template, 'AWS::Lambda::Function')).toHaveLength(2);
    expect(ofType(template, 'AWS::Events::Rule')).toHaveLength(2);
    const alarms = ofType(template, 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThanOrEqual(12);
    for (const { Properties } of alarms) expect(Properties.AlarmActions).toHaveLength(1);
    const findings = JSON.parse(stdout) as string[];
    const ours = findings.filter((finding) => !/\/(Pager|Editor|Done|NotDone)\b/.test(finding));
    expect(ours).toEqual([]);
    // findings elsewhere show that the packs ran
    expect(findings.length).toBeGreaterThan(0);
  });

  test('may be CommonJS', async () => {
    const code = `const { App } = require('aws-cdk-lib');
      const { SudokuStack } = require('sudoku-batch/cdk');
      new SudokuStack(new App(), 'Required');`;
    const { template } = await synth(installed, 'required', ['--eval', code], 'Required');
    expect(ofType(template, 'AWS::S3::Bucket')).toHaveLength(3);
  });
});

describe('the packaged app', () => {
  const args = ['node_modules/sudoku-batch/dist/cdk/app.cjs'];

  test('reads its properties from the context', async () => {
    const { template } = await synth(installed, 'context', args, 'SudokuBatch', {
      variant: 'x',
      timeout: '60',
    });
    const [solver] = ofType(template, 'AWS::Lambda::Function');
    expect(solver.Properties.Timeout).toBe(60);
    expect(JSON.parse(solver.Properties.Environment.Variables.DEFAULT_OPTIONS)).toMatchObject({
      variant: 'x',
    });
  });

  test('deploys a bundle that solves files, and writes a page for each report if htmlReports is set', async () => {
    const { directory } = await synth(installed, 'local', args, 'SudokuBatch', { htmlReports: 'true' });
    const cloud = await LocalCloud.start(readAssembly(directory), { concurrency: 1 });
    try {
      const reported = new Promise<void>((resolve) => {
        cloud.onObjectEvent(cloud.output('OutputBucketName'), ({ key }) => {
          if (key === 'a.txt.report.json') resolve();
        });
      });
      const Body = '12.434..2.4343.1\n';
      await cloud.s3.send(
        new PutObjectCommand({ Bucket: cloud.output('UploadBucketName'), Key: 'a.txt', Body }),
      );
      await reported;
      const answer = await fetch(`${cloud.endpoint}/${cloud.output('OutputBucketName')}/a.txt`);
      expect(await answer.text()).toBe('1234341221434321\n');
      // the page is written before the report
      const page = await fetch(`${cloud.endpoint}/${cloud.output('OutputBucketName')}/a.txt.report.html`);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const [, shown] = /id="reports">(.*)<\/script>/.exec(await page.text())!;
      expect(JSON.parse(shown!).totals).toMatchObject({ files: 1, puzzles: 1, solved: 1 });
    } finally {
      await cloud.close();
    }
  });
});

describe('peer dependencies', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'sudoku-peers-'));
  afterAll(() => rmSync(elsewhere, { recursive: true }));

  /** The construct's error in a folder with this version of aws-cdk-lib. */
  async function errorWith(name: string, version: string | undefined) {
    const directory = join(elsewhere, name);
    const modules = join(directory, 'node_modules');
    mkdirSync(modules, { recursive: true });
    if (version !== undefined) {
      mkdirSync(join(modules, 'aws-cdk-lib'));
      writeFileSync(
        join(modules, 'aws-cdk-lib/package.json'),
        JSON.stringify({ name: 'aws-cdk-lib', version }),
      );
    }
    // a copy, since a link would find the peers of the clone
    const copy = `const { cpSync } = require('node:fs');
      cpSync(${JSON.stringify(installed.package)}, ${JSON.stringify(join(modules, 'sudoku-batch'))}, { recursive: true });
      require('sudoku-batch/cdk');`;
    const { code, stderr } = await node(directory, ['--eval', copy]);
    return { code, message: /^Error: (.*)$/m.exec(stderr)?.[1] };
  }

  test('an aws-cdk-lib that is too old is reported with the required version', async () => {
    expect(await errorWith('old', '2.200.0')).toEqual({
      code: 1,
      message:
        'sudoku-batch/cdk: expected aws-cdk-lib ^2.257.0, got 2.200.0: npm install aws-cdk-lib@^2.257.0',
    });
  });

  test('an aws-cdk-lib of the next major version is reported with the required version', async () => {
    expect((await errorWith('next', '3.0.0')).message).toContain('expected aws-cdk-lib ^2.257.0, got 3.0.0');
  });

  test('a missing aws-cdk-lib is reported with the required version', async () => {
    const { message } = await errorWith('missing', undefined);
    expect(message).toMatch(
      /^sudoku-batch\/cdk: expected aws-cdk-lib \^2\.257\.0 in the app, got none: npm install/,
    );
  });
});

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = new URL('../../', import.meta.url);
const APPS = new URL('examples/cdk/', ROOT);

/** A CDK app in the documents or in examples/cdk/. */
export interface DocumentedApp {
  readonly name: string;
  /** an ES module; its app is in the variable `app` */
  readonly text: string;
}

/** What the excerpts of docs/deploy.md assume: imports, an app and a stack. */
const PREAMBLE = `
import { App, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { GatewayVpcEndpointAwsService, InterfaceVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { LambdaFunction, SfnStateMachine, SnsTopic, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { SudokuPipeline, SudokuStack } from 'sudoku-batch/cdk';
const app = new App();
const stack = new Stack(app, 'Documented');
const topic = new Topic(stack, 'Topic');
const deadLetterQueue = new Queue(stack, 'NotDelivered');
`;
const PIPELINE = `const pipeline = new SudokuPipeline(stack, 'Sudoku');\n`;

/** The apps in examples/cdk/, and the apps and excerpts of apps in the documents. */
export function documentedApps(): DocumentedApp[] {
  const files = readdirSync(APPS).filter((name) => name.endsWith('.ts'));
  const examples = files.map((name) => ({ name, text: readFileSync(new URL(name, APPS), 'utf8') }));
  return [
    ...examples,
    ...inDocument('docs/deploy.md'),
    ...inDocument('docs/operate.md'),
    ...inDocument('README.md'),
  ];
}

/** The blocks of code that use the construct. */
function inDocument(path: string): DocumentedApp[] {
  const document = readFileSync(new URL(path, ROOT), 'utf8');
  const blocks = Array.from(document.matchAll(/```(?:js|ts)\n(.*?)```/gs), ([, code]) => code!);
  const ours = blocks.filter((code) => /SudokuPipeline|SudokuStack|pipeline\./.test(code));
  return ours.map((code, i) => ({ name: `${path.split('/').at(-1)} ${i + 1}`, text: complete(code) }));
}

function complete(code: string): string {
  if (code.startsWith('import')) return code;
  return PREAMBLE + (/new Sudoku(Pipeline|Stack)/.test(code) ? '' : PIPELINE) + code;
}

/** What an app synthesizes. */
export interface SynthesizedApp {
  /** if it fails */
  readonly error?: string;
  /** of cdk-nag: rule and path of the resource */
  readonly findings: readonly string[];
  /** of the resources of all stacks */
  readonly types: readonly string[];
}

/** Prints the results of the apps: a process of its own loads the CDK once for all. */
const RUNNER = `
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
const [outdir, ...paths] = process.argv.slice(2);
const results = [];
for (const [i, path] of paths.entries()) {
  process.env.CDK_OUTDIR = outdir + '/' + i;
  try {
    const { app } = await import(path);
    const { stacks } = app.synth();
    const reports = [new AwsSolutionsChecks(), new ServerlessChecks()].map((pack) => pack.validateScope(app));
    results.push({
      findings: reports.flatMap(({ violations }) =>
        violations.flatMap(({ ruleName, violatingResources }) =>
          violatingResources.map(({ constructPath }) => ruleName + ' ' + constructPath))),
      types: stacks.flatMap(({ template }) => Object.values(template.Resources).map(({ Type }) => Type)),
    });
  } catch (error) {
    results.push({ error: error.stack, findings: [], types: [] });
  }
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
`;

/**
 * Synthesizes apps, and checks them with cdk-nag.
 * @param directory where the apps are written; they import the packages above it
 * @returns the outcomes by the names of the apps
 */
export async function synthesizeApps(
  apps: readonly DocumentedApp[],
  { directory, outdir }: { directory: string; outdir: string },
): Promise<Record<string, SynthesizedApp>> {
  const paths = apps.map(({ name, text }, i) => {
    const path = join(directory, `app-${i}-${name.replaceAll(/\W/g, '-')}.ts`);
    writeFileSync(path, `${text}\nexport { app };\n`);
    return path;
  });
  const runner = join(directory, 'runner.mjs');
  writeFileSync(runner, RUNNER);
  const { stdout } = await promisify(execFile)(process.execPath, [runner, outdir, ...paths], {
    maxBuffer: 2 ** 28,
  });
  const results = JSON.parse(stdout.slice(stdout.indexOf('[{'))) as SynthesizedApp[];
  return Object.fromEntries(apps.map(({ name }, i) => [name, results[i]!]));
}

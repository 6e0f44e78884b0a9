import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../checks/aws/processes.ts';
import { compareResults, writePuzzles } from '../../checks/aws/puzzle-files.ts';
import { planText, runAwsCheck } from '../../checks/aws/run.ts';
import type { StackSteps } from '../../checks/aws/stack.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { someOf } from '../cases.ts';

const ENV = {
  PATH: process.env.PATH,
  AWS_ACCESS_KEY_ID: 'user',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'us-east-1',
  AWS_CONFIG_FILE: '/nonexistent',
  AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
};
Object.assign(process.env, ENV);

let cloud: LocalCloud | undefined;
afterEach(() => cloud?.close());

/** Examples for all tests but one, which has all of them. */
const FEW = ['dots-9x9.txt', 'kaggle.csv'];

/** Runs the check against the local cloud. @param examples the examples to solve, by default all */
async function check({
  change = () => ({}),
  context = {},
  examples,
}: {
  change?: (steps: StackSteps, stop: AbortController) => Partial<StackSteps>;
  context?: Record<string, string>;
  examples?: readonly string[];
} = {}) {
  cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly(context)), { concurrency: 2 });
  const { endpoint } = cloud;
  const calls: string[] = [];
  const lines: string[] = [];
  const stop = new AbortController();
  /** Deletes only empty buckets, as CloudFormation does. */
  const steps: StackSteps = {
    async deploy(stack) {
      calls.push(`deploy ${stack}`);
    },
    async destroy(stack) {
      for (const name of ['UploadBucketName', 'OutputBucketName', 'WorkBucketName']) {
        const { Contents = [] } = await cloud!.s3.send(
          new ListObjectsV2Command({ Bucket: cloud!.output(name) }),
        );
        if (Contents.length > 0) throw new Error('The bucket you tried to delete is not empty');
      }
      calls.push(`destroy ${stack}`);
    },
  };
  const isRight = await runAwsCheck({
    account: { endpointUrl: endpoint, region: 'us-east-1' },
    steps: { ...steps, ...change(steps, stop) },
    stack: 'SudokuBatch',
    puzzles: 2500,
    ...(examples && { examples }),
    signal: stop.signal,
    print: (line) => lines.push(line),
    env: ENV,
  });
  return { isRight, calls, text: lines.join('\n') };
}

const BOTH = ['deploy SudokuBatch', 'destroy SudokuBatch'];

describe('npm run checks -- aws', () => {
  test('solves all files, compares them, prints times and cost, and destroys the stack', async () => {
    const { isRight, calls, text } = await check();
    expect(text).toMatch(/^examples: \d+ files, [\d,]+ puzzles, 0 wrong, [\d.]+ s of Lambda in [\d.]+ s/m);
    expect(text).toMatch(/^puzzles: 1 files, 2,500 puzzles, 0 wrong,/m);
    expect(text).toMatch(/^about 0\.\d+ dollars by list prices/m);
    expect(text).toMatch(/^deleted \d\d+ objects$/m);
    expect(text).toContain('all results are those of sudoku solve');
    expect([isRight, calls]).toEqual([true, BOTH]);
  });

  test('fails if results differ, and destroys the stack', async () => {
    const { isRight, calls, text } = await check({ context: { variant: 'x' }, examples: FEW });
    expect(text).toMatch(/^wrong: dots-9x9\.txt: expected the result of sudoku solve, got other bytes$/m);
    expect(text).toContain('THE CHECK FAILED');
    expect([isRight, calls]).toEqual([false, BOTH]);
  });

  test('destroys what a failed deployment has left', async () => {
    const { isRight, calls, text } = await check({
      examples: FEW,
      change: () => ({
        deploy: async () => {
          throw new Error('Resource handler returned message: "Limit exceeded"');
        },
      }),
    });
    expect(text).toContain('failed: Resource handler returned message: "Limit exceeded"');
    expect([isRight, calls]).toEqual([false, ['destroy SudokuBatch']]);
  });

  test('destroys everything if it is stopped in the middle', async () => {
    const { isRight, calls, text } = await check({
      examples: FEW,
      change: (steps, stop) => ({
        async deploy(stack, signal) {
          await steps.deploy(stack, signal);
          // while files are being solved
          cloud!.onObjectEvent(cloud!.output('OutputBucketName'), () =>
            stop.abort(new Error('stopped by SIGINT')),
          );
        },
      }),
    });
    expect(text).toContain('failed: stopped by SIGINT');
    expect([isRight, calls]).toEqual([false, BOTH]);
  });

  test('empties the buckets again if a function has written to them in the meantime', async () => {
    let refusals = 1;
    const { isRight, calls, text } = await check({
      examples: FEW,
      change: (steps) => ({
        async destroy(stack) {
          if (refusals-- > 0) throw new Error('The bucket you tried to delete is not empty');
          await steps.destroy(stack);
        },
      }),
    });
    expect(text).toContain('SudokuBatch could not be destroyed: The bucket you tried to delete is not empty');
    expect([isRight, calls]).toEqual([true, BOTH]);
  });

  test('fails and says what to do if the stack cannot be destroyed', async () => {
    const { isRight, text } = await check({
      examples: FEW,
      change: () => ({
        deploy: async () => {
          throw new Error('no credentials');
        },
        destroy: async () => {
          throw new Error('AccessDenied');
        },
      }),
    });
    expect(isRight).toBe(false);
    expect(text).toContain(
      'IT STILL EXISTS. Empty its buckets and delete it: aws cloudformation delete-stack',
    );
  });

  test('says before what it creates and what that costs', () => {
    const text = planText({ stack: 'SudokuCheck-1', account: { region: 'eu-west-1' }, puzzles: 1_000_000 });
    expect(text.join('\n')).toMatch(
      /in eu-west-1.*creates the stack SudokuCheck-1.*1,000,000 puzzles.*dollars/s,
    );
  });
});

describe('the command', () => {
  /** Runs it in a process of its own. @param onText sees all that it has printed */
  async function run(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    onText?: (text: string, pid: number) => void,
  ) {
    const child = spawn(process.execPath, ['checks/aws.ts', ...args], { cwd: ROOT, env: { ...ENV, ...env } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        text += data;
        onText?.(text, child.pid!);
      });
    }
    const [code] = (await once(child, 'close')) as [number];
    return { code, text };
  }

  /** A cloud without stacks, which answers nothing else. */
  async function emptyCloud(): Promise<Server> {
    const server = createServer((request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        const [, name] = /StackName=([^&]+)/.exec(body) ?? [];
        if (!name) return;
        const error = `<Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message>`;
        response.writeHead(400).end(`<ErrorResponse><Error>${error}</Error></ErrorResponse>`);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  test.each(someOf(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 1))(
    'destroys first what it has created on %s',
    async (signal) => {
      const server = await emptyCloud();
      const { port } = server.address() as AddressInfo;
      let sent = false;
      const { code, text } = await run(
        ['--yes', '--puzzles', '10'],
        { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
        (printed, pid) => {
          if (!sent && printed.includes('deploying')) sent = process.kill(pid, signal);
        },
      );
      server.closeAllConnections();
      server.close();
      expect(text).toMatch(
        new RegExp(
          `stopping: everything is destroyed first\n(.*\n)*failed: stopped by ${signal}\ndestroying \\S+\n\\S+ does not exist: there is nothing to destroy\nTHE CHECK FAILED\n$`,
        ),
      );
      expect(code).toBe(1);
    },
  );

  test('creates nothing if AWS does not answer', async () => {
    // nothing listens there
    const { code, text } = await run(['--yes'], {
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_MAX_ATTEMPTS: '1',
    });
    expect(text).toContain('AWS does not answer with these credentials: ');
    expect(text).toContain('nothing was created');
    expect(text).not.toContain('deploying');
    expect(code).toBe(1);
  });

  test('creates nothing without --yes', async () => {
    const { code, text } = await run([], { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' });
    expect(text).toContain('Nothing is created yet.');
    expect(code).toBe(2);
  });
});

describe('the comparison', () => {
  const directory = mkdtempSync(join(tmpdir(), 'check-aws-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('names each file that differs', async () => {
    const [expected, actual] = ['expected', 'actual'].map((name) => join(directory, name)) as [
      string,
      string,
    ];
    for (const folder of [expected, actual]) mkdirSync(folder);
    const report = (name: string, status: string) =>
      writeFileSync(join(actual, `${name}.report.json`), JSON.stringify({ status, input: { key: name } }));
    for (const name of ['same', 'differs', 'missing', 'rejected', 'silent'])
      writeFileSync(join(expected, name), name);
    for (const name of ['same', 'differs', 'missing']) report(name, 'done');
    report('rejected', 'rejected');
    report('odd', 'rejected');
    writeFileSync(join(actual, 'same'), 'same');
    writeFileSync(join(actual, 'differs'), 'other');
    const files = ['same', 'differs', 'missing', 'rejected', 'silent', 'odd'];
    expect((await compareResults(files, expected, actual)).wrong).toEqual([
      'differs: expected the result of sudoku solve, got other bytes',
      'missing: expected a result, got none',
      'rejected: expected status done, got rejected',
      'silent: expected a report, got none',
    ]);
  });

  test('has different puzzles in the large file', async () => {
    const path = join(directory, 'puzzles.txt');
    await writePuzzles(path, 2500);
    const lines = readFileSync(path, 'latin1').trimEnd().split('\n');
    expect(lines).toHaveLength(2500);
    expect(new Set(lines).size).toBe(2500);
  });
});

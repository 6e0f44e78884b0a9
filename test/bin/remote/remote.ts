import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { SudokuPipeline } from '../../../lib/sudoku-pipeline.ts';
import { SudokuStack } from '../../../lib/sudoku-stack.ts';
import { LocalCloud, type LocalCloudOptions } from '../../../local/cloud.ts';
import type { Statement } from '../../../local/iam/access-control.ts';
import { ACCOUNT, REGION } from '../../../local/services.ts';
import { readAssembly, synthesizedAssembly } from '../../../local/template/assembly.ts';
import { statementsOfRole } from '../../../local/template/read-template.ts';
import type { Template as StackTemplate } from '../../../local/template/template.ts';
import { cleanUps } from '../../clean-ups.ts';
import { testApp } from '../../lib/pipeline-template.ts';
import { ended, SCRIPT } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';

/** Deploys the stack of bin/app.ts in the local cloud. */
export async function deployed(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  return LocalCloud.start(readAssembly(await synthesizedAssembly()), { concurrency: 1, ...options });
}

/** The permissions of a role with a grant of the pipeline, in the stack of {@link deployed}. */
export function granted(grant: (pipeline: SudokuPipeline, role: Role) => void): Statement[] {
  const stack = new SudokuStack(testApp(), 'SudokuBatch');
  grant(stack.pipeline, new Role(stack, 'User', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') }));
  const template = Template.fromStack(stack).toJSON() as StackTemplate;
  const id = Object.keys(template.Resources).find((each) => /^User[0-9A-F]{8}$/.test(each))!;
  const where = {
    stackName: 'SudokuBatch',
    account: ACCOUNT,
    region: REGION,
    endpoint: '',
    assetDirectory: () => '',
  };
  return statementsOfRole(template, where, id);
}

/** The environment of a command, without the profile of the person who runs the tests. */
const environmentOf = (caller: string) => ({
  AWS_ACCESS_KEY_ID: caller,
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'us-east-1',
  AWS_CONFIG_FILE: '/nonexistent',
  AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
});

/** A local cloud behind a proxy, which answers the requests with a status or as JSON itself if `fault` returns one. */
export async function behindProxy(
  { endpoint }: LocalCloud,
  fault: (request: IncomingMessage) => number | object | undefined,
): Promise<Pick<LocalCloud, 'endpoint'>> {
  const { hostname, port, host } = new URL(endpoint);
  const proxy = createServer((incoming, response) => {
    const answer = fault(incoming);
    if (answer !== undefined) {
      incoming.resume();
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(JSON.stringify(answer));
      return;
    }
    const { method, url = '', headers } = incoming;
    const outgoing = ask({ hostname, port, path: url, method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

/** Starts a command against a local cloud, with the permissions of `caller`. */
export function startRemote(
  { endpoint }: Pick<LocalCloud, 'endpoint'>,
  args: readonly string[],
  { caller = 'user', cwd, env }: { caller?: string; cwd?: string; env?: Record<string, string> } = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [SCRIPT, ...args, '--endpoint-url', endpoint], {
    cwd,
    env: { PATH: process.env.PATH, ...environmentOf(caller), ...env },
  });
  cleanUps.push(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs a command against a local cloud: in this process, or with standard input in its own. */
export async function remote(
  cloud: Pick<LocalCloud, 'endpoint'>,
  args: readonly string[],
  { caller = 'user', cwd = '/', stdin }: { caller?: string; cwd?: string; stdin?: string } = {},
): Promise<{ readonly code: number | null; readonly stderr: string; readonly out: string }> {
  if (stdin === undefined) {
    const env = environmentOf(caller);
    const { stdout, ...end } = await sudokuHere([...args, '--endpoint-url', cloud.endpoint], { cwd, env });
    return { ...end, out: stdout };
  }
  const child = startRemote(cloud, args, { caller, cwd });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const { code, stderr, stdout } = await ended(child);
  return { code, stderr, out: stdout.toString() };
}

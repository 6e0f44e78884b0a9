// One Node process that runs a function's bundle, one invocation at a time, and its Runtime API, on a port of its own as in
// Lambda. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { splitLines } from '../../core/formats/shared/split-lines.ts';
import { refuseWebPages } from '../requests/cross-site-guard.ts';
import type { FunctionPlan } from '../template/read-template.ts';

/** How an invocation ended. */
export interface Invocation {
  readonly requestId: string;
  /** The handler's result as JSON; undefined if it failed, ran out of time or died. */
  readonly payload: string | undefined;
  /** Why there is no payload; undefined if there is one. */
  readonly error: string | undefined;
  /** milliseconds, without the initialisation */
  readonly duration: number;
  /** highest memory of the environment until now, MiB; 0 if it died before its first report */
  readonly maxMemory: number;
}

export interface EnvironmentOptions {
  /** Set in addition to the function's own variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** Called with each line that the function writes to its standard output and error. @default discards them */
  readonly onLog?: ((line: string) => void) | undefined;
}

/** Minimum time limit of an initialisation in seconds. After it, Lambda starts again with the function's timeout as the limit. */
const INIT_TIMEOUT = 10;

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.js', import.meta.url));

export class ExecutionEnvironment {
  readonly #plan: FunctionPlan;
  readonly #api: RuntimeApi;
  readonly #child: ChildProcess;
  readonly #exit: Promise<string>;
  #current: ((ended: Pick<Invocation, 'payload' | 'error'>) => void) | undefined;
  #requestId = '';
  #maxMemory = 0;
  #alive = true;
  #killedBecause = '';
  /** milliseconds from the start of the process until it requested its first event */
  readonly initDuration: number;

  private constructor(plan: FunctionPlan, api: RuntimeApi, child: ChildProcess, initDuration: number) {
    this.#plan = plan;
    this.#api = api;
    this.#child = child;
    this.initDuration = initDuration;
    this.#exit = exitOf(child).then((how) => {
      this.#alive = false;
      api.close();
      this.#current?.({ payload: undefined, error: this.#killedBecause || `Runtime.ExitError: ${how}` });
      return how;
    });
  }

  /** Starts a process and waits until it has loaded the handler. @throws Error if that fails */
  static async start(plan: FunctionPlan, options: EnvironmentOptions): Promise<ExecutionEnvironment> {
    const begin = performance.now();
    let environment: ExecutionEnvironment | undefined;
    const initialised = Promise.withResolvers<void>();
    const events: RuntimeEvents = {
      ready: () => initialised.resolve(),
      initFailed: (error) => initialised.reject(new Error(`${plan.name} failed to initialise: ${error}`)),
      responded: (id, payload, maxRss) => environment?.ended(id, { payload, error: undefined }, maxRss),
      failed: (id, error, maxRss) => environment?.ended(id, { payload: undefined, error }, maxRss),
    };
    const api = await RuntimeApi.listen(events);
    const child = spawnRuntime(plan, api.address, options);
    const limit = Math.max(INIT_TIMEOUT, plan.timeout);
    const timer = setTimeout(() => {
      initialised.reject(new Error(`${plan.name} did not initialise in ${limit} s`));
    }, limit * 1000);
    void exitOf(child).then((how) => {
      initialised.reject(new Error(`${plan.name} died while it initialised: ${how}`));
    });
    try {
      await initialised.promise;
    } catch (error) {
      child.kill('SIGKILL');
      api.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    environment = new ExecutionEnvironment(plan, api, child, performance.now() - begin);
    return environment;
  }

  /** Whether it can process another event. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Runs the handler once. At the function's timeout, kills the process; the invocation ends when it has exited. */
  async invoke(payload: string): Promise<Invocation> {
    const { timeout, arn, memory } = this.#plan;
    if (!this.#alive)
      throw new Error(`The environment of ${this.#plan.name} is gone: ${this.#killedBecause}`);
    const requestId = randomUUID();
    const begin = performance.now();
    const ended = new Promise<Pick<Invocation, 'payload' | 'error'>>((resolve) => {
      this.#current = (how) => {
        this.#current = undefined;
        resolve(how);
      };
    });
    this.#requestId = requestId;
    this.#api.deliver({ requestId, deadline: Date.now() + timeout * 1000, functionArn: arn, payload });
    const timer = setTimeout(() => {
      void this.kill(`Sandbox.Timedout: Task timed out after ${timeout.toFixed(2)} seconds`);
    }, timeout * 1000);
    let how = await ended;
    clearTimeout(timer);
    const duration = performance.now() - begin;
    if (this.#maxMemory > memory) {
      const error = `Runtime.OutOfMemory: ${this.#maxMemory.toFixed()} MiB used, MemorySize is ${memory} MiB`;
      await this.kill(error);
      how = { payload: undefined, error };
    }
    return { requestId, ...how, duration, maxMemory: this.#maxMemory };
  }

  /** Called by the Runtime API when the handler has ended. */
  ended(requestId: string, how: Pick<Invocation, 'payload' | 'error'>, maxRss: number): void {
    if (requestId !== this.#requestId) return;
    this.#maxMemory = Math.max(this.#maxMemory, maxRss / 1024);
    this.#current?.(how);
  }

  /** Kills the process and waits for its exit. */
  async kill(reason: string): Promise<void> {
    this.#killedBecause ||= reason;
    this.#child.kill('SIGKILL');
    await this.#exit;
  }
}

/** The function gets none of this process's environment: no credentials and no settings of the developer. */
function spawnRuntime(plan: FunctionPlan, api: string, options: EnvironmentOptions): ChildProcess {
  const [file] = plan.handler.split('.');
  const child = spawn(process.execPath, [...memoryFlags(plan.memory), BOOTSTRAP], {
    cwd: plan.code,
    stdio: options.onLog ? ['ignore', 'pipe', 'pipe'] : 'ignore',
    env: {
      TZ: ':UTC',
      LANG: 'en_US.UTF-8',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_RUNTIME_API: api,
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_FUNCTION_NAME: plan.name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(plan.memory),
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${plan.name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: `${file}-${randomUUID()}`,
      LAMBDA_TASK_ROOT: plan.code,
      LAMBDA_RUNTIME_DIR: '/var/runtime',
      _HANDLER: plan.handler,
      ...plan.environment,
      ...options.variables,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null || options.onLog === undefined) continue;
    void passLines(stream, options.onLog);
  }
  return child;
}

/** Longest log line in bytes, as in CloudWatch. */
const MAX_LOG_LINE = 1024 * 1024;

async function passLines(stream: AsyncIterable<Uint8Array>, onLog: (line: string) => void): Promise<void> {
  try {
    for await (const { text } of splitLines(stream, MAX_LOG_LINE)) onLog(text);
  } catch (error) {
    // the environment was killed within a line
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** The shares of a function's memory that Lambda gives to V8's heaps. */
function memoryFlags(memory: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(memory * 0.9)}`,
    `--max-semi-space-size=${Math.floor(memory * 0.05)}`,
    '--disable-warning=ExperimentalWarning',
  ];
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal: ${signal}` : `exit status ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}

/** Events of a runtime, for the environment that it runs in. */
interface RuntimeEvents {
  /** It requested the first event, so it is initialised. */
  ready(): void;
  initFailed(error: string): void;
  /** @param maxRss highest memory of the process so far, KiB */
  responded(requestId: string, payload: string, maxRss: number): void;
  failed(requestId: string, error: string, maxRss: number): void;
}

interface RuntimeEvent {
  readonly requestId: string;
  /** milliseconds since 1970 */
  readonly deadline: number;
  readonly functionArn: string;
  readonly payload: string;
}

export class RuntimeApi {
  readonly #server: Server;
  readonly #events: RuntimeEvents;
  /** the runtime's open request for an event, or the event that waits for it */
  #waiting: ServerResponse | undefined;
  #pending: RuntimeEvent | undefined;
  #ready = false;

  private constructor(server: Server, events: RuntimeEvents) {
    this.#server = server;
    this.#events = events;
  }

  static async listen(events: RuntimeEvents): Promise<RuntimeApi> {
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 });
    const api = new RuntimeApi(server, events);
    server.on('request', (request, response) => void api.#answer(request, response));
    refuseWebPages(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  /** HOST:PORT */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends the runtime its next event. */
  deliver(event: RuntimeEvent): void {
    this.#pending = event;
    this.#sendPending();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const memory = request.headers['local-max-rss-kib'];
    // a browser without Sec-Fetch-Site could still request an event by an <img>, but not with this header
    if (memory === undefined) return refuse(response, 403);
    const path = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (request.method === 'GET' && path === 'invocation/next') {
      this.#waiting = response;
      if (!this.#ready) this.#events.ready();
      this.#ready = true;
      this.#sendPending();
      return;
    }
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return; // the runtime died while sending; the environment handles its exit
    const maxRss = Number(memory);
    const [kind, requestId = '', outcome] = path.split('/');
    if (request.method !== 'POST') refuse(response, 404);
    else if (path === 'init/error') {
      accept(response);
      this.#events.initFailed(body);
    } else if (kind === 'invocation' && outcome === 'response') {
      accept(response);
      this.#events.responded(requestId, body, maxRss);
    } else if (kind === 'invocation' && outcome === 'error') {
      accept(response);
      this.#events.failed(requestId, body, maxRss);
    } else refuse(response, 404);
  }

  #sendPending(): void {
    const [response, event] = [this.#waiting, this.#pending];
    if (response === undefined || event === undefined) return;
    this.#waiting = this.#pending = undefined;
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': event.requestId,
      'lambda-runtime-deadline-ms': String(event.deadline),
      'lambda-runtime-invoked-function-arn': event.functionArn,
      'lambda-runtime-trace-id': `Root=1-${event.requestId.replaceAll('-', '').slice(0, 8)}-${'0'.repeat(24)};Sampled=0`,
    });
    response.end(event.payload);
  }
}

function accept(response: ServerResponse): void {
  response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"errorType":"InvalidRequest"}');
}

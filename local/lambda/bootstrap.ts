/**
 * What runs in an execution environment: imports the handler, then asks the Runtime API for events and answers them, one
 * at a time, for ever. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * Plain type annotations only, no imports of the project: nothing but the bundle is to be loaded here.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: unknown) => unknown;

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const { AWS_LAMBDA_RUNTIME_API = '', _HANDLER = '', LAMBDA_TASK_ROOT = '' } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function call(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  return new Promise<Response>((resolve, reject) => {
    const url = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/${path}`;
    const sent = request(url, { method, agent, headers }, (received) => {
      const pieces: Buffer[] = [];
      received.on('data', (piece: Buffer) => pieces.push(piece));
      received.on('error', reject);
      received.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: received.statusCode ?? 0, headers: received.headers, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function describe(error: unknown) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: stack.split('\n') };
}

/** Memory at its highest so far, which Lambda bills and limits by. */
function memoryHeader(): Record<string, string> {
  return { 'local-max-rss-kib': String(process.resourceUsage().maxRSS) };
}

function contextOf(headers: Response['headers']) {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: String(headers['lambda-runtime-aws-request-id']),
    invokedFunctionArn: String(headers['lambda-runtime-invoked-function-arn']),
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function load(): Promise<Handler> {
  const [file, name] = _HANDLER.split('.');
  for (const ending of ['.mjs', '.js', '.cjs']) {
    try {
      const module = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, file + ending)).href)) as Record<
        string,
        unknown
      >;
      const handler = module[name!];
      if (typeof handler !== 'function') throw new TypeError(`${_HANDLER} is undefined or not exported`);
      return handler as Handler;
    } catch (error) {
      const missing = (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND';
      if (!missing || !String(error).includes(file + ending)) throw error;
    }
  }
  throw new Error(`Cannot find module '${file}' in ${LAMBDA_TASK_ROOT}`);
}

async function serve(handler: Handler): Promise<never> {
  for (;;) {
    const { headers, body } = await call('GET', 'invocation/next');
    const context = contextOf(headers);
    process.env._X_AMZN_TRACE_ID = String(headers['lambda-runtime-trace-id']);
    try {
      const result = JSON.stringify(await handler(JSON.parse(body), context)) ?? 'null';
      await call('POST', `invocation/${context.awsRequestId}/response`, result, memoryHeader());
    } catch (error) {
      const text = JSON.stringify(describe(error));
      await call('POST', `invocation/${context.awsRequestId}/error`, text, memoryHeader());
    }
  }
}

let handler: Handler;
try {
  handler = await load();
} catch (error) {
  await call('POST', 'init/error', JSON.stringify(describe(error)));
  process.exit(1);
}
await serve(handler);

/**
 * The program of an execution environment: imports the handler, then requests events from the Runtime API and answers them,
 * one at a time, until it is killed. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * Plain JavaScript without imports from the project, because stripping types takes longer than a whole cold start.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// an import would read all of its exports, one of which loads a client for web sockets
const { Agent, request } = process.getBuiltinModule('node:http');
const { AWS_LAMBDA_RUNTIME_API = '', _HANDLER = '', LAMBDA_TASK_ROOT = '' } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one request to the Runtime API; returns headers and body. */
function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const url = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/${path}`;
    const sent = request(url, { method, agent, headers: memoryHeader() }, (received) => {
      const pieces = [];
      received.on('data', (piece) => pieces.push(piece));
      received.on('error', reject);
      received.on('end', () =>
        resolve({ headers: received.headers, body: Buffer.concat(pieces).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function describe(error) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return JSON.stringify({ errorType: name, errorMessage: message, trace: stack.split('\n') });
}

/**
 * On Linux, the peak memory of a process includes that of the process that started it (ru_maxrss survives exec). Lambda's
 * supervisor is small, the local cloud is not; VmHWM counts this process alone.
 */
function countOwnMemoryOnly() {
  const resourceUsage = process.resourceUsage.bind(process);
  if (process.platform !== 'linux') return;
  process.resourceUsage = () => {
    const own = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return { ...resourceUsage(), maxRSS: Number(own[1]) };
  };
}

/** Peak memory so far, which Lambda reports and limits. The Runtime API only answers requests with this header. */
function memoryHeader() {
  return { 'local-max-rss-kib': String(process.resourceUsage().maxRSS) };
}

function contextOf(headers) {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function load() {
  const [file, name] = _HANDLER.split('.');
  for (const ending of ['.mjs', '.js', '.cjs']) {
    try {
      const module = await import(pathToFileURL(join(LAMBDA_TASK_ROOT, file + ending)).href);
      const handler = module[name];
      if (typeof handler !== 'function') throw new TypeError(`${_HANDLER} is undefined or not exported`);
      return handler;
    } catch (error) {
      const missing = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(file + ending);
      if (!missing) throw error;
    }
  }
  throw new Error(`Cannot find module '${file}' in ${LAMBDA_TASK_ROOT}`);
}

async function serve(handler) {
  for (;;) {
    const { headers, body } = await call('GET', 'invocation/next');
    const context = contextOf(headers);
    process.env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'];
    const answer = (kind, text) => call('POST', `invocation/${context.awsRequestId}/${kind}`, text);
    try {
      await answer('response', JSON.stringify(await handler(JSON.parse(body), context)) ?? 'null');
    } catch (error) {
      await answer('error', describe(error));
    }
  }
}

countOwnMemoryOnly();
let handler;
try {
  handler = await load();
} catch (error) {
  await call('POST', 'init/error', describe(error));
  process.exit(1);
}
await serve(handler);

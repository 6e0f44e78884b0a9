/**
 * What runs in an execution environment: imports the handler, then asks the Runtime API for events and answers them, one
 * at a time, for ever. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * Plain JavaScript that imports nothing of the project: Node's own stripping of types takes longer than a cold start.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { AWS_LAMBDA_RUNTIME_API = '', _HANDLER = '', LAMBDA_TASK_ROOT = '' } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One request to the Runtime API; gives headers and body. */
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
 * On Linux a process counts the memory of the one that started it among its own peak (ru_maxrss outlives exec). Lambda's
 * supervisor is small, the local cloud is not; VmHWM is this process's alone.
 */
function countOwnMemoryOnly() {
  const resourceUsage = process.resourceUsage.bind(process);
  if (process.platform !== 'linux') return;
  process.resourceUsage = () => {
    const own = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return { ...resourceUsage(), maxRSS: Number(own[1]) };
  };
}

/** Memory at its highest so far, by which Lambda bills and limits. The Runtime API answers only requests that have it. */
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

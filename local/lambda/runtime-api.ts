// The Runtime API of one execution environment, on a port of its own as in Lambda.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { refuseWebPages } from '../requests/cross-site-guard.ts';

/** Events of a runtime, for the environment that it runs in. */
export interface RuntimeEvents {
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

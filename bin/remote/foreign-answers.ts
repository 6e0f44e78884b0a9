// Recognises answers that are not of AWS: pages that a proxy, the sign-in of a network or another server sends instead.

/** Why an answer can be another program's. */
export const OTHER_PROGRAM =
  'a proxy or the sign-in page of a network is in between, or --endpoint-url (AWS_ENDPOINT_URL) names another server';

/** An answer of another program. The SDK would report damaged XML, or take it for an object. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly $metadata: { readonly httpStatusCode: number };

  /** @param got in place of an answer @param status of HTTP */
  constructor(got: string, status: number) {
    super(`expected an answer of AWS, got ${got} (status ${status}): ${OTHER_PROGRAM}`);
    this.$metadata = { httpStatusCode: status };
  }
}

interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Headers of which services of AWS, and those that imitate them, send at least one. An object that is a page has an ETag. */
const OF_SERVICES = ['x-amz-request-id', 'x-amzn-requestid', 'etag'];

/** Requests for facts: a service answers them with a document, even if it has none. */
const READS = /^(Describe|Filter|Get(?!Object)|List|Receive)/;

type Handler = (args: object) => Promise<{ response: unknown }>;

/** The members of an SDK client that are used here. */
interface Client {
  readonly config: { readonly streamCollector: (stream: unknown) => Promise<Uint8Array> };
  readonly middlewareStack: {
    add(middleware: never, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}

/** Makes every request of a client fail with {@link ForeignAnswer} if another program answers it. */
export function refuseForeignAnswers({ config, middlewareStack }: Client): void {
  const foreignPart = async (response: Response, commandName: string): Promise<string | undefined> => {
    const { headers, statusCode } = response;
    if (OF_SERVICES.some((name) => headers[name])) return undefined;
    const type = headers['content-type'];
    if (type !== undefined && /^\s*(text\/html|application\/xhtml)/i.test(type)) return 'a web page';
    if (['HeadObjectCommand', 'GetObjectCommand'].includes(commandName) && statusCode < 300)
      return 'an object without an ETag';
    const mayLackBody = statusCode >= 300 || !READS.test(commandName);
    if ((type !== undefined && mayLackBody) || commandName.startsWith('Head')) return undefined;
    const body = await config.streamCollector(response.body);
    response.body = body;
    if (body.length === 0 && !mayLackBody) return 'nothing';
    const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
    return /^\s*<(!doctype\s+html|html)\b/i.test(start) ? 'a web page' : undefined;
  };
  const middleware = (next: Handler, { commandName = '' }: { commandName?: string }) => {
    return async (args: object) => {
      const result = await next(args);
      const response = result.response as Response;
      const got = await foreignPart(response, commandName);
      if (got === undefined) return result;
      (response.body as { destroy?: () => void } | undefined)?.destroy?.();
      throw new ForeignAnswer(got, response.statusCode);
    };
  };
  // before anything else reads the answer
  middlewareStack.add(middleware as never, {
    step: 'deserialize',
    priority: 'low',
    name: 'refuseForeignAnswers',
  });
}

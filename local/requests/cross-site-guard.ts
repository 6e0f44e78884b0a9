// Keeps web pages out of a server that listens on this computer without authentication, except those that a bucket admits.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorBody, ServiceError } from './service-error.ts';

/**
 * Allowed values of the Host header: an address and a top-level domain that DNS cannot point to another computer.
 * Some S3 clients address a bucket at `http://localhost:PORT` as `bucket.localhost`.
 */
const HOST = /^(?:127\.0\.0\.1|(?:[a-z0-9][a-z0-9.-]*\.)?localhost):(\d+)$/i;

/** Values of Sec-Fetch-Site for requests that no foreign page sends: `none` is an address that the user typed. */
const OWN_SITES = ['none', 'same-origin'];

/** Headers of every response, for objects that a browser opens. */
const HEADERS = {
  // an uploaded page may run scripts, but has no origin, so its requests are cross-site and refused
  'content-security-policy': 'sandbox allow-scripts',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** A rule of a bucket for requests of pages of other sites. */
export interface CorsRule {
  readonly methods: readonly string[];
  /** `*` matches anything, also in headers */
  readonly origins: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  /** seconds for which a browser remembers the rule */
  readonly maxAge?: number | undefined;
}

/**
 * Answers requests to another host name (DNS rebinding) and requests of another site's pages with 403 before anything else
 * reads them, and the preflight requests of pages that a bucket admits.
 * @param rulesOf the rules of a bucket
 */
export function refuseWebPages(
  server: Server,
  rulesOf: (bucket: string) => readonly CorsRule[] = () => [],
): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const rule = ruleFor(request, rulesOf);
    const reason = refusalReason(request, rule !== undefined);
    if (reason === undefined && rule) {
      for (const [name, value] of Object.entries(corsHeaders(request, rule))) response.setHeader(name, value);
      if (isPreflight(request)) return void response.writeHead(200).end();
    }
    if (reason === undefined) {
      for (const listener of listeners) listener.call(server, request, response);
      return;
    }
    const { type, body } = errorBody(new ServiceError(403, 'AccessDenied', reason), 's3');
    response.writeHead(403, { 'content-type': type });
    response.end(body);
  });
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** The rule that admits the request of a page of another site. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html */
function ruleFor(
  request: IncomingMessage,
  rulesOf: (bucket: string) => readonly CorsRule[],
): CorsRule | undefined {
  const { headers, url = '' } = request;
  const { host = '', origin } = headers;
  if (origin === undefined) return undefined;
  const bucket = /^(.+)\.localhost:/i.exec(host)?.[1] ?? url.split(/[/?]/)[1] ?? '';
  const method = isPreflight(request) ? headers['access-control-request-method'] : request.method;
  const requested = isPreflight(request) ? requestedHeaders(request) : [];
  return rulesOf(bucket).find(
    (rule) =>
      rule.methods.some((each) => each === method) &&
      rule.origins.some((pattern) => matchesPattern(pattern, origin)) &&
      requested.every((name) => rule.headers.some((pattern) => matchesPattern(pattern.toLowerCase(), name))),
  );
}

const requestedHeaders = ({ headers }: IncomingMessage): string[] =>
  (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** `*` matches any characters; a pattern has one at most. */
function matchesPattern(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text;
  return text.length >= pattern.length - 1 && text.startsWith(before) && text.endsWith(after);
}

function corsHeaders(request: IncomingMessage, rule: CorsRule): Record<string, string> {
  return {
    'access-control-allow-origin': request.headers.origin!,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
    ...(isPreflight(request) && { 'access-control-allow-headers': requestedHeaders(request).join(', ') }),
    ...(rule.maxAge !== undefined && { 'access-control-max-age': String(rule.maxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** The reason to refuse a request; undefined if it is allowed. @param isAdmitted whether a bucket admits the page that sends it */
function refusalReason(
  { headers, socket: { localPort } }: IncomingMessage,
  isAdmitted: boolean,
): string | undefined {
  const { host = '', origin } = headers;
  if (HOST.exec(host)?.[1] !== String(localPort)) {
    return `expected a request to 127.0.0.1:${localPort} or localhost:${localPort}, got one to ${host || 'no host'}`;
  }
  if (isAdmitted) return undefined;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && !OWN_SITES.includes(String(site))) {
    return `expected a request of a program on this computer, got one of a web page (Sec-Fetch-Site: ${String(site)})`;
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return `expected a request of a program on this computer, got one of a web page (Origin: ${origin})`;
  }
  return undefined;
}

// Keeps web pages out of a server that listens on this computer without authentication.
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

/**
 * Answers requests to another host name (DNS rebinding) and requests of another site's pages with 403 before anything else
 * reads them.
 */
export function refuseWebPages(server: Server): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const reason = refusalReason(request);
    if (reason === undefined) {
      for (const listener of listeners) listener.call(server, request, response);
      return;
    }
    const { type, body } = errorBody(new ServiceError(403, 'AccessDenied', reason), 's3');
    response.writeHead(403, { 'content-type': type });
    response.end(body);
  });
}

/** The reason to refuse a request; undefined if it is allowed. */
function refusalReason({ headers, socket: { localPort } }: IncomingMessage): string | undefined {
  const { host = '', origin } = headers;
  if (HOST.exec(host)?.[1] !== String(localPort)) {
    return `expected a request to 127.0.0.1:${localPort} or localhost:${localPort}, got one to ${host || 'no host'}`;
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && !OWN_SITES.includes(String(site))) {
    return `expected a request of a program on this computer, got one of a web page (Sec-Fetch-Site: ${String(site)})`;
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return `expected a request of a program on this computer, got one of a web page (Origin: ${origin})`;
  }
  return undefined;
}

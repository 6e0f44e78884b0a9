import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { S3Error } from './s3/error.ts';
import { errorDocument } from './s3/xml.ts';

/**
 * Hosts that a request may name: an address and a top-level domain that no DNS server can give to somebody else.
 * `bucket.localhost` is how some S3 clients address a bucket at `http://localhost:PORT`.
 */
const HOST = /^(?:127\.0\.0\.1|(?:[a-z0-9][a-z0-9.-]*\.)?localhost):(\d+)$/i;

/** Values of Sec-Fetch-Site with no foreign page behind the request: `none` is an address that the user typed. */
const OWN_SITES = ['none', 'same-origin'];

/** Headers of every response, for objects that a browser opens. */
const HEADERS = {
  // an uploaded page may run its scripts, but as a page of no origin: its own requests are cross-site and refused
  'content-security-policy': 'sandbox allow-scripts',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Keeps web pages out of a server that listens on this computer without authentication. Requests that name another
 * host (DNS rebinding) and requests of another site's pages are answered with 403 before anything else reads them.
 */
export function guardServer(server: Server): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const reason = refusalReason(request);
    if (reason === undefined) {
      for (const listener of listeners) listener.call(server, request, response);
      return;
    }
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end(errorDocument(new S3Error(403, 'AccessDenied', reason), '/'));
  });
}

/** Why a request is refused; undefined if it is not. */
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

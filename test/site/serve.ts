import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSite } from '../../build/site.ts';

/** The folder on the server that the site is built for. */
export const BASE = '/sudoku-batch/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

export interface ServedSite {
  /** Address of the front page, with a slash at its end. */
  readonly url: string;
  /** The files. */
  readonly directory: string;
  close(): Promise<void>;
}

/** Serves the files of the site, compressed as any server would; builds them, unless SITE_DIRECTORY has them. */
export async function serveSite(): Promise<ServedSite> {
  const built = process.env.SITE_DIRECTORY;
  const directory = built ?? mkdtempSync(join(tmpdir(), 'site-'));
  if (built === undefined) buildSite(directory, BASE);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : 'not there';
    const file = join(directory, path === '' || path.endsWith('/') ? `${path}index.html` : path);
    readFile(file).then(
      (bytes) => {
        const type = TYPES[extname(file)] ?? 'text/plain';
        response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(bytes));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    directory,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (built === undefined) rmSync(directory, { recursive: true });
    },
  };
}

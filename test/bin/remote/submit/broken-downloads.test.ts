import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LocalCloud } from '../../../../local/cloud.ts';
import { lines, made, temporaryDirectory } from '../../command-line.ts';
import { deployed, granted, remote } from '../remote.ts';

let cloud: LocalCloud;
let proxy: Server;
/** the local cloud, behind connections that break */
let troubled: LocalCloud;
let cwd: string;
/** number of further downloads that break, by key */
let cuts: Map<string, number>;
const { puzzles, solutions } = made(3);

beforeAll(async () => {
  const callers = new Map([['user', granted((pipeline, role) => pipeline.grantSubmit(role))]]);
  cloud = await deployed({ callers });
  const target = new URL(cloud.endpoint);
  proxy = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    const { hostname, port, host } = target;
    const outgoing = ask({ hostname, port, path: url, method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      const key = decodeURIComponent(new URL(url, cloud.endpoint).pathname).replace(/^\/[^/]+\//, '');
      const left = cuts.get(key) ?? 0;
      if (method !== 'GET' || left === 0 || (answer.statusCode ?? 500) >= 300) return answer.pipe(response);
      cuts.set(key, left - 1);
      answer.once('data', (piece: Buffer) => {
        answer.destroy();
        response.write(piece.subarray(0, 10), () => setImmediate(() => response.destroy()));
      });
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  troubled = { endpoint: `http://127.0.0.1:${port}` } as LocalCloud;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await cloud.close();
});
beforeEach(() => {
  cwd = temporaryDirectory();
  cuts = new Map();
});

const write = (name: string, content: string) => writeFileSync(join(cwd, name), content);
const result = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8');

test('a broken download continues, of a result and of a report', async () => {
  write('broken.txt', lines(puzzles));
  cuts = new Map([
    ['broken.txt', 2],
    ['broken.txt.report.json', 1],
  ]);
  const { code, stderr } = await remote(troubled, ['submit', 'broken.txt'], { cwd });
  expect(code, stderr).toBe(0);
  expect([...cuts.values()]).toEqual([0, 0]);
  expect(result('broken.txt')).toBe(lines(solutions));
});

test('a failed download is reported with its key, leaves nothing, and does not stop the others', async () => {
  for (const name of ['lost.txt', 'one.txt', 'two.txt']) write(name, lines(puzzles));
  cuts = new Map([['lost.txt', Number.POSITIVE_INFINITY]]);
  const args = ['submit', 'lost.txt', 'one.txt', 'two.txt'];
  const { code, stderr, out } = await remote(troubled, args, { cwd });
  expect(stderr).toMatch(
    /^sudoku: lost\.txt: s3:\/\/.*\/lost\.txt: the download failed 5 times, at byte \d+ of 246: /m,
  );
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(3);
  expect(out).toMatch(/^two\.txt +3 +3/m);
  for (const name of ['one.txt', 'two.txt']) expect(result(name)).toBe(lines(solutions));
  expect(readdirSync(join(cwd, 'out')).filter((name) => name.startsWith('lost.txt'))).toEqual([]);
  expect(existsSync(join(cwd, 'out/lost.txt.report.json'))).toBe(false);
});

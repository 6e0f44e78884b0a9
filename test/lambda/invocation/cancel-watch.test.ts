import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import type { Cloud, ObjectFacts } from '../../../lambda/aws/cloud.ts';
import { watched } from '../../../lambda/invocation/cancel-watch.ts';
import { Cancelled, MARKED_UPLOAD } from '../../../lambda/invocation/cancellation.ts';
import type { UploadContext } from '../../../lambda/invocation/context.ts';

/** A server in a thread of its own, which answers while this one is busy: without a mark at first. */
const SERVER = `
const { parentPort, workerData: { marks } } = require('node:worker_threads');
let requests = 0;
require('node:http').createServer((request, response) => {
  const etag = marks[Math.min(requests++, marks.length - 1)];
  response.writeHead(etag ? 200 : 404, etag ? { etag: '"' + etag + '"' } : {}).end();
}).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

let server: Worker | undefined;
afterEach(async () => void (await server?.terminate()));

const upload = { bucket: 'b', key: 'k', etag: 'e', bytes: 1, sequencer: '' };

/** @param marks ETags of the mark, one for each look of the thread @param first mark and upload at the first look */
async function contextWith(
  marks: readonly (string | null)[],
  first: { readonly mark?: ObjectFacts; readonly existing?: ObjectFacts } = {},
): Promise<UploadContext> {
  server = new Worker(SERVER, { eval: true, workerData: { marks } });
  const [port] = (await once(server, 'message')) as [number];
  const cloud: Partial<Cloud> = {
    headObject: async ({ bucket }) => (bucket === 'w' ? first.mark : first.existing),
    signedHead: async () => ({ url: `http://127.0.0.1:${port}/`, headers: {} }),
  };
  return { cloud, settings: { workBucket: 'w' }, lookEvery: 5 } as unknown as UploadContext;
}

/** Work that never leaves the processor to anyone else. */
function busy(check: () => void, rounds = Number.POSITIVE_INFINITY): Promise<string> {
  const end = performance.now() + rounds * 5;
  while (performance.now() < end) check();
  return Promise.resolve('done');
}

test('work that never pauses ends when its upload is cancelled', async () => {
  const context = await contextWith([null, null, 'mark']);
  await expect(watched(context, upload, async (check) => busy(check))).rejects.toThrow(Cancelled);
});

test('a mark that is about an earlier upload of the same bytes does not end the work', async () => {
  const facts = { etag: 'e', bytes: 1, metadata: {}, modified: 2000 };
  const mark = { ...facts, etag: 'old', metadata: { [MARKED_UPLOAD]: '1' } };
  const context = await contextWith(['old'], { mark, existing: facts });
  expect(await watched(context, upload, (check) => busy(check, 40))).toBe('done');
});

test('work is not begun if its upload is cancelled', async () => {
  const mark = { etag: 'm', bytes: 0, metadata: { [MARKED_UPLOAD]: '1' }, modified: 0 };
  const context = await contextWith([null], { mark });
  const work = watched(context, upload, () => Promise.reject(new Error('begun')));
  await expect(work).rejects.toThrow(Cancelled);
});

import { expect, test } from 'vitest';
import type { UploadContext } from '../../../lambda/invocation/context.ts';
import { timesOf } from '../../../lambda/invocation/time.ts';
import { originMetadata } from '../../../lambda/invocation/upload.ts';
import { repairResult } from '../../../lambda/result/rejection.ts';

const upload = { bucket: 'in', key: 'k.txt', etag: 'e', bytes: 2, sequencer: '01' };
const newer = { ...upload, etag: 'f', sequencer: '02' };

/** Adds the note to the report with this content. @returns the new report; undefined if none is written */
async function amended(body: string, metadata: Record<string, string>): Promise<unknown> {
  let written: unknown;
  const cloud = {
    headObject: async ({ bucket }: { bucket: string }) =>
      bucket === 'out' ? { metadata: originMetadata(upload) } : undefined,
    readObject: async () => ({ body: bytes(), bytes: Buffer.byteLength(body), etag: 'r', metadata }),
    async putObject(_target: unknown, bytes: Uint8Array) {
      written = JSON.parse(Buffer.from(bytes).toString());
      return 'etag';
    },
  };
  async function* bytes() {
    yield Buffer.from(body);
  }
  const settings = { outputBucket: 'out', outputPrefix: '', reports: true };
  await repairResult({ cloud, settings, ...timesOf(60_000) } as unknown as UploadContext, upload);
  return written;
}

test('the report of a rejected newer upload names the result beside it', async () => {
  const report = { status: 'rejected', input: { key: 'k.txt', etag: 'f' }, reason: 'r' };
  expect(await amended(JSON.stringify(report), originMetadata(newer))).toMatchObject({
    ...report,
    staleResult: { uploadEtag: 'e' },
  });
});

test.each(['hello', 'null', '{"status":"rejected"}'])(
  'an object of other origin at the key of the report is left as it is: %s',
  async (body) => {
    expect(await amended(body, {})).toBeUndefined();
  },
);

test('a damaged report is rejected with its key', async () => {
  await expect(amended('{', originMetadata(newer))).rejects.toThrow(
    'k.txt.report.json: expected JSON, got "{"',
  );
});

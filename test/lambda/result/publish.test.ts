import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import type { StoreContext } from '../../../lambda/invocation/context.ts';
import { originMetadata, STATUS_METADATA, type Upload } from '../../../lambda/invocation/upload.ts';
import { abortMultiparts, isPublished } from '../../../lambda/result/publish.ts';
import { Pipeline } from '../fixture.ts';

let pipeline: Pipeline;
let cloud: Cloud;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  cloud = pipeline.cloud;
});
afterAll(() => pipeline.close());

const at = (key: string) => ({ bucket: Pipeline.OUTPUT, key });
const open = async (key: string) =>
  (await cloud.listMultiparts(Pipeline.OUTPUT, key)).flatMap((multipart) =>
    multipart.key === key ? [multipart.uploadId] : [],
  );

/** @param ahead seconds between the start of the open multipart uploads and the writing of the newer file */
function contextOf(ahead = 0): StoreContext {
  const headObject: Cloud['headObject'] = async (ref) => {
    const facts = await cloud.headObject(ref);
    return facts && { ...facts, modified: facts.modified + ahead * 1000 };
  };
  return { settings: pipeline.settings, cloud: { ...cloud, headObject } };
}

/** Uploads a file. @returns the upload as its event describes it */
async function put(key: string, body: string): Promise<Upload> {
  await pipeline.upload(key, body);
  const { etag, bytes } = (await pipeline.object(key, Pipeline.UPLOADS))!;
  return { bucket: Pipeline.UPLOADS, key, etag, bytes: bytes.length, sequencer: '01' };
}

test('multipart uploads of earlier attempts are aborted, known or not', async () => {
  const upload = await put('left.txt', 'one');
  await cloud.createMultipart(at('left.txt'));
  await cloud.createMultipart(at('left.txt.gz'));
  await abortMultiparts(contextOf(), upload);
  expect(await open('left.txt')).toEqual([]);
  // it belongs to another file
  expect(await open('left.txt.gz')).toHaveLength(1);
});

test('multipart uploads of a newer upload are kept', async () => {
  const upload = await put('live.txt', 'one');
  await put('live.txt', 'another');
  const own = await cloud.createMultipart(at('live.txt'));
  const others = await cloud.createMultipart(at('live.txt'));
  await abortMultiparts(contextOf(), upload, own);
  expect(await open('live.txt')).toEqual([others.uploadId]);
  // begun before the newer upload existed, so it must be ours
  await abortMultiparts(contextOf(60), upload);
  expect(await open('live.txt')).toEqual([]);
});

test('all are aborted once the newer upload is done', async () => {
  const upload = await put('done.txt', 'one');
  const newer = await put('done.txt', 'another');
  await cloud.createMultipart(at('done.txt'));
  await cloud.putObject({ ...at('done.txt'), metadata: originMetadata(newer) }, Buffer.from('another'));
  await abortMultiparts(contextOf(), upload);
  expect(await open('done.txt')).toEqual([]);
});

test('all are aborted if the upload is gone', async () => {
  const upload = await put('gone.txt', 'one');
  await pipeline.remove('gone.txt');
  await cloud.createMultipart(at('gone.txt'));
  await abortMultiparts(contextOf(), upload);
  expect(await open('gone.txt')).toEqual([]);
});

const OLDER = { bucket: Pipeline.UPLOADS, key: '', etag: 'a', bytes: 1, sequencer: '01' };
const OURS = { ...OLDER, etag: 'b', sequencer: '02' };

test.each<[string, boolean, (Upload & { status?: string }) | undefined, Upload | undefined]>([
  ['a report and a result', true, OURS, OURS],
  ['a report whose result was taken away', true, OURS, undefined],
  ['a report beside the result of an older upload, which has replaced its own', false, OURS, OLDER],
  [
    'a report of its rejection beside the result of an older upload',
    true,
    { ...OURS, status: 'rejected' },
    OLDER,
  ],
  ['a `failed` report', false, { ...OURS, status: 'failed' }, OURS],
  ['a result without its report', false, OLDER, OURS],
])('an upload with %s is published: %s', async (name, published, report, result) => {
  const upload = { ...OURS, key: `${name.replaceAll(/\W/g, '-')}.txt` };
  const put = (key: string, origin: Upload, status?: string) =>
    cloud.putObject(
      { ...at(key), metadata: { ...originMetadata(origin), ...(status && { [STATUS_METADATA]: status }) } },
      Buffer.from('x'),
    );
  if (report) await put(`${upload.key}.report.json`, report, report.status);
  if (result) await put(upload.key, result);
  expect(await isPublished(contextOf(), upload)).toBe(published);
});

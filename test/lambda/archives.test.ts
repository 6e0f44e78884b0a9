import { expect, test } from 'vitest';
import { unzip, zipOf } from '../core/files/zip/archives.ts';
import { pipeline, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

const result = async (key: string) => unzip((await pipeline.object(key))!.bytes);

const P = '12.434..2.4343.1';
const S = '1234341221434321';

test('a zip archive is solved beside the other files of its batch, and so are its files, each by its own format', async () => {
  const archive = zipOf([
    { name: 'sets/a.txt', content: `${P}\n${P}\n` },
    { name: 'b.csv', content: `puzzle\n${P}\n` },
    { name: 'README', content: 'About these puzzles' },
    { name: 'c.txt', content: `#! sudoku solutions=count limit=5000\n${P}\n` },
  ]);
  await pipeline.upload('a.txt', `${P}\n`);
  await pipeline.upload('sets.zip', archive);
  await pipeline.upload('hostile.zip', zipOf([{ name: '../a.txt', content: P }]));
  const settings = { ...pipeline.settings, bounds: { limit: 1000 } };
  const tasks = await pipeline.run(await pipeline.receive(), { settings });
  expect(tasks.map(({ key, outcome }) => `${key}: ${outcome?.outcome}`).sort()).toEqual([
    'a.txt: solved',
    'hostile.zip: rejected',
    'sets.zip: solved',
  ]);
  expect(await pipeline.result('a.txt')).toBe(`${S}\n`);
  const files = await result('sets.zip');
  expect(Object.fromEntries(Array.from(files, ([name, content]) => [name, content.toString()]))).toEqual({
    'sets/a.txt': `${S}\n${S}\n`,
    'b.csv': `puzzle,solution,status\n${P},${S},solved\n`,
    README: 'About these puzzles',
    'c.txt': `#! sudoku solutions=count limit=5000\n${P}\n`,
  });
  expect(await pipeline.report('sets.zip')).toMatchObject({
    status: 'done',
    format: 'zip',
    puzzles: 3,
    solved: 3,
    files: {
      solved: 2,
      rejected: 2,
      list: [
        { name: 'sets/a.txt', status: 'solved', format: 'lines', puzzles: 2 },
        { name: 'b.csv', status: 'solved', format: 'csv' },
        { name: 'README', status: 'rejected' },
        { name: 'c.txt', status: 'rejected', reason: expect.stringContaining('expected limit=1000 or less') },
      ],
    },
  });
  expect(await pipeline.report('hostile.zip')).toMatchObject({
    status: 'rejected',
    reason: expect.stringContaining('expected names of files within the folder of a zip'),
  });
  expect(await pipeline.leftovers()).toEqual([]);
});

test('a zip archive of more than 16 MiB gets an invocation of its own, which writes while it reads', async () => {
  const remark = `# ${'remark '.repeat(400)}\n`;
  const content = `${remark}${P}\n`.repeat(6000);
  await pipeline.upload('large.zip', zipOf([{ name: 'a.txt', content, method: 0 }]));
  const tasks = await pipeline.drain();
  expect(tasks.map(({ outcome }) => outcome?.outcome)).toEqual(['enqueued', 'solved']);
  const files = await result('large.zip');
  expect(files.get('a.txt')!.equals(Buffer.from(`${remark}${S}\n`.repeat(6000)))).toBe(true);
  expect(await pipeline.leftovers()).toEqual([]);
});

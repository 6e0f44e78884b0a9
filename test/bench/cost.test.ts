import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ASSUMED, LIMITS, PRICES, type Rates } from '../../bench/cost/rates.ts';
import { DOCUMENTS, dollars, replaceTables } from '../../bench/cost/tables.ts';
import { wallTime } from '../../bench/cost/wall-time.ts';
import { PUZZLE_BYTES, type Work, workOfLargeFile, workOfSmallFiles } from '../../bench/cost/work.ts';
import { filesDollars, functionDollars } from '../../bin/remote/cost-estimate.ts';
import { timesOf } from '../../lambda/invocation/time.ts';
import { SETTINGS } from '../../lib/props-table.ts';

const MEASURED = new URL('../../bench/cost/measured.json', import.meta.url);

// round figures, so that results can be checked by hand
const rates: Rates = {
  measured: 'made up',
  puzzlesPerSecond: 1_000_000,
  secondsPerSmallFile: 0.001,
  coldStartSeconds: 0,
  ...ASSUMED,
  speed: 1,
};

describe('requests', () => {
  test('a small file costs a message, a GET and two PUTs', () => {
    const { messages, s3Reads, s3Writes, invocations, chunks } = workOfSmallFiles(1, rates);
    expect({ messages, s3Reads, s3Writes, invocations, chunks }).toEqual({
      messages: 1,
      s3Reads: 1,
      s3Writes: 2,
      invocations: 1,
      chunks: 0,
    });
  });

  test('many small files share invocations, receives and deletes', () => {
    const { sqsRequests, invocations } = workOfSmallFiles(10_000, rates);
    expect(invocations).toBe(1000);
    expect(sqsRequests).toBe(10_000 + 2 * 1000);
    const gathered = workOfSmallFiles(10_000, { ...rates, window: 1 });
    expect(gathered).toMatchObject({ invocations: 100, sqsRequests });
    expect(gathered.beforeAndAfter.delivery).toBe(ASSUMED.delivery + 1);
  });

  test('a chunk costs three GETs, a HEAD, a PUT, a LIST and a copy', () => {
    const chunkOf = (chunks: number) => workOfLargeFile(chunks * 1e6, 1e6 * PUZZLE_BYTES, rates);
    const [few, more] = [chunkOf(10), chunkOf(12)];
    expect(more.chunks - few.chunks).toBe(2);
    expect(more.s3Reads - few.s3Reads).toBe(2 * 4);
    expect(more.s3Writes - few.s3Writes).toBe(2 * 3);
  });
});

describe('wall time', () => {
  const work = (change: Partial<Work>): Work => ({
    ...workOfSmallFiles(1, rates),
    beforeAndAfter: { delivery: 0, planning: 0, assembling: 0 },
    s3Reads: 0,
    s3Writes: 0,
    invocationSeconds: 1,
    ...change,
  });

  test('is the time of the invocation if there is only one', () => {
    expect(wallTime(work({ invocations: 1 }), rates, 100, 1)).toEqual({
      seconds: 1,
      bottleneck: 'one invocation',
      waiting: 0,
      refused: 0,
    });
  });

  test('falls with concurrency until the growth of the poller limits it', () => {
    const { seconds, bottleneck } = wallTime(work({ invocations: 100_000 }), rates, 10, 1);
    expect(bottleneck).toBe('concurrency');
    // ten functions, after one second in which there are five to ten
    expect(seconds).toBeCloseTo(10_000 + 0.25);
  });

  test('is limited by the growth of the poller if the work is short', () => {
    const { seconds, bottleneck } = wallTime(work({ invocations: 1000 }), rates, 1000, 1);
    expect(bottleneck).toBe('poller growth (300 functions/min)');
    expect(LIMITS.pollerStart * seconds + (LIMITS.pollerGrowth * seconds ** 2) / 2).toBeCloseTo(1000);
  });

  test('is limited by the requests per prefix that S3 accepts, and falls with more prefixes', () => {
    const many = work({ invocations: 10_000, s3Writes: 35_000_000 });
    // S3 refuses requests beyond its rate: clients that reduce theirs to 0.7 and increase it again use 0.925 of it
    expect(wallTime(many, rates, 1000, 1)).toMatchObject({ bottleneck: 'S3 writes (3,500/s)' });
    expect(wallTime(many, rates, 1000, 1).seconds).toBeCloseTo(10_000 / 0.925);
    expect(wallTime(many, rates, 1000, 10).seconds).toBeCloseTo(1000 / 0.925);
    expect(wallTime(many, rates, 1000, 10_000)).toMatchObject({ refused: 0, waiting: 0 });
  });

  test('functions that S3 slows down are billed while they wait, and refused from time to time', () => {
    const many = work({ invocations: 10_000, s3Writes: 35_000_000 });
    const { seconds, waiting, refused } = wallTime(many, rates, 1000, 1);
    expect(waiting).toBeCloseTo(1000 * seconds - 10_000);
    // from 3.5 requests per second, each client recovers its rate in cbrt(3.5 * 0.3 / 0.4) seconds
    expect(refused).toBeCloseTo((1000 * seconds) / Math.cbrt(2.625));
    const paid = (concurrency: number) => dollars(many, rates, concurrency, 1).lambdaTime;
    expect(paid(1000) / paid(100)).toBeCloseTo(10, 1);
  });
});

test('dollars are the sum of their items, and those are requests times prices', () => {
  const { total, ...items } = dollars(workOfSmallFiles(1_000_000, rates), rates, 100, 1);
  expect(total).toBeCloseTo(Object.values(items).reduce((sum, item) => sum + item));
  expect(items.s3Writes).toBeCloseTo(10);
  expect(items.s3Reads).toBeCloseTo(0.4);
  expect(items.lambdaRequests).toBeCloseTo(0.02);
});

test('the estimates of the commands are those of the model, to a fifth', () => {
  const measured = {
    ...ASSUMED,
    ...(JSON.parse(readFileSync(MEASURED, 'utf8')) as Rates),
  };
  const modelled = (work: Work) => dollars(work, measured, 100, 1).total;
  const small = modelled(workOfSmallFiles(1_000_000, measured));
  expect(filesDollars(1_000_000, 82e6) / small).toBeCloseTo(1, 0.7);
  const large = modelled(workOfLargeFile(1e8, 16 * 1024 ** 2, measured));
  expect(filesDollars(1, 1e8 * PUZZLE_BYTES) / large).toBeCloseTo(1, 0.7);
});

test('docs/operate.md has the ceilings of the default settings', () => {
  const measured = { ...ASSUMED, ...(JSON.parse(readFileSync(MEASURED, 'utf8')) as Rates) };
  const { uploadConcurrency, chunkConcurrency, memorySize, timeout, ...bounds } = SETTINGS;
  const uploads = uploadConcurrency.default;
  const chunks = chunkConcurrency.default;
  const { available } = timesOf(timeout.default * 1000);
  const functions = (seconds: number) => functionDollars(seconds, 0, memorySize.default);
  const month = (bytes: number) => (bytes / 1024 ** 3) * PRICES.s3GBMonth;
  const million = workOfSmallFiles(1_000_000, measured);
  const millionsADay = 86_400 / wallTime(million, measured, uploads, 1).seconds;
  const expected = [
    functions((uploads + chunks) * 86_400),
    functions(bounds.maxSeconds.default),
    functions((chunks * available) / 1000),
    month(bounds.maxResultBytes.default),
    month(bounds.maxBytes.default),
    millionsADay * dollars(million, measured, uploads, 1).total,
  ];
  const document = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- ceilings -->(.*)<!-- end of ceilings/s.exec(document)!;
  const stated = Array.from(table.matchAll(/^- ([\d.]+) dollars/gm), ([, number]) => number);
  expect(stated).toEqual(expected.map((each) => (each < 1 ? each.toFixed(2) : each.toFixed(0))));
  expect(table).toContain(`${uploads} + ${chunks}`);
  expect(document).toContain(`${uploads} for uploads, ${chunks} for chunks`);
});

test.each(Object.entries(DOCUMENTS))(
  'the tables of %s are those of the measured speeds',
  (path, tablesOf) => {
    const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const measured: Rates = { ...ASSUMED, ...JSON.parse(text('bench/cost/measured.json')) };
    const document = text(path);
    expect(unpadded(replaceTables(document, tablesOf(measured, 1)))).toBe(unpadded(document));
  },
);

test('the tables of a document are replaced between their marks only', () => {
  const document = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const once = replaceTables(document, '| new |');
  expect(once).toContain('\n\n| new |\n\n');
  expect(replaceTables(once, '| new |')).toBe(once);
  expect(() => replaceTables('no marks', '')).toThrow(/expected '<!-- tables/);
});

/** The formatter pads the cells of tables. */
function unpadded(markdown: string): string {
  return markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

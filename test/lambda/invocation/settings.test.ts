import { expect, test } from 'vitest';
import { readSettings, settingsFor } from '../../../lambda/invocation/settings.ts';

const ENV = {
  OUTPUT_BUCKET: 'out',
  WORK_BUCKET: 'work',
  UPLOADS_QUEUE_URL: 'http://u',
  CHUNKS_QUEUE_URL: 'http://c',
  MAX_RECEIVES: '10',
  SOURCES: '[["in"],["archive","old/"],["mine","",".txt"]]',
};

test('the environment is parsed into settings', () => {
  expect(
    readSettings({ ...ENV, REPORTS: 'off', MAX_RECEIVES: '3', DEFAULT_OPTIONS: '{"variant":"x","limit":5}' }),
  ).toEqual({
    sources: [
      { bucket: 'in', prefix: '', suffix: '' },
      { bucket: 'archive', prefix: 'old/', suffix: '' },
      { bucket: 'mine', prefix: '', suffix: '.txt' },
    ],
    outputBucket: 'out',
    outputPrefix: '',
    workBucket: 'work',
    uploadsQueueUrl: 'http://u',
    chunksQueueUrl: 'http://c',
    reports: false,
    events: new Set(),
    serviceName: '',
    htmlReports: false,
    memorySize: 1769,
    maxGrowth: Number.POSITIVE_INFINITY,
    chunkConcurrency: 100,
    maxReceives: 3,
    bounds: {},
    tenants: new Map(),
    tenant: undefined,
    defaults: { variant: 'x', limit: 5 },
  });
  expect(readSettings(ENV)).toMatchObject({ reports: true, maxReceives: 10, defaults: {} });
  expect(readSettings({ ...ENV, FILE_EVENTS: 'done started' }).events).toEqual(new Set(['done', 'started']));
  const given = { HTML_REPORTS: 'on', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '3008', MAX_GROWTH: '7' };
  expect(readSettings({ ...ENV, ...given })).toMatchObject({
    htmlReports: true,
    memorySize: 3008,
    maxGrowth: 7,
  });
});

test('bounds of files apply to the defaults, too', () => {
  expect(readSettings({ ...ENV, MAX_LIMIT: '10', MAX_BUDGET: '7' })).toMatchObject({
    bounds: { limit: 10, budget: 7 },
    defaults: { limit: 10 },
  });
  expect(readSettings({ ...ENV, MAX_LIMIT: '5000' }).defaults).toEqual({});
});

test('a tenant may have bounds of its own, in place of those of the pipeline', () => {
  const settings = readSettings({
    ...ENV,
    TENANT: 'first-folder',
    MAX_BYTES: '100',
    MAX_SECONDS: '60',
    TENANT_BOUNDS: '{"acme":{"maxBytes":5,"maxLimit":7},"a b":{"maxSeconds":1}}',
  });
  const of = (key: string) => settingsFor(settings, { bucket: 'in', key });
  expect(of('other/a.txt')).toBe(settings);
  expect(of('a.txt')).toBe(settings);
  expect(of('acme/a.txt')).toMatchObject({
    bounds: { bytes: 5, seconds: 60, limit: 7 },
    defaults: { limit: 7 },
  });
  // its name is a hash
  expect(of('a b/a.txt').bounds).toEqual({ bytes: 100, seconds: 1 });
});

test.each([
  [{ ...ENV, TENANT_BOUNDS: '{"acme":{"maxBytes":"x"}}' }, /maxBytes must be a whole number, got 'x'/],
  [{ ...ENV, WORK_BUCKET: '' }, /WORK_BUCKET is not set/],
  [{ ...ENV, MAX_RECEIVES: undefined }, /MAX_RECEIVES is not set/],
  [{ ...ENV, SOURCES: undefined }, /SOURCES is not set/],
  [{ ...ENV, SOURCES: '[[]]' }, /SOURCES must be a list of \[bucket, prefix, suffix\], got '\[\[\]\]'/],
  [{ ...ENV, SOURCES: 'in' }, /SOURCES must be JSON, got 'in'/],
  [{ ...ENV, REPORTS: 'yes' }, /REPORTS must be on or off, got 'yes'/],
  [{ ...ENV, FILE_EVENTS: 'begun' }, /FILE_EVENTS must be of started, done, failed, got 'begun'/],
  [{ ...ENV, MAX_GROWTH: '1e3' }, /MAX_GROWTH must be a whole number, got '1e3'/],
  [{ ...ENV, MAX_RECEIVES: 'many' }, /MAX_RECEIVES must be a whole number, got 'many'/],
  [{ ...ENV, DEFAULT_OPTIONS: '{' }, /DEFAULT_OPTIONS must be JSON, got '{'/],
  [
    { ...ENV, DEFAULT_OPTIONS: '{"variant":"y"}' },
    /DEFAULT_OPTIONS: variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"/,
  ],
])('a wrong variable is named (%#)', (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

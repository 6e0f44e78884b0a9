import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { FAULT_KINDS, type FaultKind, type FaultRates, Faults } from '../../../local/faults/faults.ts';
import { REGION, startServices } from '../../../local/services.ts';

/** Faults that have a rate. */
const KINDS = (Object.keys(FAULT_KINDS) as FaultKind[]).filter(
  (kind): kind is keyof FaultRates => !['archived', 'keyDenied', 'poisoned'].includes(kind),
);

/** All faults at one rate. */
const all = (rate: number) => Object.fromEntries(KINDS.map((kind) => [kind, rate])) as FaultRates;

test('the seed decides which faults happen', () => {
  const strikes = (seed: number) => {
    const faults = new Faults(seed, all(0.5));
    return Array.from({ length: 50 }, () => faults.strikes('refused'));
  };
  expect(strikes(1)).toEqual(strikes(1));
  expect(strikes(1)).not.toEqual(strikes(2));
});

test('faults happen at their rates and are counted', () => {
  const faults = new Faults(1, { ...all(0), delayed: 0.2, killed: 1 });
  for (let i = 0; i < 10_000; i++) for (const kind of KINDS) faults.strikes(kind);
  const { delayed, killed, ...others } = faults.counts;
  expect(Math.abs(delayed - 2000)).toBeLessThan(200);
  expect(killed).toBe(10_000);
  expect(new Set(Object.values(others))).toEqual(new Set([0]));
});

const messages = (...bodies: object[]) => bodies.map((body) => ({ body: JSON.stringify(body) }) as SQSRecord);
const event = (key: string) => ({ Records: [{ s3: { object: { key } } }] });

test('a poisoned upload kills with messages of every kind, a limited number of times', () => {
  const { objects, counts } = new Faults(1);
  objects.add('a b/ü.txt', 'poisoned', 2);
  expect(objects.kills(messages(event('other.txt'), { Event: 's3:TestEvent' }))).toBe(false);
  expect(objects.kills(messages(event('other.txt'), event('a+b/%C3%BC.txt')))).toBe(true);
  expect(objects.kills(messages({ kind: 'file', upload: { key: 'a b/ü.txt' } }))).toBe(true);
  expect(objects.kills(messages(event('a+b/%C3%BC.txt')))).toBe(false);
  expect(counts.poisoned).toBe(2);
});

test.each([
  ['archived', 'InvalidObjectState'],
  ['keyDenied', 'AccessDenied'],
] as const)('a read of an upload that is %s fails for the function only, with %s', async (fault, name) => {
  const faults = new Faults(1, {} as FaultRates);
  const services = await startServices({ faults });
  try {
    const client = (accessKeyId: string) =>
      new S3Client({
        endpoint: services.endpoint,
        region: REGION,
        credentials: { accessKeyId, secretAccessKey: 'test' },
      });
    const object = { Bucket: 'bucket', Key: 'k.txt' };
    await client('client').send(new CreateBucketCommand({ Bucket: 'bucket' }));
    await client('client').send(new PutObjectCommand({ ...object, Body: 'grid' }));
    faults.objects.add('k.txt', fault);
    await expect(client('function').send(new GetObjectCommand(object))).rejects.toMatchObject({ name });
    await expect(client('client').send(new GetObjectCommand(object))).resolves.toBeDefined();
  } finally {
    await services.close();
  }
});

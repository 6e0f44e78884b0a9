import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { type FaultRates, Faults } from '../../../local/faults/faults.ts';
import { REGION, startServices } from '../../../local/services.ts';

const messages = (...bodies: object[]) => bodies.map((body) => ({ body: JSON.stringify(body) }) as SQSRecord);
const event = (key: string) => ({ Records: [{ s3: { object: { key } } }] });

test('a poisonous upload kills by whatever message it comes, so often', () => {
  const { troubled, counts } = new Faults(1);
  troubled.add('a b/ü.txt', 'poisoned', 2);
  expect(troubled.kills(messages(event('other.txt'), { Event: 's3:TestEvent' }))).toBe(false);
  expect(troubled.kills(messages(event('other.txt'), event('a+b/%C3%BC.txt')))).toBe(true);
  expect(troubled.kills(messages({ kind: 'file', upload: { key: 'a b/ü.txt' } }))).toBe(true);
  expect(troubled.kills(messages(event('a+b/%C3%BC.txt')))).toBe(false);
  expect(counts.poisoned).toBe(2);
});

test.each([
  ['archived', 'InvalidObjectState'],
  ['keyDenied', 'AccessDenied'],
] as const)(
  'an upload that is %s answers the function’s GET, and nobody else’s, with %s',
  async (trouble, name) => {
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
      faults.troubled.add('k.txt', trouble);
      await expect(client('function').send(new GetObjectCommand(object))).rejects.toMatchObject({ name });
      await expect(client('client').send(new GetObjectCommand(object))).resolves.toBeDefined();
    } finally {
      await services.close();
    }
  },
);

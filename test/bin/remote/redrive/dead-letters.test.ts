import type { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { moveChosen } from '../../../../bin/remote/redrive/dead-letters.ts';

const QUEUE = { name: 'uploads', url: 'dead', arn: 'arn', sourceUrl: 'source', count: 2 } as const;

/** Moves the first of two letters. @param refusal of SQS to make the other one visible again */
async function moveOne(refusal: string | undefined) {
  const sent: string[] = [];
  const letters = ['mine', 'yours'].map((id) => ({
    MessageId: id,
    ReceiptHandle: `${id}-receipt`,
    Body: id,
  }));
  const sqs = {
    async send({ constructor: { name }, input }: { input: Record<string, unknown> } & object) {
      sent.push(`${name.replace('Command', '')} ${String(input.ReceiptHandle ?? input.QueueUrl)}`);
      if (name === 'ReceiveMessageCommand') return { Messages: letters.splice(0) };
      if (name === 'ChangeMessageVisibilityCommand' && refusal) {
        throw Object.assign(new Error(refusal), { name: refusal });
      }
      return {};
    },
  };
  const moved = await moveChosen(sqs as unknown as SQSClient, QUEUE, ({ id }) => id === 'mine');
  return { moved, sent };
}

test('makes letters that were not chosen visible again at once', async () => {
  const { moved, sent } = await moveOne(undefined);
  expect(moved).toBe(1);
  expect(sent).toContain('DeleteMessage mine-receipt');
  expect(sent.at(-1)).toBe('ChangeMessageVisibility yours-receipt');
});

// searching a long queue takes longer than the minute for which SQS hides received messages
test.each(['MessageNotInflight', 'ReceiptHandleIsInvalid', 'InvalidParameterValue'])(
  'accepts that a letter is visible already: %s',
  async (refusal) => {
    expect(await moveOne(refusal)).toMatchObject({ moved: 1 });
  },
);

test('throws any other refusal', async () => {
  await expect(moveOne('AccessDenied')).rejects.toThrow('AccessDenied');
});

import { expect, test } from 'vitest';
import type { Clients } from '../../../bin/remote/clients.ts';
import { moveChosen } from '../../../bin/remote/redrive/move.ts';

const QUEUE = { name: 'uploads', url: 'dead', arn: 'arn', originUrl: 'origin', count: 2 } as const;

/** Moves the first of two letters. @param refusal of SQS where the other one is to be seen again */
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
  const moved = await moveChosen({ sqs } as unknown as Clients, QUEUE, ({ id }) => id === 'mine');
  return { moved, sent };
}

test('letters that were not chosen are seen again at once', async () => {
  const { moved, sent } = await moveOne(undefined);
  expect(moved).toBe(1);
  expect(sent).toContain('DeleteMessage mine-receipt');
  expect(sent.at(-1)).toBe('ChangeMessageVisibility yours-receipt');
});

// looking through a long queue takes longer than the minute for which SQS hides what was looked at
test.each(['MessageNotInflight', 'ReceiptHandleIsInvalid', 'InvalidParameterValue'])(
  'that they are seen already (%s) is no error',
  async (refusal) => {
    expect(await moveOne(refusal)).toMatchObject({ moved: 1 });
  },
);

test('any other refusal is one', async () => {
  await expect(moveOne('AccessDenied')).rejects.toThrow('AccessDenied');
});

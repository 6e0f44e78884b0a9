import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { LocalCloud } from '../../local/cloud.ts';

/** Looks in a row that must find nothing, and the pause between them, milliseconds. */
const LOOKS = 5;
const PAUSE = 100;

/** Waits until no message is anywhere but in the dead letters. @throws Error if it takes longer than `patience` seconds */
export async function quiet(cloud: LocalCloud, patience: number): Promise<void> {
  const end = performance.now() + patience * 1000;
  for (let looks = 0; looks < LOOKS; ) {
    await sleep(PAUSE);
    const waiting = await messages(cloud);
    looks = waiting.length === 0 ? looks + 1 : 0;
    if (performance.now() > end) throw new Error(`not quiet after ${patience} s: ${waiting.join('; ')}`);
  }
}

async function messages(cloud: LocalCloud): Promise<string[]> {
  const counts = await Promise.all(
    cloud.plan.queues
      .filter(({ isDeadLetters }) => !isDeadLetters)
      .map(async ({ url, name }) => {
        const { Attributes } = await cloud.sqs.send(
          new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
        );
        const { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: inFlight } =
          Attributes ?? {};
        const delayed = Attributes?.ApproximateNumberOfMessagesDelayed;
        const sum = Number(waiting) + Number(inFlight) + Number(delayed);
        return sum === 0 ? '' : `${name} has ${waiting} waiting, ${inFlight} in flight, ${delayed} delayed`;
      }),
  );
  return counts.filter((text) => text !== '');
}

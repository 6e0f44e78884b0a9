import { setInterval } from 'node:timers/promises';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { LocalCloud } from '../../local/cloud.ts';
import { FailureError } from '../cli/exit.ts';

/** Rejects when a message has come to any queue of dead letters: its file will get no report. Ends with the signal. */
export async function watchDeadLetters(cloud: LocalCloud, signal: AbortSignal): Promise<never> {
  const queues = cloud.plan.queues.filter(({ isDeadLetters }) => isDeadLetters);
  for await (const _ of setInterval(1000, undefined, { signal, ref: false })) {
    for (const { url, name } of queues) {
      const { Messages = [] } = await cloud.sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
      const [message] = Messages;
      if (message) throw new FailureError(`a message failed for good and is now in ${name}: ${message.Body}`);
    }
  }
  throw new Error('the watch over the dead letters ended by itself');
}

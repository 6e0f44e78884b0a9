import { setTimeout } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { FailureError } from '../../cli/exit.ts';
import type { Clients } from '../clients.ts';
import { pauses } from '../pauses.ts';
import { type DeadLetter, type DeadLetterQueue, readDeadLetters } from './dead-letters.ts';

/** Moves all messages of a queue back, inside SQS. @returns how many were moved */
export async function moveAll(
  { sqs }: Clients,
  { arn, name }: DeadLetterQueue,
  onProgress: (moved: number, all: number) => void,
): Promise<number> {
  try {
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
  } catch (error) {
    // one task a queue: somebody else has begun, and that one is watched to its end
    if (!/UnsupportedOperation/.test((error as Error).name)) throw error;
  }
  for (const pause of pauses(500, 10_000)) {
    await setTimeout(pause);
    const { Results: [task] = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn }));
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    // an estimate, which may be short
    onProgress(moved, Math.max(moved, task?.ApproximateNumberOfMessagesToMove ?? 0));
    if (task?.Status === 'COMPLETED') return moved;
    if (task?.Status !== 'RUNNING') {
      throw new FailureError(
        `${name}: the move ended as ${task?.Status}: ${task?.FailureReason ?? 'no reason given'}; ${moved} moved`,
      );
    }
  }
  throw new Error('pauses ended');
}

/** While chosen messages are looked for, others do not see any of them for so many seconds. */
const HIDE_SECONDS = 60;

/** Moves chosen messages back: each is sent before it is deleted, so that none can be lost. The others are seen again at once. */
export async function moveChosen(
  clients: Clients,
  queue: DeadLetterQueue,
  isChosen: (letter: DeadLetter) => boolean,
): Promise<number> {
  const { sqs } = clients;
  const left: DeadLetter[] = [];
  let moved = 0;
  try {
    for await (const letter of readDeadLetters(clients, queue, HIDE_SECONDS)) {
      if (!isChosen(letter)) {
        left.push(letter);
        continue;
      }
      await sqs.send(new SendMessageCommand({ QueueUrl: queue.originUrl, MessageBody: letter.body }));
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle: letter.receipt }));
      moved++;
    }
  } finally {
    for (const { receipt } of left) {
      const seen = { QueueUrl: queue.url, ReceiptHandle: receipt, VisibilityTimeout: 0 };
      // where looking took longer than they were hidden, they are seen already
      await sqs.send(new ChangeMessageVisibilityCommand(seen)).catch((error: Error) => {
        if (!/MessageNotInflight|ReceiptHandleIsInvalid|InvalidParameterValue/.test(error.name)) throw error;
      });
    }
  }
  return moved;
}

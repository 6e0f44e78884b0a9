// The messages in the pipeline's dead-letter queues: reads them, and moves all or chosen ones back.
import { setTimeout } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { parseMessage, UnknownMessage } from '../../../lambda/invocation/message.ts';
import type { Upload } from '../../../lambda/invocation/upload.ts';
import { FailureError } from '../../cli/exit.ts';
import { delays } from '../polling.ts';
import type { DeployedPipeline } from '../stack.ts';
import { queueCounts } from '../stack-status.ts';

/** A dead-letter queue and its source queue. */
export interface DeadLetterQueue {
  readonly name: 'uploads' | 'chunks';
  readonly url: string;
  readonly arn: string;
  readonly sourceUrl: string;
  /** SQS's approximation, including messages that are currently received by someone */
  readonly count: number;
}

/** A message in a dead-letter queue. */
export interface DeadLetter {
  readonly queue: DeadLetterQueue['name'];
  readonly id: string;
  readonly receipt: string;
  readonly body: string;
  /** of the message, by which SQS delivers fairly */
  readonly group: string | undefined;
  /** whether it is a message of the pipeline; a person has to decide about any other */
  readonly isKnown: boolean;
  /** its task: `upload`, `chunk 0-8388608`, …; or why it is not a message of the pipeline */
  readonly what: string;
  readonly uploads: readonly Upload[];
  /** of the uploads */
  readonly keys: readonly string[];
  readonly sent: Date;
  readonly receives: number;
}

/** Both dead-letter queues, with the number of messages in them. */
export async function deadLetterQueues(
  sqs: SQSClient,
  pipeline: DeployedPipeline,
): Promise<DeadLetterQueue[]> {
  const { uploadsDeadLettersUrl, uploadsQueueUrl, chunksDeadLettersUrl, chunksQueueUrl } = pipeline;
  return Promise.all([
    queueOf(sqs, 'uploads', uploadsDeadLettersUrl, uploadsQueueUrl),
    queueOf(sqs, 'chunks', chunksDeadLettersUrl, chunksQueueUrl),
  ]);
}

async function queueOf(
  sqs: SQSClient,
  name: DeadLetterQueue['name'],
  url: string,
  sourceUrl: string,
): Promise<DeadLetterQueue> {
  const { arn, waiting, inFlight } = await queueCounts(sqs, url);
  return { name, url, arn, sourceUrl, count: waiting + inFlight };
}

/** Requests without a new message after which the search ends. One may not suffice: each reaches only some of SQS's hosts. */
const EMPTY_RECEIVES = 5;

/**
 * Messages of a queue, each once.
 * @param hideFor seconds for which they are invisible to others; 0 leaves them visible
 */
export async function* readDeadLetters(
  sqs: SQSClient,
  queue: DeadLetterQueue,
  hideFor: number,
): AsyncGenerator<DeadLetter, void, undefined> {
  const seen = new Set<string>();
  for (let empty = 0; empty < EMPTY_RECEIVES && seen.size < Math.max(queue.count, 1); empty++) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hideFor,
        MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount', 'MessageGroupId'],
      }),
    );
    for (const { MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} } of Messages) {
      if (seen.has(MessageId)) continue;
      seen.add(MessageId);
      empty = -1;
      yield {
        queue: queue.name,
        id: MessageId,
        receipt: ReceiptHandle,
        body: Body,
        group: Attributes.MessageGroupId,
        ...contentOf(Body),
        sent: new Date(Number(Attributes.SentTimestamp ?? 0)),
        receives: Number(Attributes.ApproximateReceiveCount ?? 0),
      };
    }
  }
}

function contentOf(body: string): Pick<DeadLetter, 'isKnown' | 'what' | 'uploads' | 'keys'> {
  const about = (what: string, uploads: readonly Upload[], isKnown = true) => ({
    isKnown,
    what,
    uploads,
    keys: uploads.map(({ key }) => key),
  });
  try {
    const message = parseMessage(body);
    if (message.kind === 'uploads') return about('upload', message.uploads);
    if (message.kind === 'sweep') return about('sweep', []);
    const range = message.kind === 'chunk' ? ` ${message.range.from}-${message.range.to}` : '';
    return about(message.kind + range, [message.upload]);
  } catch (error) {
    if (!(error instanceof UnknownMessage)) throw error;
    return about(`not a message of the pipeline: ${error.message}`, [], false);
  }
}

/** Moves all messages back to the source queue, inside SQS. @returns how many were moved */
export async function moveAll(
  sqs: SQSClient,
  { arn, name }: DeadLetterQueue,
  onProgress: (moved: number, all: number) => void,
): Promise<number> {
  try {
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
  } catch (error) {
    // SQS allows one task per queue: if another is running, it is followed to its end
    if (!/UnsupportedOperation/.test((error as Error).name)) throw error;
  }
  for (const delay of delays({ first: 500, longest: 10_000 })) {
    await setTimeout(delay);
    const { Results: [task] = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn }));
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    // the total is an estimate, and may be too small
    onProgress(moved, Math.max(moved, task?.ApproximateNumberOfMessagesToMove ?? 0));
    if (task?.Status === 'COMPLETED') return moved;
    if (task?.Status !== 'RUNNING') {
      throw new FailureError(
        `${name}: the move ended as ${task?.Status}: ${task?.FailureReason ?? 'no reason given'}; ${moved} moved`,
      );
    }
  }
  throw new Error('unreachable: delays never end');
}

/** Seconds for which messages are invisible to others while some of them are chosen. */
const HIDE_SECONDS = 60;

/**
 * Moves chosen messages back: each is sent before it is deleted, so that none can be lost. The others become visible again
 * at once.
 * @returns how many were moved
 */
export async function moveChosen(
  sqs: SQSClient,
  queue: DeadLetterQueue,
  isChosen: (letter: DeadLetter) => boolean,
): Promise<number> {
  const others: DeadLetter[] = [];
  let moved = 0;
  try {
    for await (const letter of readDeadLetters(sqs, queue, HIDE_SECONDS)) {
      if (!isChosen(letter)) {
        others.push(letter);
        continue;
      }
      const { body: MessageBody, group: MessageGroupId, receipt: ReceiptHandle } = letter;
      await sqs.send(new SendMessageCommand({ QueueUrl: queue.sourceUrl, MessageBody, MessageGroupId }));
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
      moved++;
    }
  } finally {
    for (const { receipt } of others) {
      const visible = { QueueUrl: queue.url, ReceiptHandle: receipt, VisibilityTimeout: 0 };
      // if the search took longer than they were hidden, they are visible already
      await sqs.send(new ChangeMessageVisibilityCommand(visible)).catch((error: Error) => {
        if (!/MessageNotInflight|ReceiptHandleIsInvalid|InvalidParameterValue/.test(error.name)) throw error;
      });
    }
  }
  return moved;
}

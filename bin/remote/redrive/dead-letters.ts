import { GetQueueAttributesCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { parseMessage, UnknownMessage } from '../../../lambda/message.ts';
import type { Upload } from '../../../lambda/upload.ts';
import type { Clients } from '../clients.ts';
import type { DeployedPipeline } from '../stack.ts';

/** A queue of dead letters, and the queue that they came from. */
export interface DeadLetterQueue {
  readonly name: 'uploads' | 'chunks';
  readonly url: string;
  readonly arn: string;
  readonly originUrl: string;
  /** as SQS counts: approximately, those included that somebody reads at the moment */
  readonly count: number;
}

/** A message that failed for good. */
export interface DeadLetter {
  readonly queue: DeadLetterQueue['name'];
  readonly id: string;
  readonly receipt: string;
  readonly body: string;
  /** whether it is a message of the pipeline: only a person can say what to do with any other */
  readonly isKnown: boolean;
  /** what it asks for: `file`, `chunk 0-8388608`, …; or why it is none of ours */
  readonly what: string;
  /** that it concerns */
  readonly uploads: readonly Upload[];
  /** of the uploads */
  readonly keys: readonly string[];
  readonly sent: Date;
  readonly receives: number;
}

/** Both queues of dead letters with what is in them. */
export async function deadLetterQueues(
  clients: Clients,
  pipeline: DeployedPipeline,
): Promise<DeadLetterQueue[]> {
  const { uploadsDeadLettersUrl, uploadsQueueUrl, chunksDeadLettersUrl, chunksQueueUrl } = pipeline;
  return Promise.all([
    queueOf(clients, 'uploads', uploadsDeadLettersUrl, uploadsQueueUrl),
    queueOf(clients, 'chunks', chunksDeadLettersUrl, chunksQueueUrl),
  ]);
}

async function queueOf(
  { sqs }: Clients,
  name: DeadLetterQueue['name'],
  url: string,
  originUrl: string,
): Promise<DeadLetterQueue> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  const { ApproximateNumberOfMessages: seen, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes;
  const count = Number(seen ?? 0) + Number(hidden ?? 0);
  return { name, url, arn: Attributes.QueueArn ?? '', originUrl, count };
}

/** Looks in a row that bring nothing new. SQS answers from some of its hosts each time. */
const EMPTY_LOOKS = 5;

/**
 * Messages of a queue, each once.
 * @param hideFor seconds that other readers do not see them; 0 leaves them where they are
 */
export async function* readDeadLetters(
  { sqs }: Clients,
  queue: DeadLetterQueue,
  hideFor: number,
): AsyncGenerator<DeadLetter, void, undefined> {
  const seen = new Set<string>();
  for (let empty = 0; empty < EMPTY_LOOKS && seen.size < Math.max(queue.count, 1); empty++) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hideFor,
        MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
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
    const range = message.kind === 'chunk' ? ` ${message.range.from}-${message.range.to}` : '';
    return about(message.kind + range, [message.upload]);
  } catch (error) {
    if (!(error instanceof UnknownMessage)) throw error;
    return about(`no message of the pipeline: ${error.message}`, [], false);
  }
}

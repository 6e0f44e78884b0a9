// SQS's tasks that move dead letters back to their original queue.
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../requests/service-error.ts';
import type { ServiceOperation } from '../requests/service-request.ts';

/** Calls an operation of SQS and returns its response. */
export type CallSqs = (operation: string, body: Record<string, unknown>) => Promise<Record<string, unknown>>;

interface Queue {
  readonly arn: string;
  readonly url: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Task {
  readonly TaskHandle: string;
  Status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  readonly SourceArn: string;
  ApproximateNumberOfMessagesMoved: number;
  readonly ApproximateNumberOfMessagesToMove: number;
  readonly StartedTimestamp: number;
}

interface Received {
  readonly MessageId: string;
  readonly Body: string;
  readonly ReceiptHandle: string;
  readonly Attributes?: { readonly MessageGroupId?: string };
}

/** The queue whose redrive policy names a dead-letter queue. */
export function originOf(queues: readonly Queue[], deadLettersArn: string): Queue | undefined {
  return queues.find(({ attributes }) => attributes.RedrivePolicy?.includes(`"${deadLettersArn}"`));
}

export class MessageMoves {
  readonly #queues: readonly Queue[];
  readonly #call: CallSqs;
  readonly #tasks: Task[] = [];

  constructor(queues: readonly Queue[], call: CallSqs) {
    this.#queues = queues;
    this.#call = call;
  }

  readonly start: ServiceOperation = async ({ SourceArn, DestinationArn }) => {
    const source = this.#queues.find(({ arn }) => arn === SourceArn);
    const origin = originOf(this.#queues, String(SourceArn));
    if (!source || !origin || DestinationArn !== undefined) {
      throw new ServiceError(
        400,
        'InvalidParameterValue',
        `expected SourceArn of a dead-letter queue and no DestinationArn, got ${String(SourceArn)}`,
      );
    }
    if (this.#tasks.some(({ Status, SourceArn: arn }) => Status === 'RUNNING' && arn === SourceArn)) {
      throw new ServiceError(400, 'UnsupportedOperation', 'There is already a task running.');
    }
    const { Attributes } = (await this.#call('GetQueueAttributes', {
      QueueUrl: source.url,
      AttributeNames: ['ApproximateNumberOfMessages'],
    })) as { Attributes: Record<string, string> };
    const task: Task = {
      TaskHandle: randomUUID(),
      Status: 'RUNNING',
      SourceArn: source.arn,
      ApproximateNumberOfMessagesMoved: 0,
      ApproximateNumberOfMessagesToMove: Number(Attributes.ApproximateNumberOfMessages),
      StartedTimestamp: Date.now(),
    };
    this.#tasks.unshift(task);
    void this.#move(task, source, origin).then(
      () => {
        task.Status = 'COMPLETED';
      },
      () => {
        task.Status = 'FAILED';
      },
    );
    return { TaskHandle: task.TaskHandle };
  };

  readonly list: ServiceOperation = ({ SourceArn, MaxResults = 1 }) => ({
    Results: this.#tasks
      .filter((task) => task.SourceArn === SourceArn)
      .slice(0, Number(MaxResults))
      .map(({ TaskHandle, ...task }) => (task.Status === 'RUNNING' ? { TaskHandle, ...task } : task)),
  });

  async #move(task: Task, source: Queue, origin: Queue): Promise<void> {
    for (;;) {
      const response = await this.#call('ReceiveMessage', {
        QueueUrl: source.url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['MessageGroupId'],
      });
      const { Messages = [] } = response as { Messages?: Received[] };
      if (Messages.length === 0) return;
      for (const { Body, ReceiptHandle, Attributes } of Messages) {
        const group = Attributes?.MessageGroupId;
        await this.#call('SendMessage', { QueueUrl: origin.url, MessageBody: Body, MessageGroupId: group });
        await this.#call('DeleteMessage', { QueueUrl: source.url, ReceiptHandle });
        task.ApproximateNumberOfMessagesMoved++;
      }
    }
  }
}

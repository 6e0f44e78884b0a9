import type { SQSRecord } from 'aws-lambda';
import type { buildApp } from 'fauxqs';
import { incomingOf } from '../incoming.ts';
import { S3Error } from '../s3/error.ts';
import { errorDocument } from '../s3/xml.ts';

/** What can be wrong with one object, as S3 answers it; a poisonous one has no answer. */
const ANSWERS = {
  archived: new S3Error(
    403,
    'InvalidObjectState',
    "The operation is not valid for the object's storage class",
  ),
  keyDenied: new S3Error(
    403,
    'AccessDenied',
    'User is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext',
  ),
  poisoned: undefined,
} as const;
export type Trouble = keyof typeof ANSWERS;

/** Objects that the function cannot read, ever, or that kill it while it works on them. */
export class Troubled {
  readonly #objects = new Map<string, { trouble: Trouble; left: number }>();
  readonly #onStrike: (trouble: Trouble) => void;

  constructor(onStrike: (trouble: Trouble) => void) {
    this.#onStrike = onStrike;
  }

  /** @param times after which a poison has lost its force */
  add(key: string, trouble: Trouble, times = Number.POSITIVE_INFINITY): void {
    this.#objects.set(key, { trouble, left: times });
  }

  /** What S3 answers to the reading of an object, if it is no usual answer. */
  answerOf(key: string): S3Error | undefined {
    const found = this.#objects.get(key);
    const answer = found && ANSWERS[found.trouble];
    if (answer) this.#onStrike(found.trouble);
    return answer;
  }

  /** Whether one of the messages is about an object that kills who works on it. */
  kills(records: readonly SQSRecord[]): boolean {
    const poisons = records
      .flatMap(({ body }) => keysIn(body))
      .map((key) => this.#objects.get(key))
      .filter((found) => found?.trouble === 'poisoned' && found.left > 0);
    for (const found of poisons) found!.left--;
    if (poisons.length > 0) this.#onStrike('poisoned');
    return poisons.length > 0;
  }
}

/** Keys of the uploads that a message is about: S3's own events, and messages of the function to itself. */
function keysIn(body: string): string[] {
  const { Records = [], upload } = JSON.parse(body) as {
    Records?: { s3?: { object: { key: string } } }[];
    upload?: { key: string };
  };
  const told = Records.flatMap(({ s3 }) => s3?.object.key ?? []);
  return [
    ...told.map((key) => decodeURIComponent(key.replaceAll('+', ' '))),
    ...(upload ? [upload.key] : []),
  ];
}

/** Answers the function's GETs of objects that cannot be read. */
export function refuseReading(app: ReturnType<typeof buildApp>, troubled: Troubled): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, s3 } = incomingOf(request);
    const isRead = caller === 'function' && s3?.operation === 'GetObject';
    const answer = isRead ? troubled.answerOf(s3.key) : undefined;
    if (!answer) return done();
    reply
      .code(answer.status)
      .type('application/xml')
      .send(errorDocument(answer, `/${s3!.bucket}/${s3!.key}`));
  });
}

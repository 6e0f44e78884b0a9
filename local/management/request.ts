/** A request to a service other than S3 and SQS's own messages, its body parsed. */
export interface ManagementRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a service says: JSON, or XML where the answer is text. */
export type ManagementAnswer = Readonly<Record<string, unknown>> | string;

/** An error as AWS's services answer it. */
export class ManagementError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers one operation. @throws ManagementError */
export type Answerer = (body: ManagementRequest['body']) => ManagementAnswer | Promise<ManagementAnswer>;

/** A request to a service other than S3 and SQS's own messages, its body parsed. */
export interface ManagementRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A body that goes out as it is, with headers of its own. */
export class RawAnswer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.headers = headers;
  }
}

/** What a service says: JSON, XML where the answer is text, or what is neither. */
export type ManagementAnswer = Readonly<Record<string, unknown>> | string | RawAnswer;

/** An error as AWS's services answer it. */
export class ManagementError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Answers one operation. @throws ManagementError */
export type Answerer = (body: ManagementRequest['body']) => ManagementAnswer | Promise<ManagementAnswer>;

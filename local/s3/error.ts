/** A refusal as S3 words it. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function notImplemented(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The local cloud does not have ${what}`);
}

export function preconditionFailed(condition: string): S3Error {
  return new S3Error(
    412,
    'PreconditionFailed',
    `At least one of the pre-conditions you specified did not hold: ${condition}`,
  );
}

export function noSuchUpload(): S3Error {
  return new S3Error(
    404,
    'NoSuchUpload',
    'The specified multipart upload does not exist: the ID is wrong, or the upload was aborted or completed',
  );
}

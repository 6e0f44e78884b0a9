// Error responses of AWS services, in the format of each.

/** An error response of an AWS service. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function notImplemented(feature: string): ServiceError {
  return new ServiceError(501, 'NotImplemented', `The local cloud does not have ${feature}`);
}

/** The formats of errors: S3's XML, the query protocol's XML (CloudFormation), and JSON (all other services). */
export type ErrorFormat = 's3' | 'query' | 'json';

/** @param resource of S3: `/bucket/key` */
export function errorBody(
  { code, message }: ServiceError,
  format: ErrorFormat,
  resource = '/',
): { readonly type: string; readonly body: string } {
  switch (format) {
    case 's3':
      return {
        type: 'application/xml',
        body:
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
          `<Code>${code}</Code><Message>${escapeXml(message)}</Message><Resource>${escapeXml(resource)}</Resource></Error>`,
      };
    case 'query':
      return {
        type: 'text/xml',
        body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error></ErrorResponse>`,
      };
    case 'json':
      return { type: 'application/x-amz-json-1.0', body: JSON.stringify({ __type: code, message }) };
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

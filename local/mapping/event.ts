import type { Message } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';

/** A received message as a function gets it. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export function recordOf(message: Message, queueArn: string): SQSRecord {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [
    name,
    {
      stringValue: attribute.StringValue,
      binaryValue: attribute.BinaryValue && Buffer.from(attribute.BinaryValue).toString('base64'),
      stringListValues: [],
      binaryListValues: [],
      dataType: attribute.DataType,
    },
  ]);
  return {
    messageId: message.MessageId!,
    receiptHandle: message.ReceiptHandle!,
    body: message.Body!,
    attributes: message.Attributes as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes) as SQSRecord['messageAttributes'],
    md5OfBody: message.MD5OfBody!,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3]!,
  };
}

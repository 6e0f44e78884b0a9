import { expect, test, vi } from 'vitest';
import { connect } from '../../../lambda/aws/clients.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import { EVENT_OPERATIONS, FUNCTION_OPERATIONS } from '../../../lib/permissions/operations.ts';
import { ACCOUNT, REGION, startServices } from '../../../local/services.ts';
import { type Properties, resources, templateOf, testPipeline } from '../pipeline-template.ts';

const { stack } = testPipeline();
const granted = statements().flatMap(({ Effect, Action, Resource }) => {
  expect(Effect).toBe('Allow');
  return list(Resource).flatMap((resource) =>
    list(Action).map((action) => `${action} on ${nameOf(resource)}`),
  );
});

test('the role has exactly these permissions', () => {
  expect(granted.sort()).toEqual(
    [
      'logs:CreateLogStream on Logs',
      'logs:PutLogEvents on Logs',
      's3:GetObject on UploadBucket/*',
      's3:ListBucket on UploadBucket',
      's3:AbortMultipartUpload on OutputBucket/*',
      's3:GetObject on OutputBucket/*',
      's3:ListBucket on OutputBucket',
      's3:ListBucketMultipartUploads on OutputBucket',
      's3:ListMultipartUploadParts on OutputBucket/*',
      's3:PutObject on OutputBucket/*',
      's3:DeleteObject on OutputBucket/*.report.json',
      's3:DeleteObject on OutputBucket/*.report.html',
      's3:DeleteObject on WorkBucket/*',
      's3:GetObject on WorkBucket/*',
      's3:ListBucket on WorkBucket',
      's3:PutObject on WorkBucket/*',
      'sqs:ChangeMessageVisibility on Chunks',
      'sqs:ChangeMessageVisibility on Uploads',
      'sqs:DeleteMessage on Chunks',
      'sqs:DeleteMessage on Uploads',
      'sqs:GetQueueAttributes on Chunks',
      'sqs:GetQueueAttributes on Uploads',
      'sqs:ReceiveMessage on Chunks',
      'sqs:ReceiveMessage on Uploads',
      'sqs:SendMessage on Chunks',
      'sqs:SendMessage on Uploads',
    ].sort(),
  );
});

test('the role allows exactly the operations of the function and its pollers', async () => {
  const sent = await operationsSent();
  const ofPollers = ['ReceiveMessage', 'DeleteMessage'];
  const granted = new Set([...Object.values(FUNCTION_OPERATIONS).flat(), ...EVENT_OPERATIONS]);
  expect([...granted].sort()).toEqual([...sent, ...ofPollers].sort());
});

/** Names of the operations that all methods of the function's cloud call. */
async function operationsSent(): Promise<string[]> {
  const services = await startServices();
  vi.stubEnv('AWS_ENDPOINT_URL', services.endpoint);
  vi.stubEnv('AWS_REGION', REGION);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'function');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'function');
  const ref = { bucket: 'bucket', key: 'key' };
  const multipart = { ...ref, uploadId: 'id' };
  const queue = `${services.endpoint}/${ACCOUNT}/queue`;
  const cloud = connect();
  const calls: Record<Exclude<keyof Cloud, 'isSlowedDown'>, () => Promise<unknown>> = {
    readObject: () => cloud.readObject(ref),
    headObject: () => cloud.headObject(ref),
    // it only signs a HEAD, which another thread sends
    signedHead: () => cloud.signedHead(ref),
    putObject: () => cloud.putObject(ref, new Uint8Array()),
    listObjects: () => cloud.listObjects(ref.bucket, ''),
    listFewObjects: () => cloud.listFewObjects(ref.bucket, ''),
    deleteObjects: () => cloud.deleteObjects(ref.bucket, [ref.key]),
    deleteObject: () => cloud.deleteObject(ref, { etag: 'e' }),
    createMultipart: () => cloud.createMultipart(ref),
    uploadPart: () => cloud.uploadPart(multipart, 1, new Uint8Array()),
    copyPart: () => cloud.copyPart(multipart, 1, ref),
    completeMultipart: () => cloud.completeMultipart(multipart, []),
    listParts: () => cloud.listParts(multipart),
    abortMultipart: () => cloud.abortMultipart(multipart),
    listFolders: () => cloud.listFolders(ref.bucket, ''),
    listMultiparts: () => cloud.listMultiparts(ref.bucket, ref.key),
    putEvent: () => cloud.putEvent({ source: 's', type: 't', detail: {} }),
    sendMessages: () => cloud.sendMessages(queue, ['']),
    messagesIn: () => cloud.messagesIn(queue),
    changeVisibilities: () => cloud.changeVisibilities(queue, [{ receiptHandle: 'r', seconds: 0 }]),
  };
  // only the requests count, not their failures
  await Promise.all(Object.values(calls).map((call) => call().catch(() => {})));
  const sent = Object.keys(services.requests.of('function'));
  await services.close();
  vi.unstubAllEnvs();
  return sent;
}

function statements(): Properties[] {
  const policies = resources(templateOf(stack), 'AWS::IAM::Policy');
  // the schedule of the sweep has a role of its own
  const ofFunction = policies.filter(([id]) => !id.includes('Sweep'));
  return ofFunction.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
}

/** The construct id of the resource of an ARN: its logical id without scope and hash. */
function nameOf(arn: Properties): string {
  const [getAtt, suffix = ''] = arn['Fn::Join'] ? arn['Fn::Join'][1] : [arn];
  return getAtt['Fn::GetAtt'][0].replace(/^Pipeline/, '').replace(/[0-9A-F]{8}$/, '') + suffix;
}

function list(value: Properties): Properties[] {
  return Array.isArray(value) ? value : [value];
}

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { REGION, type Services, startServices } from '../../local/services.ts';

let services: Services;
beforeEach(async () => {
  services = await startServices();
});
afterEach(() => services.close());

const FORM = 'application/x-www-form-urlencoded';
const JSON_PROTOCOL = 'application/x-amz-json-1.0';
const target = (name: string) => ({ 'content-type': JSON_PROTOCOL, 'x-amz-target': name });

function post(body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(services.endpoint, { method: 'POST', body, headers });
}

test.each([
  ['SNS', { Action: 'CreateTopic', Name: 'topic' }],
  ['SNS', { Action: 'Publish', TopicArn: `arn:aws:sns:${REGION}:000000000000:topic`, Message: 'x' }],
  ['STS', { Action: 'GetCallerIdentity' }],
  ['CloudFormation, without a stack', { Action: 'DescribeStacks' }],
])('answers operations of %s with 501: %o', async (_, parameters) => {
  const body = new URLSearchParams(parameters).toString();
  const answer = await post(body, { 'content-type': FORM });
  expect(answer.status).toBe(501);
  expect(await answer.text()).toContain(`The local cloud does not have the operation ${parameters.Action}`);
});

test('a form that claims to be for SQS does not reach SNS', async () => {
  const headers = { 'content-type': FORM, 'x-amz-target': 'AmazonSQS.ListQueues' };
  const answer = await post('Action=ListTopics', headers);
  expect(answer.status).toBe(501);
});

test('answers the JSON protocol for SQS only', async () => {
  expect((await post('{}', target('AmazonSQS.ListQueues'))).status).toBe(200);
  expect((await post('{}', target('SNS_20100331.ListTopics'))).status).toBe(501);
  expect((await post('{}', { 'content-type': JSON_PROTOCOL })).status).toBe(501);
});

test.each(['/health', '/_fauxqs/queues', '/_fauxqs/queues/queue', '/%5Ffauxqs/queues'])(
  'hides the page of fauxqs at %s',
  async (path) => {
    await post('{"QueueName":"queue"}', target('AmazonSQS.CreateQueue'));
    const answer = await fetch(services.endpoint + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(`There is nothing at GET ${path}`);
  },
);

test('keeps the connection open after a HEAD of an object that is missing', async () => {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const head = async () => {
    const sent = request(`${services.endpoint}/bucket/missing`, { method: 'HEAD', agent }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return [answer.statusCode, sent.reusedSocket];
  };
  expect(await head()).toEqual([404, false]);
  // the agent gets its socket back after this turn
  await new Promise(setImmediate);
  expect(await head()).toEqual([404, true]);
});

// The call to EventBridge.
import {
  EventBridgeClient,
  type EventBridgeClientConfig,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
import type { Cloud } from './cloud.ts';

export function eventCalls(config: EventBridgeClientConfig): Pick<Cloud, 'putEvent'> {
  const client = new EventBridgeClient(config);
  return {
    async putEvent({ source, type, detail }) {
      const entry = { Source: source, DetailType: type, Detail: JSON.stringify(detail) };
      const { Entries: [{ ErrorCode, ErrorMessage } = {}] = [] } = await client.send(
        new PutEventsCommand({ Entries: [entry] }),
      );
      // refused events are reported with status 200
      if (ErrorCode) throw new Error(`EventBridge refused an event: ${ErrorCode} ${ErrorMessage ?? ''}`);
    },
  };
}

import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { Cloud } from './cloud.ts';

type EventCalls = Pick<Cloud, 'putEvent'>;

/** Loads the client when the first event is sent: most pipelines send none, and pay nothing for it at a cold start. */
export function eventCalls(config: object): EventCalls {
  let client: EventBridgeClient | undefined;
  return {
    async putEvent({ source, type, detail }) {
      const { EventBridgeClient, PutEventsCommand } = await import('./event-bridge.ts');
      client ??= new EventBridgeClient(config);
      const entry = { Source: source, DetailType: type, Detail: JSON.stringify(detail) };
      const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      const [{ ErrorCode, ErrorMessage } = {}] = Entries;
      // what was refused is reported with status 200
      if (ErrorCode) throw new Error(`EventBridge refused an event: ${ErrorCode} ${ErrorMessage ?? ''}`);
    },
  };
}

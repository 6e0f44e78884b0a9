import type { Cloud } from './cloud.ts';
import { eventsEndpoint, type Place } from './wire/endpoint.ts';
import { callJson } from './wire/json-call.ts';
import type { Service } from './wire/service.ts';

interface PutEventsAnswer {
  readonly Entries?: readonly { readonly ErrorCode?: string; readonly ErrorMessage?: string }[];
}

export function eventCalls(events: Service, place: Place): Pick<Cloud, 'putEvent'> {
  return {
    async putEvent({ source, type, detail }) {
      const entry = { Source: source, DetailType: type, Detail: JSON.stringify(detail) };
      const { Entries: [{ ErrorCode, ErrorMessage } = {}] = [] } = await callJson<PutEventsAnswer>(events, {
        endpoint: eventsEndpoint(place),
        service: 'AWSEvents',
        operation: 'PutEvents',
        version: '1.1',
        input: { Entries: [entry] },
      });
      // what was refused is reported with status 200
      if (ErrorCode) throw new Error(`EventBridge refused an event: ${ErrorCode} ${ErrorMessage ?? ''}`);
    },
  };
}

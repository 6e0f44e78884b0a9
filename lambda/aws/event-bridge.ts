/** What the function needs of the SDK to send events: a module of its own, so that only those who ask for events load it. */
export { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';

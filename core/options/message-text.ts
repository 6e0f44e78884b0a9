// JSON as a text that every queue takes.
/** Characters that SQS refuses in a message or, beyond the basic plane, some of its imitations; keys of objects may have them. */
const REFUSED = /[^\t\n\r -\uD7FF\uE000-\uFFFD]/g;

/** The same JSON as a text that can be sent as a message: such characters are escaped. */
export const sendableJson = (json: string): string =>
  json.replace(REFUSED, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

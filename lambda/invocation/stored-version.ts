/**
 * Version of everything that outlives a deployment: messages that wait in a queue or return from the dead letters, manifests,
 * and keys of chunk results. Raise it when the shape of one of them changes, or the content of a plan's `state` for any
 * format; test/lambda/invocation/stored-version.test.ts notices most such changes. Objects and messages of another version are not
 * read: their file is planned again.
 */
export const STORED_VERSION = 6;

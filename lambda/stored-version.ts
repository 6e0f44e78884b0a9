/**
 * Version of all that outlives a deployment: messages that wait in a queue or come back from the dead letters, manifests
 * and the keys of chunk results. To be raised when the shape of one of them changes, or what a plan's `state` holds for any
 * format; test/lambda/stored-version.test.ts notices most of that. What carries another version is not read: its file is
 * planned anew.
 */
export const STORED_VERSION = 1;

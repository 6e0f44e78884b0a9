// Node's encoders, for the CommonJS build: the test environment jest-environment-jsdom has no global ones.
export { TextDecoder, TextEncoder } from 'node:util';

// The part of lib/ in the package: the public API, and what the package's own app needs.

export { propsFromContext } from '../check-props.ts';
export * from '../index.ts';

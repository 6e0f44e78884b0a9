// The part of lib/ in the package: the public API, and what the package's own app needs.

export * from '../index.ts';
export { propsFromContext } from '../props-table.ts';

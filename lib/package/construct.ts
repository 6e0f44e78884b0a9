// What the package bundles of lib/: the public surface, and what its own app needs besides.

export * from '../index.ts';
export { propsFromContext } from '../props-from-context.ts';

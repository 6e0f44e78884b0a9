import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where it lies from here: in the package, whose constructs are bundled into dist/cdk/, and in the clone. */
const PLACES = ['../function/', '../dist/function/'];

/**
 * The directory of the function's code, bundled when the package was built: a synth runs no bundler.
 * @throws Error if it is not there
 */
export function functionBundle(): string {
  const directories = PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = directories.find((directory) => existsSync(`${directory}index.mjs`));
  if (found === undefined) {
    throw new Error(
      `expected the function's bundle in ${directories.at(-1)}, got nothing: npm run build makes it`,
    );
  }
  return found;
}

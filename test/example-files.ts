import { readdirSync } from 'node:fs';

const EXAMPLES = new URL('../examples/', import.meta.url);

/** Names of the puzzle files in examples/. Its folder cdk/ contains apps. */
export function exampleFiles(): string[] {
  const entries = readdirSync(EXAMPLES, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : []));
}

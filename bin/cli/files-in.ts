import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files in a directory and in those below it, in order. @throws what the system says */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './pages.ts';

interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  config(): { resolve: { alias: Record<string, string> } };
  load(id: string): Promise<string | undefined>;
  generateBundle(options: unknown, bundle: Record<string, { moduleIds?: readonly string[] }>): void;
}

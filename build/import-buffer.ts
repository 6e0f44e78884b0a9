import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Readers and writers of formats use Node's Buffer; browsers get the package of that name, and only where it is used. */
export const importBuffer: Plugin = {
  name: 'import-buffer',
  setup(bundler) {
    bundler.onLoad({ filter: /core\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      // in the same line, so that source maps stay true
      const contents = /\bBuffer\./.test(text) ? `import { Buffer } from 'buffer/'; ${text}` : text;
      return { contents, loader: 'ts' };
    });
  },
};

// Options for bundles that run in browsers, where stand-ins replace Node's Buffer and zlib.

import { readFile } from 'node:fs/promises';
import type { BuildOptions, Plugin } from 'esbuild';

/** In browsers, modules that use Node's Buffer import it from the package `buffer`. */
const importBuffer: Plugin = {
  name: 'import-buffer',
  setup(bundler) {
    bundler.onLoad({ filter: /core\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      // in the first line, so that source maps remain valid
      const contents = /\bBuffer\./.test(text) ? `import { Buffer } from 'buffer/'; ${text}` : text;
      return { contents, loader: 'ts' };
    });
  },
};

export const FOR_BROWSERS = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2024',
  alias: { 'node:zlib': './build/no-zlib.ts' },
  plugins: [importBuffer],
  metafile: true,
} as const satisfies BuildOptions;

// A page with a Content-Security-Policy: the page and its workers connect to the site only, and run no script except
// its own ones.

import { createHash } from 'node:crypto';

/** The hash of the style element with which VitePress (@vueuse/core) switches between light and dark at once. */
const NO_TRANSITIONS = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

/** Colours of code are style attributes, so these are allowed; style elements are not. */
export function withPolicy(html: string): string {
  const inline = Array.from(
    html.matchAll(/<script(?![^>]* src=)[^>]*>([^<]*)<\/script>/g),
    ([, script]) => script!,
  );
  const hashes = [...new Set(inline)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`,
    `style-src 'self' ${NO_TRANSITIONS}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    // workers from blobs inherit this policy; workers from a URL of the site would have none
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return html.replace(
    /<meta charset[^>]*>/,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

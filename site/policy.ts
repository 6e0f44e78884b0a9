import { createHash } from 'node:crypto';

/** The hash of the style element with which VitePress (@vueuse/core) switches between light and dark at once. */
const NO_TRANSITIONS = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

/**
 * A page with a Content-Security-Policy: it connects to the site only, and runs no script within a page except its own ones.
 * Colours of code are style attributes, so these are allowed; style elements are not.
 */
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
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return html.replace(
    /<meta charset[^>]*>/,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../build/site.ts';
import { hasBrowser } from '../browser.ts';
import { BASE } from './serve.ts';

/** Builds the site once for all tests in a browser, with the API reference, below a folder as on GitHub Pages. */
export default function setUp(): (() => void) | undefined {
  // a build that is known to be current
  if (!hasBrowser || process.env.SITE_DIRECTORY) return;
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  execFileSync('npm', ['run', '--silent', 'docs', '--', 'api'], { stdio: 'ignore' });
  buildSite(directory, BASE);
  process.env.SITE_DIRECTORY = directory;
  return () => rmSync(directory, { recursive: true });
}

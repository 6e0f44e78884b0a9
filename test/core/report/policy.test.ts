import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderPage } from '../../../core/report/render-page.ts';
import { usual } from './reports.ts';

const page = renderPage([usual]);
const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;

/** The hash of an element's content, as browsers compute it. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const contents = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, content]) => content!);

test('the content security policy of the page allows its script and its style only', () => {
  const [program, ...scripts] = contents(/<script>(.*?)<\/script>/gs);
  const [style, ...styles] = contents(/<style>(.*?)<\/style>/gs);
  expect([...scripts, ...styles]).toEqual([]);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(style!)}`,
    `script-src ${hashOf(program!)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usual } from './reports.ts';

/** The members of a browser's element that drawing uses. */
class Fake {
  readonly tag: string;
  readonly children: (Fake | string)[] = [];
  readonly style: Record<string, string> = {};
  readonly setAttribute = () => {};
  readonly addEventListener = () => {};
  constructor(tag: string) {
    this.tag = tag;
  }
  append(...children: (Fake | string)[]) {
    this.children.push(...children);
  }
  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join(' ');
  }
}

let sectionsOf: (report: object) => Fake[];
beforeAll(async () => {
  vi.stubGlobal('Node', Fake);
  vi.stubGlobal('document', { createElement: (tag: string) => new Fake(tag) });
  vi.stubGlobal('matchMedia', () => new Fake('media'));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  // the page's program, which is compiled with the browser's types
  const path: string = '../../../core/report/client/sections.ts';
  ({ sectionsOf } = (await import(path)) as { sectionsOf: typeof sectionsOf });
});
afterAll(() => vi.unstubAllGlobals());

const titles = (parts: readonly Fake[]) =>
  parts.map(({ children: [first] }) => (first instanceof Fake ? first.text : first));

test('draws the other parts of a report when one fails', () => {
  const whole = sectionsOf(usual);
  const fault = /^A part of this report cannot be drawn: /;
  expect(titles(whole)).not.toContainEqual(expect.stringMatching(fault));
  // as another version's may be
  const [hardest] = usual.hardest;
  const broken = sectionsOf({
    ...usual,
    hardest: [
      { ...hardest, puzzle: '12.4' },
      { ...hardest, puzzle: '12.45' },
    ],
  });
  const parts = titles(broken);
  expect(parts.filter((title) => fault.test(String(title)))).toHaveLength(1);
  expect(parts).toHaveLength(whole.length);
  expect(parts.filter((title) => !titles(whole).includes(title))).toHaveLength(1);
});

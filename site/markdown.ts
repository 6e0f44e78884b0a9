// What the site's Markdown has in common with GitHub's: links between files of the repository, and ids of headings.
import { relative } from 'node:path';
import { linkTarget, ROOT } from './pages.ts';

/** The parts of markdown-it that are used here: VitePress brings it, and the project does not. */
interface Token {
  readonly type: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}
interface Environment {
  readonly path?: string;
  readonly realPath?: string;
}
interface MarkdownIt {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { tokens: Token[]; env: Environment }) => void): void;
    };
  };
  readonly renderer: { readonly rules: Record<string, unknown> };
}

/** Leads links to where the site or the repository has their target, and lets wide tables scroll by keyboard. */
export function asOnGitHub(markdown: MarkdownIt): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const source = relative(ROOT, env.realPath ?? env.path ?? '');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', linkTarget(source, href));
    }
  });
  let tables = 0;
  markdown.renderer.rules.table_open = () =>
    `<div class="table" tabindex="0" role="region" aria-label="Table ${++tables}"><table>`;
  markdown.renderer.rules.table_close = () => '</table></div>';
}

/** GitHub's id for a heading. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

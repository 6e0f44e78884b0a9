import MarkdownIt from 'markdown-it';

/** A section of a page, which the search can find. */
export interface Section {
  /** id of the heading; empty for the text before the first heading */
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

/**
 * Renders Markdown with GitHub's tables and ids of headings.
 * @param link returns the target of a link
 */
export function renderMarkdown(source: string, link: (href: string) => string): Rendered {
  const markdown = new MarkdownIt({ html: true, linkify: true });
  // otherwise file names such as cli.md would become links to hosts
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const tokens = markdown.parse(source.replaceAll(/<!--.*?-->\n?/gs, ''), {});
  const ids = new Map<string, number>();
  const sections: { anchor: string; title: string; text: string }[] = [{ anchor: '', title: '', text: '' }];
  for (const [i, token] of tokens.entries()) {
    for (const part of [token, ...(token.children ?? [])]) {
      for (const name of ['href', 'src']) {
        const target = part.attrGet(name);
        if (target !== null) part.attrSet(name, link(String(target)));
      }
    }
    if (token.type === 'heading_open') {
      const title = plainText(tokens[i + 1]!);
      const anchor = uniqueId(slug(title), ids);
      token.attrSet('id', anchor);
      if (token.tag === 'h1' && sections.length === 1) sections[0]!.title = title;
      else sections.push({ anchor, title, text: '' });
    } else if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open') {
      sections.at(-1)!.text += `${plainText(token)} `;
    } else if (token.type === 'fence') sections.at(-1)!.text += `${token.content} `;
  }
  // wide tables and code scroll on their own, also by keyboard
  const { rules } = markdown.renderer;
  let tables = 0;
  rules.table_open = () =>
    `<div class="scroll" tabindex="0" role="region" aria-label="Table ${++tables}"><table>`;
  rules.table_close = () => '</table></div>';
  rules.fence = (all, i) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(all[i]!.content)}</code></pre>\n`;
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { html, title: sections[0]!.title || 'sudoku-batch', sections };
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

const plainText = ({ children }: Token): string =>
  (children ?? [])
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');

/** GitHub's id for a heading. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

function uniqueId(id: string, seen: Map<string, number>): string {
  const before = seen.get(id) ?? 0;
  seen.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}

// How the site shows the Markdown of the repository: links and ids of headings as on GitHub, tables with names, transcripts
// whose commands can be copied.
import { relative } from 'node:path';
import { linkTarget, ROOT } from './pages.ts';

/** The parts of markdown-it that are used here: VitePress brings it, and the project does not. */
interface Token {
  readonly type: string;
  readonly content: string;
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

/** Leads links to where the site or the repository has their target; names wide tables, and lets them scroll by keyboard. */
export function asOnGitHub(markdown: MarkdownIt): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const source = relative(ROOT, env.realPath ?? env.path ?? '');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', linkTarget(source, href));
    }
    nameTables(tokens);
  });
  markdown.renderer.rules.table_open = (tokens: readonly Token[], index: number) =>
    `<div class="table" tabindex="0" role="region" aria-label="${tokens[index]!.attrGet('aria-label')}"><table>`;
  markdown.renderer.rules.table_close = () => '</table></div>';
}

/** Names each table by the heading above it and by its columns, as screen readers list the tables of a page. */
function nameTables(tokens: readonly Token[]): void {
  const names = new Map<string, number>();
  let heading = '';
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') heading = plainText(tokens[index + 1]!);
    if (token.type !== 'table_open') return;
    const end = tokens.findIndex(({ type }, i) => i > index && type === 'thead_close');
    const columns = tokens
      .slice(index, end)
      .flatMap((cell, i, cells) => (cells[i - 1]?.type === 'th_open' ? [plainText(cell)] : []))
      .filter(Boolean);
    const name = `${heading}: ${columns.join(', ')}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    token.attrSet('aria-label', escapeQuotes(count > 1 ? `${name} (${count})` : name));
  });
}

const plainText = ({ children }: Token) =>
  (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim();

const escapeQuotes = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** What the highlighter (Shiki) makes of a block, as far as it is used here. */
interface HtmlNode {
  readonly type: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

const textOf = (node: HtmlNode): string => node.value ?? (node.children ?? []).map(textOf).join('');

/**
 * Marks the commands in a transcript (a block `console`), so that they can wrap, and all else as what VitePress's button does
 * not copy: prompts and output.
 */
export const transcripts = {
  name: 'transcripts',
  code(this: { options: { lang: string } }, code: HtmlNode): void {
    if (this.options.lang !== 'console') return;
    let continues = false;
    let lineBreak: HtmlNode[] = [];
    code.children = (code.children ?? []).flatMap((line) => {
      if (line.type === 'text') {
        // goes with the line after it, so that no copy ends with one: a shell would run the command at once
        lineBreak = [line];
        return [];
      }
      const isPrompt = textOf(line).startsWith(PROMPT);
      const isCommand = isPrompt || continues;
      continues = isCommand && textOf(line).endsWith('\\');
      if (!isCommand) return [span(NOT_COPIED, [...lineBreak.splice(0), line])];
      if (isPrompt) dropFirst(line, PROMPT.length);
      const prompt = isPrompt ? [span(NOT_COPIED, [{ type: 'text', value: PROMPT }])] : [];
      return [...lineBreak.splice(0), span('command', [...prompt, line])];
    });
  },
};

/** What VitePress leaves out when it copies a block. */
const NOT_COPIED = 'vp-copy-ignore';
const PROMPT = '$ ';
const span = (name: string, children: HtmlNode[]): HtmlNode =>
  ({ type: 'element', tagName: 'span', properties: { class: name }, children }) as HtmlNode;

/** Removes the first characters of a node's text. */
function dropFirst(node: HtmlNode, count: number): number {
  if (node.value !== undefined) {
    const dropped = Math.min(count, node.value.length);
    node.value = node.value.slice(dropped);
    return dropped;
  }
  let left = count;
  for (const child of node.children ?? []) if (left > 0) left -= dropFirst(child, left);
  return count - left;
}

/** GitHub's id for a heading. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

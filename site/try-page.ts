import MarkdownIt from 'markdown-it';
import { optionText } from '../core/options/option-text.ts';
import { OPTIONS, type OptionEntry, optionNames } from '../core/options/options.ts';
import { linkTarget, type Page } from './pages.ts';

const markdown = new MarkdownIt();

/** The page "Try it", whose program is site/client/try/. Its controls are generated from the table of options. */
export function tryPage(page: Page, known: ReadonlyMap<string, string>): string {
  const controls = optionNames('flag').map((name) =>
    control(name, OPTIONS[name as keyof typeof OPTIONS], help),
  );
  function help(entry: OptionEntry): string {
    const text = entry.help.replace(/\]\(#/g, '](docs/formats.md#');
    const html = markdown.renderInline(text);
    return html.replace(/href="([^"]*)"/g, (_, href: string) => `href="${linkTarget(page, href, known)}"`);
  }
  return `<h1>Try it</h1>
<p>Paste puzzles, or choose or drop a file in any of the supported <a href="formats.html">formats</a>. This page solves it with the library, on all processors of your machine. <strong>Nothing leaves your machine</strong>: the page's security policy forbids all connections after loading.</p>
<noscript><p>This page needs JavaScript.</p></noscript>
<form id="try">
<p><label for="puzzles">Puzzles</label></p>
<textarea id="puzzles" rows="8" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
<p><label for="file">or a file (you can also drop one anywhere on this page)</label> <input type="file" id="file"></p>
<p id="chosen" aria-live="polite"></p>
<p id="examples" class="buttons">Examples:
<button type="button" id="example-few">three 9x9</button>
<button type="button" id="example-25">a hard 25x25</button>
<button type="button" id="example-million">a million 9x9, generated here</button></p>
<details><summary>Options</summary>
<div class="options">
${controls.join('\n')}
</div></details>
<p class="buttons"><button id="solve" class="main">Solve</button>
<button type="button" id="save" hidden>Solve into a file …</button>
<button type="button" id="stop" hidden>Stop</button></p>
<p class="note" id="result-storage"></p>
<progress id="progress" aria-label="Solved part of the file" hidden></progress>
<p id="state" role="status"></p>
<p id="problem" role="alert"></p>
</form>
<div id="output"></div>`;
}

function control(name: string, entry: OptionEntry, help: (entry: OptionEntry) => string): string {
  const { kind } = entry;
  const usual = entry.default === undefined ? '' : (optionText(entry.default, entry) ?? '');
  const choices = kind.values ?? (kind.placeholder === undefined ? ['false', 'true'] : undefined);
  const id = `option-${name}`;
  const described = `aria-describedby="${id}-help"`;
  const field = choices
    ? `<select id="${id}" name="${name}" ${described}>${[...(usual === '' ? [''] : []), ...choices]
        .map((value) => `<option${value === usual ? ' selected' : ''}>${value}</option>`)
        .join('')}</select>`
    : `<input id="${id}" name="${name}" ${described} placeholder="${usual}" autocomplete="off"${kind.range ? ' inputmode="numeric"' : ''}>`;
  const range = kind.range ? `, ${kind.range[0]} to ${kind.range[1]}` : '';
  return `<div><label for="${id}">${name}</label> ${field}<p class="note" id="${id}-help">${help(entry)}${range}</p></div>`;
}

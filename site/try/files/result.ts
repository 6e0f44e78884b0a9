import { count, element } from '../../../core/report/client/element.ts';

/** Maximum bytes of a result that the page shows. */
const MAX_SHOWN = 64 * 1024;
/** Maximum bytes of a result that can be copied to the clipboard. */
const MAX_COPIED = 32 * 1024 * 1024;

const ENDINGS = { same: '', csv: '.csv', jsonl: '.jsonl' } as const;

/** Shows the start of a result, with buttons to copy and to save all of it. */
export async function showResult(
  into: HTMLElement,
  blob: Blob,
  name: string,
  format: keyof typeof ENDINGS,
): Promise<void> {
  const isText = !/\.(gz|gzip)$/i.test(name);
  const saved = `solved-${name}${ENDINGS[format]}`;
  const link = element('a', { class: 'button', id: 'download', download: saved }, `Save ${saved}`);
  link.href = URL.createObjectURL(blob);
  const bar = element('p', { class: 'buttons' }, link);
  into.append(element('h2', { id: 'result-title' }, 'Result'), bar);
  if (!isText) return;
  const front = await blob.slice(0, MAX_SHOWN).text();
  const isAll = blob.size <= MAX_SHOWN;
  if (blob.size <= MAX_COPIED) bar.append(' ', copyButton(blob));
  into.append(
    element('pre', { id: 'result', tabindex: 0, role: 'region', 'aria-labelledby': 'result-title' }, front),
  );
  if (!isAll) {
    const note = `Showing the first ${count(MAX_SHOWN)} of ${count(blob.size)} bytes.`;
    into.append(element('p', { class: 'note' }, note));
  }
}

function copyButton(blob: Blob): HTMLButtonElement {
  const button = element('button', { type: 'button', id: 'copy' }, 'Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await blob.text());
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'The browser does not let this page copy';
    }
  };
  button.addEventListener('click', () => void copy());
  return button;
}

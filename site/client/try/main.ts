// The page "Try it": solves a file or a text and shows the result and its report, all within this browser.
import { OptionError, RejectedFile } from '../../../core/browser.ts';
import { count, element } from '../../../core/report/client/element.ts';
import { sectionsOf } from '../../../core/report/client/sections.ts';
import { examples } from './examples.ts';
import { Pool } from './pool.ts';
import { readOptions } from './read-options.ts';
import { showResult } from './result.ts';
import { missingFeature } from './simd.ts';
import { keepResult, savePicker, saveResult } from './sinks.ts';
import { type Progress, solveBlob } from './solve-blob.ts';

const WORKER = new URL('try-worker.js', import.meta.url).href;
/** Maximum bytes of a file that the text field shows; of a longer file, the page shows only the name. */
const MAX_SHOWN = 100_000;

const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const form = find<HTMLFormElement>('try');
const text = find<HTMLTextAreaElement>('puzzles');
const chosen = find('chosen');
const bar = find<HTMLProgressElement>('progress');
const state = find('state');
const problem = find('problem');
const output = find('output');
const [solveButton, saveButton, stopButton] = ['solve', 'save', 'stop'].map((id) =>
  find<HTMLButtonElement>(id),
);

/** The file to solve; undefined to solve the text field. */
let file: File | undefined;
let pool: Pool | undefined;

async function choose(next: File): Promise<void> {
  const isShort = next.size <= MAX_SHOWN && !/\.(gz|zst)$/i.test(next.name);
  text.value = isShort ? await next.text() : '';
  file = next;
  chosen.textContent = `${next.name}, ${count(next.size)} bytes${isShort ? '' : ': too long to show here'}`;
  problem.textContent = '';
}

function setText(puzzles: string): void {
  text.value = puzzles;
  file = undefined;
  chosen.textContent = '';
}

/** Runs work on a pool of workers, and shows its errors. */
async function run(work: (pool: Pool) => Promise<void>): Promise<void> {
  problem.textContent = '';
  output.replaceChildren();
  setBusy(true);
  pool = new Pool(WORKER);
  try {
    await work(pool);
  } catch (error) {
    state.textContent = '';
    if ((error as Error).name === 'AbortError') state.textContent = 'Stopped.';
    else if (error instanceof RejectedFile) {
      problem.textContent = `${error.line === undefined ? '' : `line ${error.line}: `}${error.message}`;
    } else if (error instanceof OptionError) problem.textContent = error.message;
    else problem.textContent = `Internal error: ${(error as Error).message}`;
  } finally {
    pool.close();
    setBusy(false);
  }
}

function setBusy(isBusy: boolean): void {
  for (const button of [solveButton!, saveButton!]) button.disabled = isBusy;
  for (const button of document.querySelectorAll<HTMLButtonElement>('#examples button'))
    button.disabled = isBusy;
  stopButton!.hidden = !isBusy;
  bar.hidden = !isBusy;
  bar.removeAttribute('value');
  form.setAttribute('aria-busy', String(isBusy));
}

function showProgress({ bytes, total, puzzles, seconds }: Progress): void {
  bar.max = Math.max(total, 1);
  bar.value = bytes;
  const rate = seconds > 0 ? `, ${count(Math.round(puzzles / seconds))} a second` : '';
  state.textContent = `${count(puzzles)} puzzles${rate}`;
}

const isGzip = (name: string): boolean => /\.(gz|gzip)$/i.test(name);

async function solve(saveTo?: FileSystemFileHandle): Promise<void> {
  const blob = file ?? new Blob([text.value]);
  const name = file?.name ?? 'puzzles.txt';
  await run(async (workers) => {
    const options = readOptions(form);
    const saved = saveTo && (await saveResult(saveTo, isGzip(name)));
    const kept = keepResult(isGzip(name));
    try {
      const report = await solveBlob(workers, { blob, name, options }, saved ?? kept, showProgress);
      await saved?.close();
      state.textContent = `Done in ${report.seconds.toLocaleString('en')} s on ${workers.workers.length} threads.`;
      if (!saved) await showResult(output, await kept.blob(), name, report.options.output);
      output.append(element('div', { class: 'report' }, ...sectionsOf(report)));
    } catch (error) {
      await saved?.abort().catch(() => {});
      throw error;
    }
  });
}

async function solveInto(): Promise<void> {
  let target: FileSystemFileHandle;
  try {
    target = await savePicker!({ suggestedName: `solved-${file?.name ?? 'puzzles.txt'}` });
  } catch (error) {
    // the user cancelled the dialog
    if ((error as Error).name === 'AbortError') return;
    throw error;
  }
  await solve(target);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void solve();
});
saveButton!.addEventListener('click', () => void solveInto());
stopButton!.addEventListener('click', () => pool?.close());
text.addEventListener('input', () => {
  file = undefined;
  chosen.textContent = '';
});
find<HTMLInputElement>('file').addEventListener('change', ({ target }) => {
  const [next] = (target as HTMLInputElement).files ?? [];
  if (next) void choose(next);
});
for (const name of ['dragover', 'drop']) {
  addEventListener(name, (event) => {
    event.preventDefault();
    const [next] = (event as DragEvent).dataTransfer?.files ?? [];
    if (name === 'drop' && next) void choose(next);
  });
}
for (const [id, example] of Object.entries(examples)) {
  find(id).addEventListener('click', () => {
    if (typeof example === 'string') return setText(example);
    void run(async (workers) => {
      const showCount = (made: number) => {
        state.textContent = `${count(made)} puzzles made`;
      };
      await choose(await example(workers, showCount));
    });
  });
}

saveButton!.hidden = savePicker === undefined;
find('result-storage').textContent =
  savePicker === undefined
    ? 'This browser lacks the File System Access API: it keeps a large result in blobs on disk until you save it.'
    : 'Solve a large file straight into another file. Otherwise the browser keeps the result in blobs on disk until you save it.';
const missing = missingFeature();
if (missing !== undefined) {
  problem.textContent = missing;
  solveButton!.disabled = true;
  saveButton!.disabled = true;
}
document.documentElement.dataset.ready = 'true';

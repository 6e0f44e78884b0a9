// Solves a file or a text and shows the result and its report.
import { OptionError, RejectedFile } from '../../../core/browser.ts';
import { count, element } from '../../../core/report/client/element.ts';
import { sectionsOf } from '../../../core/report/client/sections.ts';
import type { Puzzle } from '../puzzle/protocol.ts';
import { missingFeature } from '../simd.ts';
import { examples } from './examples.ts';
import { optionControls, readOptions } from './options-form.ts';
import { Pool } from './pool.ts';
import { showResult } from './result.ts';
import { keepResult, savePicker, saveResult } from './sinks.ts';
import { type Progress, solveBlob } from './solve-blob.ts';

/** Maximum bytes of a file that the text field shows; of a longer file, the page shows only the name. */
const MAX_SHOWN = 100_000;

export interface FilesPanel {
  readonly element: HTMLElement;
  /** Takes a file to solve. */
  choose(file: File): Promise<void>;
  /** Takes a text to solve. */
  setText(text: string): void;
}

/** The panel for files and for texts of many puzzles. */
export function filesPanel(_open: (puzzle: Puzzle) => void): FilesPanel {
  const text = element('textarea', {
    id: 'puzzles',
    rows: 8,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
  });
  const chooser = element('input', { type: 'file', id: 'file' });
  const chosen = element('p', { id: 'chosen', 'aria-live': 'polite' });
  const exampleButtons = Object.entries({
    'example-few': 'three 9x9',
    'example-25': 'a hard 25x25',
    'example-million': 'a million 9x9, generated here',
  }).map(([id, label]) => element('button', { type: 'button', id }, label));
  const solveButton = element('button', { id: 'solve', class: 'main' }, 'Solve');
  const saveButton = element('button', { type: 'button', id: 'save' }, 'Solve into a file …');
  const stopButton = element('button', { type: 'button', id: 'stop', hidden: '' }, 'Stop');
  const storage = element('p', { class: 'note', id: 'result-storage' });
  const bar = element('progress', { id: 'progress', 'aria-label': 'Solved part of the file', hidden: '' });
  const state = element('p', { id: 'state', role: 'status' });
  const problem = element('p', { id: 'problem', role: 'alert' });
  const output = element('div', { id: 'output' });
  const form = element(
    'form',
    { id: 'try' },
    element('p', {}, element('label', { for: 'puzzles' }, 'Puzzles')),
    text,
    element(
      'p',
      {},
      element('label', { for: 'file' }, 'or a file (you can also drop one anywhere on this page)'),
      ' ',
      chooser,
    ),
    chosen,
    element('p', { class: 'buttons' }, 'Examples: ', ...exampleButtons),
    element('details', {}, element('summary', {}, 'Options'), optionControls()),
    element('p', { class: 'buttons' }, solveButton, saveButton, stopButton),
    storage,
    bar,
    state,
    problem,
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
    pool = new Pool();
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
    for (const button of [solveButton, saveButton]) button.disabled = isBusy;
    for (const button of exampleButtons) button.disabled = isBusy;
    stopButton.hidden = !isBusy;
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
  saveButton.addEventListener('click', () => void solveInto());
  stopButton.addEventListener('click', () => pool?.close());
  text.addEventListener('input', () => {
    file = undefined;
    chosen.textContent = '';
  });
  chooser.addEventListener('change', () => {
    const [next] = chooser.files ?? [];
    if (next) void choose(next);
  });
  for (const button of exampleButtons) {
    const example = examples[button.id]!;
    button.addEventListener('click', () => {
      if (typeof example === 'string') return setText(example);
      void run(async (workers) => {
        const showCount = (made: number) => {
          state.textContent = `${count(made)} puzzles made`;
        };
        await choose(await example(workers, showCount));
      });
    });
  }

  saveButton.hidden = savePicker === undefined;
  storage.textContent =
    savePicker === undefined
      ? 'This browser lacks the File System Access API: it keeps a large result in blobs on disk until you save it.'
      : 'Solve a large file straight into another file. Otherwise the browser keeps the result in blobs on disk until you save it.';
  if (missingFeature() !== undefined) {
    solveButton.disabled = true;
    saveButton.disabled = true;
  }
  return { element: element('div', {}, form, output), choose, setText };
}

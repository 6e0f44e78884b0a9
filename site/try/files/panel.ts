// The panel for files and lists: solves them on all processors and shows the puzzles as a table.

import { type FilePlan, HEAD_BYTES, OptionError, RejectedFile } from '../../../core/browser.ts';
import { needsRanges } from '../../../core/files/ranged-file.ts';
import { internalReason, isInternalReason } from '../../../core/kernel/internal-error.ts';
import { counted, element, numberText } from '../../../core/report/client/element.ts';
import { InputError, PuzzleTasks } from '../puzzle/tasks.ts';
import { button } from '../shared/button.ts';
import type { Puzzle } from '../shared/puzzle.ts';
import type { Row } from '../shared/rows.ts';
import { missingFeature } from '../shared/simd.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { compressionOf, isText } from './open-blob.ts';
import { filesInZip, type ZippedFile } from './open-zip.ts';
import { optionControls, readOptions } from './options-form.ts';
import { Pool } from './pool.ts';
import {
  ASK_FOR_REPORT,
  defectNote,
  problemList,
  reportButton,
  resultText,
  saveBar,
  savedName,
  summary,
} from './result.ts';
import { keepResult, savePicker, saveResult } from './sinks.ts';
import { type Progress, type SolvedBlob, solveBlob } from './solve-blob.ts';
import type { SolvedContent } from './solved-rows.ts';
import { puzzleTable } from './table.ts';

/** Maximum bytes of a file that the text field shows; of a longer file, the page shows only the name. */
const MAX_SHOWN = 100_000;

export interface FilesPanel {
  readonly element: HTMLElement;
  /** Takes a file to solve. @param others files that came with it, and are not solved */
  choose(file: File, others?: number): Promise<void>;
  /** Takes a text to solve. */
  setText(text: string): void;
}

/** @param open opens a puzzle of the table in the grid */
export function filesPanel(open: (puzzle: Puzzle) => void): FilesPanel {
  const text = element('textarea', {
    id: 'puzzles',
    rows: 9,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    placeholder: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  });
  const chooser = element('input', { type: 'file', id: 'file' });
  const chosen = element('p', { id: 'chosen', 'aria-live': 'polite' });
  const entries = element('div', { class: 'field', hidden: '' });
  const exampleButtons = EXAMPLES.map(exampleButton);
  const solveButton = element('button', { id: 'solve', class: 'main' }, 'Solve');
  const saveButton = button('Solve into a file …', { id: 'save' }, () => void solveInto());
  const stopButton = button('Stop', { id: 'stop', hidden: '' }, () => pool?.close());
  const bar = element('progress', { id: 'progress', 'aria-label': 'Solved part of the file', hidden: '' });
  const state = element('p', { id: 'state', role: 'status' });
  const problem = element('p', { id: 'problem', role: 'alert', tabindex: -1 });
  const output = element('section', { id: 'output', 'aria-labelledby': 'result-title', hidden: '' });
  const drop = element(
    'div',
    { class: 'drop' },
    element('label', { for: 'file' }, 'Drop a file here, or choose one'),
    chooser,
    chosen,
    entries,
    element(
      'p',
      { class: 'note' },
      'Text, CSV, JSON, Parquet, NumPy and more, of any length; also .gz, .zst and .zip',
    ),
  );
  const form = element(
    'form',
    { id: 'try' },
    drop,
    element('div', { class: 'field' }, element('label', { for: 'puzzles' }, 'or paste puzzles'), text),
    element('div', { class: 'buttons' }, element('span', { class: 'note' }, 'Examples:'), ...exampleButtons),
    element('details', {}, element('summary', {}, 'Options'), optionControls()),
    element('div', { class: 'buttons' }, solveButton, saveButton, stopButton),
    element('p', { class: 'note' }, STORAGE),
    bar,
    state,
    problem,
  );

  /** The file to solve; undefined to solve the text field. */
  let file: File | undefined;
  let pool: Pool | undefined;
  /** Solves rows of the table again. */
  const tasks = new PuzzleTasks();

  /** @param entry number of the file, if it is an archive of files */
  async function choose(next: File, others = 0, entry = 0): Promise<void> {
    problem.textContent = '';
    let origin = '';
    let opened = next;
    try {
      const zipped = await filesInZip(next);
      showEntries(next, zipped ?? [], entry);
      if (zipped) {
        opened = await zipped[entry]!.open();
        origin = `, of ${next.name}`;
      }
      text.value = opened.size <= MAX_SHOWN && (await isText(opened)) ? await opened.text() : '';
    } catch (error) {
      problem.textContent = errorText(error as Error);
      // a damaged archive is still the file that was chosen
      if (!(error instanceof RejectedFile)) return;
      text.value = '';
    }
    file = opened;
    // the name of another file would remain beside one that was dropped or made
    if (chooser.files?.[0] !== next) chooser.value = '';
    const ignored = others === 0 ? '' : `. One file at a time: ${counted(others, 'other')} ignored`;
    chosen.textContent = `${opened.name}, ${counted(opened.size, 'byte')}${origin}${ignored}`;
  }

  /** Lists the files of an archive to choose from. */
  function showEntries(archive: File, files: readonly ZippedFile[], chosenEntry: number): void {
    entries.hidden = files.length < 2;
    const list = element(
      'select',
      { id: 'entry' },
      ...files.map(({ name }, i) => element('option', { value: i }, name)),
    );
    list.value = String(chosenEntry);
    list.addEventListener('change', () => void choose(archive, 0, Number(list.value)));
    entries.replaceChildren(element('label', { for: 'entry' }, 'File of the archive'), list);
  }

  function setText(puzzles: string): void {
    text.value = puzzles;
    problem.textContent = '';
    forgetFile();
  }

  function forgetFile(): void {
    file = undefined;
    chosen.textContent = '';
    entries.hidden = true;
    // it names no file that is not solved, and the same file can be chosen again
    chooser.value = '';
  }

  /** Runs work on a pool of workers, and shows its errors. */
  async function run(work: (pool: Pool) => Promise<void>): Promise<void> {
    problem.textContent = '';
    output.replaceChildren();
    output.hidden = true;
    tasks.stop();
    setBusy(true);
    pool = new Pool();
    try {
      await work(pool);
    } catch (error) {
      state.textContent = '';
      if ((error as Error).name === 'AbortError') state.textContent = 'Stopped.';
      else {
        problem.textContent = errorText(error as Error);
        problem.focus();
      }
    } finally {
      pool.close();
      setBusy(false);
    }
  }

  function setBusy(isBusy: boolean): void {
    for (const one of [solveButton, saveButton, ...exampleButtons]) one.disabled = isBusy;
    stopButton.hidden = !isBusy;
    bar.hidden = !isBusy;
    bar.removeAttribute('value');
    form.setAttribute('aria-busy', String(isBusy));
  }

  function showProgress({ bytes, total, puzzles, seconds }: Progress): void {
    bar.max = Math.max(total, 1);
    bar.value = bytes;
    const rate = seconds > 0 ? `, ${numberText(Math.round(puzzles / seconds))} a second` : '';
    // the puzzles of a file that is read from its end are counted at the end
    state.textContent = puzzles > 0 ? `${counted(puzzles, 'puzzle')}${rate}` : '';
  }

  async function solve(saveTo?: FileSystemFileHandle): Promise<void> {
    const blob = file ?? new Blob([text.value]);
    const name = file?.name ?? 'puzzles.txt';
    await run(async (workers) => {
      const options = readOptions(form);
      const compression = await compressionOf(blob);
      const isGzip = compression === 'gzip';
      const saved = saveTo && (await saveResult(saveTo, isGzip));
      const kept = keepResult(isGzip);
      const task = { blob, name, compression, options };
      try {
        const solveFile = (await isParquet(blob))
          ? (await import('./solve-ranged.ts')).solveRanged
          : solveBlob;
        const done = await solveFile(workers, task, saved ?? kept, showProgress);
        await saved?.close();
        await showResult(done, saved ? undefined : await kept.blob());
      } catch (error) {
        await saved?.abort().catch(() => {});
        throw error;
      }
    });
  }

  /** Shows the result and moves the focus to it. */
  async function showResult({ report, content, threads }: SolvedBlob, blob: Blob | undefined): Promise<void> {
    const { options } = report;
    const text = blob && (await resultText(blob));
    const buttons = blob
      ? saveBar(blob, savedName(report.input.key, options.output), text !== undefined)
      : element('div', { class: 'buttons' }, 'The result is in the file that you chose.');
    buttons.append(reportButton(report));
    const table = await puzzleTable({
      rows: content.rows,
      hasRatings: options.grade,
      hasCounts: options.solutions === 'count' || options.solutions === 'all',
      load: (from, wanted) => loadRows(tasks, content, from, wanted),
      open,
    });
    const parts = [
      summary(report, threads),
      buttons,
      problemList(report),
      defectNote(report),
      table,
      content.isCut ? element('p', { class: 'note' }, CUT) : undefined,
      text,
    ];
    output.replaceChildren(...parts.filter((part) => part !== undefined));
    output.hidden = false;
    state.textContent = '';
    document.getElementById('result-title')!.focus();
  }

  async function solveInto(): Promise<void> {
    let target: FileSystemFileHandle;
    try {
      target = await savePicker!({ suggestedName: savedName(file?.name ?? 'puzzles.txt', 'same') });
    } catch (error) {
      // the user cancelled the dialog
      if ((error as Error).name === 'AbortError') return;
      throw error;
    }
    await solve(target);
  }

  function exampleButton({ id, label, make }: Example): HTMLButtonElement {
    return button(label, { id }, () => {
      if (typeof make === 'string') {
        setText(make);
        return;
      }
      void run(async (workers) => {
        const showCount = (made: number) => {
          state.textContent = `${counted(made, 'puzzle')} made`;
        };
        await choose(await make(workers, showCount));
        state.textContent = '';
      });
    });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void solve();
  });
  text.addEventListener('input', forgetFile);
  chooser.addEventListener('change', () => {
    const [next] = chooser.files ?? [];
    if (next) void choose(next);
  });
  saveButton.hidden = savePicker === undefined;
  if (missingFeature() !== undefined) {
    solveButton.disabled = true;
    saveButton.disabled = true;
  }
  return { element: element('div', { class: 'many' }, form, output), choose, setText };
}

const STORAGE =
  savePicker === undefined
    ? 'This browser cannot write a result straight into a file: it keeps it on disk until you save it.'
    : 'For a large file, solve straight into another file. Otherwise the browser keeps the result on disk until you save it.';

const CUT = 'The table ends here, because the content is too long to keep. The result has all puzzles.';

function errorText(error: Error): string {
  if (error instanceof RejectedFile && isInternalReason(error.message))
    return `${error.message}. ${ASK_FOR_REPORT}`;
  if (error instanceof RejectedFile)
    return `${error.line === undefined ? '' : `line ${error.line}: `}${error.message}`;
  if (error.name === 'NotFoundError' || error.name === 'NotReadableError')
    return 'expected a file that the browser can read, got a folder, or a file that was changed or removed after it was chosen';
  const isInput = error instanceof OptionError || error instanceof InputError;
  return isInput ? error.message : `${internalReason(error)}. ${ASK_FOR_REPORT}`;
}

/** Few files are, and are read from their end. */
const isParquet = async (blob: Blob): Promise<boolean> =>
  needsRanges(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));

async function loadRows(
  tasks: PuzzleTasks,
  { content, plan, segments }: SolvedContent,
  from: number,
  count: number,
): Promise<Row[]> {
  const wanted = segments.filter(({ firstRow, rows }) => firstRow < from + count && firstRow + rows > from);
  const found: Row[] = [];
  for (const { start, end, firstRow } of wanted) {
    const skip = Math.max(from - firstRow, 0);
    const part = { content: content.slice(start, end), plan: rowPlan(plan), first: start === 0 };
    found.push(...(await tasks.run('rows', { ...part, skip, count: count - found.length })));
  }
  return found;
}

/** The plan with one row for each puzzle. */
function rowPlan(plan: FilePlan): FilePlan {
  const solutions = plan.options.solutions === 'all' ? 'count' : plan.options.solutions;
  return { ...plan, options: { ...plan.options, output: 'jsonl', explain: false, solutions } };
}

// The panel for one puzzle: a grid to type into, and what can be done with it.

import { RejectedFile } from '../../../core/browser.ts';
import { element, numberText } from '../../../core/report/client/element.ts';
import { brokenRule, type Geometry, geometry } from '../../../core/solver/model/geometry.ts';
import { button } from '../shared/button.ts';
import { type Drawing, type Grid, type Mark, makeGrid } from '../shared/grid.ts';
import { geometryOf, type Puzzle, puzzleOf } from '../shared/puzzle.ts';
import { EXAMPLES } from './examples.ts';
import { generateControls } from './generate-controls.ts';
import { linkOf, puzzleIn } from './link.ts';
import type { CountOutcome, Failure, NoSteps, Outcome } from './protocol.ts';
import { shapeControls } from './shape-controls.ts';
import { stepsView } from './steps-view.ts';
import { PuzzleTasks } from './tasks.ts';

/** Characters of a pasted text up to which it may be a single puzzle. */
const MAX_READ = 20_000;

export interface PuzzlePanel {
  readonly element: HTMLElement;
  /** Opens a puzzle and moves the focus to it. */
  open(puzzle: Puzzle): void;
}

/** @param many receives a pasted text of several puzzles */
export function puzzlePanel(many: (text: string) => void): PuzzlePanel {
  const tasks = new PuzzleTasks();
  const undone: Puzzle[] = [];
  let grid: Grid;
  let before: Puzzle;
  let isBusy = false;
  let runs = 0;

  const board = element('div', { class: 'board' });
  const result = element('div', {
    class: 'puzzle-result',
    id: 'puzzle-result',
    tabindex: -1,
    role: 'region',
    'aria-label': 'Result',
  });
  const status = element('p', { class: 'busy', role: 'status' });
  const stop = button('Stop', { id: 'stop-puzzle' }, () => tasks.stop());
  const undo = button('Undo', { id: 'undo' }, () => {
    const last = undone.pop();
    if (last) load(last);
    const hadFocus = document.activeElement === undo;
    undo.disabled = undone.length === 0;
    // a disabled button loses the focus
    if (hadFocus && undo.disabled) grid.focus(0);
  });
  const shape = shapeControls((next) => change(emptyOf(next, current())));
  const generator = generateControls(
    () => grid.geometry,
    (wanted) =>
      void run('Generating', async () => {
        const tried = (tries: number) => busy(`Generating: ${numberText(tries)} tries so far`);
        change(await tasks.run('generate', wanted, tried));
        grid.focus(0);
      }),
  );
  const examples = element(
    'select',
    { id: 'example', 'aria-label': 'Example' },
    element('option', { value: '' }, 'Example …'),
    ...Object.keys(EXAMPLES).map((name) => element('option', { value: name }, name)),
  );
  examples.addEventListener('change', () => {
    const chosen = EXAMPLES[examples.value];
    examples.value = '';
    if (chosen) change(chosen);
  });
  const link = button('Copy link', { id: 'copy-link' }, () => void copyLink());

  const actions = [
    button('Solve', { id: 'solve-puzzle', class: 'main' }, () => void solve()),
    button('Show steps', { id: 'show-steps' }, () => void showSteps()),
    button('Count solutions', { id: 'count-solutions' }, () => void countSolutions()),
  ];
  const side = element(
    'div',
    { class: 'side' },
    element('div', { class: 'actions' }, ...actions),
    element('div', { class: 'progress-line' }, status, stop),
    result,
    shape.element,
    element(
      'div',
      { class: 'tools' },
      generator.element,
      examples,
      button('Clear', { id: 'clear' }, () =>
        change({ ...current(), cells: new Uint8Array(grid.geometry.cells) }),
      ),
      undo,
      link,
    ),
  );

  const panel = element('div', { class: 'one' }, board, side);

  const current = (): Puzzle => puzzleOf(grid.geometry, grid.cells(), grid.symbols);
  const say = (node: HTMLElement) => {
    result.replaceChildren(node);
    // on a phone, the board stays in view beside its steps
    panel.classList.toggle('is-stepping', node.classList.contains('steps'));
  };
  const fail = (title: string, text: string) => say(card({ title, text, tone: 'bad' }));
  const draw = (drawing?: Drawing) => grid.draw(drawing);

  /** Shows a puzzle. */
  function load(puzzle: Puzzle): void {
    if (isBusy) tasks.stop();
    const hadFocus = board.contains(document.activeElement);
    grid = makeGrid({
      geometry: geometryOf(puzzle),
      cells: puzzle.cells,
      symbols: puzzle.symbols,
      onChange: typed,
      onPaste: (text) => void paste(text),
    });
    board.replaceChildren(
      grid.element,
      digitPad(puzzle.symbols, (value) => grid.type(value)),
    );
    if (hadFocus) grid.focus(0);
    shape.show(grid.geometry);
    generator.show(grid.geometry);
    settle();
  }

  /** Shows another puzzle, from which the user can return. */
  function change(puzzle: Puzzle): void {
    remember();
    load(puzzle);
  }

  function remember(): void {
    undone.push(before);
    if (undone.length > 500) undone.shift();
    undo.disabled = false;
  }

  /** After each change: the link and the message belong to the puzzle that is shown. */
  function settle(): void {
    before = current();
    history.replaceState(history.state, '', `#${linkOf(before)}`);
    link.textContent = 'Copy link';
    showHint();
  }

  function typed(): void {
    if (isBusy) tasks.stop();
    remember();
    settle();
  }

  function showHint(): void {
    const { cells, symbols } = before;
    const conflict = conflictText(grid.geometry, cells, symbols);
    if (conflict !== undefined) {
      fail('A rule is broken', conflict);
      return;
    }
    const clues = cells.filter((value) => value > 0).length;
    const text = 'Type into the grid, or paste a puzzle in any layout.';
    say(card({ title: `${clues} clue${clues === 1 ? '' : 's'}`, text, tone: 'plain' }));
  }

  async function paste(text: string): Promise<void> {
    if (text.length > MAX_READ) return many(text);
    await run('Reading', async () => {
      const reading = await tasks.run('read', { text, variant: grid.geometry.variant });
      if (reading.kind === 'many') many(text);
      else change(reading.puzzle);
    });
  }

  function busy(text: string): void {
    status.textContent = text;
  }

  /** Runs a task that can be stopped. */
  async function run(name: string, work: () => Promise<void>): Promise<void> {
    if (isBusy) tasks.stop();
    isBusy = true;
    const mine = ++runs;
    side.classList.add('is-busy');
    // most tasks take no time that a person notices
    const slow = setTimeout(() => busy(`${name} …`), 300);
    try {
      await work();
    } catch (error) {
      if (error instanceof RejectedFile) fail('This cannot be read', error.message);
      else if ((error as Error).name !== 'AbortError') fail('Internal error', (error as Error).message);
    } finally {
      clearTimeout(slow);
      // another task may have stopped this one
      if (mine === runs) {
        busy('');
        isBusy = false;
        side.classList.remove('is-busy');
      }
    }
  }

  const solve = () =>
    run('Solving', async () => {
      const begun = performance.now();
      const outcome = await tasks.run('solve', current(), (values) => draw({ values }));
      say(card(solvedMessage(outcome, performance.now() - begun)));
      if (outcome.status === 'solved') {
        const marks = new Map(outcome.other ? differences(outcome.solution, outcome.other) : []);
        draw({ values: outcome.solution, marks });
      }
      result.focus();
    });

  const countSolutions = () =>
    run('Counting', async () => {
      let found = 0;
      const counted = before;
      const reached = (solutions: number) => {
        found = solutions;
        busy(`More than ${numberText(solutions)} solutions so far`);
      };
      try {
        say(card(countedMessage(await tasks.run('count', current(), reached))));
      } catch (error) {
        if ((error as Error).name !== 'AbortError' || found === 0) throw error;
        // the count is of a puzzle that is no longer shown
        if (before !== counted) return;
        say(card(countedMessage({ count: found, isExact: false })));
      }
      draw();
      result.focus();
    });

  const showSteps = () =>
    run('Grading', async () => {
      const walk = await tasks.run('walk', current());
      if (typeof walk === 'string') {
        say(card(noStepsMessage(walk)));
        result.focus();
        return;
      }
      const view = stepsView(walk, grid.geometry, grid.cells(), draw);
      say(view.element);
      view.focus();
      // on a phone, where the board stays at the top
      if (getComputedStyle(board).position === 'sticky') panel.scrollIntoView();
    });

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      link.textContent = 'Link copied';
    } catch {
      link.textContent = 'Copy it from the address bar';
    }
  }

  before = puzzleIn(location.hash) ?? EXAMPLES['From a newspaper']!;
  undo.disabled = true;
  const isLinked = puzzleIn(location.hash) !== undefined;
  const address = location.href;
  load(before);
  // an address without a puzzle stays as it is until there is something to share
  if (!isLinked) history.replaceState(history.state, '', address);
  addEventListener('hashchange', () => {
    const linked = puzzleIn(location.hash);
    if (linked) change(linked);
  });
  board.addEventListener('keydown', (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    undo.click();
  });
  return {
    element: panel,
    open(puzzle) {
      change(puzzle);
      grid.focus(0);
    },
  };
}

/** An empty puzzle of another shape; one of the same size keeps its clues. */
function emptyOf(shape: Geometry, { cells, size, symbols }: Puzzle): Puzzle {
  if (size === shape.size) return puzzleOf(shape, cells, symbols);
  return puzzleOf(geometry(shape.size, shape.variant), new Uint8Array(shape.cells));
}

/** Buttons that fit side by side on a phone. Rows of a pad are as equal as they can be: 5 and 5, not 7 and 3. */
const PHONE_COLUMNS = 7;

function digitPad(symbols: string, type: (value: number) => void): HTMLElement {
  const buttons = symbols.split('').map((symbol, i) => padButton(symbol, symbol, () => type(i + 1)));
  const clear = padButton('⌫', 'Clear the cell', () => type(0));
  const pad = element('div', { class: 'pad', role: 'group', 'aria-label': 'Digits' }, ...buttons, clear);
  const rows = Math.ceil(pad.childElementCount / PHONE_COLUMNS);
  pad.style.setProperty('--columns', String(Math.ceil(pad.childElementCount / rows)));
  return pad;
}

function padButton(text: string, label: string, press: () => void): HTMLButtonElement {
  const made = button(text, { 'aria-label': label }, press);
  // the cell keeps the focus
  made.addEventListener('pointerdown', (event) => event.preventDefault());
  return made;
}

type Tone = 'good' | 'bad' | 'plain';

interface Message {
  readonly title: string;
  readonly text: string;
  readonly tone: Tone;
}

/** A card with a title and a text. */
function card({ title, text, tone }: Message, ...more: readonly Node[]): HTMLElement {
  return element(
    'div',
    { class: `card ${tone}` },
    element('h2', {}, title),
    text === '' ? undefined : element('p', {}, text),
    ...more,
  );
}

/** What solving found. */
function solvedMessage(outcome: Outcome, milliseconds: number): Message {
  if (outcome.status !== 'solved') return FAILURES[outcome.status];
  if (outcome.other) {
    const open = differences(outcome.solution, outcome.other).length;
    const text = `This is one of them. Another one differs in the ${open} coloured cells.`;
    return { title: 'More than one solution', text, tone: 'bad' };
  }
  if (!outcome.isProven)
    return {
      title: 'Solved',
      text: 'Whether there is another solution took too long to find out.',
      tone: 'plain',
    };
  const time = `${milliseconds < 1 ? 'under 1' : numberText(Math.round(milliseconds))} ms`;
  return { title: 'Solved', text: `The only solution, found and proven in ${time}.`, tone: 'good' };
}

const FAILURES: Readonly<Record<Failure, Message>> = {
  'no-solution': { title: 'No solution', text: 'No grid fits these clues.', tone: 'bad' },
  unsolved: {
    title: 'Not solved',
    text: 'The search was given up: it took too many guesses.',
    tone: 'bad',
  },
  invalid: { title: 'A rule is broken', text: 'The digits or the rules contradict each other.', tone: 'bad' },
  unsupported: { title: 'Not supported', text: 'The puzzle has a rule that is not known here.', tone: 'bad' },
};

/** What counting found, or has found so far. */
function countedMessage({ count: found, isExact }: CountOutcome): Message {
  if (!isExact) {
    const text = 'Counting has ended before all were found.';
    return { title: `More than ${numberText(found)} solutions`, text, tone: 'plain' };
  }
  if (found === 0) return { title: 'No solution', text: 'No grid fits these clues.', tone: 'bad' };
  if (found === 1) return { title: 'One solution', text: 'As a puzzle should have.', tone: 'good' };
  return {
    title: `${numberText(found)} solutions`,
    text: 'More clues would make it a puzzle.',
    tone: 'plain',
  };
}

/** Why there are no steps. */
function noStepsMessage(status: NoSteps): Message {
  if (status !== 'not-unique' && status !== 'unproven') return FAILURES[status];
  const others =
    status === 'unproven'
      ? 'whether there is another one took too long to find out'
      : 'this puzzle has several';
  const text = `Steps lead to the only solution, and ${others}.`;
  return { title: 'No steps', text, tone: 'bad' };
}

/** Names the first rule that the digits break; undefined if they break none. */
function conflictText(geometry: Geometry, cells: Uint8Array, symbols: string): string | undefined {
  const broken = brokenRule(geometry, cells, symbols);
  if (!broken) return undefined;
  const { name, cell, reason } = broken;
  const isUnit = geometry.unitNames.includes(name);
  const text = isUnit ? `${name} has ${symbols[cells[cell]! - 1]} more than once` : reason;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Cells that differ between two solutions. */
function differences(a: Uint8Array, b: Uint8Array): [number, Mark][] {
  return [...a.keys()].filter((cell) => a[cell] !== b[cell]).map((cell) => [cell, 'open']);
}

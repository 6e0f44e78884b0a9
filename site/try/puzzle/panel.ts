// The panel for one puzzle: a grid to type into, and what can be done with it.

import { counted, element, numberText } from '../../../core/report/client/element.ts';
import { type Geometry, geometry } from '../../../core/solver/model/geometry.ts';
import { cellCode } from '../../../core/solver/model/rule-kinds.ts';
import { button } from '../shared/button.ts';
import {
  type Drawing,
  digitsOf,
  type Grid,
  MAX_MARKED_SIZE,
  type Mark,
  makeGrid,
  type Writing,
} from '../shared/grid.ts';
import { geometryOf, type Puzzle, puzzleOf } from '../shared/puzzle.ts';
import { bitOf, MAX_SET_SIZE } from './candidates.ts';
import { entryControls } from './entry-controls.ts';
import { EXAMPLES } from './examples.ts';
import { generateControls } from './generate-controls.ts';
import { type HintView, hintView } from './hint-view.ts';
import { History } from './history.ts';
import { linkIn, linkOf, puzzleIn } from './link.ts';
import {
  card,
  checkedMessage,
  conflictText,
  countedMessage,
  differences,
  errorText,
  FAILURES,
  type Message,
  mistakesMessage,
  noStepsMessage,
  solvedMessage,
} from './messages.ts';
import { gridInPage, ownLink } from './pasted.ts';
import { candidatesIn, isUntouched, type Position, startOf, writtenIn } from './position.ts';
import type { Mistakes, NoSteps, Reading } from './protocol.ts';
import { shapeControls } from './shape-controls.ts';
import { shareControls } from './share-controls.ts';
import { stepsView } from './steps-view.ts';
import { InputError, PuzzleTasks } from './tasks.ts';
import type { WalkStep } from './walk.ts';

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
  let position = startOf(EXAMPLES['From a newspaper']!);
  let past = new History(position);
  let grid: Grid;
  let isBusy = false;
  let runs = 0;
  let hint: HintView | undefined;
  let isSolutionShown = false;

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
  const entry = entryControls({
    type: (value) => grid.type(value),
    undo: () => restore(past.undo()),
    redo: () => restore(past.redo()),
    showCandidates: () => settle(),
  });
  const shape = shapeControls((next) => change(startOf(emptyOf(next, position.puzzle))));
  const generator = generateControls(
    () => grid.geometry,
    (wanted) =>
      void run('Generating', async () => {
        const tried = (tries: number) => busy(`Generating: ${numberText(tries)} tries so far`);
        change(startOf(await tasks.run('generate', wanted, tried)));
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
    if (chosen) change(startOf(chosen));
  });
  const restart = button('Start over', { id: 'restart', title: 'Remove what you have written' }, () =>
    change(startOf(position.puzzle)),
  );
  const share = shareControls(() => position.puzzle);
  const solveButton = button('Solve', { id: 'solve-puzzle', class: 'main' }, () =>
    isSolutionShown ? settle() : void solve(),
  );
  const actions = [
    solveButton,
    button('Hint', { id: 'hint' }, () => (hint ? hint.explain() : void showHint())),
    button('Check', { id: 'check', title: 'Check your digits' }, () => void check()),
    button('Show steps', { id: 'show-steps' }, () => void showSteps()),
    button('Count solutions', { id: 'count-solutions' }, () => void countSolutions()),
  ];
  const side = element(
    'div',
    { class: 'side' },
    entry.element,
    element('div', { class: 'actions' }, ...actions),
    element('div', { class: 'progress-line' }, status, stop),
    result,
    shape.element,
    element(
      'div',
      { class: 'tools' },
      generator.element,
      examples,
      button('Paste', { id: 'paste', title: 'Paste a puzzle: also Ctrl+V' }, () => void pasteByButton()),
      restart,
      button('Clear', { id: 'clear', title: 'Empty the grid' }, () =>
        change(startOf({ ...position.puzzle, cells: new Uint8Array(grid.geometry.cells) })),
      ),
    ),
    share.element,
  );
  const panel = element('div', { class: 'one' }, board, side);

  const say = (node: HTMLElement) => {
    hint = undefined;
    result.replaceChildren(node);
    // on a phone, the board stays in view beside its steps
    panel.classList.toggle('is-stepping', node.matches('.steps, .hint'));
  };
  const sayText = (message: Message) => say(card(message));
  const fail = (title: string, text: string) => sayText({ title, text, tone: 'bad' });
  const filled = () => digitsOf(writtenIn(position));
  /** @param withCandidates whether to draw them although they are switched off */
  const draw = (drawing: Drawing = {}, withCandidates = false) => {
    const candidates =
      withCandidates || entry.areCandidatesShown
        ? candidatesIn(grid.geometry, filled(), position.removed)
        : undefined;
    grid.show(writtenIn(position), { ...(candidates && { candidates }), ...drawing });
    noteSolution(false);
  };
  /** Says whether what is drawn is the solution. */
  const noteSolution = (isShown: boolean) => {
    isSolutionShown = isShown;
    solveButton.textContent = isShown ? 'Hide the solution' : 'Solve';
  };

  /** Shows a position. What the keys write stays. */
  function load(next: Position): void {
    if (isBusy) tasks.stop();
    const isSameGrid = grid !== undefined && gridKey(next.puzzle) === gridKey(position.puzzle);
    position = next;
    if (!isSameGrid) {
      const { puzzle } = position;
      const hadFocus = board.contains(document.activeElement);
      const last = grid?.at ?? 0;
      grid = makeGrid({
        geometry: geometryOf(puzzle),
        cells: puzzle.cells,
        symbols: puzzle.symbols,
        onWrite: write,
      });
      board.replaceChildren(grid.element);
      if (hadFocus) grid.focus(last < puzzle.cells.length ? last : 0);
      shape.show(grid.geometry);
      generator.show(grid.geometry);
      entry.show(puzzle.symbols, entry.writing);
    }
    settle();
  }

  /** Shows another puzzle, from which the user can return. */
  function change(next: Position): void {
    past.add(next);
    load(next);
    entry.show(next.puzzle.symbols, writingFor(next.puzzle));
  }

  /** Shows a position of the history. The cursor stays where it is. */
  function restore(next: Position | undefined): void {
    if (!next) return;
    const focused = document.activeElement;
    load(next);
    // a disabled button loses the focus
    if (focused instanceof HTMLButtonElement && focused.disabled) grid.focus();
  }

  /** After each change: the address and the message belong to the position that is shown. */
  function settle(): void {
    window.history.replaceState(window.history.state, '', `${location.pathname}#${linkOf(position.puzzle)}`);
    entry.enable(past.canUndo, past.canRedo);
    restart.disabled = isUntouched(position);
    share.update();
    draw();
    sayPosition();
  }

  function sayPosition(): void {
    const { puzzle, digits } = position;
    const cells = filled();
    const conflict = conflictText(grid.geometry, cells, puzzle.symbols);
    if (conflict !== undefined) {
      fail('A rule is broken', conflict);
      return;
    }
    const own = digits.filter((value) => value > 0).length;
    const open = cells.filter((value) => value === 0).length;
    if (own > 0 && open === 0) {
      sayText({
        title: 'You have solved it',
        text: 'All cells are filled, and no rule is broken.',
        tone: 'good',
      });
      return;
    }
    const clues = puzzle.cells.length - open - own;
    const text =
      own > 0
        ? `${counted(own, 'digit')} of your own, ${counted(open, 'cell')} open.`
        : 'Type into the grid, or paste a puzzle in any layout.';
    sayText({ title: counted(clues, 'clue'), text, tone: 'plain' });
  }

  /** Writes what the user types into a cell. */
  function write(cell: number, value: number, mark?: 'corner' | 'centre'): void {
    const { puzzle } = position;
    const writing = mark ?? entry.writing;
    if (writing !== 'clue' && puzzle.cells[cell]! > 0) {
      // the field may show what was typed
      draw();
      const text = `${cellCode(cell, puzzle.size)} is a clue. To change it, choose Clues.`;
      sayText({ title: 'This digit belongs to the puzzle', text, tone: 'plain' });
      return;
    }
    const next = writeInto(position, { cell, value, writing, areCandidatesShown: entry.areCandidatesShown });
    past.add(next);
    load(next);
  }

  async function paste(text: string, html = ''): Promise<void> {
    if (text.trim() === '' && html === '') {
      sayText({ title: 'Nothing to paste', text: 'The clipboard has no text.', tone: 'plain' });
      return;
    }
    const link = ownLink(text);
    if (link !== undefined) {
      openLink(link);
      return;
    }
    if (text.length > MAX_READ && html === '') return many(text);
    await run('Reading', async () => {
      const page = gridInPage(text, html);
      const reading = await read(text).catch((error: unknown) => {
        if (page === undefined) throw error;
        return undefined;
      });
      const found = reading?.kind === 'one' || page === undefined ? reading! : await read(page);
      if (found.kind === 'many') many(text);
      else openReading(found);
    });
  }

  const read = (text: string) => tasks.run('read', { text, variant: grid.geometry.variant });

  /** Shows what was read, with the digits and candidates of its player. */
  function openReading({ puzzle, digits, left }: Extract<Reading, { kind: 'one' }>): void {
    const start = startOf(puzzle);
    const own = digits ?? start.digits;
    const all = candidatesIn(
      geometryOf(puzzle),
      digitsOf({ clues: puzzle.cells, digits: own }),
      start.removed,
    );
    const removed = all.map((set, cell) => (left?.[cell] ? set & ~left[cell] : 0));
    entry.areCandidatesShown ||= removed.some((set) => set > 0);
    change({ ...start, digits: own, removed });
  }

  async function pasteByButton(): Promise<void> {
    let text: string;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      const reason = 'The browser does not let this page read the clipboard. Press Ctrl+V, or ⌘V on a Mac.';
      fail('Not allowed here', reason);
      return;
    }
    await paste(text);
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
      if (error instanceof InputError) fail('This cannot be read', errorText(error.message));
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

  /** Says why a puzzle has no solution, or no steps: with the rule that is broken, if one is. */
  function sayFailure(reason: NoSteps): void {
    const { cells, symbols } = position.puzzle;
    const conflict = reason === 'invalid' ? conflictText(grid.geometry, cells, symbols) : undefined;
    if (conflict === undefined) sayText(noStepsMessage(reason));
    else fail(FAILURES.invalid.title, conflict);
  }

  const solve = () =>
    run('Solving', async () => {
      const { puzzle, digits } = position;
      const outcome = await tasks.run('solve', puzzle, (values) => draw({ values }));
      result.focus();
      if (outcome.status !== 'solved') {
        sayFailure(outcome.status);
        return;
      }
      const { solution, other } = outcome;
      const wrong = other
        ? []
        : [...digits.keys()].filter((cell) => digits[cell] && digits[cell] !== solution[cell]);
      sayText(solvedMessage(outcome, wrong.length));
      const open = other ? differences(solution, other) : [];
      draw({ values: solution, marks: marked([open, 'open'], [wrong, 'wrong']) });
      noteSolution(true);
    });

  const countSolutions = () =>
    run('Counting', async () => {
      let found = 0;
      const counting = position;
      const reached = (solutions: number) => {
        found = solutions;
        busy(`More than ${numberText(solutions)} solutions so far`);
      };
      try {
        sayText(countedMessage(await tasks.run('count', counting.puzzle, reached)));
      } catch (error) {
        if ((error as Error).name !== 'AbortError' || found === 0) throw error;
        // the user goes on
        if (position !== counting) return;
        sayText(countedMessage({ count: found, isExact: false }));
      }
      draw();
      result.focus();
    });

  const showSteps = () =>
    run('Grading', async () => {
      const { puzzle } = position;
      const walk = await tasks.run('walk', puzzle);
      if (typeof walk === 'string') {
        sayFailure(walk);
        result.focus();
        return;
      }
      const view = stepsView(walk, grid.geometry, puzzle.cells, draw);
      say(view.element);
      view.focus();
      scrollToBoard();
    });

  /** On a phone, where the board stays at the top. */
  function scrollToBoard(): void {
    if (getComputedStyle(board).position === 'sticky') panel.scrollIntoView();
  }

  const check = () =>
    run('Checking', async () => {
      const checked = await tasks.run('check', position);
      result.focus();
      if (checked.kind === 'none') {
        sayFailure(checked.reason);
        return;
      }
      const own = position.digits.filter((value) => value > 0).length;
      const open = filled().filter((value) => value === 0).length;
      sayText(checkedMessage(checked, own, open, grid.geometry));
      if (checked.kind === 'unique') drawMistakes(checked);
    });

  const showHint = () =>
    run('Looking for a step', async () => {
      const found = await tasks.run('hint', position);
      if (found.kind === 'step') {
        const view = hintView(found.step, grid.geometry, { draw, apply: () => apply(found.step) });
        say(view.element);
        hint = view;
        document.getElementById('explain-hint')?.focus();
        scrollToBoard();
        return;
      }
      result.focus();
      if (found.kind === 'none') sayFailure(found.reason);
      else if (found.kind === 'full') sayPosition();
      else if (found.kind === 'beyond') fail('No further step', BEYOND);
      else {
        sayText(mistakesMessage(found, grid.geometry));
        drawMistakes(found);
      }
    });

  /** Does what a hint says. */
  function apply({ placed, removals }: WalkStep): void {
    const [digits, removed] = [position.digits.slice(), position.removed.slice()];
    if (placed) digits[placed.cell] = placed.value;
    if (position.puzzle.size <= MAX_SET_SIZE)
      for (const { cell, values } of removals) removed[cell]! |= values;
    // or it would seem to do nothing
    if (!placed) entry.areCandidatesShown = true;
    const next = { ...position, digits, removed };
    past.add(next);
    load(next);
    document.getElementById('hint')?.focus();
  }

  const drawMistakes = ({ wrong, lost }: Mistakes) =>
    draw({ marks: marked([wrong, 'wrong'], [lost, 'reduced']) }, lost.length > 0);

  /** Opens the puzzle of a link; if it cannot be read, an empty grid, so that no other puzzle seems to be that of the link. */
  function openLink(link: string): void {
    const linked = puzzleIn(link);
    if (linked === undefined) return;
    const address = location.href;
    change(startOf(typeof linked === 'object' ? linked : EMPTY));
    if (typeof linked === 'object') return;
    window.history.replaceState(window.history.state, '', address);
    fail('This link cannot be read', errorText(linked));
  }

  const stored = History.stored();
  const address = location.href;
  const own = linkIn(location);
  /** `#files` */
  const isPlace = own === '' && location.hash.length > 1;
  const isForeign = own === '' && FOREIGN.test(location.search);
  const linked = isForeign ? 'expected a puzzle' : puzzleIn(own);
  const isStored = stored && (linked === undefined || sameLink(linked, stored.position.puzzle));
  if (isStored) ({ history: past, position } = stored);
  else if (linked !== undefined) {
    position = startOf(typeof linked === 'object' ? linked : EMPTY);
    past = new History(position);
  }
  load(position);
  entry.show(position.puzzle.symbols, writingFor(position.puzzle));
  // an address without a puzzle stays as it is until there is something to share
  if (isPlace || (!isStored && typeof linked !== 'object'))
    window.history.replaceState(window.history.state, '', address);
  if (isForeign) void paste(address);
  else if (typeof linked === 'string') fail('This link cannot be read', errorText(linked));

  whileShown(panel, window, 'hashchange', () => openLink(linkIn(location)));
  whileShown(panel, document, 'keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || isElsewhere(event.target)) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!isRedo && key !== 'z') return;
    event.preventDefault();
    restore(isRedo ? past.redo() : past.undo());
  });
  whileShown(panel, document, 'paste', (event) => {
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    const text = event.clipboardData?.getData('text') ?? '';
    event.preventDefault();
    void paste(text, event.clipboardData?.getData('text/html'));
  });
  return {
    element: panel,
    open(puzzle) {
      change(startOf(puzzle));
      grid.focus(0);
    },
  };
}

/** The queries in which other programs have a puzzle, for an address of which only the host was changed. */
const FOREIGN = /[?&](?:bd|load|q)=/;

const BEYOND = 'The puzzle needs nested forcing chains, which are not searched for.';

const EMPTY: Puzzle = puzzleOf(geometry(9), new Uint8Array(81));

const sameLink = (linked: Puzzle | string, puzzle: Puzzle): boolean =>
  typeof linked === 'object' && linkOf(linked) === linkOf(puzzle);

/** Listens while an element is in the document and is not hidden; no longer, once the page has dropped it. */
function whileShown<K extends keyof DocumentEventMap & keyof WindowEventMap>(
  shown: HTMLElement,
  target: Document | Window,
  name: K | 'hashchange',
  act: (event: DocumentEventMap[K]) => void,
): void {
  let wasConnected = false;
  const listen = (event: Event) => {
    wasConnected ||= shown.isConnected;
    if (wasConnected && !shown.isConnected) target.removeEventListener(name, listen);
    else if (shown.checkVisibility()) act(event as DocumentEventMap[K]);
  };
  target.addEventListener(name, listen);
}

/** Whether an event belongs to a field that is not a cell. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('textarea, select, input:not(.value, [type=radio], [type=range])') !== null;

function marked(...groups: readonly (readonly [cells: readonly number[], mark: Mark])[]): Map<number, Mark> {
  return new Map(groups.flatMap(([cells, mark]) => cells.map((cell) => [cell, mark] as const)));
}

/** What makes another grid: all but the clues. */
const gridKey = (puzzle: Puzzle): string => linkOf({ ...puzzle, cells: new Uint8Array(puzzle.cells.length) });

/** What keys write first: clues into an empty grid, which one types oneself, and otherwise one's own digits. */
const writingFor = ({ cells, regions, rules }: Puzzle): Writing =>
  cells.some((value) => value > 0) || regions !== undefined || (rules?.length ?? 0) > 0 ? 'digit' : 'clue';

interface Typed {
  readonly cell: number;
  /** 0 clears */
  readonly value: number;
  readonly writing: Writing;
  readonly areCandidatesShown: boolean;
}

/** The position after a user has typed. */
function writeInto(position: Position, { cell, value, writing, areCandidatesShown }: Typed): Position {
  const set = <A extends Uint8Array | Uint32Array>(values: A, to: number): A => {
    const next = values.slice() as A;
    next[cell] = to;
    return next;
  };
  const { puzzle, digits, corner, centre, removed } = position;
  const blank = { corner: set(corner, 0), centre: set(centre, 0) };
  if (writing === 'clue') {
    const cells = set(puzzle.cells, value);
    // what was removed may be possible beside other clues
    return {
      ...blank,
      puzzle: { ...puzzle, cells },
      digits: set(digits, 0),
      removed: new Uint32Array(cells.length),
    };
  }
  if (value === 0)
    return digits[cell] === 0 ? { ...position, ...blank } : { ...position, digits: set(digits, 0) };
  if (writing === 'digit') return { ...position, digits: set(digits, value) };
  if (digits[cell]! > 0 || puzzle.size > MAX_MARKED_SIZE) return position;
  if (areCandidatesShown) return { ...position, removed: set(removed, removed[cell]! ^ bitOf(value)) };
  return { ...position, [writing]: set(position[writing], position[writing][cell]! ^ bitOf(value)) };
}

/** An empty puzzle of another shape; one of the same size keeps its clues. */
function emptyOf(shape: Geometry, { cells, size, symbols }: Puzzle): Puzzle {
  if (size === shape.size) return puzzleOf(shape, cells, symbols);
  return puzzleOf(geometry(shape.size, shape.variant), new Uint8Array(shape.cells));
}

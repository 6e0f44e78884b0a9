// Undo and redo. The history lies in the storage of the tab, so that it survives a reload.

import { type Position, positionIn, positionText } from './position.ts';

/** Positions to which the user can return. */
const MAX_KEPT = 200;

const NAME = 'sudoku-batch.try';

interface Stored {
  readonly undo: readonly string[];
  readonly now: string;
  readonly redo: readonly string[];
}

export class History {
  #undo: string[] = [];
  #redo: string[] = [];
  #now: string;

  constructor(position: Position) {
    this.#now = positionText(position);
  }

  /** The position of the last visit in this tab, with its history; undefined if there was none. */
  static stored(): { readonly history: History; readonly position: Position } | undefined {
    try {
      const { undo, now, redo } = JSON.parse(sessionStorage.getItem(NAME)!) as Stored;
      const position = positionIn(now);
      if (!position) return undefined;
      const history = new History(position);
      history.#undo = [...undo];
      history.#redo = [...redo];
      return { history, position };
    } catch {
      // nothing is stored, or by another version, or the browser lets the page store nothing
      return undefined;
    }
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Takes the next position. One that is equal to the last is none. */
  add(position: Position): void {
    const text = positionText(position);
    if (text === this.#now) return;
    this.#undo.push(this.#now);
    if (this.#undo.length > MAX_KEPT) this.#undo.shift();
    this.#redo = [];
    this.#now = text;
    this.#store();
  }

  undo(): Position | undefined {
    return this.#go(this.#undo, this.#redo);
  }

  redo(): Position | undefined {
    return this.#go(this.#redo, this.#undo);
  }

  #go(from: string[], to: string[]): Position | undefined {
    const text = from.pop();
    if (text === undefined) return undefined;
    to.push(this.#now);
    this.#now = text;
    this.#store();
    return positionIn(text);
  }

  #store(): void {
    const stored: Stored = { undo: this.#undo, now: this.#now, redo: this.#redo };
    try {
      sessionStorage.setItem(NAME, JSON.stringify(stored));
    } catch {
      // without storage, or without room for grids of this size, the history ends with the page
    }
  }
}

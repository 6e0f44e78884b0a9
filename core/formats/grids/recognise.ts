import { MAX_SIZE } from '../../options/sizes.ts';

import {
  chooseAlphabet,
  countSymbols,
  emptiesOf,
  noSymbols,
  type Symbols,
} from '../shared/choose-alphabet.ts';
import { isComment } from '../shared/comments.ts';
import type { Head, HeadLine } from '../shared/head.ts';
import { isMarker, isOnlyMarker } from '../shared/markers.ts';
import { isPlausible } from '../shared/plausible.ts';
import { isSize } from '../shared/sizes.ts';
import { gridsReader } from './reader.ts';
import type { GridsState } from './state.ts';

/** Reads the head in each way that a file of grids may be meant, and takes the one that gives most grids. */
export function recogniseGrids(head: Head): GridsState | undefined {
  const found = { ...symbolsIn(head.lines, head.alphabet), size: 0 };
  const numbers = head.lines.filter(({ text }) => /^\s*\d{1,2}$/.test(text)).length;
  const titled = bestOf(head, { ...found, sized: false });
  const sized = numbers > 0 ? bestOf(head, { ...found, sized: true }) : titled;
  // numbers by themselves are sizes if most grids agree with theirs, and else titles
  const { state, trial } = 2 * sized.trial.grids > titled.trial.grids ? sized : titled;
  const hasMarkers = head.lines.some(({ text }) => isOnlyMarker(text));
  return trial.grids > 0 || trial.halves > 0 || hasMarkers ? { ...state, size: trial.size } : undefined;
}

function bestOf(head: Head, found: Omit<GridsState, 'gaps'>): { state: GridsState; trial: Trial } {
  const [without, withGaps] = [false, true].map((gaps) => {
    const state = { ...found, gaps };
    return { state, trial: tryOn(head, state) };
  });
  return better(withGaps!.trial, without!.trial) ? withGaps! : without!;
}

/** How well a state reads the head. */
interface Trial {
  readonly grids: number;
  readonly broken: number;
  /** Broken grids of which at least half the rows are there. */
  readonly halves: number;
  /** Size of most grids. */
  readonly size: number;
}

function better(a: Trial, b: Trial): boolean {
  return a.grids !== b.grids ? a.grids > b.grids : a.broken < b.broken;
}

function tryOn(head: Head, state: GridsState): Trial {
  const counts: number[] = new Array(MAX_SIZE + 1).fill(0);
  let grids = 0;
  let broken = 0;
  let halves = 0;
  for (const block of gridsReader(state, { variant: 'classic' }, true).read(head.bytes, head.complete)) {
    const size = block.geometry?.size ?? 0;
    counts[size]! += block.count;
    grids += block.count;
    broken += block.broken.length;
    halves += block.broken.filter((record) => record.mostly).length;
  }
  return { grids, broken, halves, size: grids > 0 ? counts.indexOf(Math.max(...counts.slice(1)), 1) : 0 };
}

/** What the rows of the head show before grids are put together. */
function symbolsIn(
  lines: readonly HeadLine[],
  given: string | undefined,
): Pick<GridsState, 'alphabets' | 'empties' | 'separated' | 'dash' | 'star'> {
  const sizes = new Map<number, Symbols>();
  let dash = false;
  let star = false;
  let letters = false;
  for (const { text } of lines) {
    if (isComment(text) || isMarker(text) || isOfNumbers(text)) continue;
    const cells = text.replace(/[\s|,!]/g, '');
    if (!/[\dA-Za-z]/.test(cells)) continue;
    // `:` and `;` part cells, except where they are cells
    const symbols = [cells, cells.replace(/[:;]/g, '')].find(
      (row) => isSize(row.length) && isPlausible(row, row.length, given),
    );
    if (symbols) {
      const size = symbols.length;
      const found = sizes.get(size) ?? noSymbols(size);
      sizes.set(size, found);
      countSymbols(found, symbols);
      letters ||= size > 9 && /[A-Za-z]/.test(symbols) && cells !== text.trim();
    }
    // dashes between digits, and no sign of a negative number
    if (/^[\d\s|]*-[-\d\s|]*$/.test(text) && !/-\s*1(?!\d)/.test(text))
      dash ||= /\d/.test(text) && isSize(cells.length);
    if (/^[\d\s|]*\*[*\d\s|]*$/.test(text)) star ||= isSize(cells.length);
  }
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const [size, symbols] of sizes) {
    symbols.grids = Math.floor(total(symbols) / (size * size));
    alphabets[size] = chooseAlphabet(symbols, given).symbols;
    empties[size] = emptiesOf(symbols);
  }
  return { alphabets, empties, separated: letters ? 'symbols' : 'numbers', dash, star };
}

/** Whether a line is surely a row of numbers, with two digits or two signs in some cell. */
function isOfNumbers(text: string): boolean {
  const cells = text.split(/[\s|,;!]+/).filter(Boolean);
  return (
    isSize(cells.length) &&
    cells.some((c) => c.length === 2) &&
    cells.every((c) => /^(\d{1,2}|-1|([.*_-])\2?)$/.test(c))
  );
}

function total({ counts }: Symbols): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

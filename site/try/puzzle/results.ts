// What the panel says about a puzzle.
import { element } from '../../../core/report/client/element.ts';
import { type Geometry, unitName } from '../../../core/solver/geometry.ts';
import type { Mark } from '../grid.ts';
import { count } from '../text.ts';
import type { CountOutcome, Failure, Outcome } from './protocol.ts';

export type Tone = 'good' | 'bad' | 'plain';

export interface Message {
  readonly title: string;
  readonly text: string;
  readonly tone: Tone;
}

/** A card with a title and a text. */
export function card({ title, text, tone }: Message, ...more: readonly Node[]): HTMLElement {
  return element(
    'div',
    { class: `card ${tone}` },
    element('h2', {}, title),
    text === '' ? undefined : element('p', {}, text),
    ...more,
  );
}

/** What solving found. */
export function solvedMessage(outcome: Outcome, milliseconds: number): Message {
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
  const time = `${milliseconds < 1 ? 'under 1' : count(Math.round(milliseconds))} ms`;
  return { title: 'Solved', text: `The only solution, found and proven in ${time}.`, tone: 'good' };
}

const FAILURES: Readonly<Record<Failure, Message>> = {
  'no-solution': { title: 'No solution', text: 'No grid fits these clues.', tone: 'bad' },
  unsolved: {
    title: 'Not solved',
    text: 'The search was given up: it took too many guesses.',
    tone: 'bad',
  },
  invalid: {
    title: 'Two equal digits',
    text: 'A row, column, box or diagonal has the same digit twice. The cells are marked.',
    tone: 'bad',
  },
};

/** What counting found, or has found so far. */
export function countedMessage({ count: found, isExact }: CountOutcome): Message {
  if (!isExact) {
    const text = 'Counting has ended before all were found.';
    return { title: `More than ${count(found)} solutions`, text, tone: 'plain' };
  }
  if (found === 0) return { title: 'No solution', text: 'No grid fits these clues.', tone: 'bad' };
  if (found === 1) return { title: 'One solution', text: 'As a puzzle should have.', tone: 'good' };
  return { title: `${count(found)} solutions`, text: 'More clues would make it a puzzle.', tone: 'plain' };
}

/** Why there are no steps. */
export function noStepsMessage(status: Failure | 'not-unique'): Message {
  if (status !== 'not-unique') return FAILURES[status];
  const text = 'Steps lead to the only solution, and this puzzle has several.';
  return { title: 'No steps', text, tone: 'bad' };
}

/** Names the first unit that has a value twice; undefined if none has. */
export function conflictText(geometry: Geometry, cells: Uint8Array, symbols: string): string | undefined {
  for (const [number, unit] of geometry.units.entries()) {
    const values = [...unit].map((cell) => cells[cell]!).filter((value) => value > 0);
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) {
      const name = unitName(geometry, number);
      return `${name.charAt(0).toUpperCase()}${name.slice(1)} has ${symbols[twice - 1]} more than once.`;
    }
  }
  return undefined;
}

/** Cells that differ between two solutions. */
export function differences(a: Uint8Array, b: Uint8Array): [number, Mark][] {
  return [...a.keys()].filter((cell) => a[cell] !== b[cell]).map((cell) => [cell, 'open']);
}

// What the panel says about a puzzle.
import { element, numberText } from '../../../core/report/client/element.ts';
import { brokenRule, type Geometry } from '../../../core/solver/model/geometry.ts';
import type { Mark } from '../shared/grid.ts';
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
export function countedMessage({ count: found, isExact }: CountOutcome): Message {
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
export function noStepsMessage(status: Failure | 'not-unique'): Message {
  if (status !== 'not-unique') return FAILURES[status];
  const text = 'Steps lead to the only solution, and this puzzle has several.';
  return { title: 'No steps', text, tone: 'bad' };
}

/** Names the first rule that the digits break; undefined if they break none. */
export function conflictText(geometry: Geometry, cells: Uint8Array, symbols: string): string | undefined {
  const broken = brokenRule(geometry, cells, symbols);
  if (!broken) return undefined;
  const { name, cell, reason } = broken;
  const isUnit = geometry.unitNames.includes(name);
  const text = isUnit ? `${name} has ${symbols[cells[cell]! - 1]} more than once` : reason;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Cells that differ between two solutions. */
export function differences(a: Uint8Array, b: Uint8Array): [number, Mark][] {
  return [...a.keys()].filter((cell) => a[cell] !== b[cell]).map((cell) => [cell, 'open']);
}

// What the page says about a puzzle: cards with a title and a text.

import { counted, element, numberText } from '../../../core/report/client/element.ts';
import { brokenRule, type Geometry } from '../../../core/solver/model/geometry.ts';
import { cellCode } from '../../../core/solver/model/rule-kinds.ts';
import { capital } from '../../../core/solver/model/words.ts';
import type { Checked, CountOutcome, Failure, Mistakes, NoSteps, Solved } from './protocol.ts';

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

/** What solving found. @param wrong number of the user's digits that are not the solution's */
export function solvedMessage(outcome: Solved, wrong: number): Message {
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
  const { milliseconds } = outcome;
  const time = `${milliseconds < 1 ? 'under 1' : numberText(Math.round(milliseconds))} ms`;
  const own =
    wrong === 0 ? '' : ` ${wrong === 1 ? 'One of your digits differs' : `${wrong} of your digits differ`}.`;
  return { title: 'Solved', text: `The only solution, found and proven in ${time}.${own}`, tone: 'good' };
}

export const FAILURES: Readonly<Record<Failure, Message>> = {
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
  if (found === 1) return { title: 'One solution', text: 'The puzzle is a proper one.', tone: 'good' };
  return {
    title: `${numberText(found)} solutions`,
    text: 'More clues would make it a puzzle.',
    tone: 'plain',
  };
}

/** Why there are no steps. */
export function noStepsMessage(status: NoSteps): Message {
  if (status !== 'not-unique' && status !== 'unproven') return FAILURES[status];
  const others =
    status === 'unproven'
      ? 'whether there is another one took too long to find out'
      : 'this puzzle has several';
  const text = `Steps lead to the only solution, and ${others}.`;
  return { title: 'No steps', text, tone: 'bad' };
}

/** Names the first rule that the digits break; undefined if they break none. */
export function conflictText(geometry: Geometry, cells: Uint8Array, symbols: string): string | undefined {
  const broken = brokenRule(geometry, cells, symbols);
  if (!broken) return undefined;
  const { name, cell, reason } = broken;
  const isUnit = geometry.unitNames.includes(name);
  const text = isUnit ? `${name} has ${symbols[cells[cell]! - 1]} more than once` : reason;
  return `${capital(text)}.`;
}

/** An error as a sentence. The name of a part of a link or record stays as it is: `In p: expected …` */
export function errorText(error: string): string {
  return `${capital(error.replace(/^([a-z]+): /, 'In $1: '))}${/[.…]$/.test(error) ? '' : '.'}`;
}

/** What a check found. @param digits number of the user's digits */
export function checkedMessage(
  checked: Checked,
  digits: number,
  open: number,
  shape: Pick<Geometry, 'size'>,
): Message {
  if (checked.kind === 'none') return noStepsMessage(checked.reason);
  const rest = `${counted(open, 'cell')} ${open === 1 ? 'is' : 'are'} open.`;
  if (checked.kind !== 'unique') {
    const text =
      checked.kind === 'several'
        ? 'The puzzle has several solutions'
        : 'Whether the puzzle has one solution or more took too long to find out';
    if (digits === 0)
      return {
        title: 'Nothing to check',
        text: `${text}, and you have written no digit: ${rest}`,
        tone: 'plain',
      };
    if (checked.isPossible === undefined)
      return { title: 'Not known', text: `${text}, as did whether one has your digits.`, tone: 'plain' };
    return checked.isPossible
      ? { title: 'Possible', text: `${text}, and your digits fit one.`, tone: 'plain' }
      : { title: 'Not possible', text: `${text}, but your digits fit none.`, tone: 'bad' };
  }
  if (checked.wrong.length + checked.lost.length > 0) return mistakesMessage(checked, shape);
  if (digits === 0)
    return { title: 'Nothing to check', text: `You have written no digit: ${rest}`, tone: 'plain' };
  return {
    title: digits === 1 ? 'Your digit is right' : `All ${digits} digits are right`,
    text: rest,
    tone: 'good',
  };
}

/** Where the user differs from the solution. */
export function mistakesMessage({ wrong, lost }: Mistakes, shape: Pick<Geometry, 'size'>): Message {
  const names = (cells: readonly number[]) => cells.map((cell) => cellCode(cell, shape.size)).join(', ');
  const texts = [
    wrong.length > 0 && `Wrong: ${names(wrong)}.`,
    lost.length > 0 && `The candidates no longer have the right digit: ${names(lost)}.`,
  ];
  const all = wrong.length + lost.length;
  return {
    title: all === 1 ? 'One mistake' : `${all} mistakes`,
    text: texts.filter((text) => text !== false).join(' '),
    tone: 'bad',
  };
}

/** Cells that differ between two grids. */
export function differences(a: Uint8Array, b: Uint8Array): number[] {
  return [...a.keys()].filter((cell) => a[cell] !== b[cell]);
}

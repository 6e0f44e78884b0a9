import type { Contestant } from '../contestant.ts';
import { ours, plain } from './engine.ts';
import { LINE_SOLVERS, lineSolver } from './line-solver.ts';
import { dancingLinks, sudoku } from './packages.ts';
import { qqwing } from './qqwing.ts';
import { SAT_SOLVERS, satSolver } from './sat-solver.ts';

/** Ours first: the others' answers are held against its own, which are proven by themselves. */
export const CONTESTANTS: readonly Contestant[] = [
  ours,
  ...LINE_SOLVERS,
  qqwing,
  plain,
  dancingLinks(),
  sudoku(),
  ...SAT_SOLVERS,
];

const DIMACS = 'dimacs:';

/**
 * Those known and those of `NAME=COMMAND` or `NAME=dimacs:COMMAND`, which take the place of a known one of the name.
 * @throws Error if the text has no name or no command
 */
export function withPeers(texts: readonly string[]): readonly Contestant[] {
  const given = texts.map(peerOf);
  const names = new Set(given.map(({ name }) => name.toLowerCase()));
  return [...CONTESTANTS.filter(({ name }) => !names.has(name.toLowerCase())), ...given];
}

function peerOf(text: string): Contestant {
  const at = text.indexOf('=');
  const [name, command] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || command === '')
    throw new Error(`expected NAME=COMMAND or NAME=${DIMACS}COMMAND, got ${text}`);
  if (command.startsWith(DIMACS)) return satSolver(name, command.slice(DIMACS.length));
  return lineSolver(name, command);
}

// All compared solvers: the known ones, and those that the command line adds.

import { ours, plain } from './engines.ts';
import { dancingLinks, sudoku } from './packages.ts';
import { LINE_SOLVERS, lineSolver, qqwing } from './programs.ts';
import { SAT_SOLVERS, satSolver } from './sat-solver.ts';
import type { Solver } from './solver.ts';

/** Ours comes first: the answers of the others are compared with its answers. */
export const SOLVERS: readonly Solver[] = [
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
 * The known solvers and those given as `NAME=COMMAND` or `NAME=dimacs:COMMAND`, which replace known ones of the same name.
 * @throws Error if a text has no name or no command
 */
export function withPeers(texts: readonly string[]): readonly Solver[] {
  const peers = texts.map(parsePeer);
  const names = new Set(peers.map(({ name }) => name.toLowerCase()));
  return [...SOLVERS.filter(({ name }) => !names.has(name.toLowerCase())), ...peers];
}

function parsePeer(text: string): Solver {
  const at = text.indexOf('=');
  const [name, command] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || command === '')
    throw new Error(`expected NAME=COMMAND or NAME=${DIMACS}COMMAND, got ${text}`);
  if (command.startsWith(DIMACS)) return satSolver(name, command.slice(DIMACS.length));
  return lineSolver(name, command);
}

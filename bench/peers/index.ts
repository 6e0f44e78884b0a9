// All compared solvers: the known ones, and those that the command line adds.

import type { Command } from 'commander';
import { ours, plain } from './engines.ts';
import { dancingLinks, sudoku } from './packages.ts';
import { LINE_SOLVERS, lineSolver, qqwing } from './programs.ts';
import { SAT_SOLVERS, satSolver } from './sat-solver.ts';
import type { Solver } from './solver.ts';

/** Ours comes first: the answers of the others are compared with its answers. */
const SOLVERS: readonly Solver[] = [
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

/** The options that choose solvers. */
export interface PeerFlags {
  readonly peers: boolean;
  readonly peer: readonly string[];
}

export function withPeerOptions(program: Command): Command {
  return program
    .option(
      '--peer <name=command>',
      'add a solver that implements the protocol of bench/peers/README.md, or NAME=dimacs:COMMAND; repeatable',
      (text: string, before: readonly string[]) => [...before, text],
      [],
    )
    .option('--no-peers', 'run our solver only');
}

/**
 * The chosen solvers that are installed, ours first; reports the others.
 * @param suits whether a solver can take part @default all
 * @throws Error if a given one does not run, or if none were to be run
 */
export async function chosenSolvers(
  { peers, peer }: PeerFlags,
  suits: (solver: Solver) => boolean = () => true,
): Promise<Solver[]> {
  if (!peers && peer.length > 0)
    throw new Error(`expected --peer or --no-peers, got both: --peer ${peer[0]}`);
  const required = peer.map((text) => text.slice(0, text.indexOf('=')));
  const found: Solver[] = [];
  for (const solver of peers ? withPeers(peer).filter(suits) : [ours]) {
    if (await solver.installed()) found.push(solver);
    else if (required.includes(solver.name))
      throw new Error(`expected ${solver.name} to exit with 0 for --version, got a failure`);
    else console.error(`${solver.name} is not installed`);
  }
  return found;
}

// `sudoku completion`: prints a script that completes commands, flags and their values. It describes all commands of
// the program.
import type { Command } from 'commander';
import { choiceArgument } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import type { Shell } from '../manual/completion.ts';

/** The shells whose completion `sudoku completion` prints. */
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

export function addCompletion(program: Command): void {
  const command = program
    .command('completion')
    .description(
      'Print a completion script for your shell: it completes commands, flags, values and file names.',
    )
    .addArgument(choiceArgument('<shell>', 'your shell', SHELLS))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../manual/completion.ts');
      process.stdout.write(completionScript(program, shell));
    });
  addExamples(
    command,
    ['bash: add this line to ~/.bashrc', 'source <(sudoku completion bash)'],
    ['zsh: add this line to ~/.zshrc, after compinit', 'source <(sudoku completion zsh)'],
    ['fish: run this once', 'sudoku completion fish > ~/.config/fish/completions/sudoku.fish'],
  );
}

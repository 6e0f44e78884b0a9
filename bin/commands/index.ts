// The commands, each in a module that declares its flags and loads the rest when it runs.
import type { Command } from 'commander';

/**
 * Adds one command to the program. Its module only declares its flags; its action imports the rest, so that no command pays
 * for another. The action sets `process.exitCode` (0 if it does not) and throws UsageError or FailureError.
 */
export type AddCommand = (program: Command) => Promise<void>;

/** Commands under a heading of the help text. */
const group = (heading: string, commands: Record<string, AddCommand>): [string, AddCommand][] =>
  Object.entries(commands).map(([name, add]) => [
    name,
    async (program) => {
      program.commandsGroup(`${heading}:`);
      await add(program);
    },
  ]);

/** All commands by name, in the order of the help text. */
export const COMMANDS: ReadonlyMap<string, AddCommand> = new Map([
  ...group('Solve and check', {
    solve: async (program) => (await import('./solve.ts')).addSolve(program),
    check: async (program) => (await import('./check.ts')).addCheck(program),
    report: async (program) => (await import('./report.ts')).addReport(program),
  }),
  ...group('Make and rate', {
    generate: async (program) => (await import('./generate.ts')).addGenerate(program),
    grade: async (program) => (await import('./grade.ts')).addGrade(program),
    minimise: async (program) => (await import('./minimise.ts')).addMinimise(program),
    canonical: async (program) => (await import('./canonical.ts')).addCanonical(program),
  }),
  ...group('Sets of puzzles', {
    select: async (program) => (await import('./select.ts')).addSelect(program),
    dedupe: async (program) => (await import('./dedupe.ts')).addDedupe(program),
    split: async (program) => (await import('./split.ts')).addSplit(program),
    augment: async (program) => (await import('./augment.ts')).addAugment(program),
    audit: async (program) => (await import('./audit.ts')).addAudit(program),
  }),
  ...group('Convert', {
    convert: async (program) => (await import('./convert.ts')).addConvert(program),
  }),
  ...group('Run on AWS', {
    submit: async (program) => (await import('./submit.ts')).addSubmit(program),
    status: async (program) => (await import('./status.ts')).addStatus(program),
    watch: async (program) => (await import('./watch.ts')).addWatch(program),
    cancel: async (program) => (await import('./cancel.ts')).addCancel(program),
    presign: async (program) => (await import('./presign.ts')).addPresign(program),
    doctor: async (program) => (await import('./doctor.ts')).addDoctor(program),
    redrive: async (program) => (await import('./redrive.ts')).addRedrive(program),
    backfill: async (program) => (await import('./backfill.ts')).addBackfill(program),
    local: async (program) => (await import('./local.ts')).addLocal(program),
  }),
  ...group('Other', {
    completion: async (program) => (await import('./completion.ts')).addCompletion(program),
  }),
]);

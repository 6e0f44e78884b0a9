// The commands, each in a module that declares its flags and loads the rest when it runs.
import type { Command } from 'commander';
import { addAudit } from './audit.ts';
import { addAugment } from './augment.ts';
import { addBackfill } from './backfill.ts';
import { addCanonical } from './canonical.ts';
import { addCheck } from './check.ts';
import { addCompletion } from './completion.ts';
import { addConvert } from './convert.ts';
import { addDedupe } from './dedupe.ts';
import { addGenerate } from './generate.ts';
import { addGrade } from './grade.ts';
import { addLocal } from './local.ts';
import { addMinimise } from './minimise.ts';
import { addRedrive } from './redrive.ts';
import { addReport } from './report.ts';
import { addSelect } from './select.ts';
import { addSolve } from './solve.ts';
import { addSplit } from './split.ts';
import { addStatus } from './status.ts';
import { addSubmit } from './submit.ts';
import { addWatch } from './watch.ts';

/**
 * Adds one command to the program. A command's module only declares its flags; its action imports the rest, so that no
 * command pays for the imports of another. The action sets `process.exitCode` (0 if it does not) and throws UsageError or
 * FailureError.
 */
export type AddCommand = (program: Command) => void;

/** All commands by name, in the order of the help text. */
export const COMMANDS: ReadonlyMap<string, AddCommand> = new Map([
  ['solve', addSolve],
  ['check', addCheck],
  ['local', addLocal],
  ['generate', addGenerate],
  ['grade', addGrade],
  ['canonical', addCanonical],
  ['convert', addConvert],
  ['dedupe', addDedupe],
  ['split', addSplit],
  ['augment', addAugment],
  ['select', addSelect],
  ['minimise', addMinimise],
  ['audit', addAudit],
  ['report', addReport],
  ['submit', addSubmit],
  ['status', addStatus],
  ['watch', addWatch],
  ['redrive', addRedrive],
  ['backfill', addBackfill],
  ['completion', addCompletion],
]);

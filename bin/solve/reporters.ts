import { jsonReporter } from './json-reporter.ts';
import type { Reporter } from './reporter.ts';
import { textReporter } from './text-reporter.ts';

/** What prints to standard error, as the flags want it. */
export function reporterFor(flags: {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}): Reporter {
  return flags.json ? jsonReporter(process.stderr) : textReporter(process.stderr, flags.quiet ?? false);
}

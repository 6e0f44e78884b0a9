import { jsonReporter } from './json-reporter.ts';
import { quietReporter } from './quiet-reporter.ts';
import type { Reporter } from './reporter.ts';
import { textReporter } from './text-reporter.ts';

/** What prints to standard error, as the flags want it. */
export function reporterFor(flags: {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}): Reporter {
  if (flags.json) return jsonReporter(process.stderr);
  return flags.quiet ? quietReporter() : textReporter(process.stderr);
}

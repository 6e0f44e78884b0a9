import type { Reporter } from '../../bin/cli/reporter.ts';

/** A reporter that prints nothing, with some methods replaced. */
export function silentReporter(methods: Partial<Reporter> = {}): Reporter {
  return {
    follow: () => () => {},
    file() {},
    note() {},
    summary() {},
    close() {},
    ...methods,
  };
}

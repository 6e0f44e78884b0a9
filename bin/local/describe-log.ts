/** Levels of log lines that are printed without being asked for. */
const LEVELS = ['WARN', 'ERROR', 'CRITICAL'];

/** A function's log line in short, if it is a warning or an error, or no JSON at all; otherwise undefined. */
export function describeLog(line: string): string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, message, error, ...more } = (entry ?? {}) as Record<string, unknown>;
  if (!LEVELS.includes(String(level))) return undefined;
  const cause = (error as { message?: string } | undefined)?.message ?? (more.reason as string | undefined);
  return `function: ${String(message)}${cause === undefined ? '' : `: ${cause}`}`;
}

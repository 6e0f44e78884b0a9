// The net under each record and each file: what an unexpected error is called, and the hook by which tests cause one.

/** Where people report defects: `bugs` in package.json, which builds for browsers do not contain. */
export const DEFECTS_URL = 'https://github.com/sudoku-batch/sudoku-batch/issues';

/** Begins the reason of a record or file that a defect of this package has cost. */
const PREFIX = 'internal error';

/** The reason of a record or file that an unexpected error has cost. */
export function internalReason(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${PREFIX} (${text})`;
}

/** Whether a reason is that of an unexpected error. */
export function isInternalReason(reason: string): boolean {
  return reason.startsWith(`${PREFIX} (`);
}

/** The stages of the work on a file. */
export type Stage = 'recognise' | 'read' | 'solve' | 'facts' | 'write';

/** Throws if the stretch of bytes is to fail at the stage. */
export type FaultHook = (stage: Stage, bytes: Uint8Array, start: number, end: number) => void;

/**
 * The name of the hook, a function on `globalThis`. Only code that runs before the work in the same thread can set it, as
 * tests do; nothing that a file, an option or a message contains can.
 */
const HOOK = Symbol.for('sudoku-batch.fault-hook');

/** The hook; undefined but in tests. */
export function faultHook(): FaultHook | undefined {
  return (globalThis as { [HOOK]?: FaultHook })[HOOK];
}

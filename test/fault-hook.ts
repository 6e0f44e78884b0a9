// Causes unexpected errors: sets the fault hook of core/kernel/internal-error.ts. The command line's tests import it in each
// thread (`--import`), with what is to fail in the environment; the product itself reads no variable.
import type { FaultHook, Stage } from '../core/kernel/internal-error.ts';

/** What fails: a stage, for each record that contains a text. */
export interface Fault {
  readonly stage: Stage;
  readonly text: string;
  /** Whether it fails at the moment. @default always */
  readonly isDue?: () => boolean;
}

const HOOK = Symbol.for('sudoku-batch.fault-hook');

/** Sets the hook, or removes it. */
export function setFault(fault: Fault | undefined): void {
  const needle = fault && Buffer.from(fault.text);
  const hook: FaultHook | undefined =
    fault &&
    ((stage, bytes, start, end) => {
      if (stage !== fault.stage || fault.isDue?.() === false) return;
      const stretch = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      if (stretch.includes(needle!)) throw new TypeError(`caused by ${fault.text}`);
    });
  Object.assign(globalThis, { [HOOK]: hook });
}

/** Runs work under a fault. */
export async function withFault<T>(fault: Fault | undefined, work: () => T | Promise<T>): Promise<T> {
  setFault(fault);
  try {
    return await work();
  } finally {
    setFault(undefined);
  }
}

const given = process.env.SUDOKU_TEST_FAULT;
if (given !== undefined) setFault(JSON.parse(given) as Fault);

import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import type { StandingObject } from './listed.ts';

/** When what stands for a key was written; undefined for what does not stand. */
export interface Standing {
  readonly result: Date | undefined;
  readonly report: Date | undefined;
}

/** Gives what stands for a key. */
export type StandingOf = (key: string) => Promise<Standing>;

/** What stands for keys that come in order: results are read beside them, and held no longer than needed. */
export function besideThem(results: AsyncGenerator<StandingObject>, outputPrefix: string): StandingOf {
  const held = new Map<string, Date>();
  let next: IteratorResult<StandingObject, unknown> | undefined;
  return async (key) => {
    const result = outputPrefix + key;
    const report = result + REPORT_SUFFIX;
    next ??= await results.next();
    // other results may stand between a result and its report
    while (!next.done && inOrder(next.value.key, report) <= 0) {
      held.set(next.value.key, next.value.modified);
      next = await results.next();
    }
    for (const earlier of held.keys()) {
      if (inOrder(earlier, result) >= 0) break;
      held.delete(earlier);
    }
    return { result: held.get(result), report: held.get(report) };
  };
}

/** What stands for keys that come in any order: all results are held, some 200 bytes each. */
export function allOf(results: AsyncGenerator<StandingObject>, outputPrefix: string): StandingOf {
  let all: Promise<Map<string, Date>> | undefined;
  return async (key) => {
    all ??= collected(results);
    const held = await all;
    return { result: held.get(outputPrefix + key), report: held.get(outputPrefix + key + REPORT_SUFFIX) };
  };
}

async function collected(results: AsyncGenerator<StandingObject>): Promise<Map<string, Date>> {
  const held = new Map<string, Date>();
  for await (const { key, modified } of results) held.set(key, modified);
  return held;
}

/** Keys are listed in the order of their UTF-8 bytes. */
function inOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

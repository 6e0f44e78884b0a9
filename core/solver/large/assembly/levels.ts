// Which levels have a literal in a clause: a stamp, new for each clause, marks them, so that nothing has to be cleared.
import { levelOf } from './assignment';
import { LEVEL_STAMPS } from './memory';

/** stands in LEVEL_STAMPS for the levels of the clause looked at last */
let stamp: u32 = 0;

export function resetLevels(variables: u32): void {
  memory.fill(LEVEL_STAMPS, 0, (variables + 1) << 2);
  stamp = 0;
}

/** Before the first literal of a clause. */
export function forgetLevels(): void {
  stamp++;
}

/** 1 for the first variable of a level since the last {@link forgetLevels}. @inline */
export function countLevel(variable: u32): u32 {
  const at = levelOf(variable) << 2;
  if (load<u32>(at, LEVEL_STAMPS) === stamp) return 0;
  store<u32>(at, stamp, LEVEL_STAMPS);
  return 1;
}

/** Whether the level has been counted. @inline */
export function isCounted(level: u32): bool {
  return load<u32>(level << 2, LEVEL_STAMPS) === stamp;
}

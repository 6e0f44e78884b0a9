// From which candidates of a puzzle each follows, for all at once. The module has no state but its memory, and what begin() sets.

export { advance, flag } from './advance';
export { begin } from './begin';
export { affirmation, contradiction, cycle } from './chains';
export { finish, haveCommon } from './common';
export {
  ASKED,
  CELL,
  DIGIT,
  FLAGGED,
  FLAGS,
  HAS,
  PATH,
  PEERS,
  SELF,
  STRONG,
  STRONG_FROM,
  STRONG_UNITS,
  WEAK,
  WEAK_FROM,
  WEAK_UNITS,
} from './layout';

// The next decision.
import { activityOf, popVariable, pushVariable } from './activity';
import { decisionOf, level, literalValue } from './assignment';
import { PHASE } from './memory';
import { keepsPhases } from './restart';

/**
 * The open candidate that has been in most conflicts of late; there must be one. It is tried as true, which propagates
 * most; or as what it was last, so that what fits together is kept.
 */
export function chooseMostActive(): u32 {
  const variable = mostActive();
  return (variable << 1) | (keepsPhases ? (load<u8>(variable, PHASE) as u32) : 0);
}

function mostActive(): u32 {
  let variable = popVariable();
  while (literalValue(variable << 1) !== 0) variable = popVariable();
  return variable;
}

/** The least candidate of the first open cell, so that the first solution found is the smallest left. */
export function chooseFirst(): u32 {
  // all before the last decision were settled when it was made
  let variable = level === 0 ? 0 : (decisionOf(level) >> 1) + 1;
  while (literalValue(variable << 1) !== 0) variable++;
  return variable << 1;
}

/** The highest level up to which a restart would make the same decisions again. */
export function levelToKeep(): u32 {
  const next = mostActive();
  pushVariable(next);
  let kept: u32 = 0;
  while (kept < level && activityOf(decisionOf(kept + 1) >> 1) > activityOf(next)) kept++;
  return kept;
}

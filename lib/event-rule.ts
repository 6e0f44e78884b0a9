import { type EventPattern, type OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';

/** A rule for events of a pattern, which a pattern of the caller's narrows. */
export function eventRule(
  scope: Construct,
  id: string,
  pattern: EventPattern,
  { target, eventPattern, ...props }: OnEventOptions,
): Rule {
  const rule = new Rule(scope, id, { ...props, eventPattern: pattern });
  if (eventPattern) rule.addEventPattern(eventPattern);
  if (target) rule.addTarget(target);
  return rule;
}

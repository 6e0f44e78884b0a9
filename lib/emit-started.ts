import { Stack } from 'aws-cdk-lib';
import { STARTED_OPERATIONS } from './permissions/function-permissions.ts';
import { allow } from './permissions/statements.ts';
import type { SolverFunction } from './solver-function.ts';

/** Has the function tell EventBridge's default bus of each file as it begins with it. */
export function emitStarted(solver: SolverFunction): void {
  solver.addEnvironment('STARTED_EVENTS', 'on');
  const bus = Stack.of(solver).formatArn({
    service: 'events',
    resource: 'event-bus',
    resourceName: 'default',
  });
  for (const statement of allow(STARTED_OPERATIONS, 'event bus', bus)) solver.addToRolePolicy(statement);
}

import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import { yesOrNo } from '../core/options/options.ts';
import { parseProp } from './check-props.ts';
import { PROPS, type PropTable } from './props-table.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/**
 * Properties that can be given without a change of code: `npx cdk deploy -c variant=x -c timeout=60`, or by the same
 * names in cdk.json's context. Durations are whole numbers: `timeout` in seconds, expirations in days. `destroyData`
 * stands for a removal policy.
 * @throws RangeError that names the value, what it may be, and what it is
 */
export function propsFromContext(node: Node, table: PropTable = PROPS): SudokuPipelineProps {
  const props: Record<string, unknown> = {};
  for (const [name, { kind, unit }] of Object.entries(table)) {
    const value = given(node, name, kind);
    if (value === undefined) continue;
    props[name] = unit ? Duration[unit](value as number) : value;
  }
  if (given(node, 'destroyData', yesOrNo)) props.removalPolicy = RemovalPolicy.DESTROY;
  return props;
}

/** The command line gives text, cdk.json may give numbers and booleans. */
function given(node: Node, name: string, kind: PropTable[string]['kind']): unknown {
  const value: unknown = node.tryGetContext(name);
  if (value === undefined) return undefined;
  return parseProp(`context ${name}`, kind, typeof value === 'string' ? value : JSON.stringify(value));
}

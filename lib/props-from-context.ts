import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/**
 * Properties that can be given without a change of code: `npx cdk deploy -c variant=x -c timeout=60`, or by the same
 * names in cdk.json's context. Durations are whole numbers: `timeout` in seconds, expirations in days.
 * @throws RangeError for a value of the wrong kind; the construct checks ranges
 */
export function propsFromContext(node: Node): SudokuPipelineProps {
  const text = <T extends string>(name: string): T | undefined => given(node, name) as T | undefined;
  const whole = (name: string) => parse(node, name, /^\d+$/, 'a whole number', Number);
  const flag = (name: string) =>
    parse(node, name, /^(true|false)$/, 'true or false', (value) => value === 'true');
  const seconds = (name: string) => durationOf(whole(name), (amount) => Duration.seconds(amount));
  const days = (name: string) => durationOf(whole(name), (amount) => Duration.days(amount));
  const destroy = flag('destroyData');
  return {
    variant: text('variant'),
    solutions: text('solutions'),
    limit: whole('limit'),
    output: text('output'),
    explain: flag('explain'),
    budget: whole('budget'),
    reports: flag('reports'),
    memorySize: whole('memorySize'),
    timeout: seconds('timeout'),
    uploadConcurrency: whole('uploadConcurrency'),
    chunkConcurrency: whole('chunkConcurrency'),
    uploadExpiration: days('uploadExpiration'),
    resultExpiration: days('resultExpiration'),
    removalPolicy: destroy ? RemovalPolicy.DESTROY : undefined,
    dashboard: flag('dashboard'),
  };
}

/** The command line gives text, cdk.json may give numbers and booleans. */
function given(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(name);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

function parse<T>(
  node: Node,
  name: string,
  form: RegExp,
  expected: string,
  read: (text: string) => T,
): T | undefined {
  const value = given(node, name);
  if (value === undefined) return undefined;
  if (!form.test(value)) throw new RangeError(`context ${name} must be ${expected}, got '${value}'`);
  return read(value);
}

function durationOf(amount: number | undefined, unit: (amount: number) => Duration): Duration | undefined {
  return amount === undefined ? undefined : unit(amount);
}

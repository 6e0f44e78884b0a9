import { type Duration, Token } from 'aws-cdk-lib';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** Counters of solutions and guesses have 32 bits. */
const MAX_COUNT = 2 ** 32 - 1;

/** Refuses values that CloudFormation would refuse minutes later, or that the function could not work with. */
export function checkProps(props: SudokuPipelineProps): void {
  const { variant, solutions, output } = props;
  oneOf('variant', variant, ['classic', 'x']);
  oneOf('solutions', solutions, ['first', 'unique', 'count', 'all']);
  oneOf('output', output, ['same', 'csv', 'jsonl']);
  integer('limit', props.limit, 1, MAX_COUNT);
  integer('budget', props.budget, 0, MAX_COUNT);
  integer('memorySize', props.memorySize, 512, 10_240, ' MiB');
  seconds('timeout', props.timeout, 5, 900);
  integer('uploadConcurrency', props.uploadConcurrency, 2, 1000);
  integer('chunkConcurrency', props.chunkConcurrency, 2, 1000);
  days('uploadExpiration', props.uploadExpiration);
  days('resultExpiration', props.resultExpiration);
}

function oneOf(name: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || Token.isUnresolved(value) || allowed.includes(value)) return;
  throw new RangeError(`${name} must be one of ${allowed.join(', ')}, got '${value}'`);
}

function integer(name: string, value: number | undefined, least: number, most: number, unit = ''): void {
  if (value === undefined || Token.isUnresolved(value)) return;
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}${unit}, got ${value}`);
}

function seconds(name: string, value: Duration | undefined, least: number, most: number): void {
  if (value === undefined || value.isUnresolved()) return;
  integer(name, value.toSeconds({ integral: false }), least, most, ' seconds');
}

function days(name: string, value: Duration | undefined): void {
  if (value === undefined || value.isUnresolved()) return;
  integer(name, value.toDays({ integral: false }), 1, 36_500, ' days');
}

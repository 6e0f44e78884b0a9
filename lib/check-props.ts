import { Token } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { InvalidValue } from '../core/options/options.ts';
import { PROPS, type PropTable, propText } from './props-table.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/**
 * Refuses values that CloudFormation would refuse minutes later, or that the function could not work with.
 * @throws RangeError that names the property, what it may be, and what it is
 */
export function checkProps(props: SudokuPipelineProps, table: PropTable = PROPS): void {
  for (const [name, { kind, unit }] of Object.entries(table)) {
    const text = propText((props as Readonly<Record<string, unknown>>)[name], unit);
    if (text !== undefined) parseProp(name, kind, text);
  }
  if (props.htmlReports === true && props.reports === false) {
    throw new RangeError(
      'htmlReports must not be true where reports is false: there is nothing to make pages of',
    );
  }
  // each file that says nothing would be rejected
  notAbove('limit', props.limit, 'maxLimit', props.maxLimit);
  notAbove('budget', props.budget, 'maxBudget', props.maxBudget);
  ofOwnBucket('uploadExpiration', props.uploadExpiration, 'uploadBucket', props.uploadBucket);
  ofOwnBucket('resultExpiration', props.resultExpiration, 'outputBucket', props.outputBucket);
  ofOwnBucket('outputEvents', props.outputEvents, 'outputBucket', props.outputBucket);
}

/** What the pipeline sets on its own buckets only. */
function ofOwnBucket(name: string, value: unknown, bucketName: string, bucket: IBucket | undefined): void {
  if (!value || !bucket) return;
  throw new RangeError(
    `${name} must not be given with ${bucketName}: the pipeline leaves a bucket of yours as it is; set it there`,
  );
}

function notAbove(name: string, value: number | undefined, bound: string, most: number | undefined): void {
  if (value === undefined || most === undefined || Token.isUnresolved(value) || Token.isUnresolved(most))
    return;
  if (value > most) throw new RangeError(`${name} must be at most ${bound}, ${most}, got ${value}`);
}

/** @throws RangeError */
export function parseProp(name: string, kind: PropTable[string]['kind'], text: string): unknown {
  try {
    return kind.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new RangeError(`${name} must be ${error.message}, got ${text}`);
  }
}

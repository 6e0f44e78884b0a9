// The CDK app of `sudoku local --demo`: the stack of bin/app.ts with a second source, an archive that somebody else
// owns.
import { App } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { bundleFunction } from '../../build/function.ts';
import { SudokuStack } from '../../lib/sudoku-stack.ts';
import { ARCHIVE } from './demo.ts';

await bundleFunction();
const stack = new SudokuStack(new App(), 'SudokuBatch', { directCalls: true });
stack.pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', ARCHIVE));

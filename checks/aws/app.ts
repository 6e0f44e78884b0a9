// The stack of `npm run checks -- aws`, which deletes its data with itself
import { App, RemovalPolicy } from 'aws-cdk-lib';
import { bundleFunction } from '../../build/function.ts';
import { SudokuStack } from '../../lib/sudoku-stack.ts';

await bundleFunction();
const stackName = process.env.SUDOKU_CHECK_STACK;
if (!stackName) throw new Error('expected the name of the stack in SUDOKU_CHECK_STACK, got none');
new SudokuStack(new App(), 'Check', {
  stackName,
  description: 'A check of sudoku-batch: it can be deleted at any time',
  removalPolicy: RemovalPolicy.DESTROY,
  tags: { 'sudoku-batch': 'check' },
});

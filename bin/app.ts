// The CDK app: `npx cdk deploy` deploys one pipeline to the account and region of the current credentials.
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { bundleFunction } from '../build/function.ts';
import { propsFromContext } from '../lib/check-props.ts';
import { SudokuStack } from '../lib/sudoku-stack.ts';

// the construct uses it as its asset
await bundleFunction();
const app = new App();
new SudokuStack(app, 'SudokuBatch', propsFromContext(app.node));
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
